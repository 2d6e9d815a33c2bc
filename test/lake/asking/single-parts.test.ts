/** Rows of kept relations that are read out of their parts and given to a statement. */
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBuilder } from '../../../src/arrow/table.ts';
import { givenRows } from '../../../src/lake/duckdb/given-rows.ts';
import { quoteName, quoteText, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { BaselineWriter } from '../../../src/lake/writing/baseline-writer.ts';
import { foldParts } from '../../../src/lake/writing/fold-parts.ts';
import { PARTS } from '../../../src/lake/meaning/kept.ts';
import type { StandingParts } from '../../../src/lake/asking/scan/shown-parts.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { StandingStatements, type StandingOptions } from '../../../src/lake/asking/query/standing-statements.ts';
import { readPartRows } from '../../../src/lake/asking/scan/single-parts.ts';
import { givenValue, RowsNotRead, type RowsOf } from '../../../src/lake/asking/scan/single-rows.ts';
import { RowReader } from '../../../src/parquet/read/row-reader.ts';
import { tables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { withDuckDB } from '../../parquet/things.ts';
import { keptSql } from '../kept-sql.ts';
import * as made from '../tables.ts';

/** The texts by which parts are sorted first, those of offers, which are by numbers, beside them. */
const keys = {
  'semantic.semantic_account_summary': 'account_id',
  'silver.contract_data_current': 'contract_id',
  'silver.contract_callers': 'contract_id',
  'silver.trade_agg': 'asset_a_key',
  'silver.account_signers_current': 'account_id',
  'silver.contract_code_current': 'contract_code_hash',
  'silver.account_data_current': 'account_id',
  'silver.daily_holdings': 'holder',
  'silver.hourly_fee_agg_account': 'fee_source_account',
  'silver.accounts_current': 'account_id',
  'silver.ttl_current': 'key_hash',
  'silver.contract_activity': 'contract_id',
  'silver.trust_lines_current': 'account_id',
  'silver.hourly_transfer_agg_address': 'contract_id',
  'silver.hourly_soroban_fee_agg_contract': 'contract_id',
  'silver.offers_current': 'seller_id',
  'silver.liquidity_pools_current': 'liquidity_pool_id',
};
/** Those that have no such text, or structs and lists among their columns, or no rows. */
const others = [
  'silver.daily_fee_stats_agg',
  'silver.config_settings_current',
  'silver.claimable_balances_current',
  'silver.balance_differences',
];

const rowsOf = (id: string, value: string, by: string, most = 1000): RowsOf =>
  new Map([[id, { value, in: [by], most }]]);

describe('rows of parts that are given', () => {
  let lake: Lake;
  let statements: StandingStatements;
  beforeAll(async () => {
    lake = await openLake(await makeSampleLake(), { tables, isStanding: true });
    statements = new StandingStatements(lake);
  });
  afterAll(() => statements.close());

  it('are of every kept relation, but of those that have no key, or nested columns', async () => {
    const kept = await lake.kept();
    expect(kept.map(({ kept }) => kept.id).sort()).toEqual([...Object.keys(keys), ...others].sort());
    const balances = { rowsOf: rowsOf('silver.claimable_balances_current', 'x', 'balance_id') };
    await expect(statements.rows('from silver.claimable_balances_current', balances)).rejects.toThrow(RowsNotRead);
  });

  it.each(Object.entries(keys))('are those that DuckDB reads of them: %s by %s', async (id, by) => {
    const { rows: all } = await statements.rows(`select distinct ${by} from ${id} order by all`, {});
    const found = all.map(([key]) => String(key));
    expect(found.length).toBeGreaterThan(0);
    const some = [...found.slice(0, 3), found[found.length >> 1], found[found.length - 1], 'nobody'];
    const opened = vi.spyOn(lake, 'session');
    const given: unknown[] = [];
    for (const key of some) {
      given.push((await statements.rows(`from ${id} order by all`, { rowsOf: rowsOf(id, key, by) })).rows);
    }
    expect(opened).toHaveBeenCalledOnce();
    opened.mockRestore();
    for (const [i, key] of some.entries()) {
      const asked = `from ${id} where ${by} = ${quoteText(key)} order by all`;
      expect(given[i]).toEqual((await statements.rows(asked, {})).rows);
    }
    expect(given.slice(-2)).toEqual([expect.not.objectContaining({ length: 0 }), []]);
  });

  it('are of columns whose types are told as DuckDB does, nested ones not at all', async () => {
    const snapshot = await lake.snapshot();
    const reader = new RowReader({ maxBytes: 0 });
    for (const { kept, version } of await lake.kept()) {
      const [part] = snapshot.partsOf(kept.id, version);
      if (part === undefined) continue;
      const path = join(lake.path, part.path);
      const query = `describe from read_parquet(${quoteText(path)}, hive_partitioning = false)`;
      const described = await withDuckDB((c) => selectRows(c, query));
      for (const { column_name: name, column_type: type } of described) {
        const limits = { most: 0, mostSearched: 0, mostHeld: Infinity };
        const found = await reader.rowsOfText(path, { value: '', in: [] }, limits, [String(name)]);
        const told = /\[\]/.test(String(type)) ? undefined : String(type).toLowerCase();
        expect([kept.id, name, found?.types[0]]).toEqual([kept.id, name, told]);
      }
    }
  });

  it.each(Object.entries(keys))('have the types of the files: %s by %s', async (id, by) => {
    const snapshot = await lake.snapshot();
    const { kept, version } = (await lake.kept()).find(({ kept }) => kept.id === id)!;
    const [{ path, columns }] = snapshot.partsOf(kept.id, version);
    const session = await lake.session({ sql: `from ${id}`, rowsOf: rowsOf(id, 'nobody', by) });
    await session.begin();
    const given = await selectRows(session.connection, `describe from ${PARTS}.${quoteName(id)}`);
    await session.release();
    const read = `select ${columns.map(quoteName).join()} from read_parquet(${quoteText(join(lake.path, path))})`;
    expect(given).toEqual(await withDuckDB((c) => selectRows(c, `describe ${read}`)));
  });
});

describe('rows of parts that are given, in a lake that goes on', () => {
  const folder = temporaryFolder();
  const sql = keptSql({
    'silver/odd.sql': `-- One row per account; key account.
-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account"]}
with changes as (
    select
        account,
        ledger_sequence,
        'a"b''\\' || chr(0) || '😀' || memo as text,
        json_object('memo', memo, 'list', [1, 2]) as document,
        cast(ledger_sequence - 30 as decimal(38, 7)) / 10000000 as double_amount,
        cast((ledger_sequence - 30) * 0.0000001 as decimal(19, 7)) as amount,
        cast(ledger_sequence - 30 as decimal(4, 1)) as small,
        cast(99999999999999999999999999999999.999999 as decimal(38, 6)) as huge,
        case ledger_sequence % 4 when 0 then 'nan' when 1 then '-inf' when 2 then '-0' else '0.1' end::double as real,
        date '1960-01-01' + ledger_sequence::integer as day,
        make_timestamp(ledger_sequence * -123456789012) as moment,
        if(memo is null, null, ledger_sequence % 2 = 0) as flag,
        cast(ledger_sequence as smallint) as short,
        cast(-9223372036854775807 as bigint) + ledger_sequence as large
    from bronze.payments
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account order by ledger_sequence desc, text) = 1
)
select * from latest
`,
  });
  const last = 'silver.last_payment';
  let writer: Lake;
  let lake: Lake;
  let statements: StandingStatements;
  let plain: StandingStatements;
  beforeAll(async () => {
    writer = await openLake(folder, { tables: made.tables, write: true, network: made.network, sql });
    await made.load(writer, [1, 40], [41, 60]);
    lake = await openLake(folder, { tables: made.tables, sql, isStanding: true });
    statements = new StandingStatements(lake);
    plain = new StandingStatements(await openLake(folder, { tables: made.tables, sql }));
  });
  afterAll(async () => {
    await statements.close();
    await plain.close();
    await writer.close();
  });

  const accounts = Array.from({ length: 10 }, (_, i) => `ACCOUNT${i}`);
  const given = (id: string, account: string, options: StandingOptions = {}) =>
    statements.rows(`from ${id} order by all`, { rowsOf: rowsOf(id, account, 'account'), ...options });
  /** Expects the rows of each account as DuckDB reads them; returns these of all. */
  const expectAll = async (id: string, options: StandingOptions = {}) => {
    const found: unknown[] = [];
    for (const account of accounts) {
      const { rows } = await given(id, account, options);
      const asked = `from ${id} where account = ${quoteText(account)} order by all`;
      expect(rows).toEqual((await plain.rows(asked, options)).rows);
      found.push(...rows);
    }
    return found;
  };

  it('are those of DuckDB, of values that are hard to write down', async () => {
    const found = await expectAll('silver.odd');
    expect(found).toHaveLength(10);
    expect(JSON.stringify(found)).toContain('\\u0000😀');
  });

  it('are those of segments that were committed since, while the statement stays prepared, and of folded ones', async () => {
    await expectAll(last);
    const opened = vi.spyOn(lake, 'session');
    await made.load(writer, [61, 70]);
    await expectAll(last);
    await made.load(writer, [71, 80], [81, 85]);
    await foldParts(writer);
    expect((await lake.snapshot()).folded).toHaveLength(1);
    expect(await expectAll(last)).toHaveLength(10);
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('are those up to a ledger where a segment ends, and are not read where parts are of later ledgers, too', async () => {
    await expectAll(last, { upTo: 60 });
    await expect(given(last, 'ACCOUNT5', { upTo: 59 })).rejects.toThrow(RowsNotRead);
    await expectAll(last);
  });

  it('are not read where they are too many, where others are asked for, and of a database that reads none one by one', async () => {
    const all = (most: number) => given(last, 'ACCOUNT5', { rowsOf: rowsOf(last, 'ACCOUNT5', 'account', most) });
    await expect(all(0)).rejects.toMatchObject({ constructor: RowsNotRead, isLasting: false });
    expect((await all(100)).rows).toHaveLength(1);
    const asked = { rowsOf: rowsOf(last, 'ACCOUNT5', 'account') };
    await expect(plain.rows(`from ${last}`, asked)).rejects.toThrow(RowsNotRead);
    await expect(statements.rows(`from ${last}`, { rowsOf: rowsOf(last, 'x', 'id') })).rejects.toThrow(RowsNotRead);
    const ids = { rowsOf: new Map([[last, { ids: [1n] }]]) };
    await expect(statements.rows(`select 1 from ${last}`, ids)).rejects.toThrow(
      `rows of ${last} that are not given need a query of their own`,
    );
  });

  it('are not read where parts are lacking, and of files that differ, or cannot be read', async () => {
    const { kept, version } = (await lake.kept()).find(({ kept }) => kept.id === last)!;
    const files = (await lake.snapshot()).partsOf(last, version);
    const [file] = files;
    const asked = { value: 'ACCOUNT5', in: ['account'], most: 100 };
    const read = (changed: Partial<StandingParts> = {}) => {
      const parts = { kept, version, files, isBronze: false, lacking: [], state: [], ...changed };
      return readPartRows(new RowReader({ maxBytes: 1 << 20 }), lake.path, parts, asked);
    };
    expect((await read()).rows.length).toBeGreaterThan(0);
    const other = join(temporaryFolder(), 'other.parquet');
    await withDuckDB(async (c) => {
      const query = `select * replace (id::varchar as id) from ${quoteText(join(lake.path, file.path))}`;
      await c.run(`copy (${query}) to ${quoteText(other)} (format parquet, compression snappy)`);
    });
    for (const changed of [
      { files: [] },
      { files: Array<typeof file>(33).fill(file) },
      { lacking: [{ first: 1, last: 2 }] },
      { files: [file, { ...file, columns: file.columns.slice(1) }] },
      { files: [file, { ...file, columns: [...file.columns, 'more'] }] },
      { files: [{ ...file, columns: [...file.columns, 'more'] }] },
      { files: [file, { ...file, path: relative(lake.path, other) }] },
    ])
      await expect(read(changed)).rejects.toMatchObject({ constructor: RowsNotRead, isLasting: true });
    for (const path of ['missing.parquet', 'lake.json'])
      await expect(read({ files: [{ ...file, path }] })).rejects.toMatchObject({
        constructor: RowsNotRead,
        isLasting: false,
      });
    expect(await read({ files: [{ ...file, path: relative(lake.path, other) }] })).toMatchObject({
      types: expect.arrayContaining(['varchar']) as unknown,
    });
  });

  it('are told apart by their values and by rows that are given with them', async () => {
    const word = givenRows('word', [['text', 'VARCHAR']]);
    const text = `select account, given.text, value.text from ${last}, ${word} as given, ${givenValue()} as value`;
    const ask = async (account: string, letters: string) => {
      const asks = {
        parameters: [],
        rowsOf: rowsOf(last, account, 'account'),
        given: new Map([['word', [[letters]]]]),
      };
      return (await statements.rows(text, asks)).rows;
    };
    const opened = vi.spyOn(lake, 'session');
    for (const [account, word] of [
      ['ACCOUNT1', 'a'],
      ['ACCOUNT1', 'b"\0'],
      ['ACCOUNT2', 'a'],
      ['ACCOUNT1', 'a'],
    ]) {
      expect(await ask(account, word)).toEqual([[account, word, account]]);
    }
    expect(opened).toHaveBeenCalledOnce();
    opened.mockRestore();
    const together = await Promise.all(accounts.map((account) => ask(account, `at once ${account}`)));
    expect(together).toEqual(accounts.map((account) => [[account, `at once ${account}`, account]]));
    const asks = (letters: string) => ({ parameters: [], given: new Map([['word', [[letters]]]]) });
    const alone = `select text from ${word}`;
    expect([await statements.rows(alone, asks('x')), await statements.rows(alone, asks('y'))]).toMatchObject([
      { rows: [['x']] },
      { rows: [['y']] },
    ]);
    await expect(plain.rows(alone, asks('x'))).rejects.toThrow(RowsNotRead);
  });

  it('are of the state on which parts stand, too', async () => {
    const of = { lake: writer.path, ledger: 86, fileId: 'state' };
    const baseline = await BaselineWriter.open(of, made.tables, sql);
    const { columns, batch } = createBuilder(made.payments);
    columns.id.pushNumber(1);
    columns.ledger_sequence.push(86);
    columns.account.ascii('KEPT');
    columns.memo.push('of the state');
    columns.key.bytes(Buffer.alloc(32), 0, 32);
    await baseline.add(new Map([['payments', batch()]]));
    const files = await baseline.finish();
    baseline.close();
    await writer.addBaseline({ ledger: 86, hash: made.hash(86), source: 'test', complete: true, files });
    await made.load(writer, [87, 90]);
    await expectAll(last);
    const [kept, those] = [await given(last, 'KEPT'), await plain.rows(`from ${last} where account = 'KEPT'`, {})];
    expect(kept).toEqual(those);
    expect(kept.rows).toHaveLength(1);
  });
});
