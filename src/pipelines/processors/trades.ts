/** Trades with offers and pools. */
import { processorConfig, type Processor } from '../component.ts';

export const trades: Processor = {
  kind: 'processor',
  id: 'trades',
  name: 'Trades',
  description: 'Trades with offers and pools.',
  origin: 'local',
  config: processorConfig(),
  example: `- type: trades\n`,
};
