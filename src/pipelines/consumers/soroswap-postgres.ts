/** Pairs of a swap service in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgresConfig } from './postgres-config.ts';

export const soroswapPostgres: Consumer = {
  kind: 'consumer',
  id: 'soroswap_postgres',
  name: 'SwapService PostgreSQL',
  description: 'Pairs of a swap service in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['soroswap'],
  config: postgresConfig(),
  example:
    '- type: soroswap_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
