import { StrKey } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { sorted, useNetworks, type GoldenRow, type OurRow } from './networks.ts';

const networks = useNetworks();

/** Core's captures are in contract-calls.test.ts; these are the sets whose contracts people call. */
const sets = goldenSets.filter(({ captures }) => !captures);

/** The contract, the function and the arguments that an operation calls a contract with; undefined for other operations. */
function rootCall({ details }: GoldenRow): [contract: string, name: string, rest: unknown[]] | undefined {
  const { type, parameters_json_decoded: given } = details as { type?: string; parameters_json_decoded?: unknown[] };
  if (type !== 'invoke_contract' || !given) return undefined;
  const [contract, name, ...rest] = given as [{ address: string }, { symbol: string }];
  return [contract.address, name.symbol, rest];
}

/** The contracts from the root to a call, by the rows above it. */
function pathOf(call: OurRow, calls: Map<unknown, OurRow>): unknown[] {
  const above = call.parent === null ? undefined : calls.get(call.parent);
  return [...(above ? pathOf(above, calls) : []), call.contract_id];
}

interface Call {
  from: unknown;
  to: string;
  name: string;
  depth: number;
  isSuccess: boolean;
}

interface CallEvent extends GoldenRow {
  topics_decoded: { symbol?: string; bytes?: string; address?: string }[];
  contract_id: string;
}

/** The calls that the golden diagnostic events of a transaction tell, in their order: a call ends with its return, or when one above it acts. */
function callsIn(events: GoldenRow[], source: unknown): Call[] {
  const calls: Call[] = [];
  let open: Call[] = [];
  const within = (contract: string, name?: string) => {
    const index = open.findLastIndex(({ to, name: own }) => to === contract && (name === undefined || own === name));
    expect(index).toBeGreaterThanOrEqual(0);
    open = open.slice(0, index + 1);
    return open[index];
  };
  for (const { topics_decoded: topics, contract_id: contract, in_successful_contract_call } of events as CallEvent[]) {
    const kind = topics[0]?.symbol;
    if (kind === 'fn_return') {
      within(contract, topics[1].symbol).isSuccess = in_successful_contract_call === true;
      open.pop();
    }
    if (kind !== 'fn_call') continue;
    const depth = contract === '' ? 0 : open.indexOf(within(contract)) + 1;
    const to = topics[1].address ?? StrKey.encodeContract(Buffer.from(topics[1].bytes!, 'hex'));
    const call = { from: contract || source, to, name: topics[2].symbol!, depth, isSuccess: false };
    open = [...open.slice(0, depth), call];
    calls.push(call);
  }
  return calls;
}

describe.skipIf(!hasCorpus).each(sets)('calls of $name', (set) => {
  it('are those of golden operations, and the ways to them those that their parents tell', async () => {
    for await (const network of networks(set)) {
      const called = network.golden('operations').flatMap((row) => {
        const call = rootCall(row);
        return call ? [[row.id, row.source_account, call[0], call[1], JSON.stringify(call[2])]] : [];
      });
      const raw = await network.select(
        `select operation_id, source_account, contract_id, function_name, arguments_json from silver.contract_invocations_raw`,
      );
      const plain = (row: unknown[]) => [...row.slice(0, 4).map(String), JSON.parse(row[4] as string) as unknown];
      expect(sorted(raw.map((row) => plain(Object.values(row))))).toEqual(sorted(called.map(plain)));

      const tree = await network.select(
        `select c.*, h.transaction_hash from contract_invocations as c
         join history_operations as h on h.id = c.operation_id where in_call_tree`,
      );
      const shortest = new Map<string, number>();
      for (const calls of Map.groupBy(tree, ({ operation_id }) => operation_id).values()) {
        const byOrder = new Map(calls.map((call) => [call.execution_order, call]));
        for (const call of calls) {
          const path = pathOf(call, byOrder);
          const key = JSON.stringify([call.transaction_hash, path[0], call.contract_id]);
          shortest.set(key, Math.min(shortest.get(key) ?? Infinity, path.length - 1));
        }
      }
      const ways = await network.select(
        `select transaction_hash, root_contract, child_contract, path_depth, len(full_path) as length, full_path[-1] as last
         from contract_invocation_hierarchy`,
      );
      expect(new Map(ways.map((way) => [JSON.stringify(Object.values(way).slice(0, 3)), way.path_depth]))).toEqual(
        shortest,
      );
      expect(
        ways.filter((way) => Number(way.length) !== Number(way.path_depth) + 1 || way.last !== way.child_contract),
      ).toEqual([]);
    }
  });

  it('are with those below them what golden diagnostic events tell, where there are any', async () => {
    for await (const network of networks(set)) {
      const isDiagnostic = ({ type_string }: GoldenRow) => type_string === 'ContractEventTypeDiagnostic';
      const events = Map.groupBy(network.golden('contract_events').filter(isDiagnostic), (row) => row.transaction_id);
      const transactions = new Map(network.golden('transactions').map((row) => [row.id, row]));
      const expected: unknown[][] = [];
      const silent = new Set<string>();
      for (const operation of network.golden('operations').filter(({ type }) => type === 24)) {
        const { transaction_hash, successful, closed_at } = transactions.get(operation.transaction_id)!;
        const calls = callsIn(events.get(operation.transaction_id) ?? [], operation.source_account);
        if (calls.length === 0) silent.add(String(operation.id));
        calls.forEach(({ from, to, name, depth, isSuccess }, order) => {
          // Of a call by the operation its result tells more than whether the call returned.
          const isRoot = depth === 0 && rootCall(operation) !== undefined;
          const ended = successful === true && (isRoot || isSuccess);
          expected.push([String(operation.id), order, transaction_hash, from, to, name, depth, ended, closed_at]);
        });
      }
      const found = await network.select(
        `select operation_id, execution_order, transaction_hash, from_contract, to_contract, function_name, call_depth, successful,
           strftime(closed_at, '%Y-%m-%dT%H:%M:%SZ') as closed_at
         from contract_invocation_calls`,
      );
      const told = found.filter(({ operation_id }) => !silent.has(String(operation_id)));
      expect(sorted(told.map((row) => Object.values(row)))).toEqual(sorted(expected));
    }
  });
});
