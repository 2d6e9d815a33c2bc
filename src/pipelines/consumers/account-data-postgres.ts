/** Accounts in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgresConfig } from './postgres-config.ts';

export const accountDataPostgres: Consumer = {
  kind: 'consumer',
  id: 'account_data_postgres',
  name: 'Account Data PostgreSQL',
  description: 'Accounts in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['account_data'],
  config: postgresConfig('stellar'),
  example:
    '- type: account_data_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
