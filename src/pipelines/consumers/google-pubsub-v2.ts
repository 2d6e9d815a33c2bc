/** Payments of a payment processor contract as messages of Pub/Sub. */
import Type from 'typebox';
import { type Consumer } from '../component.ts';
import { hosted } from './hosted-config.ts';
import { checkPubsub } from './pubsub/check.ts';
import { openPubsub } from './pubsub/sink.ts';

export const googlePubsubV2: Consumer = {
  kind: 'consumer',
  id: 'google_pubsub_v2',
  name: 'Google Pub/Sub (V2)',
  description: 'Payments of a payment processor contract as messages of Pub/Sub.',
  origin: 'hosted',
  writes: ['event_payment_extractor'],
  delivery: 'once-or-more',
  check: checkPubsub,
  open: openPubsub,
  config: hosted({
    project_id: Type.String({ minLength: 1 }),
    topic_id: Type.String({ minLength: 1 }),
    chain_identifier: Type.Optional(Type.Enum(['StellarMainnet', 'StellarTestnet'])),
    credentials_json: Type.String({ minLength: 1, 'x-sensitive': true }),
  }),
  example:
    '- type: google_pubsub_v2\n  config: {project_id: mine, topic_id: payments, credentials_json: "${GCP_KEY}"}\n',
};
