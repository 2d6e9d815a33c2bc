/** Transactions one by one: what they are, call and move. */
import { quoted, time, type Given, type PlainAnswer } from './answer.ts';

const transactions = 'bronze.history_transactions_raw_v1';
const all = `select transaction_hash as hash from ${transactions}`;
const calling = `select distinct transaction_hash as hash from bronze.history_operations_raw_v1 where type = 24`;

const card = `transaction_hash as tx_hash, ledger_sequence, ${time('closed_at')} as closed_at, successful, fee_charged as fee,
    account as source_account, account_sequence, operation_count`;

const own = (hash: string | undefined) => `(select id from ${transactions} where transaction_hash = ${quoted(hash)})`;
const one = (hash: string | undefined, columns = card) =>
  `select ${columns} from ${transactions} where transaction_hash = ${quoted(hash)}`;

const operations = (hash: string | undefined) => `
    select operation_index as index, type, type_string as type_name, source_account, type in (24, 25, 26) as is_soroban_op
    from bronze.history_operations_raw_v1 where transaction_hash = ${quoted(hash)} order by id`;

const events = (hash: string | undefined, condition = 'true') => `
    select event_topic as event_type, "from", "to", amount_raw as amount, operation_id
    from bronze.token_transfers_raw_raw_v1 where transaction_hash = ${quoted(hash)} and ${condition} order by event_index`;

const effects = (hash: string | undefined, columns: string) => `
    select ${columns} from bronze.history_effects_raw_v1
    where operation_id & ~4095 = ${own(hash)} order by operation_id, index`;

/** Calls of a transaction, those of constructors by the network among them. */
const called = (hash: string | undefined) =>
  `(select * from bronze.contract_invocations_raw_v1 where in_call_tree and transaction_id = ${own(hash)})`;

const graph = (hash: string | undefined) => `
    select caller as from_contract, contract_id as to_contract, function_name, execution_order, successful
    from ${called(hash)} order by operation_id, execution_order`;

/** Several by their hashes, in the order in which they are asked for. */
const several = `select string_agg(transaction_hash, ',' order by transaction_hash) as hashes from (
    select transaction_hash, row_number() over (order by transaction_hash) // 5 as part from ${transactions}) group by part`;
const told = ({ hashes }: Given) => `
    select ${card} from (
      select unnest(string_split(${quoted(hashes)}, ',')) as hash, generate_subscripts(string_split(${quoted(hashes)}, ','), 1) as place
    ) inner join ${transactions} on transaction_hash = hash order by place`;

export const transactionAnswers: readonly PlainAnswer[] = [
  {
    path: '/silver/tx/{hash}/decoded',
    requests: all,
    members: ({ hash }) => ({
      '.': one(hash, `${card}, fee_account, inner_transaction_hash`),
      operations: operations(hash),
      events: events(hash),
    }),
  },
  {
    path: '/silver/tx/{hash}/full',
    requests: all,
    members: ({ hash }) => ({
      transaction: one(hash),
      operations: operations(hash),
      events: events(hash),
      call_graph: graph(hash),
      effects: effects(hash, 'operation_id, index, type, type_string, address'),
    }),
  },
  {
    path: '/silver/tx/{hash}/full',
    requests: calling,
    members: ({ hash }) => ({
      soroban_resources: one(
        hash,
        `soroban_resources_instructions as instructions, soroban_resources_read_bytes as read_bytes,
          soroban_resources_write_bytes as write_bytes, resource_fee, rent_fee_charged as rent_fee, resource_fee_refund as refund,
          {read_only: soroban_footprint_read_only, read_write: soroban_footprint_read_write} as footprint`,
      ),
    }),
  },
  {
    path: '/silver/tx/{hash}/semantic',
    requests: all,
    members: ({ hash }) => ({ '.': one(hash), movements: events(hash, `event_topic != 'fee'`) }),
  },
  {
    path: '/silver/tx/{hash}/receipt',
    requests: all,
    members: ({ hash }) => ({
      '.': one(hash, `${card}, coalesce(fee_account, account) as fee_account`),
      operations: `select operation_index as index, type_string as type_name from bronze.history_operations_raw_v1
        where transaction_hash = ${quoted(hash)} order by id`,
    }),
  },
  {
    path: '/silver/tx/{hash}/events',
    requests: `select distinct transaction_hash as hash from bronze.token_transfers_raw_raw_v1`,
    members: ({ hash }) => ({ data: events(hash) }),
  },
  {
    path: '/silver/tx/{hash}/effects',
    requests: all,
    members: ({ hash }) => ({ data: effects(hash, 'operation_id, index, type, type_string, address') }),
  },
  {
    path: '/silver/effects/transaction/{tx_hash}',
    requests: `select transaction_hash as tx_hash from ${transactions}`,
    members: ({ tx_hash: hash }) => ({
      data: effects(hash, 'operation_id, index as effect_index, type as effect_type, address as account_id'),
    }),
  },
  {
    path: '/silver/tx/{hash}/call-graph',
    requests: calling,
    members: ({ hash }) => ({ calls: graph(hash) }),
  },
  {
    path: '/silver/tx/{hash}/hierarchy',
    requests: calling,
    members: ({ hash }) => ({ '.': `select max(depth) as max_depth from ${called(hash)}` }),
  },
  {
    path: '/silver/tx/{hash}/contracts-involved',
    requests: calling,
    members: ({ hash }) => ({
      '.': `select count(distinct id) as count from (
          select contract_id as id from ${called(hash)} union all select caller from ${called(hash)} where starts_with(caller, 'C'))`,
    }),
  },
  {
    path: '/silver/tx/{hash}/contracts-summary',
    requests: calling,
    members: ({ hash }) => ({
      '.': `select count(*) as total_calls from ${called(hash)}`,
      contracts: `select contract_id, count(*) as calls_received,
          (select count(*) from ${called(hash)} as made where made.caller = received.contract_id) as calls_made
        from ${called(hash)} as received group by contract_id order by min([operation_id, execution_order])`,
    }),
  },
  { path: '/silver/transactions/summaries', requests: several, members: (given) => ({ data: told(given) }) },
  {
    path: '/silver/tx/batch/decoded',
    requests: several,
    body: ({ hashes = '' }) => ({ hashes: hashes.split(',') }),
    members: (given) => ({ data: told(given) }),
  },
];
