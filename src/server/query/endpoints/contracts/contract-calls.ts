/** Callers and callees of a contract: single calls, by counterpart, and in sum. */
import { ApiError } from '../../errors.ts';
import { big, boolean, listOf, may, fields, text, time, whole } from '../../fields.ts';
import { inOrder, list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange } from '../../lists/range.ts';
import { join, raw, sql, type Sql } from '../../sql.ts';

const id = parameter.contract();

/** Calls of the contract and by it that are part of the call tree. */
const calls = (contract: string, ...conditions: readonly Sql[]) => sql`
    select *, contract_id = ${contract} as is_callee, caller = ${contract} as is_caller
    from bronze.contract_invocations_raw_v1
    where in_call_tree and (origin = 'root' or depth > 0) and (contract_id = ${contract} or caller = ${contract})
        and ${join([raw('true'), ...conditions], ' and ')}`;

/** Both sides of calls, with what tells them from each other. */
const sides = [
  { name: 'callers', is: 'is_callee', other: 'caller', summary: 'Accounts and contracts that call a contract' },
  { name: 'callees', is: 'is_caller', other: 'contract_id', summary: 'Contracts that a contract calls' },
] as const;

const [contractCallers, contractCallees] = sides.map(({ name, is, other, summary }) =>
  list({
    path: `/api/v1/silver/contracts/{id}/${name}`,
    summary: `${summary}, the most frequent first`,
    legacyKey: name,
    parameters: { id, limit: parameter.limit(50, 200) },
    row: fields({
      contract_id: text('The other side: of a caller also an account.'),
      call_count: whole('Failed calls included.'),
      functions: listOf(text(), 'Called functions, by name.'),
      last_call: time(),
    }),
    beside: { fields: { contract_id: text() }, read: async (values) => ({ contract_id: values.id }) },
    key: () => [
      { column: 'call_count', descending: true },
      { column: 'contract_id', type: 'varchar' },
    ],
    rows: (values, { ceiling }) => sql`
      select
          other as contract_id,
          count(*) as call_count,
          list_sort(list(distinct function_name) filter (function_name is not null)) as functions,
          max(closed_at) as last_call
      from (select *, ${raw(other)} as other from (${calls(values.id, sql`ledger_sequence <= ${ceiling}`)}))
      where ${raw(is)} and other is not null
      group by other`,
  }),
);

const recentCalls = list({
  path: '/api/v1/silver/contracts/{id}/recent-calls',
  summary: 'Calls of a contract and by it',
  legacyKey: 'calls',
  parameters: { id, limit: parameter.limit(100, 1000), order: parameter.order, ...parameter.ledgerRange },
  row: fields({
    from: may(text('Account or contract.')),
    to: text(),
    function: may(text()),
    depth: whole('0 for the call of an operation.'),
    role: text('callee, or caller of another; of a contract that calls itself callee.'),
    transaction_hash: text(),
    operation_id: big(),
    execution_order: whole('Place among the calls of the operation, from 0.'),
    ledger_sequence: whole(),
    successful: boolean(),
    closed_at: time(),
  }),
  beside: { fields: { contract_id: text() }, read: async (values) => ({ contract_id: values.id }) },
  key: inOrder('operation_id', 'execution_order'),
  rows(values, scan) {
    const next = afterToid(scan, 'operation_id', values.order === 'desc');
    return calls(values.id, ...inRange(values, scan), ...(next ? [next] : []));
  },
  page: () => sql`
    select
        page.operation_id,
        page.execution_order,
        page.caller as "from",
        page.contract_id as "to",
        page.function_name as function,
        page.depth,
        if(page.is_callee, 'callee', 'caller') as role,
        transactions.transaction_hash,
        page.ledger_sequence,
        page.successful,
        page.closed_at
    from page
    inner join bronze.history_transactions_raw_v1 as transactions
        on transactions.ledger_sequence = page.ledger_sequence and transactions.id = page.transaction_id`,
});

const callSummary = object({
  path: '/api/v1/silver/contracts/{id}/call-summary',
  summary: 'Number of calls of a contract and by it',
  parameters: { id },
  answer: {
    contract_id: text(),
    total_calls_as_caller: whole(),
    total_calls_as_callee: whole(),
    unique_callers: whole(),
    unique_callees: whole(),
    first_seen: may(time()),
    last_seen: may(time()),
  },
  async read(values, view) {
    const row = await view.row(sql`
      select
          count(*) filter (is_caller) as total_calls_as_caller,
          count(*) filter (is_callee) as total_calls_as_callee,
          count(distinct caller) filter (is_callee) as unique_callers,
          count(distinct contract_id) filter (is_caller) as unique_callees,
          min(closed_at) as first_seen,
          max(closed_at) as last_seen
      from (${calls(values.id)})
      having count(*) > 0`);
    if (!row) throw new ApiError(404, 'no activity found for contract');
    return { body: { contract_id: values.id, ...row } };
  },
});

export const contractCalls = [contractCallers, contractCallees, recentCalls, callSummary];
