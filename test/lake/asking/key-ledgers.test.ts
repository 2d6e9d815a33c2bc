/** Statements that ask for a key read the files of the ledgers that have rows with it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEY_COLUMNS, keyKinds, kindNames, ROWS_APART } from '../../../src/history/key-columns.ts';
import { LedgerIndex } from '../../../src/history/ledger-index.ts';
import { LOOKUP_FOLDER } from '../../../src/history/lookup.ts';
import { indexKeys } from '../../../src/ingest/index-keys.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import type { KeyOfKinds } from '../../../src/lake/asking/narrow/key-ledgers.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { StandingStatements } from '../../../src/lake/asking/query/standing-statements.ts';
import { tables as allTables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { openBounds, type Bounds } from '../bounds.ts';
import { load, network, tables } from '../tables.ts';

it('columns of keys are columns of texts that tables have', () => {
  for (const [table, names] of KEY_COLUMNS) {
    const { columns } = allTables.find(({ name }) => name === table)!;
    expect(
      [...names.keys()].filter((name) => columns[name]?.kind !== 'utf8'),
      table,
    ).toEqual([]);
  }
});

it('kinds of columns are bits of 16', () => {
  const kinds = [...KEY_COLUMNS.values()].flatMap((columns) => [...columns.values()]);
  const all = kinds.reduce((bits, one) => bits | one, 0);
  expect(kindNames(all)).toBe(Object.keys(keyKinds).join(', '));
  expect(all).toBeLessThanOrEqual(0xffff);
  for (const [table, { column, kind }] of ROWS_APART) {
    expect(allTables.find(({ name }) => name === table)!.columns[column]).toMatchObject({
      kind: 'utf8',
      nullable: false,
    });
    expect([...KEY_COLUMNS.get(table)!.values()].some((one) => (one & kind) !== 0 && one !== kind)).toBe(true);
  }
});

describe('StatementReads of all views', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables: allTables, index: { columns: KEY_COLUMNS, apart: ROWS_APART } });
  });
  afterAll(() => finder.close());

  it.each([
    [`bronze.history_operations where source_account = 'GA' order by id desc limit 100`, 'GA', 'history_operations'],
    [`bronze.operation_participants where address in ('GA', 'GB')`, 'GA GB', 'operation_participants'],
    [`silver.token_transfers_raw where from_account = 'GA' or to_account = 'GA'`, 'GA', 'token_transfers_raw'],
    [`token_transfers_raw where ("from" = 'GA' or "to" = 'GB') and "amount" > 5`, 'GA GB', 'token_transfers_raw'],
    [
      `silver.enriched_history_operations where op_source_account = 'GA'`,
      'GA',
      'history_ledgers history_operations history_transactions',
    ],
    [`semantic.semantic_activities where source_account = 'GA'`, 'GA', 'history_operations history_transactions'],
    [
      `silver.enriched_history_operations where asset_key = 'USD:GA'`,
      'GA',
      'history_ledgers history_operations history_transactions',
    ],
    [
      `silver.enriched_history_operations where contract_id = 'CA'`,
      'CA',
      'history_ledgers history_operations history_transactions',
    ],
    [`semantic.semantic_activities where contract_id = 'CA'`, 'CA', 'history_operations history_transactions'],
    [`silver.token_transfers_raw where asset_key = 'USD:GA'`, 'GA USD:GA', 'token_transfers_raw'],
    [`bronze.token_transfers_raw where asset_key = 'CA'`, 'CA', 'token_transfers_raw'],
    [`silver.token_transfers_raw where asset_key = 'native'`, '', ''],
    [`bronze.history_operations_raw_v1 where operation_asset in ('USD:GA', 'EUR:GB')`, 'GA GB', 'history_operations'],
    [`bronze.history_operations_raw_v1 where operation_asset = 'native'`, '', ''],
    [`bronze.history_operations where asset = 'USD:GA'`, 'GA', 'history_operations'],
    [
      `bronze.operations_row_v2 where asset in ('USD:GA', 'EUR:GB')`,
      'GA GB',
      'contract_invocations history_operations',
    ],
    [`bronze.operations_row_v2 where asset = 'native'`, '', ''],
    [`bronze.history_effects where asset_key = 'USD:GA'`, 'GA', 'history_effects'],
    [`silver.trades where seller_account = 'GA' or buyer_account = 'GA'`, 'GA', 'history_trades history_transactions'],
    [`silver.trades where seller_account = 'LA'`, 'LA', 'history_trades history_transactions'],
    [
      `silver.trades where selling_asset_key = 'USD:GA' or buying_asset_key = 'EUR:GB'`,
      'GA GB',
      'history_trades history_transactions',
    ],
    [
      `silver.trades as t join bronze.history_ledgers as l on l.sequence = t.ledger_sequence where buyer_account = 'GA'`,
      'GA',
      'history_trades history_transactions',
    ],
    [`semantic.semantic_flows_value where from_account = 'GA' or to_account = 'GA'`, 'GA', 'token_transfers_raw'],
    [`semantic.semantic_flows_value where asset_key = 'USD:GA'`, 'GA USD:GA', 'token_transfers_raw'],
    [`silver.trustlines_snapshot where asset_issuer = 'GA'`, 'GA', 'trust_lines'],
    [`bronze.trust_lines where liquidity_pool_id_strkey = 'LA'`, 'LA', 'trust_lines'],
    [`bronze.account_signers where signer = 'GA' or sponsor = 'GB'`, 'GA GB', 'account_signers'],
    [`bronze.contract_data where asset_issuer = 'GA'`, 'GA', 'contract_data'],
    [`token_transfers_raw where asset = 'credit_alphanum4:USD:GA'`, 'GA', 'token_transfers_raw'],
    [`token_transfers_raw where asset = 'native'`, '', ''],
    [`token_transfers_raw where asset_type = 'native'`, '', ''],
    [`silver.accounts_snapshot where account_id = 'GA'`, 'GA', 'accounts'],
    [`bronze.history_contract_events where contract_id = 'CA'`, 'CA', 'history_contract_events'],
    [`bronze.history_operations where source_account = 'GA' or type = 1`, '', ''],
    [`bronze.history_operations where transaction_result_code = 'x' or source_account = 'GA'`, '', ''],
    [
      `bronze.history_operations as o left join bronze.history_effects as e on e.address = 'GA'`,
      'GA',
      'history_effects',
    ],
  ])('asks for the ledgers of the keys of: %s', async (from, keys, bounded) => {
    const asked = new Set<string>();
    const ofKeys = (list: readonly KeyOfKinds[]) => {
      asked.add(list.map(({ key }) => key).join(' '));
      return [{ first: 5, last: 6 }];
    };
    for (let round = 0; round < 2; round++) {
      const found = await finder.find(`select * from ${from}`, undefined, { ofKeys });
      expect([...asked].join()).toBe(keys);
      expect([...found.keys()].sort().join(' ')).toBe(bounded);
      expect([...found.values()]).toEqual(Array.from(found, () => [{ first: 5, last: 6 }]));
    }
  });
});

describe('StatementReads', () => {
  it.each([
    [`bronze.history_operations where source_account = 'GA'`, 'GA: source'],
    [`bronze.operation_participants where address = 'GA'`, 'GA: participant'],
    [`silver.token_transfers_raw where from_account = 'GA' or to_account = 'GB'`, 'GA: transfer; GB: transfer'],
    [`silver.token_transfers_raw where from_account = 'GA' or asset_issuer = 'GA'`, 'GA: transfer, token'],
    [`token_transfers_raw where "from" = 'GA'`, 'GA: transfer, fee'],
    [`semantic.semantic_flows_value where from_account = 'GA'`, 'GA: transfer'],
    [`silver.token_transfers_raw where asset_key = 'USD:GA'`, 'GA: token; USD:GA: token'],
    [`silver.enriched_history_operations where asset_key = 'USD:GA'`, 'GA: issuer'],
    [`bronze.history_operations_raw_v1 where operation_asset = 'USD:GA'`, 'GA: issuer'],
    [`silver.enriched_history_operations where op_source_account = 'GA'`, 'GA: source'],
    [`silver.trades where seller_account = 'GA' or selling_asset_key = 'USD:GA'`, 'GA: issuer, trade'],
    [`bronze.history_effects where address = 'GA'`, 'GA: effect'],
    [`silver.accounts_snapshot where account_id = 'GA'`, 'GA: account'],
    [`bronze.history_contract_events where contract_id = 'CA'`, 'CA: event'],
  ])('asks for the kinds of rows of: %s', async (from, kinds) => {
    const finder = await openBounds({ tables: allTables, index: { columns: KEY_COLUMNS, apart: ROWS_APART } });
    const asked = new Set<string>();
    const ofKeys = (list: readonly KeyOfKinds[]) => {
      asked.add(list.map((one) => `${one.key}: ${kindNames(one.kinds)}`).join('; '));
      return [];
    };
    await finder.find(`select * from ${from}`, undefined, { ofKeys });
    finder.close();
    expect([...asked]).toEqual([kinds]);
  });
});

describe('StatementReads with parameters', () => {
  let finder: Bounds;
  beforeAll(async () => {
    finder = await openBounds({ tables: allTables, index: { columns: KEY_COLUMNS, apart: ROWS_APART } });
  });
  afterAll(() => finder.close());

  /** What is asked for of keys, and what comes of it: a ledger for each key. */
  async function found(sql: string, parameters?: string[]): Promise<unknown> {
    const asked: string[][] = [];
    const ofKeys = (list: readonly KeyOfKinds[]) => {
      asked.push(list.map(({ key, kinds }) => `${key} ${kinds}`).sort());
      return list.map(({ key }) => ({ first: key.charCodeAt(1), last: key.charCodeAt(1) }));
    };
    const ofHash = (hash: string) => [hash.charCodeAt(0)];
    const bounds = await finder.find(sql, parameters, { ofKeys, ofHash });
    return {
      asked,
      bounds: [...bounds].map(([table, ranges]) => [table, ranges.toSorted((a, b) => a.first - b.first)]),
    };
  }

  const key = fc.constantFrom(...[...'ABC'].map((letter) => `G${letter.repeat(55)}`));
  const hash = fc.constantFrom('a'.repeat(64), 'b'.repeat(64));
  const wheres = [
    '"from" = $1 or "to" = $2',
    '"from" = $1 and "to" = $1',
    '"from" in ($1, $2) and "to" = $3',
    '"from" = $1 and ("from" = $2 or "to" = $3)',
    `"from" = $1 or ($2 = '${`GA${'A'.repeat(54)}`}' and "to" = $3)`,
    `"from" = $1 and ("to" = '${`GB${'B'.repeat(54)}`}' or "to" = $2) and contract_id = $3`,
    'case when $1 = $2 then "from" = $1 else "to" = $3 end',
    '"from" = $1 and operation_id < $2::bigint and "to" = $3',
  ];

  it('finds what it finds of the SQL with the values in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...wheres), fc.tuple(key, key, key), async (where, keys) => {
        const values = keys.map((one, i) => (where.includes(`$${i + 1}::bigint`) ? String(one.charCodeAt(1)) : one));
        const sql = `select * from bronze.token_transfers_raw where ${where} order by operation_id desc limit 100`;
        const used = values.filter((_, i) => where.includes(`$${i + 1}`));
        const said = sql.replace(/\$(\d)/g, (_, n) => `'${values[Number(n) - 1]}'`);
        expect(await found(sql, used), sql).toEqual(await found(said));
      }),
      { numRuns: 150 },
    );
  });

  it('finds the ledgers of each hash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(hash, key), async ([one, account]) => {
        const sql = 'select * from bronze.history_transactions where transaction_hash = $1 and account = $2';
        const said = sql.replace('$1', `'${one}'`).replace('$2', `'${account}'`);
        expect(await found(sql, [one, account])).toEqual(await found(said));
      }),
      { numRuns: 12 },
    );
  });
});

