/** Pairs that a swap service makes, and their reserves. */
import { processorConfig, type Processor } from '../component.ts';

export const soroswap: Processor = {
  kind: 'processor',
  id: 'soroswap',
  name: 'SwapService',
  description: 'Pairs that a swap service makes, and their reserves.',
  origin: 'hosted',
  reads: 'contract_event',
  config: processorConfig(),
  example: `- type: soroswap\n`,
};
