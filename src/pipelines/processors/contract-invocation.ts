/** Calls of contracts, with arguments, calls below and changes of storage. */
import Type from 'typebox';
import { processorConfig, withDefault, type Processor } from '../component.ts';

export const contractInvocation: Processor = {
  kind: 'processor',
  id: 'contract_invocation',
  name: 'Contract Invocation',
  description: 'Calls of contracts, with arguments, calls below and changes of storage.',
  origin: 'hosted',
  config: processorConfig({
    raw: withDefault(
      Type.Enum(['go', 'base64'], { description: 'How XDR is written: the JSON of the structs of Go, or base64.' }),
      'go',
    ),
  }),
  example: `- type: contract_invocation\n`,
};
