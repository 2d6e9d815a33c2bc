/** Questions that agents run by name: statements whose meaning was thought through. */
import type { SqlValue } from '../client/client.ts';

/** A statement and what it tells. */
export interface SavedQuestion {
  name: string;
  /** What it answers, and in which units. */
  tells: string;
  /** Its parameters by name, with the value that they have unless another is given. */
  parameters: Readonly<Record<string, SqlValue>>;
  sql: string;
}

export const savedQuestions: readonly SavedQuestion[] = [
  {
    name: 'activity_by_period',
    tells: 'Ledgers, transactions that succeeded and failed, and operations per period (minute, hour, day).',
    parameters: { period: 'hour' },
    sql: `select date_trunc($period, closed_at) as period_start, count(*) as ledgers,
      sum(successful_transaction_count) as succeeded, sum(failed_transaction_count) as failed, sum(operation_count) as operations
      from bronze.history_ledgers group by period_start order by period_start`,
  },
  {
    name: 'operations_by_type',
    tells: 'How many operations of each type there are, failed transactions included.',
    parameters: {},
    sql: `select type_string, count(*) as operations from bronze.history_operations group by type_string
      order by operations desc, type_string`,
  },
  {
    name: 'failures_by_result',
    tells: 'How many transactions failed, by the result code of the transaction.',
    parameters: {},
    sql: `select transaction_result_code, count(*) as transactions from bronze.history_transactions
      where not successful group by transaction_result_code order by transactions desc, transaction_result_code`,
  },
  {
    name: 'fees',
    tells: 'Fees charged for transactions, in stroops: least, median, 95th and 99th percentile, most, and total.',
    parameters: {},
    sql: `select count(*) as transactions, min(fee_charged) as least, quantile_disc(fee_charged, 0.5) as median,
      quantile_disc(fee_charged, 0.95) as p95, quantile_disc(fee_charged, 0.99) as p99, max(fee_charged) as most,
      sum(fee_charged) as total from bronze.history_transactions`,
  },
  {
    name: 'transfers_by_asset',
    tells: 'Transfers, mints, burns and clawbacks of each asset, and the amount moved in units; fees are left out.',
    parameters: { limit: 25 },
    sql: `select asset_key, asset_code, count(*) as movements, sum(amount) as amount from silver.token_transfers
      where event_topic <> 'fee' group by asset_key, asset_code order by movements desc, asset_key limit $limit::integer`,
  },
  {
    name: 'largest_transfers',
    tells: 'The largest transfers of an asset (native or CODE:ISSUER), in units.',
    parameters: { asset: 'native', limit: 25 },
    sql: `select ledger_sequence, transaction_hash, "from", "to", amount from silver.token_transfers
      where event_topic = 'transfer' and asset_key = $asset
      order by amount desc nulls last, transaction_id, operation_id, event_index limit $limit::integer`,
  },
  {
    name: 'busiest_accounts',
    tells: 'Accounts that sent most transactions, and the fees they were charged, in stroops.',
    parameters: { limit: 25 },
    sql: `select account, count(*) as transactions, sum(fee_charged) as fees from bronze.history_transactions
      group by account order by transactions desc, account limit $limit::integer`,
  },
  {
    name: 'busiest_contracts',
    tells: 'Contracts with most events.',
    parameters: { limit: 25 },
    sql: `select contract_id, count(*) as events, count(distinct transaction_hash) as transactions
      from bronze.history_contract_events where contract_id <> ''
      group by contract_id order by events desc, contract_id limit $limit::integer`,
  },
  {
    name: 'prices',
    tells:
      'Price candles of a base asset in a quote asset (XLM, CODE:ISSUER or a code), from trades; dust sets no price.',
    parameters: { base: 'XLM', quote: 'USDC', interval: '1 hour' },
    sql: 'select * from semantic.prices($base, $quote, $interval) order by period_start',
  },
  {
    name: 'missing_ledgers',
    tells: 'What the lake holds: ranges of ledgers, gaps, and how far the state of entries is known.',
    parameters: {},
    sql: 'select * from meta.coverage',
  },
];
