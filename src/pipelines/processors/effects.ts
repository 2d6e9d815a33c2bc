/** Effects of operations. */
import { processorConfig, type Processor } from '../component.ts';
import { recordsOf } from '../sink.ts';
import { historyEffects } from '../../tables/effects/declaration.ts';

export const effects: Processor = {
  kind: 'processor',
  id: 'effects',
  name: 'Effects',
  description: 'Effects of operations.',
  origin: 'local',
  records: [recordsOf(historyEffects)],
  config: processorConfig(),
  example: `- type: effects\n`,
};
