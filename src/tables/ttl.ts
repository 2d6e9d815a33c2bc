/** Lifetimes of contract data and code. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import type { Context } from './context.ts';
import { commonColumns, eachEntry } from './entry/entry.ts';

export const ttl = defineTable({
  name: 'ttl',
  grain: 'One row per lifetime entry and ledger in which it changed.',
  key: ['key_hash', 'ledger_sequence'],
  columns: {
    key_hash: column(
      'utf8',
      'SHA-256 of the LedgerKey of the entry with this lifetime; equals ledger_key_hash in other tables.',
      'hex',
    ),
    live_until_ledger_seq: column('int64', 'Last ledger in which the entry is live.'),
    ...commonColumns,
  },
});

export function extractTtl(context: Context, out: ColumnsOf<typeof ttl>): void {
  const { view } = context;
  eachEntry(context, LedgerEntryType.ttl, out, (data) => {
    out.key_hash.hex(view, data, data + 32);
    out.live_until_ledger_seq.push(0, view.getUint32(data + 32));
  });
}
