/** The events of one ledger: read from the ledger, or from a record that holds nothing else. */
import { EventList, listEvents } from '../../ledger/event-list.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';

/** Consecutive events; the offsets of the list refer to the bytes. */
export interface EventBlock {
  list: EventList;
  bytes: Uint8Array;
  view: DataView;
}

/** The place of an event in its ledger. */
export interface EventPlace {
  transaction: number;
  operation: number;
  number: number;
}

/** The events of a ledger, in the order of their ids. */
export interface LedgerEvents {
  sequence: number;
  /** Whole seconds since 1970. */
  closeTime: number;
  /**
   * Yields the events from the place on, or backwards those before it. The first block may have some on the other side. Events
   * of a block are always in the order of their ids.
   */
  blocks(from: EventPlace, isDescending?: boolean): Iterable<EventBlock>;
  /** Returns the 32 bytes of the hash of a transaction with events; `source` counts from 0. */
  hash(source: number): Uint8Array;
  isSuccessful(source: number): boolean;
}

/** Returns the events of a ledger whose envelopes are paired. */
export function eventsOf(ledger: Ledger): LedgerEvents {
  const { bytes, view, sequence, closeTime, transactions } = ledger;
  const block = { list: listEvents(ledger), bytes, view };
  return {
    sequence,
    closeTime,
    blocks: () => [block],
    hash: (source) => bytes.subarray(transactions[source].pair, transactions[source].pair + HASH_BYTES),
    isSuccessful: (source) => transactions[source].successful,
  };
}

export const HASH_BYTES = 32;
/** Blocks end with the event that reaches this size. */
const BLOCK_BYTES = 16 * 1024;
/** What an event has beside its bytes: transaction (three times: its position, its number in the id), operation, number, length. */
const COLUMNS = 5;

/** Yields the events of a block as bytes: their count, five columns of differences, and their XDR. */
export function* encodeBlocks({ list, bytes, view }: EventBlock): Generator<{ first: EventPlace; raw: Uint8Array }> {
  for (let first = 0, index = 0, size = 0; index < list.length; index++) {
    size += skipContractEvent(view, list.start(index)) - list.start(index);
    if (size < BLOCK_BYTES && index < list.length - 1) continue;
    yield { first: placeOf(list, first), raw: encode({ list, bytes, view }, first, index + 1) };
    [first, size] = [index + 1, 0];
  }
}

function placeOf(list: EventList, index: number): EventPlace {
  return { transaction: list.transaction(index), operation: list.operation(index), number: list.number(index) };
}

function encode({ list, bytes, view }: EventBlock, first: number, end: number): Uint8Array {
  const count = end - first;
  const columns = new Int32Array(1 + COLUMNS * count);
  columns[0] = count;
  const parts: Uint8Array[] = [];
  let before = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const start = list.start(first + i);
    const stop = skipContractEvent(view, start);
    const { transaction, operation, number } = placeOf(list, first + i);
    const cells = [list.source(first + i), transaction, operation, number, stop - start];
    cells.forEach((cell, column) => (columns[1 + column * count + i] = cell - before[column]));
    before = cells;
    parts.push(bytes.subarray(start, stop));
  }
  return Buffer.concat([new Uint8Array(columns.buffer), ...parts]);
}

/** Returns the events of a block that `encodeBlocks` gave; its bytes start at a multiple of four. */
export function decodeBlock(raw: Uint8Array): EventBlock {
  const bytes = raw.byteOffset % 4 === 0 ? raw : raw.slice();
  const [count] = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  const columns = new Int32Array(bytes.buffer, bytes.byteOffset + 4, COLUMNS * count);
  const cells = new Int32Array(COLUMNS * count);
  let start = (1 + COLUMNS * count) * 4;
  for (let i = 0, length = 0; i < count; i++) {
    for (let column = 0; column < COLUMNS - 1; column++) {
      const before = i === 0 ? 0 : cells[(i - 1) * COLUMNS + column];
      cells[i * COLUMNS + column] = before + columns[column * count + i];
    }
    cells[i * COLUMNS + COLUMNS - 1] = start;
    length += columns[(COLUMNS - 1) * count + i];
    start += length;
  }
  return { list: new EventList(cells), bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
