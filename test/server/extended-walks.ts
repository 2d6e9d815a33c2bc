/** Walks over the pages of a JSON-RPC method, for tests of what is beyond the reference. */
import { expect } from 'vitest';
import { open } from '../../src/index.ts';
import type { Answer } from './node.ts';

type Call = (method: string, params: unknown) => Promise<Answer>;
type Item = Record<string, unknown>;

/** The items of a walk, and how many calls it took. */
export interface Walk {
  items: Item[];
  calls: number;
}

/** Walks from these parameters on until a page says that nothing is left. No page has more than its limit. */
export async function walk(
  call: Call,
  method: 'getEvents' | 'getTransactions',
  params: Item,
  limit: number,
): Promise<Walk> {
  const list = method === 'getEvents' ? 'events' : 'transactions';
  const isDescending = params['order'] === 'desc';
  const items: Item[] = [];
  let asked: Item = { ...params, pagination: { limit } };
  for (let calls = 1; ; calls++) {
    const { result, error } = await call(method, asked);
    if (!result) throw new Error(JSON.stringify(error));
    const page = result[list] as Item[];
    expect(page.length).toBeLessThanOrEqual(limit);
    items.push(...page);
    const cursor = String(result['cursor']);
    const ledger = Number(BigInt(cursor.split('-')[0]) >> 32n);
    const edge = Number(result[isDescending ? 'oldestLedger' : 'latestLedger']);
    if (page.length === 0 && (isDescending ? ledger <= edge : ledger >= edge)) return { items, calls };
    asked = { ...params, startLedger: undefined, pagination: { cursor, limit } };
  }
}

/** Hashes of transactions by the accounts and contracts that are in them. */
export type Names = Record<'account' | 'contract', Map<string, Set<string>>>;

/** Returns the names in a lake, by its bronze tables. */
export async function namesIn(lake: string): Promise<Names> {
  const handle = await open(lake, { readOnly: true });
  const rows = await handle.rows(`
    with named as (
      select id, 'account' as kind, unnest([account, fee_account]) as name from bronze.history_transactions
      union all select operation_id & ~4095, 'account', address from bronze.operation_participants
      union all select operation_id & ~4095, 'contract', contract_id from bronze.contract_invocations
      where starts_with(contract_id, 'C')
    )
    select distinct kind, name, transaction_hash as hash
    from named join bronze.history_transactions using (id) where name is not null`);
  await handle.close();
  const names: Names = { account: new Map(), contract: new Map() };
  for (const { kind, name, hash } of rows) {
    const of = names[kind as keyof Names];
    of.set(String(name), (of.get(String(name)) ?? new Set()).add(String(hash)));
  }
  return names;
}

/** Returns some names, from those that most transactions have to those that fewest have. */
export function sampleOf(names: ReadonlyMap<string, Set<string>>): [string, Set<string>][] {
  const sorted = [...names].sort(([, one], [, other]) => other.size - one.size);
  return [0, 0.1, 0.5, 0.9, 0.999].map((part) => sorted[Math.floor(part * sorted.length)]);
}
