/** Payments of a payment processor contract in a table of PostgreSQL. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { hosted } from './hosted-config.ts';

export const eventPaymentPostgres: Consumer = {
  kind: 'consumer',
  id: 'event_payment_postgres',
  name: 'Event Payment PostgreSQL',
  description: 'Payments of a payment processor contract in a table of PostgreSQL.',
  origin: 'hosted',
  writes: ['event_payment_extractor'],
  config: hosted({
    connectionString: Type.String({ minLength: 1, 'x-sensitive': true, 'x-url': true }),
    batchSize: withDefault(Type.Integer({ minimum: 1, maximum: 1000 }), 1),
  }),
  example: '- type: event_payment_postgres\n  config: {connectionString: "${DATABASE_URL}"}\n',
};
