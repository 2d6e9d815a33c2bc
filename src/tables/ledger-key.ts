/** LedgerKeys of entries as bytes: the key's discriminant, then a run of the entry's own bytes. */
import { hash } from 'node:crypto';
import type { Utf8Column } from '../arrow/columns.ts';
import { column, type ColumnsOf, type TableSpec } from '../arrow/table.ts';
import type { ByteWriter } from '../bytes.ts';
import type { EntryChange } from '../ledger/compact.ts';
import { ContractDataDurability, LedgerEntryType } from '../xdr/generated/enums.ts';
import { jsonScAddress } from '../xdr/json-values.ts';
import { goNames } from '../xdr/names.ts';
import type { Context } from './context.ts';

/** Type and place of a key: `keyStart` to `keyEnd` is the LedgerKey without its discriminant. */
export type KeySpan = Pick<EntryChange, 'type' | 'keyStart' | 'keyEnd'>;

let scratch = Buffer.alloc(1024);

/** Writes the LedgerKey of an entry to a scratch buffer, and returns its part; the next call writes over it. */
function fillKey(bytes: Uint8Array, { type, keyStart, keyEnd }: KeySpan): number {
  const length = 4 + keyEnd - keyStart;
  if (scratch.length < length) scratch = Buffer.alloc(length * 2);
  scratch.writeInt32BE(type, 0);
  scratch.set(bytes.subarray(keyStart, keyEnd), 4);
  return length;
}

/** Writes the LedgerKey of an entry as base64. */
export function pushKeyBase64(column: Utf8Column, { bytes }: Context, key: KeySpan): void {
  column.base64(scratch, 0, fillKey(bytes, key));
}

/** Writes the SHA-256 of a LedgerKey as hex to one column and the whole key as base64 to the other. */
export function pushLedgerKey(hashColumn: Utf8Column, keyColumn: Utf8Column, context: Context, key: KeySpan): void {
  writeKeyHash(hashColumn.writer, context, key);
  hashColumn.end();
  pushKeyBase64(keyColumn, context, key);
}

/** The columns that say which contract's data a key is of. */
export const contractKeyColumns = {
  contract_id: column('utf8', 'Contract of a data key; empty for other keys.'),
  contract_durability: column('utf8', 'Durability of a data key; empty for other keys.'),
};

const durabilities = goNames('ContractDataDurability', ContractDataDurability);

/** Writes contract and durability of a LedgerKey of contract data, or empty texts. */
export function pushContractKey(
  out: ColumnsOf<TableSpec<typeof contractKeyColumns>>,
  { view, json }: Context,
  { type, keyStart, keyEnd }: KeySpan,
): void {
  if (type !== LedgerEntryType.contractData) {
    out.contract_id.ascii('');
    out.contract_durability.ascii('');
    return;
  }
  json.length = 0;
  jsonScAddress(json, keyStart);
  out.contract_id.bytes(json.buffer, 1, json.length - 1);
  out.contract_durability.name(durabilities.get(view.getInt32(keyEnd - 4))!);
}

const SLOT_BITS = 13;
const HEX_BYTES = 64;
const keys: (Int32Array | undefined)[] = Array.from({ length: 1 << SLOT_BITS });
const hashes = new DataView(new ArrayBuffer(HEX_BYTES << SLOT_BITS));

/**
 * Writes the SHA-256 of a LedgerKey as hex. Footprints name the same keys again and again, and the entries after them,
 * so the hash of the last key of each slot is kept.
 */
export function writeKeyHash(w: ByteWriter, { view, bytes }: Pick<Context, 'view' | 'bytes'>, key: KeySpan): void {
  const slot = slotOf(view, key);
  if (!isKept(keys[slot], view, key)) {
    keys[slot] = wordsOf(view, key);
    const text = hash('sha256', scratch.subarray(0, fillKey(bytes, key)), 'hex');
    for (let i = 0; i < HEX_BYTES; i++) hashes.setUint8(slot * HEX_BYTES + i, text.charCodeAt(i));
  }
  w.copyTextWords(hashes, slot * HEX_BYTES, (slot + 1) * HEX_BYTES);
}

/** The keys of a contract differ in their last words, those of contracts in their first. */
function slotOf(view: DataView, { type, keyStart, keyEnd }: KeySpan): number {
  let hash = type ^ view.getInt32(keyStart) ^ view.getInt32(Math.min(keyStart + 8, keyEnd - 4));
  for (let p = Math.max(keyStart, keyEnd - 24); p < keyEnd; p += 4)
    hash = Math.imul(hash ^ view.getInt32(p), 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash, 0x85ebca6b) >>> (32 - SLOT_BITS);
}

function wordsOf(view: DataView, { type, keyStart, keyEnd }: KeySpan): Int32Array {
  const words = new Int32Array(1 + (keyEnd - keyStart) / 4);
  words[0] = type;
  for (let i = 1; i < words.length; i++) words[i] = view.getInt32(keyStart + i * 4 - 4);
  return words;
}

function isKept(words: Int32Array | undefined, view: DataView, { type, keyStart, keyEnd }: KeySpan): boolean {
  if (!words || words.length !== 1 + (keyEnd - keyStart) / 4 || words[0] !== type) return false;
  for (let i = 1; i < words.length; i++) if (words[i] !== view.getInt32(keyStart + i * 4 - 4)) return false;
  return true;
}
