/** Contract events in tables of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgresConfig } from './postgres-config.ts';

export const contractEventsPostgres: Consumer = {
  kind: 'consumer',
  id: 'contract_events_postgres',
  name: 'Contract Events PostgreSQL',
  description: 'Contract events in tables of PostgreSQL.',
  origin: 'hosted',
  writes: ['contract_event'],
  config: postgresConfig(),
  example:
    '- type: contract_events_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
