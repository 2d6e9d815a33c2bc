/** Trades with offers and pools. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { historyTrades } from '../../tables/trades.ts';

export const trades: Processor = {
  kind: 'processor',
  id: 'trades',
  name: 'Trades',
  description: 'Trades with offers and pools.',
  origin: 'local',
  records: [recordsOf(historyTrades)],
  extraction: () => bronzeExtraction(['history_trades']),
  config: processorConfig(),
  example: `- type: trades\n`,
};
