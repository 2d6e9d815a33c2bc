/** Transactions with their envelope, result and meta. */
import Type from 'typebox';
import { processorConfig, type Processor } from '../component.ts';
import { recordsOf } from '../sink.ts';
import { historyTransactions } from '../../tables/transactions.ts';

export const rawTransactions: Processor = {
  kind: 'processor',
  id: 'raw_transactions',
  name: 'Raw Transactions',
  description: 'Transactions with their envelope, result and meta.',
  origin: 'hosted',
  records: [recordsOf(historyTransactions, 'transactions')],
  config: processorConfig({
    transaction_types: Type.Optional(
      Type.Array(Type.String(), { description: 'Operation types, of which a transaction has one.' }),
    ),
  }),
  example: `- type: raw_transactions\n`,
};
