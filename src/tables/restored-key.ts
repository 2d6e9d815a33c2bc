/** Keys restored from the archive (tables.md 2.19). */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import type { EntryChange } from '../ledger/compact.ts';
import { goNames } from '../xdr/names.ts';
import { pushClosedAt, type Context } from './context.ts';
import { commonColumns, entryParts } from './entry.ts';
import { ledgerKey } from './ledger-key.ts';

export const restoredKey = defineTable({
  name: 'restored_key',
  grain: 'One row per entry and ledger whose net change was a restoration.',
  key: ['ledger_key_hash', 'ledger_sequence'],
  columns: {
    ledger_key_hash: column('utf8', 'The whole LedgerKey, despite the name.', 'base64 XDR'),
    ledger_entry_type: column('utf8', 'Type of the entry, such as LedgerEntryTypeContractData.'),
    last_modified_ledger: commonColumns.last_modified_ledger,
    closed_at: commonColumns.closed_at,
    ledger_sequence: commonColumns.ledger_sequence,
  },
});

const types = goNames('LedgerEntryType', LedgerEntryType);

/** Whether the net change of an entry was a restoration. */
export const isRestored = ({ change }: EntryChange) => change === LedgerEntryChangeType.ledgerEntryRestored;

export function extractRestoredKey(context: Context, out: ColumnsOf<typeof restoredKey>): void {
  for (const entry of context.entries.flatMap((entries) => entries.filter(isRestored))) {
    const key = ledgerKey(context, entry);
    out.ledger_key_hash.base64(key, 0, key.length);
    out.ledger_entry_type.ascii(types.get(entry.type)!);
    out.last_modified_ledger.push(entryParts(context.view, entry.post).lastModified);
    pushClosedAt(out.closed_at, context);
    out.ledger_sequence.push(context.ledger.sequence);
  }
}
