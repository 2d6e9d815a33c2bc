/** Changes of contract storage in a table of PostgreSQL. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { hosted } from './hosted-config.ts';

export const contractDataPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_data_postgres',
  name: 'Contract Data PostgreSQL',
  description: 'Changes of contract storage in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_data'],
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
