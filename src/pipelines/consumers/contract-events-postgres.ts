/** Contract events in tables of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgres } from './postgres/consumer.ts';
import { loadFamily } from './postgres/family.ts';
import { type PostgresTable } from './postgres/table.ts';
import { postgresConfig } from './postgres-config.ts';

const events: PostgresTable = {
  name: 'contract_events',
  id: 'serial',
  columns: {
    timestamp: 'timestamp with time zone not null',
    ledger_sequence: 'integer not null',
    transaction_hash: 'text not null',
    contract_id: 'text not null',
    type: 'text not null',
    event_type: 'text',
    topic: 'jsonb not null',
    topic_decoded: 'jsonb',
    data: 'jsonb',
    data_decoded: 'jsonb',
    in_successful_tx: 'boolean not null',
    event_index: 'integer not null',
    operation_index: 'integer not null',
    network_passphrase: 'text not null',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    contract_events_pkey: 'primary key (id)',
  },
  indexes: {
    idx_contract_events_contract_id: 'using btree (contract_id)',
    idx_contract_events_event_type: 'using btree (event_type)',
    idx_contract_events_ledger_sequence: 'using btree (ledger_sequence)',
    idx_contract_events_timestamp: 'using btree (timestamp)',
    idx_contract_events_transaction_hash: 'using btree (transaction_hash)',
    idx_contract_events_type: 'using btree (type)',
  },
  key: ['transaction_hash', 'operation_index', 'event_index'],
};

const diagnostics: PostgresTable = {
  name: 'diagnostic_events',
  id: 'serial',
  parent: { table: 'contract_events', column: 'contract_event_id' },
  columns: {
    contract_event_id: 'bigint not null',
    seq: 'integer',
    event: 'jsonb not null',
    in_successful_contract_call: 'boolean not null',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    diagnostic_events_pkey: 'primary key (id)',
    diagnostic_events_contract_event_id_fkey:
      'foreign key (contract_event_id) references {contract_events} (id) on delete cascade',
  },
  indexes: {
    idx_diagnostic_events_contract_event_id: 'using btree (contract_event_id)',
  },
  key: ['contract_event_id', 'seq'],
};

export const contractEventsPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_events_postgres',
  name: 'Contract Events PostgreSQL',
  description: 'Contract events in tables of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_event'],
  delivery: 'transaction',
  ...postgres((context) => loadFamily(context, events, [diagnostics])),
  config: postgresConfig(),
  example:
    '- type: contract_events_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
