/** Contract calls and their effects in tables of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgres } from './postgres/consumer.ts';
import { loadFamily } from './postgres/family.ts';
import { type PostgresTable } from './postgres/table.ts';
import { postgresConfig } from './postgres-config.ts';

const invocations: PostgresTable = {
  name: 'contract_invocations',
  id: 'serial',
  columns: {
    timestamp: 'timestamp with time zone not null',
    ledger_sequence: 'integer not null',
    transaction_hash: 'text not null',
    contract_id: 'text not null',
    invoking_account: 'text not null',
    function_name: 'text',
    arguments_raw: 'jsonb',
    arguments: 'jsonb',
    arguments_decoded: 'jsonb',
    successful: 'boolean not null',
    created_at: 'timestamp with time zone default now()',
    operation_index: 'integer not null default 0',
  },
  constraints: {
    contract_invocations_pkey: 'primary key (id)',
    check_contract_id: 'check (length(contract_id) > 0)',
    check_invoking_account: 'check (length(invoking_account) > 0)',
    check_transaction_hash: 'check (length(transaction_hash) > 0)',
  },
  indexes: {
    idx_contract_invocations_arguments_gin: 'using gin (arguments)',
    idx_contract_invocations_arguments_decoded_gin: 'using gin (arguments_decoded)',
    idx_contract_invocations_arguments_raw_gin: 'using gin (arguments_raw)',
    idx_contract_invocations_contract_id: 'using btree (contract_id)',
    idx_contract_invocations_function_name: 'using btree (function_name)',
    idx_contract_invocations_ledger_sequence: 'using btree (ledger_sequence)',
    idx_contract_invocations_timestamp: 'using btree (timestamp)',
    idx_contract_invocations_transaction_hash: 'using btree (transaction_hash)',
  },
  key: ['transaction_hash', 'operation_index'],
};

const diagnostics: PostgresTable = {
  name: 'contract_diagnostic_events',
  id: 'serial',
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    invocation_id: 'bigint not null',
    seq: 'integer',
    contract_id: 'text not null',
    topics: 'jsonb not null',
    topics_decoded: 'jsonb',
    data: 'jsonb',
    data_decoded: 'jsonb',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    contract_diagnostic_events_pkey: 'primary key (id)',
    contract_diagnostic_events_invocation_id_fkey:
      'foreign key (invocation_id) references {contract_invocations} (id) on delete cascade',
    check_diagnostic_contract_id: 'check (length(contract_id) > 0)',
  },
  indexes: {
    idx_diagnostic_events_contract_id: 'using btree (contract_id)',
    idx_diagnostic_events_data_decoded_gin: 'using gin (data_decoded)',
    idx_diagnostic_events_invocation_id: 'using btree (invocation_id)',
    idx_diagnostic_events_topics_decoded_gin: 'using gin (topics_decoded)',
  },
  key: ['invocation_id', 'seq'],
};

const calls: PostgresTable = {
  name: 'contract_calls',
  id: 'serial',
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    invocation_id: 'bigint not null',
    seq: 'integer',
    from_contract: 'text not null',
    to_contract: 'text not null',
    function: 'text',
    successful: 'boolean not null',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    contract_calls_pkey: 'primary key (id)',
    contract_calls_invocation_id_fkey:
      'foreign key (invocation_id) references {contract_invocations} (id) on delete cascade',
    check_from_contract: 'check (length(from_contract) > 0)',
    check_to_contract: 'check (length(to_contract) > 0)',
  },
  indexes: {
    idx_contract_calls_from_contract: 'using btree (from_contract)',
    idx_contract_calls_invocation_id: 'using btree (invocation_id)',
    idx_contract_calls_to_contract: 'using btree (to_contract)',
  },
  key: ['invocation_id', 'seq'],
};

const changes: PostgresTable = {
  name: 'contract_state_changes',
  id: 'serial',
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    invocation_id: 'bigint not null',
    seq: 'integer',
    contract_id: 'text not null',
    key: 'text not null',
    old_value: 'jsonb',
    new_value: 'jsonb',
    operation: 'text not null',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    contract_state_changes_pkey: 'primary key (id)',
    contract_state_changes_invocation_id_fkey:
      'foreign key (invocation_id) references {contract_invocations} (id) on delete cascade',
    check_key: 'check (length(key) > 0)',
    check_operation: "check (operation in ('create', 'update', 'delete'))",
    check_state_change_contract_id: 'check (length(contract_id) > 0)',
  },
  indexes: {
    idx_state_changes_contract_id: 'using btree (contract_id)',
    idx_state_changes_invocation_id: 'using btree (invocation_id)',
    idx_state_changes_operation: 'using btree (operation)',
  },
  key: ['invocation_id', 'seq'],
};

const extensions: PostgresTable = {
  name: 'contract_ttl_extensions',
  id: 'serial',
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    invocation_id: 'bigint not null',
    seq: 'integer',
    contract_id: 'text not null',
    old_ttl: 'bigint not null',
    new_ttl: 'bigint not null',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    contract_ttl_extensions_pkey: 'primary key (id)',
    contract_ttl_extensions_invocation_id_fkey:
      'foreign key (invocation_id) references {contract_invocations} (id) on delete cascade',
    check_ttl_extension_contract_id: 'check (length(contract_id) > 0)',
  },
  indexes: {
    idx_ttl_extensions_contract_id: 'using btree (contract_id)',
    idx_ttl_extensions_invocation_id: 'using btree (invocation_id)',
  },
  key: ['invocation_id', 'seq'],
  unsigned: ['old_ttl', 'new_ttl'],
};

export const contractInvocationsPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_invocations_postgres',
  name: 'Contract Invocations PostgreSQL',
  description: 'Contract calls and their effects in tables of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_invocation'],
  delivery: 'transaction',
  ...postgres((context) => loadFamily(context, invocations, [diagnostics, calls, changes, extensions])),
  config: postgresConfig(),
  example:
    '- type: contract_invocations_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
