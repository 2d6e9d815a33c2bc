/** Keep only records of the contracts in the config. */
import Type from 'typebox';
import { processorConfig, type Processor } from '../component.ts';

export const contractFilter: Processor = {
  kind: 'processor',
  id: 'contract_filter',
  name: 'Contract Filter',
  description: 'Keep only records of the contracts in the config.',
  origin: 'hosted',
  filters: ['contract_event', 'contract_invocation'],
  config: processorConfig({
    contract_ids: Type.Array(Type.String({ format: 'stellar-contract' }), {
      minItems: 1,
      description: 'The contracts.',
    }),
  }),
  example: `- type: contract_filter\n  config: {contract_ids: [CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC]}\n`,
};
