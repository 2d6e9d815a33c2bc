import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duckdbViews, open, writeViewDatabase } from '../../src/index.ts';
import { openDatabase, openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, passphrase, sample } from '../cli/command.ts';

const folder = temporaryFolder();
const dir = join(folder, "it's a [lake]");
const lake = await open(dir, { network: passphrase });
await lake.load(sample, { iceberg: true });
const asked = `select (select sum(details.amount) from bronze.history_operations) as amount,
  (select count(*) from silver.accounts_current) as accounts, (select count(*) from parts."silver.accounts_current") as parts,
  (select count(*) from history_trades) as trades, (select count(*) from gold.balances_at_ledger('XLM', null, 100)) as balances`;
const expected = await lake.rows(asked.replace('parts."silver.accounts_current"', 'silver.accounts_current'));

describe('duckdbViews', () => {
  it('makes every relation but records of the lake in another DuckDB', async () => {
    const { statements, left, files, snapshot } = await duckdbViews(lake.lake);
    const instance = await openDatabase();
    const connection = await instance.connect();
    for (const statement of statements) await connection.run(statement);
    const [found] = await selectRows(connection, asked);
    expect(Number(found['amount'])).toBeCloseTo(Number(expected[0]['amount']), 7);
    for (const name of ['accounts', 'trades', 'balances']) expect(Number(found[name])).toBe(Number(expected[0][name]));
    expect(Number(found['parts'])).toBeGreaterThan(Number(found['accounts']));
    connection.closeSync();
    expect(left.every(({ relation }) => relation.startsWith('meta.'))).toBe(true);
    expect([files, snapshot]).toEqual([(await lake.lake.snapshot()).paths().size, (await lake.lake.snapshot()).number]);
  });

  it('names the files where they are for the one who reads', async () => {
    const there = (await duckdbViews(lake.lake, { root: 's3://bucket/lake/' })).statements.join('\n');
    expect(there).not.toContain(folder);
    expect(there).toContain("'s3://bucket/lake/bronze/history_ledgers/ledger_range=0/2-99.parquet'");
    const odd = (await duckdbViews(lake.lake, { root: 's3://$$a$&/$`' })).statements.join('\n');
    expect(odd).toContain("'s3://$$a$&/$`/bronze/history_ledgers/ledger_range=0/2-99.parquet'");
  });

  it('says what is wrong where a database cannot be made', async () => {
    const views = await duckdbViews(lake.lake);
    const path = join(folder, 'nowhere', 'views.duckdb');
    await expect(writeViewDatabase(path, views)).rejects.toThrow(`${path} cannot be written: no such file or folder`);
  });

  it('makes a database that opens under its own name', async () => {
    const path = join(folder, 'views.duckdb');
    await writeViewDatabase(path, await duckdbViews(lake.lake));
    const instance = await openDatabaseFile(path);
    const connection = await instance.connect();
    const [{ n }] = await selectRows(connection, 'select count(*)::integer as n from bronze.history_ledgers');
    expect(n).toBe(128);
    connection.closeSync();
    instance.closeSync();
  });
});

describe('ledgerlake views', () => {
  it('says what it shows and what not, and refuses a database of files elsewhere', async () => {
    const words = ['views', '--lake', dir, '--engine', 'duckdb'];
    const { code, stdout } = await ledgerlake(...words);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^-- Relations of the lake .*, snapshot \d+: \d+ files\.\n-- Not here: meta\.coverage, since it reads records/,
    );
    const lines = (await ledgerlake(...words, '--root', 's3://bucket/\nselect 1;')).stdout.split('\n');
    expect(lines[0]).toMatch(/^-- Relations of the lake s3:\/\/bucket\/ select 1;, snapshot/);
    expect(await ledgerlake(...words, '--root', '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the root is empty'),
    });
    const output = join(folder, 'x.duckdb');
    expect(await ledgerlake(...words, '--root', 's3://bucket/lake', '--output', output)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('which are not opened here: print statements instead'),
    });
  });

  it('prints what Spark takes, names what it cannot be told, and refuses roots that are patterns or no address', async () => {
    const words = ['views', '--lake', dir, '--engine', 'spark'];
    const { code, stdout } = await ledgerlake(...words, '--root', 's3://bucket/lake/');
    expect(code).toBe(0);
    expect(stdout).toContain('-- Not here: gold.balances_at, since it takes parameters.');
    expect(stdout).toContain('set spark.sql.catalog.lake.warehouse = s3a://bucket/lake/iceberg\n');
    expect(stdout).toContain('.lake.hadoop.fs.s3.impl = org.apache.hadoop.fs.s3a.S3AFileSystem\n');
    expect(stdout).toContain('FROM lake.bronze.history_ledgers)');
    expect(stdout).toContain('create or replace view silver.accounts_current as\n');
    for (const [root, message] of [
      ['s3://bucket/{a,b}', 'which engines read as a pattern'],
      ['lake', 'is not the address of a folder'],
      [dir, 'which engines read as a pattern'],
    ]) {
      const refused = await ledgerlake(...words, '--root', root);
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    }
    const clickhouse = await ledgerlake('views', '--lake', dir, '--engine', 'clickhouse', '--root', 'gs://bucket/lake');
    expect(clickhouse.stdout).toMatch(/^-- In clickhouse, a list that is null is empty\.$/m);
    expect(clickhouse.stdout).toContain("FROM icebergS3('gs://bucket/lake/iceberg/bronze/history_ledgers')");
    const duck = await ledgerlake(
      'views',
      '--lake',
      dir,
      '--engine',
      'duckdb',
      '--root',
      's3://bucket/lake',
      '--iceberg',
    );
    expect(duck.stdout).toContain("from iceberg_scan('s3://bucket/lake/iceberg/silver/accounts_current_parts')");
    const plain = join(folder, 'plain');
    await ledgerlake('ingest', sample, '--lake', plain, '--range', '2:3');
    const refused = await ledgerlake('views', '--lake', plain, '--engine', 'spark');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('run ledgerlake iceberg enable --lake') });
    const database = await ledgerlake(...words, '--output', join(folder, 'spark.duckdb'));
    expect(database).toMatchObject({ code: 2, stderr: expect.stringContaining('a database of duckdb, not of spark') });
  });
});
