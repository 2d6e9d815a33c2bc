/** Operations with their details. */
import { processorConfig, type Processor } from '../component.ts';

export const operations: Processor = {
  kind: 'processor',
  id: 'operations',
  name: 'Operations',
  description: 'Operations with their details.',
  origin: 'local',
  config: processorConfig(),
  example: `- type: operations\n`,
};
