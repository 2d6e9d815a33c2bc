/** Figures of the network and its fees. */
import { fields, boolean, may, real, text, time, whole, big, type Row } from '../../fields.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { hoursOf, periodText, readPeriod, within } from '../../lists/period.ts';
import { sql, when, where } from '../../sql.ts';

export const feeStats = object({
  path: '/api/v1/silver/stats/fees',
  summary: 'Fees charged, of all transactions of a period',
  parameters: { period: parameter.choice('period', ['24h', '7d', '30d', 'all'], '24h') },
  answer: {
    period: text(),
    transactions: whole(),
    min: whole('Stroops, as all below.'),
    max: whole(),
    median: whole('Percentiles use the nearest rank.'),
    p75: whole(),
    p90: whole(),
    p99: whole(),
    total: big(),
    surge: fields(
      {
        active: boolean('Whether the last ledger with transactions had a surge.'),
        ledgers: whole('Ledgers of the period that had one.'),
        share: real('Their part of the ledgers of the period, from 0 to 1.'),
      },
      { description: 'A ledger has a surge when it charged a classic transaction more than its base fee.' },
    ),
  },
  async read({ period }, view) {
    const asked = readPeriod(await periodText(view, period));
    const inPeriod = where(when(asked, within));
    const row = await view.row(sql`
      with transactions as (
          select * from bronze.history_transactions_raw_v1 ${inPeriod}
      ),
      surges as (
          select
              ledger_sequence,
              bool_or(coalesce(resource_fee, 0) = 0 and fee_charged > bids.operations * cast(base_fee as bigint)) as is_surge
          from (
              select *, operation_count + if(inner_transaction_hash is null, 0, 1) as operations from transactions
          ) as bids
          inner join bronze.history_ledgers_raw_v1 as ledgers on ledgers.sequence = ledger_sequence
          group by ledger_sequence
      )
      select
          count(*) as transactions,
          min(fee_charged) as min,
          max(fee_charged) as max,
          quantile_disc(fee_charged, 0.5) as median,
          quantile_disc(fee_charged, 0.75) as p75,
          quantile_disc(fee_charged, 0.9) as p90,
          quantile_disc(fee_charged, 0.99) as p99,
          sum(fee_charged) as total,
          (
              select {
                  active: coalesce(max_by(is_surge, ledger_sequence), false),
                  ledgers: count(*) filter (is_surge),
                  share: count(*) filter (is_surge)
                      / (select count(*) from bronze.history_ledgers_raw_v1 ${inPeriod})
              }
              from surges
          ) as surge
      from transactions`);
    return { body: { period, ...row } };
  },
});

export const networkStats = object({
  path: '/api/v1/silver/stats/network',
  summary: 'The network in the last 24 hours',
  parameters: {},
  answer: {
    latest_ledger: whole(),
    latest_closed_at: time(),
    accounts: may(whole('Accounts that are not merged; absent while entries are unknown.')),
    known_accounts: may(whole('Then in its place: how many of them the lake knows.')),
    transactions_24h: fields({ total: whole(), successful: whole(), failed: whole() }),
    operations_24h: fields({ total: whole(), soroban: whole() }),
    fees_24h: big('Stroops.'),
  },
  isState: true,
  async read(_values, view) {
    const { latest } = view.bounds;
    const day = await hoursOf(view, 24);
    const inDay = within(day);
    const row = await view.row(sql`
      select
          (select count(*) from silver.accounts_current where not deleted) as known_accounts,
          (
              select {
                  total: count(*), successful: count(*) filter (successful), failed: count(*) filter (not successful)
              }
              from bronze.history_transactions_raw_v1 where ${inDay}
          ) as transactions_24h,
          (
              select {total: count(*), soroban: count(*) filter (type in (24, 25, 26))}
              from bronze.history_operations_raw_v1 where ${inDay}
          ) as operations_24h,
          (
              select coalesce(sum(fee_charged), 0) from bronze.history_transactions_raw_v1 where ${inDay}
          ) as fees_24h`);
    const { known_accounts: known, ...others } = row ?? {};
    const accounts: Row = view.coverage === 'full' ? { accounts: known } : { known_accounts: known };
    return {
      body: { latest_ledger: latest, latest_closed_at: day.end, ...accounts, ...others },
      warnings: leftOut(view.coverage),
    };
  },
});
