/** The contract calls of one transaction. */
import { boolean, listOf, may, fields, text, whole, type Row } from '../../fields.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import type { MovementRow } from './transaction-events.ts';
import { ledgerOf, ofTransaction, type Transaction } from './transaction.ts';

/** A call: the caller of the first one is an account. */
export const CallRecord = fields({
  from_contract: may(text('Caller; the account for the first call.')),
  to_contract: text(),
  function_name: may(text()),
  call_depth: whole('0 for what the operation calls.'),
  execution_order: whole('Position in the operation, from 0.'),
  successful: boolean(),
  operation_id: text(),
  origin: text('root, auth, diagnostic, event or storage: what tells of the call.'),
});

export const CallGraph = listOf(CallRecord, 'Calls in order of execution.');

/** Returns the calls in their order. */
export async function readCalls(view: View, transaction: Transaction): Promise<Row[]> {
  const query = sql`
    select
        caller as from_contract,
        contract_id as to_contract,
        function_name,
        depth as call_depth,
        execution_order,
        successful,
        operation_id,
        origin
    from bronze.contract_invocations_raw_v1 as calls
    where ${ofTransaction(transaction)} and in_call_tree
    order by calls.operation_id, calls.execution_order`;
  return view.rows(query, ledgerOf(transaction));
}

/** Returns the contracts that were called or moved something in calls, each once. */
export function contractsIn(calls: readonly Row[], events: readonly MovementRow[]): string[] {
  const called = calls.flatMap(({ from_contract: from, to_contract: to }) => [String(from), String(to)]);
  const moving = events.filter(({ source_type: type }) => type === 'soroban');
  const all = [...called, ...moving.map(({ contract_id: id }) => String(id))];
  return [...new Set(all)].filter((id) => id.startsWith('C'));
}
