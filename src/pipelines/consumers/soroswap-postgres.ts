/** Pairs of a Soroswap factory in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgres, recordsNamed } from './postgres/consumer.ts';
import type { RecordTable } from '../sink.ts';
import type { Load } from './postgres/load.ts';
import { upsert, type NameOf, type PostgresTable } from './postgres/table.ts';
import { postgresConfig } from './postgres-config.ts';

const pairs: PostgresTable = {
  name: 'soroswap_pairs',
  id: 'serial',
  columns: {
    pair_address: 'text not null',
    token0: 'text not null',
    token1: 'text not null',
    reserve0: "text not null default '0'",
    reserve1: "text not null default '0'",
    factory_contract_id: 'text',
    ledger_sequence: 'integer not null',
    timestamp: 'timestamp with time zone not null',
    created_at: 'timestamp with time zone default now()',
    last_sync_at: 'timestamp with time zone',
    last_sync_ledger: 'integer',
  },
  constraints: {
    soroswap_pairs_pkey: 'primary key (pair_address)',
    check_pair_address: 'check (length(pair_address) > 0)',
    check_token0: "check (length(token0) > 0 and token0 <> 'unknown')",
    check_token1: "check (length(token1) > 0 and token1 <> 'unknown')",
  },
  indexes: {
    idx_soroswap_pairs_last_sync: 'using btree (last_sync_at)',
    idx_soroswap_pairs_timestamp: 'using btree (timestamp)',
    idx_soroswap_pairs_tokens: 'using btree (token0, token1)',
  },
  key: ['pair_address'],
};

/** The newest reserves of pairs that no factory has announced yet; they are applied when the pair becomes known. */
const pending: PostgresTable = {
  name: 'soroswap_pending_syncs',
  columns: {
    pair_address: 'text not null',
    event_id: 'bigint not null',
    reserve0: 'text not null',
    reserve1: 'text not null',
    ledger_sequence: 'integer not null',
    timestamp: 'timestamp with time zone not null',
  },
  constraints: {
    soroswap_pending_syncs_pkey: 'primary key (pair_address)',
  },
  indexes: {},
  key: ['pair_address'],
};

/** Returns what brings the newest copied row of each pair into the table. */
const newest = (nameOf: NameOf, table: PostgresTable, records: RecordTable, order: string) =>
  upsert(nameOf, table, records, { where: `excluded.${order} >= t.${order}`, newest: order });

/** Returns the statements that give known pairs the reserves that wait for them; reserves older than theirs are dropped. */
function settle(nameOf: NameOf): Load[] {
  const [known, waiting] = [nameOf(pairs.name), nameOf(pending.name)];
  const update =
    `update ${known} p set reserve0 = s.reserve0, reserve1 = s.reserve1, ` +
    'ledger_sequence = greatest(p.ledger_sequence, s.ledger_sequence), timestamp = greatest(p.timestamp, s.timestamp), ' +
    `last_sync_at = s.timestamp, last_sync_ledger = s.ledger_sequence from ${waiting} s ` +
    'where s.pair_address = p.pair_address and s.ledger_sequence >= coalesce(p.last_sync_ledger, 0)';
  const drop = `delete from ${waiting} s using ${known} p where s.pair_address = p.pair_address`;
  return ['soroswap_pairs', 'soroswap_syncs'].flatMap((of) => [
    { of, sql: update },
    { of, sql: drop },
  ]);
}

export const soroswapPostgres: Consumer = {
  kind: 'consumer',
  id: 'soroswap_postgres',
  name: 'SwapService PostgreSQL',
  description: 'Pairs of a Soroswap factory in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['soroswap'],
  delivery: 'transaction',
  ...postgres((context) => {
    const announced = recordsNamed(context, 'soroswap_pairs');
    const syncs = recordsNamed(context, 'soroswap_syncs');
    return {
      tables: [pairs, pending],
      records: [announced, syncs],
      loads: (nameOf) => [
        { of: announced.name, into: pairs.name, sql: newest(nameOf, pairs, announced, 'ledger_sequence') },
        { of: syncs.name, sql: newest(nameOf, pending, syncs, 'event_id') },
        ...settle(nameOf),
      ],
    };
  }),
  config: postgresConfig(),
  example:
    '- type: soroswap_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
