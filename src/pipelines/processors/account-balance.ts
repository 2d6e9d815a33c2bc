/** Balances of given accounts, whenever they change. */
import Type from 'typebox';
import { processorConfig, type Processor } from '../component.ts';

export const accountBalance: Processor = {
  kind: 'processor',
  id: 'account_balance',
  name: 'Account Balance',
  description: 'Balances of given accounts, whenever they change.',
  origin: 'hosted',
  config: processorConfig({
    account_ids: Type.Array(Type.String({ format: 'stellar-account' }), { minItems: 1, description: 'The accounts.' }),
    assets: Type.Optional(Type.Array(Type.String(), { description: 'native, or CODE:ISSUER; by default all.' })),
  }),
  example: `- type: account_balance\n  config: {account_ids: [GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7]}\n`,
};
