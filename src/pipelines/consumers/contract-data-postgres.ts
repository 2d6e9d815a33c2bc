/** Changes of contract storage in a table of PostgreSQL. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { postgres, recordsNamed } from './postgres/consumer.ts';
import { upsert, type PostgresTable } from './postgres/table.ts';
import { hosted } from './hosted-config.ts';

/** The columns are fixed; the config names the table. */
const tableNamed = (name: string): PostgresTable => ({
  name,
  id: 'serial',
  columns: {
    contract_id: 'text',
    contract_key_type: 'text',
    contract_durability: 'text',
    asset_code: 'text',
    asset_issuer: 'text',
    asset_type: 'text',
    balance_holder: 'text',
    balance: 'text',
    last_modified_ledger: 'bigint',
    ledger_entry_change: 'integer',
    deleted: 'boolean',
    closed_at: 'timestamp with time zone',
    ledger_sequence: 'bigint',
    ledger_key_hash: 'text',
    timestamp: 'timestamp with time zone',
  },
  constraints: { [`${name}_pkey`]: 'primary key (id)' },
  indexes: {},
  key: ['ledger_key_hash', 'ledger_sequence'],
});

export const contractDataPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_data_postgres',
  name: 'Contract Data PostgreSQL',
  description: 'Changes of contract storage in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_data'],
  delivery: 'transaction',
  ...postgres((context) => {
    const records = recordsNamed(context, 'contract_data');
    const table = tableNamed(String(context.config.table_name));
    return {
      tables: [table],
      records: [records],
      loads: (nameOf) => [{ of: records.name, into: table.name, sql: upsert(nameOf, table, records) }],
    };
  }),
  config: hosted({
    database_url: Type.String({ minLength: 1, 'x-sensitive': true, 'x-url': true }),
    table_name: withDefault(Type.String({ minLength: 1 }), 'contract_data'),
    create_table_if_not_exists: withDefault(Type.Boolean(), true),
    batch_size: withDefault(Type.Integer({ minimum: 1, maximum: 1000 }), 100),
    max_open_conns: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 25),
    max_idle_conns: withDefault(Type.Integer({ minimum: 1, maximum: 50 }), 5),
  }),
  example: '- type: contract_data_postgres\n  config: {database_url: "${DATABASE_URL}"}\n',
};
