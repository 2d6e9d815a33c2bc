/** Each ledger: its hash, counts and fees. */
import { processorConfig, type Processor } from '../component.ts';

export const latestLedger: Processor = {
  kind: 'processor',
  id: 'latest_ledger',
  name: 'Latest Ledger Metrics',
  description: 'Each ledger: its hash, counts and fees.',
  origin: 'hosted',
  config: processorConfig(),
  example: `- type: latest_ledger\n`,
};
