import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { StandingStatements, type StandingOptions } from '../../../src/lake/asking/query/standing-statements.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const sql = join(import.meta.dirname, 'no-sql');
const counted = 'select count(*) as n from bronze.payments_raw_v1 where account = $1';

describe('StandingStatements', () => {
  const folder = temporaryFolder();
  let writer: Lake;
  let reader: Lake;
  let statements: StandingStatements;
  beforeAll(async () => {
    writer = await openLake(folder, { tables, write: true, network, sql });
    await load(writer, [1, 9]);
    reader = await openLake(folder, { tables, sql });
    statements = new StandingStatements(reader);
  });
  afterAll(async () => {
    await statements.close();
    await writer.close();
  });

  const count = async (account: string) =>
    Number((await statements.rows(counted, { parameters: [account] })).rows[0]?.[0]);

  it('answers each time for the values that are given, several at once', async () => {
    const { rows } = await statements.rows('select distinct account from bronze.payments_raw_v1', {});
    const accounts = [...rows.slice(0, 3).map(([account]) => String(account)), 'nobody'];
    const first = await Promise.all(accounts.map(count));
    expect(await Promise.all(accounts.map(count))).toEqual(first);
    expect([first[0], first.at(-1)]).toEqual([expect.any(Number), 0]);
    expect(first[0]).toBeGreaterThan(0);
  });

  it('sees what was committed since', async () => {
    const before = await statements.rows('select max(id) >> 12 as newest from bronze.payments_raw_v1', {});
    await load(writer, [10, 12]);
    const after = await statements.rows('select max(id) >> 12 as newest from bronze.payments_raw_v1', {});
    expect([before.rows, after.rows]).toEqual([[['8']], [['11']]]);
  });

  it('stays prepared when ledgers are committed, and sees them or not, as it is asked', async () => {
    const newest = 'select max(ledger_sequence) as newest from bronze.payments_raw_v1 where id > $1';
    let n = 0;
    const ask = async (options: Partial<StandingOptions> = {}) =>
      (await statements.rows(newest, { parameters: [n++], ...options })).rows;
    const snapshot = await reader.snapshot();
    await ask();
    await load(writer, [15, 17]);
    const opened = vi.spyOn(reader, 'session');
    expect([await ask(), await ask({ snapshot }), await ask()]).toEqual([[[17]], [[11]], [[17]]]);
    expect(opened).not.toHaveBeenCalled();
    expect([await ask({ snapshot, upTo: 4 }), await ask({ upTo: 16 }), await ask({ snapshot })]).toEqual([
      [[4]],
      [[16]],
      [[11]],
    ]);
    opened.mockRestore();
  });

  it('opens only files of the ledgers that the SQL asks for, and stays prepared for others', async () => {
    const some =
      'select distinct ledger_sequence from bronze.payments_raw_v1 where ledger_sequence between $1 and $2 or $3';
    const ask = async (first: number, last: number, options: Partial<StandingOptions> = {}) => {
      const parameters = [first, last, options.ledgers === undefined];
      const { rows } = await statements.rows(some, { parameters, ...options });
      return rows.map(([ledger]) => Number(ledger)).sort((a, b) => a - b);
    };
    const near = (first: number, last: number) => ask(first, last, { ledgers: [{ first, last }] });
    const all = await ask(1, 1);
    const opened = vi.spyOn(reader, 'session');
    const ranges = [
      [2, 5],
      [10, 12],
      [11, 15],
      [11, 11],
      [1, 17],
      [13, 14],
    ];
    for (const [first, last] of ranges) {
      expect(await near(first, last)).toEqual(all.filter((ledger) => ledger >= first && ledger <= last));
    }
    expect(await ask(16, 17, { ledgers: [{ first: 10, last: 10 }] })).toEqual([]);
    expect(all.length).toBeGreaterThan(8);
    expect(opened).not.toHaveBeenCalled();
    const cut = await ask(3, 20, { ledgers: [{ first: 3, last: 20 }], upTo: 16 });
    expect(cut).toEqual(all.filter((ledger) => ledger >= 3 && ledger <= 16));
    opened.mockRestore();
  });

  it('reads no column that rows do not fill, where that is told', async () => {
    const payers = 'select count(account) as payers, count(id) > 0 as has_rows from bronze.payments_raw_v1';
    const unfilled = new Map([['payments', new Set(['account'])]]);
    const ask = async (options: Partial<StandingOptions> = {}) => (await statements.rows(payers, options)).rows;
    const [[all]] = await ask();
    expect(Number(all)).toBeGreaterThan(0);
    expect([await ask({ unfilled }), await ask()]).toEqual([[['0', true]], [[all, true]]]);
  });

  it('answers the same question again without asking, until ledgers are committed', async () => {
    const drawn = 'select random() as n from bronze.payments_raw_v1 where account >= cast($1 as varchar) limit 1';
    const draw = async (...parameters: (string | number | bigint | null)[]) => {
      return (await statements.rows(drawn, { parameters })).rows[0]?.[0];
    };
    const first = await draw('');
    expect(await draw('')).toBe(first);
    expect(await draw('1')).not.toBe(first);
    expect([await draw('1'), await draw('1')]).not.toContain(await draw(1));
    expect(await draw(1n)).not.toBe(await draw(1));
    const upTo = async (ledger: number) => (await statements.rows(drawn, { parameters: [''], upTo: ledger })).rows;
    expect(await upTo(5)).toEqual(await upTo(5));
    expect(await upTo(5)).not.toEqual(await upTo(6));
    await load(writer, [18, 19]);
    expect(await draw('')).not.toBe(first);
  });

  it('stays prepared when segments are merged, and lets their former files go', async () => {
    const rest = async () => [await count('nobody'), (await statements.rows('from bronze.payments_raw_v1', {})).rows];
    await load(writer, [13, 14], [20, 29]);
    const before = await rest();
    const opened = vi.spyOn(reader, 'session');
    await compactLake(writer);
    const names = readdirSync(join(folder, 'bronze/payments'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.parquet'))).toEqual(['ledger_range=0/1-29.parquet']);
    expect(await rest()).toEqual(before);
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('asks once for all who ask the same at once, whoever of them goes away', async () => {
    const drawn = 'select random() as n from bronze.payments_raw_v1 where account >= cast($1 as varchar) limit 1';
    const gone = new AbortController();
    const first = statements.rows(drawn, { parameters: [''], upTo: 7, signal: gone.signal });
    const others = [1, 2, 3].map(() => statements.rows(drawn, { parameters: [''], upTo: 7 }));
    setImmediate(() => gone.abort(new Error('gone')));
    const [{ status }, told] = await Promise.all([
      Promise.allSettled([first]).then(([one]) => one),
      Promise.all(others),
    ]);
    expect(status).toBe('rejected');
    expect(new Set(told.map(({ rows }) => rows[0]?.[0])).size).toBe(1);
  });

  it('tells what is wrong with a statement each time', async () => {
    for (let i = 0; i < 2; i++) {
      await expect(statements.rows('select nothing from bronze.payments_raw_v1', {})).rejects.toThrow(/Binder Error/);
      await expect(statements.rows('drop table x', {})).rejects.toThrow('DROP is refused');
    }
  });

  it('tells why rows cannot be computed, and answers the next time', async () => {
    const divided = `select error('no row ' || $1) where $1 > 0`;
    const run = (n: number) => statements.rows(divided, { parameters: [n] });
    await expect(run(1)).rejects.toThrow('no row 1');
    expect((await run(0)).rows).toEqual([]);
    await expect(run(2)).rejects.toThrow('no row 2');
  });

  it('stops what is not wanted any more', async () => {
    const long = 'select sum(a.range * b.range) from range(100000000) as a, range(1000000) as b where a.range > $1';
    for (let i = 0; i < 2; i++) {
      const controller = new AbortController();
      const running = statements.rows(long, { parameters: [i], signal: controller.signal });
      setImmediate(() => controller.abort(new Error('enough')));
      await expect(running).rejects.toThrow('enough');
    }
    expect(await count('nobody')).toBe(0);
  });
});

describe('a lake of which a relation is wrong', () => {
  it('refuses what does not read before it makes any relation', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sql/silver'), { recursive: true });
    writeFileSync(
      join(folder, 'sql/silver/wrong.sql'),
      '-- One row; key id.\nselect nothing from bronze.payments_raw_v1\n',
    );
    const lake = await openLake(join(folder, 'lake'), { tables, write: true, network, sql: join(folder, 'sql') });
    await load(lake, [1, 3]);
    await expect(query(lake, 'drop table x')).rejects.toThrow('DROP is refused');
    await expect(query(lake, 'from silver.wrong')).rejects.toThrow('wrong.sql');
    await lake.close();
  });
});
