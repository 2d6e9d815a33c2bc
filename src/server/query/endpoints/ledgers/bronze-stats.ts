/** Figures of the loaded ledgers, from bronze tables only. */
import { big, fields, time, whole } from '../../fields.ts';
import { object } from '../../object.ts';
import { sql } from '../../sql.ts';

export const bronzeStats = object({
  path: '/api/v1/bronze/stats/network',
  summary: 'Loaded ledgers, in numbers',
  parameters: {},
  answer: {
    ledgers: fields({ oldest: whole(), latest: whole(), count: whole('That are loaded.') }),
    oldest_closed_at: time(),
    latest_closed_at: time(),
    protocol_version: whole('Protocol of the latest ledger.'),
    transactions: fields({ total: whole(), successful: whole(), failed: whole() }),
    operations: whole('Of all transactions.'),
    contract_events: whole(),
    fees: big('Stroops that transactions were charged.'),
    total_coins: big('Stroops that there are after the latest ledger.'),
    fee_pool: big('Stroops of it that no account has.'),
  },
  async read(_values, view) {
    const { oldest, latest } = view.bounds;
    const { totals } = view.snapshot;
    const rowsOf = (table: string) => totals[table]?.rows ?? 0;
    const row = await view.row(sql`
      select
          {
              total: coalesce(sum(successful_transaction_count + failed_transaction_count), 0),
              successful: coalesce(sum(successful_transaction_count), 0),
              failed: coalesce(sum(failed_transaction_count), 0)
          } as transactions,
          count(*) as loaded,
          coalesce(sum(tx_set_operation_count), 0) as operations,
          max_by(protocol_version, sequence) as protocol_version,
          max_by(total_coins, sequence) as total_coins,
          max_by(fee_pool, sequence) as fee_pool,
          (select coalesce(sum(fee_charged), 0) from bronze.history_transactions_raw_v1) as fees
      from bronze.history_ledgers_raw_v1`);
    return {
      body: {
        ...row,
        ledgers: { oldest, latest, count: row?.['loaded'] ?? 0 },
        oldest_closed_at: await view.closedAt(oldest),
        latest_closed_at: await view.closedAt(latest),
        contract_events: rowsOf('history_contract_events'),
      },
    };
  },
});
