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
});
