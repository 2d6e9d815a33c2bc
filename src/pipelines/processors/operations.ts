/** Operations with their details. */
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { historyOperations } from '../../tables/operations.ts';

export const operations: Processor = {
  kind: 'processor',
  id: 'operations',
  name: 'Operations',
  description: 'Operations with their details.',
  origin: 'local',
  records: [recordsOf(historyOperations)],
  extraction: () => bronzeExtraction(['history_operations']),
  config: processorConfig(),
  example: `- type: operations\n`,
};
