/** The latest ledger and the 1,000 ledgers before it, in Redis. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { hosted } from './hosted-config.ts';
import { checkRedis } from './redis/check.ts';
import { purgeRedis } from './redis/purge.ts';
import { openRedis } from './redis/sink.ts';

export const saveLatestLedgerRedis: Consumer = {
  kind: 'consumer',
  id: 'save_latest_ledger_redis',
  name: 'Redis Ledger Storage',
  description: 'The latest ledger and the 1,000 ledgers before it, in Redis.',
  origin: 'hosted',
  writes: ['latest_ledger'],
  delivery: 'transaction',
  check: checkRedis,
  open: openRedis,
  purge: purgeRedis,
  config: hosted({
    redis_address: withDefault(
      Type.String({ minLength: 1, description: 'HOST:PORT, or a URL.', 'x-url': true }),
      ':6379',
    ),
    redis_password: Type.Optional(Type.String({ 'x-sensitive': true })),
    redis_db: withDefault(Type.Integer({ minimum: 0, maximum: 15 }), 0),
    key_prefix: withDefault(Type.String(), 'stellar:ledger:'),
    use_tls: withDefault(Type.Boolean(), true),
  }),
  example: '- type: save_latest_ledger_redis\n  config: {redis_address: "localhost:6379", use_tls: false}\n',
};
