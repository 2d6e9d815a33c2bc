/** Removes from Redis what a pipeline has written there. */
import type { PurgeContext } from '../../component.ts';
import { connectRedis } from './connection.ts';
import { marksOf, redisSettingsOf, unreachableRedis } from './sink.ts';

/** Removes the ledgers from the first to the last of the pipeline, and its checkpoint. */
const PURGE = `
local last = redis.call('HGET', KEYS[3], 'ledger')
redis.call('DEL', KEYS[3])
if not last then return end
redis.call('ZREMRANGEBYSCORE', KEYS[2], ARGV[1], last)
local there = tonumber(redis.call('HGET', KEYS[1], 'sequence') or 0)
if there >= tonumber(ARGV[1]) and there <= tonumber(last) then redis.call('DEL', KEYS[1]) end`;

/** Removes the ledgers of a pipeline, and its checkpoint, at once. Throws PipelineError. */
export async function purgeRedis(context: PurgeContext): Promise<void> {
  const settings = redisSettingsOf(context);
  const keys = [`${settings.prefix}latest`, `${settings.prefix}history`, marksOf(context, settings)];
  try {
    const connection = await connectRedis(settings, 'ledgerlake/purge');
    try {
      await connection.send(['EVAL', PURGE, '3', ...keys, String(context.first)]);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw unreachableRedis(context.consumer, settings, error);
  }
}
