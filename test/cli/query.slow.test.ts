import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { tableFromIPC } from 'apache-arrow';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, sample, start } from './command.ts';

const dir = temporaryFolder();
const lake = join(dir, 'lake');
beforeAll(async () => {
  await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:40');
});

const query = (...words: string[]) => ledgerlake('query', '--lake', lake, ...words);

const values = `
  select 9007199254740993::bigint as big, 1.50::decimal(5, 2) as price, 'a,"b"' as text, null as nothing,
    timestamp '2026-01-01 00:00:05' as at`;

/** Waits until a process has used more processor time than its start takes (Linux). */
async function computes(pid: number): Promise<void> {
  const fields = () =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  while (Number(fields()[11]) < 500) await setImmediate();
}

describe.concurrent('query', () => {
  it('prints an aligned table, and nothing that a terminal would act on', async () => {
    const sql = `select sequence, operation_count, 'a' || chr(27) || chr(10) || '日本' as text, null as nothing
      from history_ledgers where sequence <= 3 order by sequence`;
    expect(await query(sql)).toMatchObject({
      code: 0,
      stdout:
        'sequence  operation_count  text         nothing\n' +
        '       2               48  a\\x1b\\n日本     NULL\n' +
        '       3               13  a\\x1b\\n日本     NULL\n',
      stderr: '',
    });
  });

  it('ends by a first Ctrl-C in a function that DuckDB does not interrupt', async () => {
    const child = start(['query', '--lake', lake, "select levenshtein(repeat('a', 2000000), repeat('b', 2000000))"]);
    await computes(child.pid!);
    child.kill('SIGINT');
    const [[, name], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect([name, stderr]).toEqual(['SIGINT', '\nstopping; Ctrl-C again stops at once\n']);
  });

  it('takes SQL that begins with a comment', async () => {
    expect(await query('-- one\nselect 1 as one', '--format', 'csv')).toMatchObject({ code: 0, stdout: 'one\n1\n' });
    expect(await query('--\nselect 2 as two', '--format', 'csv')).toMatchObject({ code: 0, stdout: 'two\n2\n' });
  });

  it('compares times as UTC wherever the machine is', async () => {
    const sql =
      "select count(*) as n from history_ledgers where closed_at > (select min(closed_at) || 'Z' from history_ledgers)::timestamptz";
    const words = ['query', '--lake', lake, sql, '--format', 'csv'];
    for (const TZ of ['America/New_York', 'Asia/Kolkata']) {
      expect(await finish(start(words, { env: { TZ } }))).toMatchObject({ code: 0, stdout: 'n\n38\n' });
    }
  });

  it.each([
    ['history_operation', 'history_operations'],
    ['bronze.acounts', 'accounts'],
    ['meta.legers', 'meta.ledgers'],
    ['bronze.history_ledgers_raw', 'bronze.history_ledgers_raw_v1'],
  ])('says what %s was meant to be', async (typed, meant) => {
    const { code, stderr } = await query(`from ${typed}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`does not exist!\nDid you mean "${meant}"?\n\nLINE 1: from ${typed}`);
  });

  it('names the schema as the fault where another one has the relation', async () => {
    const { code, stderr } = await query('from silver.history_trades');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        'this schema has no relation history_trades, but another one has: write history_trades without',
      ),
    ]);
  });

  it('prints the first 1,000 rows of a table, and says that there are more', async () => {
    const { stdout, stderr } = await query('select * from range(1001)');
    expect(stdout.split('\n')).toHaveLength(1 + 1000 + 1);
    expect(stderr).toBe(
      'these are the first 1,000 rows, there are more; --limit N shows more, --format csv or --output FILE writes all\n',
    );
  });

  it('prints all columns to a pipe or file, and as many as fit where COLUMNS says how wide', async () => {
    const sql = `select sequence, sha256('hash') as ledger_hash, sha256('before') as before, closed_at, protocol_version, base_fee
      from history_ledgers order by sequence limit 1`;
    const all = await query(sql);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout).toMatch(
      /^sequence {2}ledger_hash {55}before {60}closed_at {12}protocol_version {2}base_fee\n {7}2 {2}d04b98f/,
    );
    const narrow = start(['query', '--lake', lake, sql], { env: { COLUMNS: '72' } });
    const { stdout, stderr } = await finish(narrow);
    expect(stdout).toMatch(
      /^sequence {2}ledger_hash {7}before {12}protocol_version {2}base_fee\n {7}2 {2}d04b98f4…\w{7} /,
    );
    expect(stderr).toBe(
      'texts are shortened where there is …; --vertical shows all, --format csv writes it\n' +
        '5 of 6 columns fit; not shown: closed_at\n',
    );
    const path = join(dir, 'wide.txt');
    expect(await query(sql, '--format', 'table', '--output', path)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(path, 'utf8')).toBe(all.stdout);
  });

  it('prints details without what is null, and a plan in lines', async () => {
    const { stdout } = await query(
      "select details from history_operations where type_string = 'create_account' limit 1",
    );
    expect(stdout).toMatch(/^details\n\{"funder":"G\w{55}","account":"G\w{55}","starting_balance":"[0-9.]+"\}\n$/);
    expect((await query('explain select 1')).stdout).toMatch(/^explain_value\n┌─+┐\n│ +PROJECTION +│\n/);
  });

  it('says that there are no rows', async () => {
    expect(await query('select sequence from history_ledgers where false')).toMatchObject({
      code: 0,
      stdout: 'sequence\n',
      stderr: 'no rows\n',
    });
  });

  it('prints each row as a list with --vertical', async () => {
    const sql = "select sequence, ledger_hash, null as nothing, '' as empty from history_ledgers order by sequence";
    const { stdout, stderr } = await query(sql, '--vertical', '--limit', '2');
    expect(stdout).toMatch(
      /^-- row 1\nsequence     2\nledger_hash  [0-9a-f]{64}\nnothing      NULL\nempty\n\n-- row 2\nsequence     3\n/,
    );
    expect(stderr).toBe('');
    expect(await query(sql, '--vertical', '--format', 'csv')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --vertical is for tables, not for csv\n/),
    });
  });

  it.each(['table', 'json', 'ndjson', 'csv', 'parquet', 'arrow'])(
    'takes the first rows with --limit as %s',
    async (format) => {
      const path = join(dir, `limited.${format}`);
      const sql = 'select i as n, i as n from range(5000) as r(i) order by i desc';
      expect(await query(sql, '--limit', '1500', '--format', format, '--output', path)).toMatchObject({
        code: 0,
        stderr: '',
      });
      expect(await rowsOf(path, format)).toEqual([1500, 4999, 3500]);
    },
  );

  it('takes values of parameters as text that becomes what the query needs', async () => {
    const sql =
      'select sequence, $text as text from history_ledgers where sequence between $first and $last and closed_at < $time order by 1';
    const words = ['--param', 'first=5', '--param', 'last=6', '--param', '$time=2027-01-01', '--param', "text='=\n"];
    expect((await query(sql, '--format', 'ndjson', ...words)).stdout).toBe(
      `{"sequence":5,"text":"'=\\n"}\n{"sequence":6,"text":"'=\\n"}\n`,
    );
    expect((await query('select ?::int + ?::int as sum', '--param', '1=2', '--param', '2=3')).stdout).toBe(
      'sum\n  5\n',
    );
  });

  it('names a parameter that has no value, or that the query has not', async () => {
    expect(await query('select $first', '--param', 'frist=5')).toMatchObject({
      code: 1,
      stderr: 'error: the SQL has no parameter $frist; it has $first\n',
    });
    expect(await query('select $first')).toMatchObject({
      code: 1,
      stderr:
        'error: the SQL needs a value for $first: pass it in the parameters (on the command line: --param first=VALUE)\n',
    });
    expect(await query('select 1', '--param', 'first')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --param is "first", expected NAME=VALUE for \$NAME in the query\n/),
    });
  });

  it('spills to disk what --memory has no room for, and says when that does not help', async () => {
    const sorted =
      'select sum(n) as sum from (select row_number() over (order by hash(i)) as n from range(1_000_000) as r(i))';
    expect(await query(sorted, '--memory', '64MB')).toMatchObject({ code: 0, stdout: '         sum\n500000500000\n' });
    const { code, stderr } = await query(
      "select length(string_agg(i::varchar, ',')) from range(20_000_000) as r(i)",
      '--memory',
      '64MB',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Out of Memory Error: .*: allow it more memory \(--memory, [^\n]*\n$/);
    expect(await query('select 1', '--memory', '1MB')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --memory is "1MB", expected 64MB or more\n/),
    });
  });

  it('writes wide numbers in JSON as strings', async () => {
    const row = { big: '9007199254740993', price: '1.50', text: 'a,"b"', nothing: null, at: '2026-01-01T00:00:05' };
    expect(JSON.parse((await query(values, '--format', 'json')).stdout)).toEqual([row]);
    expect((await query(values, '--format', 'ndjson')).stdout).toBe(`${JSON.stringify(row)}\n`);
  });

  it('writes CSV', async () => {
    expect((await query(values, '--format', 'csv')).stdout).toBe(
      'big,price,text,nothing,at\n9007199254740993,1.50,"a,""b""",,2026-01-01T00:00:05\n',
    );
  });

  it('writes Arrow to standard output', async () => {
    const { bytes } = await query('select sequence from history_ledgers order by sequence', '--format', 'arrow');
    const sequences = [...tableFromIPC(bytes).getChild('sequence')!];
    expect(sequences).toEqual(Array.from({ length: 39 }, (_, i) => i + 2));
  });

  it('writes the format that the name of the output says', async () => {
    const path = join(dir, 'ledgers.parquet');
    const sql = 'select sequence, ledger_hash from history_ledgers';
    expect(await query(sql, '--output', path)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const connection = await (await DuckDBInstance.create()).connect();
    const read = await connection.runAndReadAll(`select count(*)::int, max(sequence) from '${path}'`);
    expect(read.getRows()).toEqual([[39, 40]]);
  });

  it('leaves a file as it was when the query fails', async () => {
    const path = join(dir, 'kept.csv');
    writeFileSync(path, 'kept');
    expect(await query("select error('no') from history_ledgers", '--output', path, '--force')).toMatchObject({
      code: 1,
    });
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });

  it('reads the SQL from standard input', async () => {
    const child = start(['query', '--lake', lake, '-', '--format', 'csv']);
    expect((await finish(child, 'select count(*) as n\nfrom history_ledgers')).stdout).toBe('n\n39\n');
  });

  it('is content when the reader leaves early', async () => {
    const child = start(['query', '--lake', lake, 'select * from range(10_000_000)', '--format', 'csv']);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('refuses SQL that writes', async () => {
    expect(await query('delete from history_ledgers')).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'error: DELETE is refused: queries are read-only (SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW, EXPLAIN)\n',
    });
  });

  it('says where SQL does not parse', async () => {
    expect(await query('selec 1')).toMatchObject({
      code: 1,
      stderr: 'error: Parser Error: syntax error at or near "selec"\n\nLINE 1: selec 1\n        ^\n',
    });
  });

  it('says that an output cannot be written', async () => {
    const path = join(dir, 'nowhere/rows.csv');
    expect(await query('select 1', '--output', path)).toMatchObject({
      code: 1,
      stderr: `error: ${path} cannot be written: its folder does not exist: make it first\n`,
    });
  });
});

/** Returns how many rows a file has, and the first column of the first and the last. */
async function rowsOf(path: string, format: string): Promise<number[]> {
  const values = await firstColumn(path, format);
  return [values.length, values[0], values.at(-1)!];
}

async function firstColumn(path: string, format: string): Promise<number[]> {
  if (format === 'arrow') return [...tableFromIPC(readFileSync(path)).getChildAt(0)!].map(Number);
  if (format === 'parquet') {
    const connection = await (await DuckDBInstance.create()).connect();
    return (await connection.runAndReadAll(`select n::int from '${path}'`)).getRows().map(([n]) => Number(n));
  }
  const text = readFileSync(path, 'utf8');
  if (format === 'json') return (JSON.parse(text) as { n: string }[]).map(({ n }) => Number(n));
  const lines = text.trimEnd().split('\n');
  if (format === 'ndjson') return lines.map((line) => Number((JSON.parse(line) as { n: string }).n));
  return lines.slice(1).map((line) => Number(/\d+/.exec(line)![0]));
}
