/** Keys restored from the archive. */
import { column, defineTable, oneOf, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import type { ChangedEntry } from '../ledger/compact.ts';
import { goNames, GoPieces } from '../xdr/names.ts';
import { fillLedger, type Context } from './context.ts';
import { commonColumns, entryHead } from './entry/entry.ts';
import { contractKeyColumns, pushContractKey, pushKeyBase64 } from './entry/ledger-key.ts';

export const restoredKey = defineTable({
  name: 'restored_key',
  grain: 'One row per entry and ledger that restored it and did not remove it again.',
  key: ['ledger_key_hash', 'ledger_sequence'],
  columns: {
    ledger_key_hash: column('utf8', 'The whole LedgerKey of the entry, despite the name.', 'base64 XDR'),
    ...contractKeyColumns,
    ledger_entry_type: oneOf(
      column('utf8', 'Type of the entry, such as LedgerEntryTypeContractData.'),
      goNames('LedgerEntryType', LedgerEntryType).values(),
    ),
    last_modified_ledger: commonColumns.last_modified_ledger,
    closed_at: commonColumns.closed_at,
    ledger_sequence: commonColumns.ledger_sequence,
  },
});

const types = new GoPieces('LedgerEntryType', LedgerEntryType);

export function extractRestoredKey(context: Context, out: ColumnsOf<typeof restoredKey>): void {
  for (const ofType of context.entries) {
    for (const entry of ofType)
      if (entry.change === LedgerEntryChangeType.ledgerEntryRestored) pushRow(context, out, entry);
  }
  fillLedger(out, context, out.ledger_key_hash.length);
}

function pushRow(context: Context, out: ColumnsOf<typeof restoredKey>, entry: ChangedEntry): void {
  pushKeyBase64(out.ledger_key_hash, context, entry);
  pushContractKey(out, context, entry);
  out.ledger_entry_type.piece(types.of(entry.type));
  out.last_modified_ledger.push(entryHead(context.view, entry.post).lastModified);
}
