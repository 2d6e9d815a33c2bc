/** LedgerKeys of entries as bytes: the key's discriminant, then a run of the entry's own bytes. */
import type { Utf8Column } from '../../arrow/columns.ts';
import { column, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { copyWords } from '../../core/bytes.ts';
import type { ChangedEntry } from '../../ledger/compact.ts';
import { ContractDataDurability, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { GoPieces } from '../../xdr/names.ts';
import { pushAddress, type Context } from '../context.ts';

/** Type and place of a key: `keyStart` to `keyEnd` is the LedgerKey without its discriminant. */
export type KeySpan = Pick<ChangedEntry, 'type' | 'keyStart' | 'keyEnd'>;

/** Writes the LedgerKey of an entry as base64. */
export function pushKeyBase64(column: Utf8Column, { view }: Context, key: KeySpan): void {
  const { type, keyStart, keyEnd } = key;
  if (keyEnd - keyStart >= 8) column.writer.base64After(type, view, keyStart, keyEnd);
  else {
    const short = new DataView(new ArrayBuffer(8));
    short.setInt32(0, type);
    copyWords(short, 4, view, keyStart, keyEnd);
    column.writer.base64(short, 0, 4 + keyEnd - keyStart);
  }
  column.end();
}

/** Writes the SHA-256 of a LedgerKey as hex to one column and the whole key as base64 to the other. */
export function pushLedgerKey(hashColumn: Utf8Column, keyColumn: Utf8Column, context: Context, key: KeySpan): void {
  context.decoder.keyHashes.write(hashColumn.writer, key.type, context.view, key.keyStart, key.keyEnd);
  hashColumn.end();
  pushKeyBase64(keyColumn, context, key);
}

/** The columns that say which contract's data a key is of. */
export const contractKeyColumns = {
  contract_id: column('utf8', 'Contract of a contract data key; empty for other keys.'),
  contract_durability: column(
    'utf8',
    'ContractDataDurabilityPersistent or ContractDataDurabilityTemporary; empty for keys that are not of contract data.',
  ),
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
