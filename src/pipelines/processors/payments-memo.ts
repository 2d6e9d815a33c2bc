/** Payments whose memo, amount, asset or parties are the given ones. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { processorConfig, withDefault, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const payments = defineRecords({
  name: 'payments',
  grain: 'One row per payment, path payment, account merge and claim of a successful transaction.',
  key: ['tx_hash', 'op_index'],
  ledger: 'ledger_sequence',
  decimals: { amount: 'numeric(20,7)' },
  columns: {
    id: column('int64', 'TOID of the operation.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    buyer_account_id: column('utf8', 'Who receives.'),
    seller_account_id: column('utf8', 'Who sends: source of the operation.'),
    asset_code: column('utf8', 'Asset that arrives; `native` for lumens.'),
    asset_issuer: column('utf8', 'Its issuer; empty for lumens.'),
    amount: column('utf8', 'How much arrives.'),
    memo: column('utf8', 'Memo of the transaction.'),
    tx_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    op_index: column('int32', 'Position of the operation, from 0.'),
  },
});

export const paymentsMemo: Processor = {
  kind: 'processor',
  id: 'payments_memo',
  name: 'Payments with Memo',
  description: 'Payments whose memo, amount, asset or parties are the given ones.',
  origin: 'hosted',
  records: [payments],
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
