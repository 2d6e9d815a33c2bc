/** LedgerKeys of entries as bytes: the key's discriminant, then a run of the entry's own bytes. */
import { hash } from 'node:crypto';
import type { Utf8Column } from '../arrow/columns.ts';
import { column, type ColumnsOf, type TableSpec } from '../arrow/table.ts';
import type { ByteWriter } from '../bytes.ts';
import type { EntryChange } from '../ledger/compact.ts';
import { ContractDataDurability, LedgerEntryType } from '../xdr/generated/enums.ts';
import { goPieces } from '../xdr/names.ts';
import { pushAddress, type Context } from './context.ts';

/** Type and place of a key: `keyStart` to `keyEnd` is the LedgerKey without its discriminant. */
export type KeySpan = Pick<EntryChange, 'type' | 'keyStart' | 'keyEnd'>;

let scratch = new Uint8Array(1024);
let scratchView = new DataView(scratch.buffer);

/** Writes the LedgerKey of an entry to a scratch buffer and returns its length; the next call writes over it. */
function fillKey(view: DataView, { type, keyStart, keyEnd }: KeySpan): number {
  const length = 4 + keyEnd - keyStart;
  if (scratch.length < length) {
    scratch = new Uint8Array(length * 2);
    scratchView = new DataView(scratch.buffer);
  }
  scratchView.setInt32(0, type);
  for (let i = 0; i < keyEnd - keyStart; i += 4) scratchView.setInt32(4 + i, view.getInt32(keyStart + i));
  return length;
}

/** Writes the LedgerKey of an entry as base64. */
export function pushKeyBase64(column: Utf8Column, { view }: Context, key: KeySpan): void {
  const length = fillKey(view, key);
  column.base64(scratchView, 0, length);
}

/** Writes the SHA-256 of a LedgerKey as hex to one column and the whole key as base64 to the other. */
export function pushLedgerKey(hashColumn: Utf8Column, keyColumn: Utf8Column, context: Context, key: KeySpan): void {
  writeKeyHash(hashColumn.writer, context.view, key);
  hashColumn.end();
  pushKeyBase64(keyColumn, context, key);
}

/** The columns that say which contract's data a key is of. */
export const contractKeyColumns = {
  contract_id: column('utf8', 'Contract of a data key; empty for other keys.'),
  contract_durability: column('utf8', 'Durability of a data key; empty for other keys.'),
};

const durabilities = goPieces('ContractDataDurability', ContractDataDurability);

/** Writes contract and durability of a LedgerKey of contract data, or empty texts. */
export function pushContractKey(
  out: ColumnsOf<TableSpec<typeof contractKeyColumns>>,
  context: Context,
  { type, keyStart, keyEnd }: KeySpan,
): void {
  if (type !== LedgerEntryType.contractData) {
    out.contract_id.ascii('');
    out.contract_durability.ascii('');
    return;
  }
  pushAddress(out.contract_id, context, keyStart);
  out.contract_durability.piece(durabilities.get(context.view.getInt32(keyEnd - 4))!);
}

const SLOT_BITS = 12;
const HEX_BYTES = 64;
/** Longer keys are rare and hashed each time. A store of its own, since a typed array a key costs as much as the hash. */
const SLOT_WORDS = 32;
const keptWords = new Int32Array(SLOT_WORDS << SLOT_BITS);
const keptLengths = new Uint8Array(1 << SLOT_BITS);
const keptHashes = Buffer.alloc(HEX_BYTES << SLOT_BITS);
const hashView = new DataView(keptHashes.buffer, keptHashes.byteOffset, keptHashes.length);

/**
 * Writes the SHA-256 of a LedgerKey as hex. Footprints name the same keys again and again, and the entries after them,
 * so the hash of the last key of each slot is kept.
 */
export function writeKeyHash(w: ByteWriter, view: DataView, key: KeySpan): void {
  const words = 1 + (key.keyEnd - key.keyStart) / 4;
  if (words > SLOT_WORDS) return w.ascii(hashOf(view, key));
  const slot = slotOf(view, key);
  if (!isKept(slot, words, view, key)) keep(slot, words, view, key);
  w.copyTextWords(hashView, slot * HEX_BYTES, (slot + 1) * HEX_BYTES);
}

function hashOf(view: DataView, key: KeySpan): string {
  const length = fillKey(view, key);
  return hash('sha256', scratch.subarray(0, length), 'hex');
}

/** The keys of a contract differ in their last words, those of contracts in their first. */
function slotOf(view: DataView, { type, keyStart, keyEnd }: KeySpan): number {
  let mixed = type ^ view.getInt32(keyStart) ^ view.getInt32(Math.min(keyStart + 8, keyEnd - 4));
  for (let p = Math.max(keyStart, keyEnd - 24); p < keyEnd; p += 4) {
    mixed = Math.imul(mixed ^ view.getInt32(p), 0x9e3779b1) ^ (mixed >>> 15);
  }
  return Math.imul(mixed, 0x85ebca6b) >>> (32 - SLOT_BITS);
}

function keep(slot: number, words: number, view: DataView, key: KeySpan): void {
  const start = slot * SLOT_WORDS;
  keptWords[start] = key.type;
  for (let i = 1; i < words; i++) keptWords[start + i] = view.getInt32(key.keyStart + i * 4 - 4);
  keptLengths[slot] = words;
  keptHashes.write(hashOf(view, key), slot * HEX_BYTES, 'latin1');
}

function isKept(slot: number, words: number, view: DataView, { type, keyStart }: KeySpan): boolean {
  const start = slot * SLOT_WORDS;
  if (keptLengths[slot] !== words || keptWords[start] !== type) return false;
  for (let i = 1; i < words; i++) if (keptWords[start + i] !== view.getInt32(keyStart + i * 4 - 4)) return false;
  return true;
}
