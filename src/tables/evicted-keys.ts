/** Keys that left the live state for the archive; the view adds restored ones. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { skipLedgerKey } from '../xdr/generated/skip.ts';
import { pushClosedAt, type Context } from './context.ts';
import { commonColumns } from './entry/entry.ts';
import { contractKeyColumns, pushContractKey, pushKeyBase64 } from './entry/ledger-key.ts';

export const evictedKeys = defineTable({
  name: 'evicted_keys',
  grain: 'One row per key and ledger in which it was evicted.',
  key: ['ledger_key_hash', 'ledger_sequence'],
  columns: {
    ledger_key_hash: column('utf8', 'The whole LedgerKey of the entry, despite the name.', 'base64 XDR'),
    ...contractKeyColumns,
    closed_at: commonColumns.closed_at,
    ledger_sequence: commonColumns.ledger_sequence,
  },
});

export function extractEvictedKeys(context: Context, out: ColumnsOf<typeof evictedKeys>): void {
  const { view, ledger } = context;
  if (ledger.evictedKeys < 0) return;
  let p = ledger.evictedKeys + 4;
  for (let i = view.getUint32(ledger.evictedKeys); i > 0; i--) {
    const key = { type: view.getInt32(p), keyStart: p + 4, keyEnd: skipLedgerKey(view, p) };
    pushKeyBase64(out.ledger_key_hash, context, key);
    pushContractKey(out, context, key);
    pushClosedAt(out.closed_at, context);
    out.ledger_sequence.push(ledger.sequence);
    p = key.keyEnd;
  }
}
