/** Whether Redis lets a consumer in, and nothing else. */
import type { Consumer } from '../../component.ts';
import { connectRedis } from './connection.ts';
import { redisSettingsOf, unreachableRedis } from './sink.ts';

/** Connects and goes. Throws PipelineError. */
export const checkRedis: NonNullable<Consumer['check']> = async (consumer, config) => {
  const settings = redisSettingsOf({ config, consumer });
  try {
    (await connectRedis(settings, 'ledgerlake/check')).close();
  } catch (error) {
    throw unreachableRedis(consumer, settings, error);
  }
};
