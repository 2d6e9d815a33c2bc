/** Effects of operations. */
import { processorConfig, type Processor } from '../component.ts';

export const effects: Processor = {
  kind: 'processor',
  id: 'effects',
  name: 'Effects',
  description: 'Effects of operations.',
  origin: 'local',
  config: processorConfig(),
  example: `- type: effects\n`,
};
