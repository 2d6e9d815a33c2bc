/** A record of a ledger's events: a head with the hashes of transactions, and blocks of events. */
import type { Ledger } from '../../ledger/ledger.ts';
import { decodeBlock, encodeBlocks, eventsOf, HASH_BYTES } from './ledger-events.ts';
import type { EventPlace, LedgerEvents } from './ledger-events.ts';

/** A record in parts. */
export interface EventRecord<Block = Uint8Array> {
  head: Buffer;
  blocks: Block[];
}

/** Where a compressed block is in the bytes of a record. */
export interface StoredBlock {
  start: number;
  length: number;
}

const FIXED_BYTES = 16;
const BLOCK_ENTRY_BYTES = 16;
/** Before the protocol of this version meta has no events. */
export const FIRST_PROTOCOL = 10;

/** Returns the record of a ledger whose envelopes are paired. */
export function recordOf(ledger: Ledger): EventRecord {
  const { transactions, closeTime } = ledger;
  const [all] = eventsOf(ledger).blocks({ transaction: 0, operation: 0, number: 0 });
  const blocks = [...encodeBlocks(all)];
  const bits = Math.ceil(transactions.length / 8);
  const fixed = Buffer.alloc(FIXED_BYTES + BLOCK_ENTRY_BYTES * blocks.length + 2 * bits);
  fixed.writeDoubleLE(closeTime);
  fixed.writeUInt32LE(transactions.length, 8);
  fixed.writeUInt32LE(blocks.length, 12);
  blocks.forEach(({ first }, i) => {
    const words = [first.transaction, first.operation, first.number, 0];
    words.forEach((word, j) => fixed.writeUInt32LE(word, FIXED_BYTES + BLOCK_ENTRY_BYTES * i + 4 * j));
  });
  const withEvents = new Set<number>();
  for (let i = 0; i < all.list.length; i++) withEvents.add(all.list.source(i));
  const flags = fixed.subarray(fixed.length - 2 * bits);
  const hashes: Uint8Array[] = [];
  transactions.forEach(({ pair, successful }, source) => {
    if (!withEvents.has(source)) return;
    hashes.push(ledger.bytes.subarray(pair, pair + HASH_BYTES));
    flags[source >> 3] |= 1 << (source & 7);
    if (successful) flags[bits + (source >> 3)] |= 1 << (source & 7);
  });
  return { head: Buffer.concat([fixed, ...hashes]), blocks: blocks.map(({ raw }) => raw) };
}

/** Returns the bytes of a record: its head with the sizes of these blocks, then the blocks. */
export function recordBytes(head: Buffer, blocks: readonly Uint8Array[]): Buffer {
  const sized = Buffer.from(head);
  blocks.forEach(({ length }, i) => sized.writeUInt32LE(length, FIXED_BYTES + BLOCK_ENTRY_BYTES * i + 12));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, sized, ...blocks]);
}

/** Returns the record of its bytes, with a copy of its head. */
export function recordOfBytes(bytes: Buffer): EventRecord<StoredBlock> {
  const size = bytes.readUInt32LE();
  const head = Buffer.from(bytes.subarray(4, 4 + size));
  const blocks: StoredBlock[] = [];
  let start = 4 + size;
  for (let i = 0; i < head.readUInt32LE(12); i++) {
    const length = head.readUInt32LE(FIXED_BYTES + BLOCK_ENTRY_BYTES * i + 12);
    blocks.push({ start, length });
    start += length;
  }
  return { head, blocks };
}

/** Returns the events of a record; `decompress` returns the bytes of a block that `encodeBlocks` made. */
export function eventsOfRecord<Block>(
  sequence: number,
  { head, blocks }: EventRecord<Block>,
  decompress: (block: Block) => Uint8Array,
): LedgerEvents {
  const count = head.readUInt32LE(8);
  const bits = Math.ceil(count / 8);
  const flags = head.subarray(FIXED_BYTES + BLOCK_ENTRY_BYTES * blocks.length);
  const hashes = flags.subarray(2 * bits);
  const isSet = (bit: number, from: number) => ((flags[from + (bit >> 3)] >> (bit & 7)) & 1) === 1;
  const ranks = new Uint32Array(count);
  for (let source = 0, rank = 0; source < count; source++) ranks[source] = isSet(source, 0) ? rank++ : 0;
  return {
    sequence,
    closeTime: head.readDoubleLE(),
    *blocks(from, isDescending = false) {
      let index = Math.max(blocks.length - 1, 0);
      while (index > 0 && isAfter(firstOf(head, index), from)) index--;
      const step = isDescending ? -1 : 1;
      for (; index >= 0 && index < blocks.length; index += step) yield decodeBlock(decompress(blocks[index]));
    },
    hash: (source) => hashes.subarray(ranks[source] * HASH_BYTES, (ranks[source] + 1) * HASH_BYTES),
    isSuccessful: (source) => isSet(source, bits),
  };
}

function firstOf(head: Buffer, block: number): EventPlace {
  const at = FIXED_BYTES + BLOCK_ENTRY_BYTES * block;
  const [transaction, operation, number] = [0, 4, 8].map((more) => head.readUInt32LE(at + more)) as [
    number,
    number,
    number,
  ];
  return { transaction, operation, number };
}

function isAfter(a: EventPlace, b: EventPlace): boolean {
  return (a.transaction - b.transaction || a.operation - b.operation || a.number - b.number) > 0;
}
