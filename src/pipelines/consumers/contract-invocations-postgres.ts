/** Calls of contracts, and what they did, in tables of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgresConfig } from './postgres-config.ts';

export const contractInvocationsPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_invocations_postgres',
  name: 'Contract Invocations PostgreSQL',
  description: 'Calls of contracts, and what they did, in tables of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_invocation'],
  config: postgresConfig(),
  example:
    '- type: contract_invocations_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
