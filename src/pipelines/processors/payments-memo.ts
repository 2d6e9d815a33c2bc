/** Payments whose memo, amount, asset or parties are the given ones. */
import Type from 'typebox';
import { processorConfig, withDefault, type Processor } from '../component.ts';

export const paymentsMemo: Processor = {
  kind: 'processor',
  id: 'payments_memo',
  name: 'Payments with Memo',
  description: 'Payments whose memo, amount, asset or parties are the given ones.',
  origin: 'hosted',
  config: processorConfig({
    min_amount: Type.Optional(Type.String({ description: 'The least amount, as decimal text.' })),
    memo_text: withDefault(
      Type.String({ description: 'The memo that a payment must have; an empty text takes every one.' }),
      'internal',
    ),
    asset_code: Type.Optional(Type.String({ description: 'The code of the asset that arrives; native for lumens.' })),
    addresses: Type.Optional(Type.Array(Type.String(), { description: 'Accounts that send or receive.' })),
  }),
  example: `- type: payments_memo\n  config: {memo_text: "", min_amount: "10"}\n`,
};
