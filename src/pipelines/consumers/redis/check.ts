/** Whether Redis lets a consumer in, and nothing else. */
import type { Consumer } from '../../component.ts';
import { connectRedis } from './connection.ts';
import { settingsOf, unreachable } from './sink.ts';

/** Connects and goes. Throws PipelineError. */
export const checkRedis: NonNullable<Consumer['check']> = async (consumer, config) => {
  const settings = settingsOf({ config, consumer });
  try {
    (await connectRedis(settings, 'ledgerlake/check')).close();
  } catch (error) {
    throw unreachable(consumer, settings, error);
  }
};
