/** Pages whose ledgers are looked for first have the same rows as those that are made whole. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../../src/datastore/open.ts';
import { loadStore } from '../../../src/ingest/load.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { tables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';

/** Relations, their keys, and columns of which some values are asked for. */
const relations = [
  {
    from: 'enriched_history_operations',
    key: ['op_id'],
    columns: ['op_source_account', 'type', 'asset_key', 'ledger_sequence'],
  },
  { from: 'silver.enriched_history_operations_soroban', key: ['op_id'], columns: ['contract_id', 'ledger_sequence'] },
  {
    from: 'semantic.semantic_flows_value',
    key: ['transaction_hash', 'event_index'],
    columns: ['from_account', 'flow_type', 'asset_code'],
  },
  {
    from: 'silver.effects',
    key: ['operation_id', 'effect_index'],
    columns: ['account_id', 'effect_type', 'created_at'],
  },
  {
    from: 'silver.trades as t',
    key: ['t.operation_id', 'trade_index'],
    columns: ['seller_account', 't.trade_type', 'price'],
  },
  { from: 'semantic_activities', key: ['id'], columns: ['source_account', 'activity_type', 'timestamp'] },
];

let paged: Lake;
let whole: Lake;
beforeAll(async () => {
  const dir = join(temporaryFolder(), 'lake');
  const lake = await openLake(dir, { tables, write: true, network: 'Ledgerlake Sample Network ; 2026' });
  await loadStore(lake, await openLedgerStore([join(import.meta.dirname, '../../../data/sample')]));
  await lake.close();
  paged = await openLake(dir, { tables, unpagedValues: 0 });
  whole = await openLake(dir, { tables, unpagedValues: Infinity });
});
afterAll(async () => {
  for (const lake of [paged, whole]) await lake.close();
});

const answer = async (lake: Lake, sql: string) => JSON.stringify((await query(lake, sql)).toArray());

async function isPaged(lake: Lake, sql: string): Promise<boolean> {
  const session = await lake.session({ sql });
  const page = await session.pageOf?.();
  await session.release();
  return page !== undefined;
}

/** Returns values of a column, as SQL. */
async function valuesOf(from: string, column: string): Promise<string[]> {
  const sql = `select distinct ${column}::varchar as v from ${from} where ${column} is not null order by hash(v), v limit 8`;
  const rows = (await query(whole, sql)).toArray();
  return rows.map((row) => `'${String(row['v'])}'`);
}

describe.each(relations)('a page of $from', ({ from, key, columns }) => {
  it('has the rows of all ledgers', async () => {
    const values = new Map<string, string[]>();
    for (const column of columns) values.set(column, await valuesOf(from, column));
    const known = fc.constantFrom(...columns.filter((column) => values.get(column)!.length > 0));
    const leaf = known.chain((column) => {
      const value = fc.constantFrom(...values.get(column)!);
      return fc.oneof(
        fc.tuple(fc.constantFrom('=', '<>', '<', '>='), value).map(([sign, one]) => `${column} ${sign} ${one}`),
        fc.array(value, { minLength: 1, maxLength: 7 }).map((list) => `${column} in (${list.join(', ')})`),
        fc.constantFrom(`${column} is null`, `length(${column}::varchar) > 6`),
      );
    });
    const condition = fc.oneof(
      leaf,
      fc.tuple(leaf, fc.constantFrom('and', 'or'), leaf).map((parts) => parts.join(' ')),
      leaf.map((one) => `not (${one})`),
    );
    const order = fc
      .tuple(fc.subarray(columns), fc.constantFrom('', ' desc', ' desc nulls first'))
      .map(([some, direction]) => [...some, ...key].map((column) => `${column}${direction}`).join(', '));
    const statement = fc
      .record({
        items: fc.constantFrom('*', `${columns.join(', ')}, 1 + 1 as two`),
        where: fc.option(condition, { nil: 'true' }),
        order,
        limit: fc.constantFrom('0', '1', '7', '100', '20 offset 5', '5 offset 100000'),
      })
      .map(
        ({ items, where, order: by, limit }) =>
          `select ${items} from ${from} where ${where} order by ${by} limit ${limit}`,
      );
    await fc.assert(
      fc.asyncProperty(statement, async (sql) => {
        expect(await isPaged(paged, sql), sql).toBe(true);
        expect((await answer(paged, sql)) === (await answer(whole, sql)), sql).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a page', () => {
  const sql = 'select op_id, memo from enriched_history_operations where type = $1 order by op_id limit 3';

  it('tells of a wrong column or value as any statement', async () => {
    const unknown = sql.replace('memo', 'memoo');
    for (const [text, parameters] of [
      [unknown, [1]],
      [sql, []],
      [sql, ['x']],
      [sql, [1, 2]],
    ] as const) {
      const [told, expected] = await Promise.all(
        [paged, whole].map((lake) => query(lake, text, { parameters: [...parameters] }).catch(String)),
      );
      expect(told).toEqual(expected);
      expect(told).toMatch(/Error/);
    }
  });

  it('leaves all rows for the next statement', async () => {
    const count = 'select count(*)::int as n from enriched_history_operations';
    const before = await answer(whole, count);
    await query(paged, sql, { parameters: [1] });
    expect(await answer(paged, count)).toBe(before);
  });

  it('is not looked for where the relation is of one table, or small', async () => {
    expect(await isPaged(paged, 'from bronze.history_operations order by id limit 3')).toBe(false);
    expect(await isPaged(paged, 'from silver.accounts_current order by account_id limit 3')).toBe(false);
    expect(await isPaged(whole, 'from enriched_history_operations order by op_id limit 3')).toBe(false);
  });
});
