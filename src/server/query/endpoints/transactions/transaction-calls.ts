/** The contract calls of one transaction in four forms: edges, tree, contracts, and the activity of each contract. */
import { json, listOf, may, fields, text, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import type { View } from '../../view.ts';
import { CallRecord, CallGraph, contractsIn, readCalls } from './call-graph.ts';
import { readTransaction, type Transaction } from './transaction.ts';

const parameters = { hash: parameter.transactionHash() };
const identity = { tx_hash: text(), ledger_sequence: whole() };

interface Called {
  transaction: Transaction;
  calls: Row[];
}

async function readCalled(view: View, hash: string): Promise<Called> {
  const transaction = await readTransaction(view, hash);
  return { transaction, calls: await readCalls(view, transaction) };
}

export const transactionCallGraph = object({
  path: '/api/v1/silver/tx/{hash}/call-graph',
  summary: 'Contract calls of a transaction',
  parameters,
  answer: { ...identity, calls: CallGraph, count: whole() },
  async read({ hash }, view) {
    const { transaction, calls } = await readCalled(view, hash);
    return { body: { ...transaction, calls, count: calls.length } };
  },
});

export const transactionHierarchy = object({
  path: '/api/v1/silver/tx/{hash}/hierarchy',
  summary: 'Contract calls of a transaction as trees',
  parameters,
  answer: {
    ...identity,
    roots: listOf(json(), 'Calls of operations, each with its `calls`.'),
    max_depth: may(whole('Absent: there are no calls.')),
  },
  async read({ hash }, view) {
    const { transaction, calls } = await readCalled(view, hash);
    const depths = calls.map(({ call_depth: depth }) => Number(depth));
    const deepest = depths.length === 0 ? null : Math.max(...depths);
    return { body: { ...transaction, roots: treesOf(calls), max_depth: deepest } };
  },
});

/** A call with those that it makes. */
interface Node extends Row {
  calls: Row[];
}

/** Calls come in the order in which they are made: each belongs to the last one before it that is less deep. */
function treesOf(calls: readonly Row[]): Row[] {
  const roots: Row[] = [];
  const path: Node[] = [];
  let operation: Row[string] = null;
  for (const call of calls) {
    if (call['operation_id'] !== operation) path.length = 0;
    operation = call['operation_id'] ?? null;
    const depth = Number(call['call_depth']);
    while (path.length > 0 && Number(path.at(-1)?.['call_depth']) >= depth) path.pop();
    const node: Node = { ...call, calls: [] };
    (path.at(-1)?.calls ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

export const transactionContracts = object({
  path: '/api/v1/silver/tx/{hash}/contracts-involved',
  summary: 'Contracts that a transaction called',
  parameters,
  answer: { ...identity, contracts: listOf(text()), count: whole() },
  async read({ hash }, view) {
    const { transaction, calls } = await readCalled(view, hash);
    const contracts = contractsIn(calls, []);
    return { body: { ...transaction, contracts, count: contracts.length } };
  },
});

export const transactionContractsSummary = object({
  path: '/api/v1/silver/tx/{hash}/contracts-summary',
  summary: 'Activity of each contract in a transaction',
  parameters,
  answer: {
    ...identity,
    contracts: listOf(
      fields({
        contract_id: text(),
        calls_received: whole(),
        calls_made: whole(),
        functions: listOf(text(), 'Called functions of the contract.'),
        first_call: may(CallRecord),
      }),
    ),
    total_calls: whole(),
  },
  async read({ hash }, view) {
    const { transaction, calls } = await readCalled(view, hash);
    const contracts = contractsIn(calls, []).map((id) => contractSummary(id, calls));
    return { body: { ...transaction, contracts, total_calls: calls.length } };
  },
});

function contractSummary(id: string, calls: readonly Row[]): Row {
  const received = calls.filter(({ to_contract: to }) => to === id);
  const functions = received.flatMap(({ function_name: name }) => (name === null ? [] : [String(name)]));
  return {
    contract_id: id,
    calls_received: received.length,
    calls_made: calls.filter(({ from_contract: from }) => from === id).length,
    functions: [...new Set(functions)],
    first_call: received[0] ?? null,
  };
}
