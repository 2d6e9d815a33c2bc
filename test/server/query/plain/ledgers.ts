/** Ledgers, their transactions, and statistics of the network. */
import { latest, now, standing, time, within, type PlainAnswer } from './answer.ts';

const card = `sequence, ledger_hash, ${time('closed_at')} as closed_at, protocol_version, successful_transaction_count,
    failed_transaction_count, operation_count, base_fee, total_coins, fee_pool`;

const one = `select sequence from bronze.history_ledgers_raw_v1`;
const transactions = `bronze.history_transactions_raw_v1`;
/** The nearest rank. */
const rank = (q: number) => `list_sort(list(fee_charged))[greatest(1, ceil(${q} * count(*)))::integer]`;

export const ledgerAnswers: readonly PlainAnswer[] = [
  {
    path: '/silver/ledgers/recent',
    members: () => ({ data: `select ${card} from bronze.history_ledgers_raw_v1 order by sequence desc` }),
  },
  {
    path: '/silver/ledgers/{sequence}',
    requests: one,
    members: ({ sequence }) => ({
      '.': `select ${card} from bronze.history_ledgers_raw_v1 where sequence = ${String(sequence)}`,
    }),
  },
  {
    path: '/silver/ledgers/{sequence}/summary',
    requests: one,
    members: ({ sequence }) => ({
      '.': `select ${card} from bronze.history_ledgers_raw_v1 where sequence = ${String(sequence)}`,
      operations_by_type: `select type, type_string as type_name, count(*) as count from bronze.history_operations_raw_v1
          where ledger_sequence = ${String(sequence)} group by all order by count desc, type`,
    }),
  },
  {
    path: '/silver/ledgers/{sequence}/fees',
    requests: one,
    members: ({ sequence }) => ({
      '.': `select transactions, coalesce(columns(* exclude (transactions)), 0) from (
            select count(*) as transactions, sum(fee_charged) as total, min(fee_charged) as min, max(fee_charged) as max,
              ${rank(0.5)} as median, ${rank(0.9)} as p90, ${rank(0.99)} as p99
            from ${transactions} where ledger_sequence = ${String(sequence)})`,
    }),
  },
  {
    path: '/silver/ledgers/{sequence}/soroban',
    requests: one,
    members: ({ sequence }) => ({
      '.': `select count(*) as transactions, count(*) filter (successful) as successful,
            coalesce(sum(soroban_resources_instructions), 0) as instructions, coalesce(sum(resource_fee), 0) as resource_fee,
            coalesce(sum(rent_fee_charged), 0) as rent_fee, coalesce(sum(resource_fee_refund), 0) as refund
          from ${transactions} where ledger_sequence = ${String(sequence)} and resource_fee > 0`,
    }),
  },
  {
    path: '/silver/ledgers/{sequence}/full',
    requests: one,
    members: ({ sequence }) => ({
      ledger: `select ${card} from bronze.history_ledgers_raw_v1 where sequence = ${String(sequence)}`,
      transactions: `select id as transaction_id, transaction_hash as tx_hash, successful, fee_charged as fee
          from ${transactions} where ledger_sequence = ${String(sequence)} order by id`,
      operations: `select id as operation_id, source_account, type, transaction_successful as tx_successful
          from bronze.history_operations_raw_v1 where ledger_sequence = ${String(sequence)} order by id`,
    }),
  },
  {
    path: '/silver/transactions/recent',
    requests: `select unnest([null, 'true', 'false']) as successful`,
    members: ({ successful }) => ({
      data: `select id as transaction_id, transaction_hash as tx_hash, ledger_sequence, ${time('closed_at')} as closed_at, successful,
            account as source_account, fee_charged as fee, operation_count, inner_transaction_hash
          from ${transactions} where ${successful === undefined ? 'true' : `successful = ${successful}`} order by id desc`,
    }),
  },
  {
    path: '/silver/stats/fees',
    requests: `select unnest(['24h', '7d', 'all', null]) as period`,
    members: ({ period = '24h' }) => ({
      '.': `select count(*) as transactions, min(fee_charged) as min, max(fee_charged) as max, ${rank(0.5)} as median,
            ${rank(0.75)} as p75, ${rank(0.9)} as p90, ${rank(0.99)} as p99, sum(fee_charged) as total
          from ${transactions} where ${period === 'all' ? 'true' : within(period === '7d' ? 168 : 24)}`,
    }),
  },
  {
    path: '/silver/stats/network',
    members: () => ({
      '.': `select ${latest} as latest_ledger, ${time(now)} as latest_closed_at, (select count(*) from ${standing('accounts')}) as accounts,
            (
              select {total: count(*), successful: count(*) filter (successful), failed: count(*) filter (not successful)}
              from ${transactions} where ${within(24)}
            ) as transactions_24h,
            (
              select {total: count(*), soroban: count(*) filter (type in (24, 25, 26))}
              from bronze.history_operations_raw_v1 where ${within(24)}
            ) as operations_24h,
            (select coalesce(sum(fee_charged), 0) from ${transactions} where ${within(24)}) as fees_24h`,
    }),
  },
  {
    path: '/bronze/stats/network',
    members: () => ({
      '.': `select
            {total: count(*), successful: count(*) filter (successful), failed: count(*) filter (not successful)} as transactions,
            (select count(*) from bronze.history_operations_raw_v1) as operations,
            (select count(*) from bronze.history_contract_events_raw_v1) as contract_events, sum(fee_charged) as fees
          from ${transactions}`,
    }),
  },
  {
    path: '/silver/data-boundaries',
    members: () => ({
      ranges: `select min(sequence) as first, max(sequence) as last from bronze.history_ledgers_raw_v1`,
    }),
  },
];
