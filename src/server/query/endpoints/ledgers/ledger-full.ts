/** One ledger in full: header, fees, contracts, transactions and operations. */
import { listOf, fields, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import { ledgerCard, feeFields, OperationsByType, sorobanFields } from './ledgers.ts';
import { readCard, readFees, readOperationTypes, readSoroban } from './ledgers.ts';
import { amongTypes, EnrichedOperation, operationRecords } from '../transactions/operations.ts';
import { TransactionCard, transactionCards } from '../transactions/transactions-recent.ts';

/** More are in lists: `/bronze/transactions`, `/silver/operations/enriched`. */
const MOST_TRANSACTIONS = 1000;
const MOST_OPERATIONS = 200;

export const ledgerFull = object({
  path: '/api/v1/silver/ledgers/{sequence}/full',
  summary: 'All of a ledger: fees, contracts, its transactions, and its first operations',
  parameters: { sequence: parameter.ledger('The ledger.') },
  answer: {
    ledger: fields(ledgerCard),
    operations_by_type: OperationsByType,
    fees: fields(feeFields),
    soroban: fields(sorobanFields),
    transactions: listOf(TransactionCard, `In the order of the ledger, ${MOST_TRANSACTIONS} at most.`),
    operations: listOf(EnrichedOperation, `In the order of the ledger, ${MOST_OPERATIONS} at most.`),
  },
  async read({ sequence }, view) {
    const ledger = await readCard(view, sequence);
    const types = await readOperationTypes(view, sequence);
    const first = sql`
      select id as operation_id, ledger_sequence
      from bronze.history_operations_raw_v1
      where ledger_sequence = ${sequence}
      order by id
      limit ${MOST_OPERATIONS}`;
    const body = {
      ledger,
      operations_by_type: types,
      fees: await readFees(view, sequence),
      soroban: await readSoroban(view, sequence),
      transactions: await view.rows(sql`
        ${transactionCards} where ledger_sequence = ${sequence} order by transaction_id limit ${MOST_TRANSACTIONS}`),
      operations: await view.rows(sql`from (${operationRecords(amongTypes(first))}) order by operation_id`),
    };
    return { body, scanned: sequence, warnings: cutOf(ledger, types) };
  },
});

/** Returns a warning if the answer is cut; the card counts operations of successful transactions only. */
export function cutOf({ transaction_count: transactions }: Row, types: readonly Row[]): string[] {
  const operations = types.reduce((sum, { count }) => sum + Number(count), 0);
  const isCut = Number(transactions) > MOST_TRANSACTIONS || operations > MOST_OPERATIONS;
  return isCut ? [`the first ${MOST_TRANSACTIONS} transactions and ${MOST_OPERATIONS} operations are listed`] : [];
}
