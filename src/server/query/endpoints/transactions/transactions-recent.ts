/** The newest transactions. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange } from '../../lists/range.ts';
import { raw, sql, when, where } from '../../sql.ts';

/** A transaction in short. */
export const TransactionCard = fields({
  transaction_id: big('TOID.'),
  tx_hash: text(),
  ledger_sequence: whole(),
  closed_at: time(),
  successful: boolean(),
  source_account: text(),
  fee: whole('Stroops that were charged.'),
  operation_count: whole(),
  inner_transaction_hash: may(text()),
});

/** The cards of all transactions. */
export const transactionCards = raw(`
    select
        id as transaction_id,
        transaction_hash as tx_hash,
        ledger_sequence,
        closed_at,
        successful,
        account as source_account,
        fee_account,
        fee_charged as fee,
        operation_count,
        inner_transaction_hash
    from bronze.history_transactions_raw_v1`);

export const transactionsRecent = list({
  path: '/api/v1/silver/transactions/recent',
  summary: 'The newest transactions',
  legacyKey: 'transactions',
  parameters: {
    successful: parameter.may(parameter.flag('Only successful transactions, or only failed ones.')),
    limit: parameter.limit(20, 200),
  },
  row: TransactionCard,
  of: 'history_transactions',
  key: () => [{ column: 'transaction_id', descending: true }],
  rows: (values, scan) => sql`
    ${transactionCards}
    ${where(
      ...inRange({}, scan),
      afterToid(scan, 'transaction_id', true),
      when(values.successful, (is) => sql`successful = ${is}`),
    )}`,
});
