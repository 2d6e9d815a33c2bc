/** A file gets its name when it is whole, and no other file is written over by mistake. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, sample, start } from './command.ts';

const dir = temporaryFolder();
const lake = join(dir, 'lake');
beforeAll(async () => {
  await ledgerlake('ingest', sample, '--lake', lake, '--range', '2:20');
});

const query = (...words: string[]) => ledgerlake('query', '--lake', lake, ...words);
const formats = ['csv', 'ndjson', 'json', 'arrow', 'arrows', 'parquet'];

function failingAt(row: number): string {
  return `select if(i = ${row}, 'no number', i::varchar)::bigint as n from range(1_000_000) as t(i)`;
}

describe.concurrent('a query that fails', () => {
  const anyRow = () => fc.sample(fc.nat({ max: 999_999 }), 1)[0];

  it.each(formats)('leaves no file of %s, and says why', async (format) => {
    const folder = temporaryFolder();
    const { code, stderr } = await query(failingAt(anyRow()), '--output', join(folder, `rows.${format}`));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Conversion Error: Could not convert string 'no number' to INT64/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(formats)('does not end well on standard output as %s', async (format) => {
    expect((await query(failingAt(anyRow()), '--format', format)).code).toBe(1);
  });
});

describe.concurrent('a query that is stopped by Ctrl-C', () => {
  const endless = 'select a.range as a, b.range * a.range as b from range(1_000_000) a, range(1_000_000) b';

  it.each(formats)('leaves no file of %s', async (format) => {
    const folder = temporaryFolder();
    const watcher = watch(folder);
    const begun = once(watcher, 'change');
    const child = start(['query', '--lake', lake, endless, '--output', join(folder, `rows.${format}`)]);
    await begun;
    watcher.close();
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['csv', 'arrow'])('ends with 130 when it wrote to standard output as %s', async (format) => {
    const child = start(['query', '--lake', lake, endless, '--format', format]);
    child.stdout.once('data', () => child.kill('SIGINT'));
    child.stdout.resume();
    expect(await once(child, 'close')).toEqual([130, null]);
  });
});

describe.concurrent('--output', () => {
  it('is refused inside a lake, by whatever way', async () => {
    symlinkSync(lake, join(dir, 'link'));
    symlinkSync(join(lake, 'bronze'), join(dir, 'far'));
    const before = readFileSync(join(lake, 'lake.json'));
    for (const path of [
      join(lake, 'lake.json'),
      join(lake, 'bronze/new.csv'),
      join(dir, 'link/new.csv'),
      `${dir}/far/../lake.json`,
    ]) {
      const { code, stderr } = await query('select 1', '--format', 'csv', '--force', '--output', path);
      expect(code).toBe(2);
      expect(stderr.split('\n')[0]).toBe(
        `error: ${path} is inside the lake ${lake}, which holds its own files only; give another path`,
      );
    }
    const words = ['export', sample, '--format', 'csv', '--table', 'accounts', 'trust_lines', '--output'];
    expect(await ledgerlake(...words, join(lake, 'new'))).toMatchObject({ code: 2 });
    expect(readFileSync(join(lake, 'lake.json'))).toEqual(before);
    expect(existsSync(join(lake, 'new'))).toBe(false);
    expect(existsSync(join(lake, 'bronze/new.csv'))).toBe(false);
  });

  it('writes over a file with --force only', async () => {
    const path = join(dir, 'rows.csv');
    writeFileSync(path, 'mine');
    const refused = await query('select 1 as n', '--output', path);
    expect(refused.code).toBe(2);
    expect(refused.stderr.split('\n')[0]).toBe(`error: ${path} exists; give --force to overwrite it`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await query('select 1 as n', '--output', path, '--force')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path, 'utf8')).toBe('n\n1\n');
  });

  it('may be a device', async () => {
    expect(await query('select 1 as n', '--format', 'csv', '--output', '/dev/null')).toMatchObject({ code: 0 });
  });
});
