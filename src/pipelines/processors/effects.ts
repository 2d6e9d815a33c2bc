/** Effects of operations. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { historyEffects } from '../../tables/effects/declaration.ts';

export const effects: Processor = {
  kind: 'processor',
  id: 'effects',
  name: 'Effects',
  description: 'Effects of operations.',
  origin: 'local',
  records: [recordsOf(historyEffects)],
  extraction: () => bronzeExtraction(['history_effects']),
  config: processorConfig(),
  example: `- type: effects\n`,
};
