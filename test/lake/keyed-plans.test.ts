import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/lake/duckdb.ts';
import { KeyedPlans } from '../../src/lake/narrow/keyed-plans.ts';

const [ONE, OTHER] = ['C', 'G'].map((letter) => letter + 'A'.repeat(55));
const scanOf = (...filters: string[]) => ({ name: 'SEQ_SCAN', extra_info: { Table: 't', Filters: filters } });

/** Asks for plans of a statement; `plan` makes one of the values. */
async function asking(sql: string, plan: (values: string[]) => object) {
  const connection = await (await openDatabase()).connect();
  const plans = new KeyedPlans();
  let count = 0;
  return {
    plans: () => count,
    filters: async (...values: string[]) => {
      const made = () => Promise.resolve([count++, plan(values)][1]);
      const scans = await plans.scans(connection, [sql, values], made);
      return scans.flatMap(({ filters }) => filters);
    },
  };
}

describe('plans of statements that are asked again', () => {
  test('are made once for any keys, and for any times that columns are compared with', async () => {
    const sql = 'from t where contract_id = $1 and closed_at > cast($2 as timestamp)';
    const { filters, plans } = await asking(sql, ([key]) => scanOf(`contract_id='${key}'`));
    expect(await filters(ONE, '2026-01-01')).toEqual([`contract_id='${ONE}'`]);
    expect(await filters(OTHER, '2026-01-02')).toEqual([`contract_id='${OTHER}'`]);
    expect(plans()).toBe(1);
  });

  test('are made again where a time leaves nothing to read', async () => {
    const sql = 'from t where closed_at > cast($1 as timestamp) and closed_at < cast($2 as timestamp)';
    const { filters } = await asking(sql, ([start, end]) => (start > end ? { name: 'EMPTY_RESULT' } : scanOf('l>5')));
    expect(await filters('2026-01-02', '2026-01-01')).toEqual([]);
    expect(await filters('2026-01-02', '2026-01-03')).toEqual(['l>5']);
  });

  test.each([
    ['no time', 'from t where sequence > $1'],
    ['a time that stands elsewhere, too', 'from t where closed_at > cast($1 as timestamp) and sequence < length($1)'],
    ['a time that an expression is compared with', 'from t where closed_at + interval 1 day > cast($1 as timestamp)'],
  ])('are made for each value of %s', async (_, sql) => {
    const { filters, plans } = await asking(sql, ([value]) => scanOf(`sequence>${value}`));
    expect(await filters('5')).toEqual(['sequence>5']);
    expect(await filters('6')).toEqual(['sequence>6']);
    expect(plans()).toBe(2);
  });
});
