/** Whether a topic can be asked for, and nothing else: none is made, nothing is published. */
import type { Consumer } from '../../component.ts';
import { findTopic } from './client.ts';
import { pubsubSettings, unreachablePubsub } from './sink.ts';

/** Asks and goes. Throws PipelineError. */
export const checkPubsub: NonNullable<Consumer['check']> = async (consumer, config) => {
  const settings = pubsubSettings({ config, consumer });
  try {
    await findTopic(settings);
  } catch (error) {
    throw unreachablePubsub(consumer, settings, error);
  }
};
