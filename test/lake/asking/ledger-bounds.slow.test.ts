import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { tables as allTables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { openBounds, type Bounds } from '../bounds.ts';
import { load, network, tables } from '../tables.ts';

const noSql = join(import.meta.dirname, 'no-sql');
const payments = 'bronze.payments_raw_v1';
const ledgers = 'bronze.history_ledgers_raw_v1';

describe('StatementReads', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables, sql: noSql });
  });
  afterAll(() => finder.close());

  const open = 2 ** 32 - 1;
  it.each([
    [`from ${payments} where ledger_sequence = 5`, { payments: [[5, 5]] }],
    [`explain analyze from ${payments} where ledger_sequence = 5`, { payments: [[5, 5]] }],
    [`from ${payments} where ledger_sequence > 5 and ledger_sequence::bigint < 9`, { payments: [[6, 8]] }],
    [`from ${payments} where ledger_sequence in (9, 7, 30)`, { payments: [[7, 30]] }],
    [`from ${payments} where ledger_sequence = 7 or ledger_sequence = 3`, { payments: [[3, 7]] }],
    [`from ${payments} where ledger_sequence = 7 or account = 'x'`, {}],
    [`from ${payments} where memo = 'x AND ledger_sequence=7 AND y' and ledger_sequence <= 9`, { payments: [[0, 9]] }],
    [`from ${payments} where memo = 'ledger_sequence=7'`, {}],
    [`from ${payments} where ledger_sequence <> 7`, {}],
    [`from ${payments} where ledger_sequence = (select max(sequence) from ${ledgers})`, {}],
    [
      `select * from ${payments} as p join ${ledgers} as l on l.sequence = p.ledger_sequence where l.sequence >= 3`,
      { history_ledgers: [[3, open]] },
    ],
    [
      `from ${ledgers} where sequence = 5 union all from ${ledgers} where sequence = 50`,
      {
        history_ledgers: [
          [5, 5],
          [50, 50],
        ],
      },
    ],
    [`from ${ledgers} where sequence = 5 union all from ${ledgers}`, {}],
    ['from nowhere where sequence = 5', {}],
  ])('finds what is asked of ledgers: %s', async (sql, expected) => {
    const found = await finder.find(sql, undefined);
    const ranges = [...found].map(([table, list]) => [table, list.map(({ first, last }) => [first, last])]);
    expect(Object.fromEntries(ranges)).toEqual(expected);
  });

  it('takes the values of parameters', async () => {
    const sql = `from ${payments} where ledger_sequence between $first and $last`;
    expect((await finder.find(sql, { first: 3, last: 4 })).get('payments')).toEqual([{ first: 3, last: 4 }]);
    expect((await finder.find(`from ${ledgers} where sequence = ?`, [8])).get('history_ledgers')).toEqual([
      { first: 8, last: 8 },
    ]);
  });
});

describe('StatementReads of all views', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables: allTables });
  });
  afterAll(() => finder.close());

  it.each([
    ['from history_operations where ledger_sequence = 5', { history_operations: [[5, 5]] }],
    ['from history_operations where ledger_sequence in (9, 7) and type = 1', { history_operations: [[7, 9]] }],
    ['from history_operations where details.amount > 1 or ledger_sequence = 5', {}],
    [
      `from history_operations as o left join history_transactions as t on t.id = o.transaction_id
       where o.ledger_sequence > 4 and o.ledger_sequence <= 9`,
      { history_operations: [[5, 9]] },
    ],
    [
      'from bronze.contract_data where ledger_sequence = 5 union all from bronze.contract_data where ledger_sequence = 8',
      {
        contract_data: [
          [5, 5],
          [8, 8],
        ],
      },
    ],
    // What stands beside a row is of its ledger, whatever type the column has.
    [
      'from bronze.operations_row_v2 where ledger_sequence between 5 and 6',
      { history_operations: [[5, 6]], contract_invocations: [[5, 6]] },
    ],
    [
      'from bronze.trades_row_v1 where ledger_sequence = 5',
      { history_trades: [[5, 5]], history_transactions: [[5, 5]] },
    ],
    // Of each asset the first ledger: a filter on it tells nothing of the others.
    ['from history_assets where ledger_sequence = 5', {}],
  ])('finds the same again once a table stands in for a view: %s', async (sql, expected) => {
    for (let round = 0; round < 2; round++) {
      const found = await finder.find(sql, undefined);
      const ranges = [...found].map(([table, list]) => [table, list.map(({ first, last }) => [first, last])]);
      expect(Object.fromEntries(ranges)).toEqual(expected);
    }
  });
});