describe('a lake of payers', () => {
  const sql = join(import.meta.dirname, 'no-sql');
  const columns = new Map([
    [
      'payments',
      new Map([
        ['account', 1],
        ['memo', 2],
      ]),
    ],
  ]);
  let index: LedgerIndex;
  let writer: Lake;
  let bounded: Lake;
  let whole: Lake;
  // Of each but the last, few of ten accounts pay: 7; 0, 7, 8; 0, 1; 7; 0, 7, 8.
  const ranges: [number, number][] = [
    [1, 1],
    [40, 41],
    [80, 80],
    [121, 121],
    [160, 161],
  ];
  beforeAll(async () => {
    const dir = temporaryFolder();
    index = new LedgerIndex(dir, columns);
    writer = await openLake(dir, { tables, write: true, network, sql, index });
    await load(writer, ...ranges);
    expect(await indexKeys(writer)).toBe(7);
    bounded = await openLake(dir, { tables, sql, unboundedFiles: 0, index });
    whole = await openLake(dir, { tables, sql, unboundedFiles: Infinity });
  });
  afterAll(async () => {
    for (const lake of [bounded, whole, writer]) await lake.close();
  });

  const payments = 'bronze.payments_raw_v1';

  /** The files of payments that a query reads, by their ledgers. */
  async function filesOf(lake: Lake, text: string): Promise<string[]> {
    const { connection, begin, release } = await lake.session({ sql: text });
    await begin();
    // A connection keeps the lists of earlier queries: only those that the view names count.
    const view = `select sql from duckdb_views() where view_name = 'payments_raw_v1'`;
    const [row] = await selectRows(connection, `select getvariable('payments 0') as files, (${view}) as view`);
    await release();
    if (!String(row['view']).includes(`'payments 0'`)) return [];
    return [...String(row['files']).matchAll(/(\d+-\d+)(?:\.\d+)?\.parquet/g)].map(([, name]) => name);
  }

  it('names those with rows of the key alone, the newest first for the last rows', async () => {
    const where = `from ${payments} where account`;
    expect(await filesOf(bounded, `${where} = 'ACCOUNT1'`)).toEqual(['80-80']);
    expect(await filesOf(bounded, `${where} in ('ACCOUNT1', 'NOBODY')`)).toEqual(['80-80']);
    expect(await filesOf(bounded, `${where} = 'ACCOUNT8' order by id desc limit 1`)).toEqual(['160-161', '40-41']);
    expect(await filesOf(bounded, `${where} = 'ACCOUNT8' and ledger_sequence > 100`)).toEqual(['160-161']);
    expect(await filesOf(bounded, `${where} = 'NOBODY'`)).toEqual([]);
    // The index has it, but of no memo.
    expect(await filesOf(bounded, `from ${payments} where memo = 'ACCOUNT1'`)).toEqual([]);
    expect(await filesOf(bounded, `from ${payments} where memo = 'ACCOUNT1' or account = 'ACCOUNT1'`)).toEqual([
      '80-80',
    ]);
    expect(await filesOf(bounded, `from ${payments} where memo = 'memo of ledger 80'`)).toHaveLength(5);
  });

  it('passes over what is before and after those in their files', async () => {
    const shown = async (text: string) => {
      const { connection, begin, release } = await bounded.session({ sql: text });
      await begin();
      const ends = `getvariable('payments first') as first, getvariable('payments last') as last`;
      const [row] = await selectRows(
        connection,
        `select ${ends}, sql like '%BETWEEN%' as "isSaid" from duckdb_views() where view_name = 'payments_raw_v1'`,
      );
      await release();
      return row;
    };
    const ofOne = await shown(`from ${payments} where account = 'ACCOUNT1'`);
    expect(ofOne).toEqual({ first: 80, last: 80, isSaid: true });
    expect(await shown(`from ${payments} where account = 'ACCOUNT7'`)).toMatchObject({ isSaid: false });
    const since = await shown(`from ${payments} where ledger_sequence >= 121`);
    expect(since).toEqual({ first: 121, last: 2 ** 31 - 1, isSaid: true });
  });

  it('names all where a key is in most of them', async () => {
    for (let round = 0; round < 2; round++)
      expect(await filesOf(bounded, `from ${payments} where account = 'ACCOUNT7'`)).toHaveLength(5);
  });

  const account = fc.integer({ min: 0, max: 9 }).map((n) => `'ACCOUNT${n}'`);
  const leaf = fc.oneof(
    account.map((one) => `account = ${one}`),
    fc.array(account, { minLength: 1, maxLength: 4 }).map((list) => `account in (${list.join(', ')})`),
    account.map((one) => `memo = ${one}`),
    account.map((one) => `account <> ${one}`),
    fc.integer({ min: 0, max: 170 }).map((n) => `ledger_sequence <= ${n}`),
  );
  const condition = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.tuple(tie('node'), fc.constantFrom('and', 'or'), tie('node')).map(([a, op, b]) => `(${a} ${op} ${b})`),
      tie('node').map((a) => `not (${a})`),
    ),
  })).node;
  const joins = fc.constantFrom('join', 'left join', 'right join', 'full join', 'semi join', 'anti join');
  const statement = fc.oneof(
    condition.map((where) => `select id from ${payments} where ${where} order by id desc limit 3`),
    fc.tuple(joins, condition).map(
      ([kind, where]) =>
        `select count(*), sum(p.id) from ${payments} as p ${kind} bronze.history_ledgers_raw_v1 as l
         on l.sequence = p.ledger_sequence and ${where}`,
    ),
  );
  const answer = async (lake: Lake, text: string) => (await query(lake, text)).toArray().map(String).join();

  async function answersAlike(numRuns: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(statement, async (text) => {
        expect(await answer(bounded, text), text).toBe(await answer(whole, text));
      }),
      { numRuns },
    );
  }

  it('answers as if all files were named', () => answersAlike(25));

  it('stays prepared for keys of other ledgers, and of none', async () => {
    const quick = await openLake(writer.path, { tables, sql, unboundedFiles: 0, isStanding: true, index });
    const statements = new StandingStatements(quick);
    const text = `select id, account, memo from ${payments} where account = $1 order by id desc limit 2`;
    const ask = async (one: string) => (await statements.rows(text, { parameters: [one] })).rows;
    await ask('ACCOUNT1');
    const opened = vi.spyOn(quick, 'session');
    for (const n of [8, 7, 1, 0, 3, 8]) {
      const said = (await query(whole, text.replace('$1', `'ACCOUNT${n}'`))).toArray();
      expect(await ask(`ACCOUNT${n}`), String(n)).toEqual(
        said.map((row) => [String(row['id']), String(row['account']), row['memo']]),
      );
    }
    expect(await ask('NOBODY')).toEqual([]);
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    await statements.close();
  });

  const run = fc.record({
    key: fc.oneof(
      fc.integer({ min: 0, max: 10 }).map((n) => `ACCOUNT${n}`),
      fc.constantFrom(80, 161).map((n) => `memo of ledger ${n}`),
    ),
    kinds: fc.integer({ min: 1, max: 3 }),
    first: fc.integer({ min: 0, max: 170 }),
    last: fc.integer({ min: 0, max: 170 }),
    isDescending: fc.boolean(),
    count: fc.integer({ min: 1, max: 6 }),
  });

  /** Of the ledgers of a key in a range those are told that come first, all of them where that is said. */
  async function tellsLedgers(numRuns: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(run, async (asked) => {
        const { key, kinds, first, last, isDescending, count } = asked;
        const columns = ['account', 'memo'].filter((_, i) => (kinds & (1 << i)) !== 0);
        const text = `select distinct ledger_sequence from ${payments}
          where '${key}' in (${columns.join(', ')}) and ledger_sequence between ${first} and ${last}`;
        const rows = (await query(whole, text)).toArray().map((row) => Number(row['ledger_sequence']));
        const all = rows.sort((a, b) => (isDescending ? b - a : a - b));
        const found = (await bounded.ledgersOfKey(asked))!;
        expect(found.ledgers.length).toBeLessThanOrEqual(count);
        expect(all.slice(0, found.ledgers.length)).toEqual(found.ledgers);
        if (found.isAll) expect(found.ledgers).toEqual(all);
        if (all.length < count) expect(found.isAll).toBe(true);
      }),
      { numRuns },
    );
  }

  it('tells the first or last ledgers of a key in a range', () => tellsLedgers(60));

  it('reads ledgers of which keys are not known in any case', async () => {
    await load(writer, [200, 201]);
    const text = `from ${payments} where account = 'NOBODY'`;
    expect(index.lacking(await bounded.snapshot())).toEqual([{ first: 200, last: 201 }]);
    expect(await filesOf(bounded, text)).toEqual(['200-201']);
    const all = { key: 'ACCOUNT8', kinds: 1, first: 0, last: 300, isDescending: true, count: 100 };
    expect(await bounded.ledgersOfKey(all)).toEqual({ ledgers: [201, 200, 161, 41], isAll: true, unknown: 2 });
    expect(await bounded.ledgersOfKey({ ...all, count: 1 })).toEqual({ ledgers: [201], isAll: false, unknown: 1 });
    const ascending = { ...all, isDescending: false };
    expect(await bounded.ledgersOfKey({ ...ascending, count: 1 })).toEqual({ ledgers: [41], isAll: false });
    const three = { ledgers: [41, 161, 200], isAll: false, unknown: 1 };
    expect(await bounded.ledgersOfKey({ ...ascending, count: 3 })).toEqual(three);
    await answersAlike(8);
    await indexKeys(writer);
    expect(index.lacking(await bounded.snapshot())).toEqual([]);
    expect(await filesOf(bounded, text)).toEqual([]);
    await compactLake(writer);
    await answersAlike(8);
    await tellsLedgers(20);
  });

  it('reads all where the index lacks many ledgers, or is damaged', async () => {
    const folder = join(writer.path, LOOKUP_FOLDER);
    const run = { key: 'ACCOUNT8', kinds: 1, first: 0, last: 300, isDescending: true, count: 100 };
    const known = await bounded.ledgersOfKey(run);
    const [name] = readdirSync(folder).filter((one) => one.startsWith('1-1.'));
    const bytes = readFileSync(join(folder, name));
    bytes[4096] ^= 1;
    writeFileSync(join(folder, name), bytes);
    index.close();
    expect(await bounded.ledgersOfKey(run)).toEqual({ ...known, ledgers: [...known!.ledgers, 1], unknown: 1 });
    expect(index.lacking(await bounded.snapshot())).toEqual([{ first: 1, last: 1 }]);
    await answersAlike(8);
    for (const one of readdirSync(folder)) rmSync(join(folder, one));
    index.close();
    expect(index.lacking(await bounded.snapshot())).toEqual((await bounded.snapshot()).ranges);
    await answersAlike(8);
    await indexKeys(writer);
    expect(await bounded.ledgersOfKey(run)).toEqual(known);
  });
});
