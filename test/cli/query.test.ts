import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { finish, ledgerlake, temporary, sample, start } from './command.ts';

const dir = temporary();
const lake = join(dir, 'lake');
beforeAll(async () => {
  await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:40');
});

const query = (...words: string[]) => ledgerlake('query', '--lake', lake, ...words);

const values = `
  select 9007199254740993::bigint as big, 1.50::decimal(5, 2) as price, 'a,"b"' as text, null as nothing,
    timestamp '2026-01-01 00:00:05' as at`;

describe.concurrent('query', () => {
  it('prints an aligned table, and nothing that a terminal would act on', async () => {
    const sql = `select sequence, operation_count, 'a' || chr(27) || chr(10) || '日本' as text, null as nothing
      from history_ledgers where sequence <= 3 order by sequence`;
    expect(await query(sql)).toMatchObject({
      code: 0,
      stdout:
        'sequence  operation_count  text         nothing\n' +
        '       2               45  a\\x1b\\n日本     NULL\n' +
        '       3               19  a\\x1b\\n日本     NULL\n',
      stderr: '',
    });
  });

  it('prints the first 1,000 rows of a table, and says that there are more', async () => {
    const { stdout, stderr } = await query('select * from range(1001)');
    expect(stdout.split('\n')).toHaveLength(1 + 1000 + 1);
    expect(stderr).toBe('these are the first 1,000 rows, there are more; --format csv or --output FILE writes all\n');
  });

  it('writes wide numbers in JSON as strings', async () => {
    const row = { big: '9007199254740993', price: '1.50', text: 'a,"b"', nothing: null, at: '2026-01-01T00:00:05Z' };
    expect(JSON.parse((await query(values, '--format', 'json')).stdout)).toEqual([row]);
    expect((await query(values, '--format', 'ndjson')).stdout).toBe(`${JSON.stringify(row)}\n`);
  });

  it('writes CSV', async () => {
    expect((await query(values, '--format', 'csv')).stdout).toBe(
      'big,price,text,nothing,at\n9007199254740993,1.50,"a,""b""",,2026-01-01T00:00:05Z\n',
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
    expect(await query("select error('no') from history_ledgers", '--output', path)).toMatchObject({ code: 1 });
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
        'error: DELETE is refused: a query only reads (SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW, EXPLAIN)\n',
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
      stderr: `error: ${path} cannot be written: its folder does not exist\n`,
    });
  });
});
