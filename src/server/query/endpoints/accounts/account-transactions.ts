/** All transactions in which an account takes part. */
import { text } from '../../fields.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange } from '../../lists/range.ts';
import { join, sql, when } from '../../sql.ts';
import { TransactionCard, transactionCards } from '../transactions/transactions-recent.ts';

export const accountTransactions = list({
  path: '/api/v1/silver/accounts/{id}/transactions',
  summary: 'All transactions that an account had a part in',
  legacyKey: 'transactions',
  parameters: {
    id: parameter.account(),
    success: parameter.may(parameter.flag('Only successful transactions, or only failed ones.')),
    limit: parameter.limit(100, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: TransactionCard,
  beside: { fields: { account_id: text() }, read: async ({ id }) => ({ account_id: id }) },
  key: inOrder('transaction_id'),
  rows(values, scan) {
    const next = afterToid(scan, 'transaction_id', values.order === 'desc');
    const within = join([...inRange(values, scan), ...(next ? [next] : [])], ' and ');
    return sql`
      with involved as (
          select id as transaction_id
          from bronze.history_transactions_raw_v1
          where (account = ${values.id} or fee_account = ${values.id}) and ${within}
          union
          select operation_id & ~4095
          from bronze.operation_participants_raw_v1
          where address = ${values.id} and ${within}
      )
      select transactions.*
      from (${transactionCards}) as transactions
      where ${within} and transaction_id in (select transaction_id from involved)
          ${when(values.success, (is) => sql`and successful = ${is}`)}`;
  },
});
