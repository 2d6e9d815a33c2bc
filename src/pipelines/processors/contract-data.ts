/** Changes of contract storage. */
import Type from 'typebox';
import { processorConfig, withDefault, type Processor } from '../component.ts';

export const contractData: Processor = {
  kind: 'processor',
  id: 'contract_data',
  name: 'Contract Data',
  description: 'Changes of contract storage.',
  origin: 'hosted',
  config: processorConfig({
    name: withDefault(Type.String(), 'contract_data_processor'),
  }),
  example: `- type: contract_data\n`,
};
