/** Soroban contract events of successful transactions. */
import Type from 'typebox';
import { processorConfig, withDefault, type Processor } from '../component.ts';

export const contractEvent: Processor = {
  kind: 'processor',
  id: 'contract_event',
  name: 'Contract Event',
  description: 'Soroban contract events of successful transactions.',
  origin: 'hosted',
  config: processorConfig({
    raw: withDefault(
      Type.Enum(['go', 'base64'], { description: 'How XDR is written: the JSON of the structs of Go, or base64.' }),
      'go',
    ),
  }),
  example: `- type: contract_event\n`,
};
