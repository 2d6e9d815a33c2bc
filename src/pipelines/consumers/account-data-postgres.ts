/** Accounts in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgres, recordsNamed } from './postgres/consumer.ts';
import { directly } from './postgres/direct.ts';
import { upsert, type PostgresTable } from './postgres/table.ts';
import { postgresConfig } from './postgres-config.ts';

const accounts: PostgresTable = {
  name: 'accounts',
  id: 'serial',
  columns: {
    account_id: 'text not null',
    balance: 'text',
    buying_liabilities: 'text',
    selling_liabilities: 'text',
    sequence_number: 'bigint',
    sequence_ledger: 'integer',
    sequence_time: 'timestamp with time zone',
    num_subentries: 'integer',
    inflation_dest: 'text',
    flags: 'integer',
    home_domain: 'text',
    master_weight: 'integer',
    threshold_low: 'integer',
    threshold_medium: 'integer',
    threshold_high: 'integer',
    sponsor: 'text',
    num_sponsored: 'bigint',
    num_sponsoring: 'bigint',
    last_modified_ledger: 'integer',
    ledger_entry_change: 'integer',
    deleted: 'boolean',
    closed_at: 'timestamp with time zone',
    ledger_sequence: 'integer',
    timestamp: 'timestamp with time zone',
    created_at: 'timestamp with time zone default now()',
  },
  constraints: {
    accounts_pkey: 'primary key (id)',
    accounts_account_id_ledger_sequence_key: 'unique (account_id, ledger_sequence)',
  },
  indexes: {
    idx_accounts_account_id: 'using btree (account_id)',
    idx_accounts_deleted: 'using btree (deleted)',
    idx_accounts_ledger_sequence: 'using btree (ledger_sequence)',
    idx_accounts_timestamp: 'using btree (timestamp)',
  },
  key: ['account_id', 'ledger_sequence'],
  unsigned: ['num_sponsored', 'num_sponsoring'],
};

export const accountDataPostgres: Consumer = {
  kind: 'consumer',
  id: 'account_data_postgres',
  name: 'Account Data PostgreSQL',
  description: 'Accounts in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['account_data'],
  delivery: 'transaction',
  ...postgres((context) => {
    const records = recordsNamed(context, 'accounts');
    return {
      tables: [accounts],
      records: [records],
      loads: (nameOf) => [{ of: records.name, into: accounts.name, sql: upsert(nameOf, accounts, records) }],
      direct: (place) => directly(place, [accounts, records]),
    };
  }),
  config: postgresConfig('stellar'),
  example:
    '- type: account_data_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