describe('a lake of many files', () => {
  let bounded: Lake;
  let whole: Lake;
  beforeAll(async () => {
    const dir = temporaryFolder();
    const lake = await openLake(dir, { tables, write: true, network, sql: noSql });
    await load(lake, [1, 9], [10, 19], [20, 29], [30, 39], [60, 69]);
    await lake.close();
    bounded = await openLake(dir, { tables, sql: noSql, unboundedFiles: 0 });
    whole = await openLake(dir, { tables, sql: noSql, unboundedFiles: Infinity });
  });
  afterAll(async () => {
    await bounded.close();
    await whole.close();
  });

  const ledger = fc.integer({ min: 0, max: 80 });
  const column = (name: string) =>
    fc.oneof(
      fc.tuple(fc.constantFrom('=', '<', '<=', '>', '>=', '<>'), ledger).map(([sign, n]) => `${name} ${sign} ${n}`),
      fc.array(ledger, { minLength: 1, maxLength: 4 }).map((list) => `${name} in (${list.join(', ')})`),
      fc.tuple(ledger, ledger).map(([a, b]) => `${name} between ${a} and ${b}`),
      fc.tuple(ledger, ledger).map(([a, b]) => `${name} + ${a} = ${b}`),
      fc.constantFrom(`${name} is null`, `${name} = null`, `account = 'ACCOUNT5'`, 'true', 'false'),
      ledger.map((n) => `${name} = (select max(sequence) from ${ledgers} where sequence < ${n})`),
    );
  const cast = (name: string) => `cast(${name} as bigint)`;
  const condition = (name: string) =>
    fc.letrec<{ node: string; leaf: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        tie('leaf'),
        fc.tuple(tie('node'), fc.constantFrom('and', 'or'), tie('node')).map(([a, op, b]) => `(${a} ${op} ${b})`),
        tie('node').map((a) => `not (${a})`),
      ),
      leaf: fc.oneof(column(name), column(cast(name))),
    })).node;
  const joins = ['join', 'left join', 'right join', 'full join', 'semi join', 'anti join'];
  const statement = fc.oneof(
    condition('ledger_sequence').map((where) => `select count(*), sum(id) from ${payments} where ${where}`),
    fc.tuple(fc.constantFrom(...joins), condition('p.ledger_sequence'), condition('p.ledger_sequence')).map(
      ([join, on, where]) =>
        `select count(*), sum(p.id) from ${payments} as p ${join} ${ledgers} as l
             on l.sequence = p.ledger_sequence and ${on} where ${where}`,
    ),
    fc
      .tuple(condition('ledger_sequence'), condition('ledger_sequence'))
      .map(
        ([a, b]) =>
          `with x as (from ${payments} where ${a}) select count(*), sum(id) from (from x union all from ${payments} where ${b})`,
      ),
  );

  it('answers any query as if all files were named', async () => {
    const answer = async (lake: Lake, sql: string) => {
      const table = await query(lake, sql).catch((error: Error) => error.message);
      return typeof table === 'string' ? table : table.toArray().map(String).join();
    };
    await fc.assert(
      fc.asyncProperty(statement, async (sql) => {
        expect(await answer(bounded, sql), sql).toBe(await answer(whole, sql));
      }),
      { numRuns: 150 },
    );
  });
});
