/** Views that give the DuckDB file of a hosted consumer the tables that a PostgreSQL server would have. */
import type { RecordTable } from '../../sink.ts';

/** Names a table in SQL. */
type NameOf = (table: string) => string;

export interface TableViews {
  /** What tables are called whose name a view has, or records of another consumer. */
  renamed: Readonly<Record<string, string>>;
  /** The SQL of each view, by its name. */
  views: Readonly<Record<string, (nameOf: NameOf) => string>>;
}

/** Returns what the file of a hosted consumer of this type has beside the records; undefined for nothing. */
export function mappedViews(type: string, inputs: readonly RecordTable[]): TableViews | undefined {
  const names = inputs.map(({ name }) => name);
  if (type === 'soroswap_postgres') return { renamed: { soroswap_pairs: 'soroswap_announced' }, views: swaps };
  // The file also has the table of event_payment_postgres; one name for both would double its rows.
  if (type === 'google_pubsub_v2') return { renamed: { event_payments: 'pubsub_messages' }, views: {} };
  if (type === 'event_payment_postgres') return { renamed: {}, views: payers };
  if (type === 'extracted_contract_invocations_postgres' && names.includes('contract_invocations'))
    return callsAsExtracted(names.includes('extracted_contract_invocations'));
  return undefined;
}

const newestSyncs = (nameOf: NameOf) =>
  `select pair_address, max(event_id) as event_id, arg_max(reserve0, event_id) as reserve0, arg_max(reserve1, event_id) as reserve1,
    arg_max(ledger_sequence, event_id) as ledger_sequence, arg_max(timestamp, event_id) as timestamp
  from ${nameOf('soroswap_syncs')} group by pair_address`;

/**
 * A pair keeps the id and time of its first announcement, as on a server. Its reserves are those of the newest sync, even of an
 * earlier one.
 */
const swaps: TableViews['views'] = {
  soroswap_pairs: (nameOf) =>
    `select p.id, p.pair_address, p.token0, p.token1, coalesce(s.reserve0, '0') as reserve0, coalesce(s.reserve1, '0') as reserve1,
      p.factory_contract_id, greatest(p.ledger_sequence, s.ledger_sequence) as ledger_sequence,
      greatest(p.timestamp, s.timestamp) as timestamp, p.created_at, s.timestamp as last_sync_at, s.ledger_sequence as last_sync_ledger
    from (select * replace (min(id) over same as id, min(created_at) over same as created_at) from ${nameOf('soroswap_announced')}
      window same as (partition by pair_address) qualify row_number() over (same order by ledger_sequence desc) = 1) p
    left join (${newestSyncs(nameOf)}) s on s.pair_address = p.pair_address`,
  soroswap_pending_syncs: (nameOf) =>
    `select s.pair_address, s.event_id, s.reserve0, s.reserve1, s.ledger_sequence, s.timestamp from (${newestSyncs(nameOf)}) s
    where s.pair_address not in (select pair_address from ${nameOf('soroswap_announced')})`,
};

const payers: TableViews['views'] = {
  accounts: (nameOf) =>
    `select distinct unnest([token_id, from_id, merchant_id]) as id from ${nameOf('event_payments')}`,
};

/** Calls without extracted fields are rows too: their extracted columns are null and `schema_name` is `none`. */
function callsAsExtracted(hasExtracted: boolean): TableViews {
  const own = 'extracted_by_schema';
  const plain = (nameOf: NameOf) =>
    `select id, id as toid, ledger_sequence as ledger, timestamp, contract_id, coalesce(function_name, '') as function_name,
      invoking_account, transaction_hash as tx_hash, null::varchar as funder, null::varchar as recipient, null::bigint as amount,
      null::varchar as project_id, null::varchar as memo_text, null::varchar as email, created_at as processed_at, 'none' as schema_name, successful, created_at
    from ${nameOf('contract_invocations')}`;
  return {
    renamed: hasExtracted ? { extracted_contract_invocations: own } : {},
    views: {
      extracted_contract_invocations: (nameOf) =>
        hasExtracted
          ? `from ${nameOf(own)} union all by name ${plain(nameOf)} where id not in (select toid from ${nameOf(own)})`
          : plain(nameOf),
    },
  };
}
