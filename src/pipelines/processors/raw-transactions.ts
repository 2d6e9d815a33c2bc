/** Transactions with their envelope, result and meta. */
import Type from 'typebox';
import { extractionOf, processorConfig, type ExtractionSettings, type Processor } from '../component.ts';
import { recordsOf } from '../sink.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { operationTypeAt } from '../../ledger/soroban.ts';
import { Context } from '../../tables/context.ts';
import { extractTransactions, historyTransactions } from '../../tables/transactions.ts';
import { OperationType } from '../../xdr/generated/enums.ts';

export const transactions = recordsOf(historyTransactions, 'transactions');

/** Names of operation types as Horizon writes them: `manage_sell_offer`. */
const typeNames = new Map(
  Object.entries(OperationType).map(([name, type]) => [
    type as number,
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);

export const rawTransactions: Processor = {
  kind: 'processor',
  id: 'raw_transactions',
  name: 'Raw Transactions',
  description: 'Transactions with their envelope, result and meta.',
  origin: 'hosted',
  records: [transactions],
  extraction: rawTransactionsExtraction,
  config: processorConfig({
    transaction_types: Type.Optional(
      Type.Array(Type.String({ 'x-expects': { enum: [...typeNames.values()] } }), {
        description: 'Operation types: a transaction passes if it has one of them.',
      }),
    ),
  }),
  example: `- type: raw_transactions\n`,
};

function rawTransactionsExtraction({ config }: ExtractionSettings) {
  const types = config['transaction_types'];
  const wanted = Array.isArray(types) ? new Set(types.map(String)) : undefined;
  return extractionOf({ out: transactions }, (context, { out }) => {
    const { ledger } = context;
    const chosen = wanted ? { ...ledger, transactions: withOperations(ledger, wanted) } : ledger;
    extractTransactions(new Context(chosen, context.decoder, { options: { ...context.options, withXdr: true } }), out);
  });
}

/** The transactions that have an operation of one of the types. */
function withOperations({ view, transactions: all }: Ledger, wanted: ReadonlySet<string>): Ledger['transactions'] {
  return all.filter(({ envelope }) =>
    envelope.operations.some((p) => wanted.has(typeNames.get(operationTypeAt(view, p)) ?? '')),
  );
}
