/** Payments of a payment processor contract in a table of PostgreSQL. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { postgres, recordsNamed } from './postgres/consumer.ts';
import { amountColumn, staging, upsert, type NameOf, type PostgresTable } from './postgres/table.ts';
import { hosted } from './hosted-config.ts';

const accounts: PostgresTable = {
  name: 'accounts',
  columns: {
    id: 'text not null',
  },
  constraints: {
    accounts_pkey: 'primary key (id)',
  },
  indexes: {},
  key: ['id'],
};

const paymentsTable = (wide: boolean): PostgresTable => ({
  name: 'event_payments',
  columns: {
    id: 'text not null',
    payment_id: 'text not null',
    token_id: 'text not null',
    amount: `${amountColumn(wide)} not null`,
    from_id: 'text not null',
    merchant_id: 'text not null',
    royalty_amount: `${amountColumn(wide)} not null`,
    tx_hash: 'text not null',
    block_height: 'bigint not null',
    block_timestamp: 'timestamp without time zone not null',
  },
  constraints: {
    event_payments_pkey: 'primary key (id)',
    event_payments_from_id_fkey: 'foreign key (from_id) references {accounts} (id)',
    event_payments_merchant_id_fkey: 'foreign key (merchant_id) references {accounts} (id)',
    event_payments_token_id_fkey: 'foreign key (token_id) references {accounts} (id)',
  },
  indexes: {
    idx_block_height: 'using btree (block_height)',
    idx_block_timestamp: 'using btree (block_timestamp)',
    idx_merchant_id: 'using btree (merchant_id)',
    idx_payment_id: 'using btree (payment_id)',
    idx_token_id: 'using btree (token_id)',
    idx_tx_hash: 'using btree (tx_hash)',
  },
  key: ['id'],
});

/** Returns the statement that knows the accounts of the copied payments, which their rows refer to. */
const knowAccounts = (nameOf: NameOf) =>
  `insert into ${nameOf(accounts.name)} (id) select distinct a.id from ${staging('event_payments')} s, ` +
  'lateral (values (s.token_id), (s.from_id), (s.merchant_id)) a (id) order by a.id on conflict (id) do nothing';

export const eventPaymentPostgres: Consumer = {
  kind: 'consumer',
  id: 'event_payment_postgres',
  name: 'Event Payment PostgreSQL',
  description: 'Payments of a payment processor contract in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['event_payment_extractor'],
  delivery: 'transaction',
  ...postgres((context) => {
    const records = recordsNamed(context, 'event_payments');
    const payments = paymentsTable(context.config.wide_amounts === true);
    return {
      tables: [accounts, payments],
      records: [records],
      loads: (nameOf) => [
        { of: records.name, into: accounts.name, sql: knowAccounts(nameOf) },
        { of: records.name, into: payments.name, sql: upsert(nameOf, payments, records) },
      ],
    };
  }),
  config: hosted({
    connectionString: Type.String({ minLength: 1, 'x-sensitive': true, 'x-url': true }),
    batchSize: withDefault(Type.Integer({ minimum: 1, maximum: 1000 }), 1),
    wide_amounts: Type.Optional(Type.Boolean({ description: 'Amounts as NUMERIC(39,0) instead of BIGINT.' })),
  }),
  example: '- type: event_payment_postgres\n  config: {connectionString: "${DATABASE_URL}"}\n',
};
