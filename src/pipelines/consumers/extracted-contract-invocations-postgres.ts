/** Fields of calls in a table of PostgreSQL. */
import { type Consumer } from '../component.ts';
import { postgresConfig } from './postgres-config.ts';

export const extractedContractInvocationsPostgres: Consumer = {
  kind: 'consumer',
  id: 'extracted_contract_invocations_postgres',
  name: 'Extracted Contract Invocations PostgreSQL',
  description: 'Fields of calls in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['extracted_contract_invocation', 'contract_invocation'],
  config: postgresConfig(),
  example:
    '- type: extracted_contract_invocations_postgres\n  config: {host: localhost, database: stellar, username: me, password: "${POSTGRES_PASSWORD}"}\n',
};
