/** The lists that servers answer as streams, too: `GET …/stream`. */
import { eventsGeneric } from './endpoints/events/events-generic.ts';
import { transfers } from './endpoints/tokens/transfers.ts';
import { operationsEnriched } from './endpoints/transactions/operations-enriched.ts';
import { TransactionCard, transactionCards } from './endpoints/transactions/transactions-recent.ts';
import { inOrder, list, streamed } from './lists/list.ts';
import { is } from './lists/where.ts';
import * as parameter from './parameters.ts';
import { raw, sql, where, type Sql } from './sql.ts';

/** All transactions, of an account or a contract. */
const transactions = list({
  path: '/api/v1/silver/transactions',
  summary: 'Transactions',
  legacyKey: 'transactions',
  parameters: {
    account_id: parameter.may(
      parameter.account('Source or fee payer of the transaction, or a participant of an operation.'),
    ),
    contract_id: parameter.may(parameter.contract('Contract that the transaction calls.')),
    successful: parameter.may(parameter.flag('Only successful transactions, or only failed ones.')),
    limit: parameter.limit(100, 1000),
    order: parameter.order,
    ...parameter.ledgerRange,
  },
  row: TransactionCard,
  where: {
    account_id: {
      sql: (id: string) =>
        sql`(source_account = ${id} or fee_account = ${id} or ${hasOperation('operation_participants', 'address', id)})`,
    },
    contract_id: { sql: (id: string) => hasOperation('contract_invocations', 'contract_id', id) },
    successful: is('successful'),
  },
  key: inOrder('transaction_id'),
  of: 'history_transactions',
  rows: (_values, { filters }) => sql`select * from (${transactionCards}) ${where(...filters)}`,
});

/** Whether a row of a table that names an operation of the transaction has the value. */
function hasOperation(table: string, column: string, value: string): Sql {
  const of = raw(`select operation_id & ~4095 from bronze.${table} where ${column} =`);
  return sql`transaction_id in (${of} ${value})`;
}

/** Endpoints of every server. */
export const streamEndpoints = [transactions, operationsEnriched, transfers, eventsGeneric].map(streamed);
