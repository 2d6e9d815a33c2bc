/** Operations that call a contract, with their transactions. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange } from '../../lists/range.ts';
import { sql, when, where } from '../../sql.ts';

export const contractTransactions = list({
  path: '/api/v1/silver/contracts/{id}/transactions',
  summary: 'Operations that call a contract, with their transactions',
  legacyKey: 'transactions',
  parameters: {
    id: parameter.refused(parameter.contract(), 'invalid contract_id'),
    function_name: parameter.may(parameter.text('Function that is called.')),
    successful: parameter.may(
      parameter.refused(
        parameter.flag('Only successful transactions, or only failed ones.'),
        "successful must be 'true' or 'false'",
      ),
    ),
    limit: parameter.limit(100, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.beforeAfter,
  },
  row: fields({
    contract_id: text(),
    transaction_hash: text(),
    ledger_sequence: whole(),
    operation_id: big(),
    operation_index: whole('Position in the transaction, from 0.'),
    function_name: may(text()),
    source_account: text(),
    successful: boolean(),
    closed_at: time(),
  }),
  beside: { fields: { contract_id: text() }, read: async ({ id }) => ({ contract_id: id }) },
  key: inOrder('operation_id'),
  rows: (values, scan) => sql`
    select
        contract_id,
        transaction_hash,
        ledger_sequence,
        id as operation_id,
        operation_index,
        function_name,
        source_account,
        transaction_successful as successful,
        closed_at
    from bronze.history_operations_raw_v1
    ${where(
      sql`contract_id = ${values.id} and function_name is not null`,
      ...inRange(values, scan),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      when(values.function_name, (name) => sql`function_name = ${name}`),
      when(values.successful, (is) => sql`transaction_successful = ${is}`),
      when(values.after, (from) => sql`closed_at > cast(${from} as timestamp)`),
      when(values.before, (to) => sql`closed_at < cast(${to} as timestamp)`),
    )}`,
});
