/** LedgerKeys of entries as bytes: the key's discriminant, then a run of the entry's own bytes. */
import { hash } from 'node:crypto';
import type { Utf8Column } from '../arrow/columns.ts';
import { column, type ColumnsOf, type TableSpec } from '../arrow/table.ts';
import { copyWords, Scratch, type ByteWriter } from '../bytes.ts';
import { KeyNumbers } from '../key-numbers.ts';
import type { EntryChange } from '../ledger/compact.ts';
import { ContractDataDurability, LedgerEntryType } from '../xdr/generated/enums.ts';
import { GoPieces } from '../xdr/names.ts';
import { pushAddress, type Context } from './context.ts';

/** Type and place of a key: `keyStart` to `keyEnd` is the LedgerKey without its discriminant. */
export type KeySpan = Pick<EntryChange, 'type' | 'keyStart' | 'keyEnd'>;

const scratch = new Scratch();

/** Returns the LedgerKey of an entry, in memory that the next call writes over. */
function keyBytes(view: DataView, { type, keyStart, keyEnd }: KeySpan): Uint8Array {
  const bytes = scratch.first(4 + keyEnd - keyStart);
  scratch.view.setInt32(0, type);
  copyWords(scratch.view, 4, view, keyStart, keyEnd);
  return bytes;
}

/** Writes the LedgerKey of an entry as base64. */
export function pushKeyBase64(column: Utf8Column, { view }: Context, key: KeySpan): void {
  const { type, keyStart, keyEnd } = key;
  if (keyEnd - keyStart < 8) column.writer.base64(scratch.view, 0, keyBytes(view, key).length);
  else column.writer.base64After(type, view, keyStart, keyEnd);
  column.end();
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

const durabilities = new GoPieces('ContractDataDurability', ContractDataDurability);

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
  out.contract_durability.piece(durabilities.of(context.view.getInt32(keyEnd - 4)));
}

const HEX_BYTES = 64;
const HEX_WORDS = HEX_BYTES / 8;
/** A ledger full of calls names about a thousand keys. */
const KEPT_KEYS = 1 << 11;
/** Longer keys are rare, and not kept: they may take as much as the ledger. */
const KEY_BYTES = 128;

/** The hashes of the last keys of one type, by their number. */
class KeyHashes {
  readonly #keys = new KeyNumbers(KEPT_KEYS, KEY_BYTES);
  readonly #hashes = Buffer.from(new ArrayBuffer(HEX_BYTES * KEPT_KEYS));
  readonly #words = new Float64Array(this.#hashes.buffer);

  write(w: ByteWriter, view: DataView, key: KeySpan): void {
    let number = this.#keys.find(view, key.keyStart, key.keyEnd, mixed(view, key));
    if (number < 0) {
      number = ~number;
      this.#hashes.write(hashOf(view, key), number * HEX_BYTES, 'latin1');
    }
    w.text64(this.#words, number * HEX_WORDS, HEX_BYTES);
  }
}

const hashesOf: (KeyHashes | undefined)[] = Object.values(LedgerEntryType).map(() => undefined);

/**
 * Writes the SHA-256 of a LedgerKey as hex. Footprints name the same keys again and again, and the entries after them,
 * so the hashes of the last keys are kept.
 */
export function writeKeyHash(w: ByteWriter, view: DataView, key: KeySpan): void {
  if (key.keyEnd - key.keyStart > KEY_BYTES) return w.ascii(hashOf(view, key));
  const hashes = (hashesOf[key.type] ??= new KeyHashes());
  hashes.write(w, view, key);
}

function hashOf(view: DataView, key: KeySpan): string {
  return hash('sha256', keyBytes(view, key), 'hex');
}

/** The keys of a contract differ in their last words, those of contracts in their first. */
function mixed(view: DataView, { keyStart, keyEnd }: KeySpan): number {
  let hash = view.getInt32(Math.min(keyStart + 8, keyEnd - 4));
  for (let p = Math.max(keyStart, keyEnd - 24); p < keyEnd; p += 4) {
    hash = Math.imul(hash ^ view.getInt32(p), 0x9e3779b1) ^ (hash >>> 15);
  }
  return hash;
}
