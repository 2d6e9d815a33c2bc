/** Consumers of files on a disk that is full: an error that says so, nothing of a half batch, and every row once with room. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { definitionOf } from './definition.ts';

const store = resolve(import.meta.dirname, '../../data/sample');
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-full-'));
const disk = mkdtempSync(join(tmpdir(), 'ledgerlake-small-'));
const isMounted = mounted('size=600k');

afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
  for (const path of [disk, folder]) rmSync(path, { recursive: true, force: true });
});

function mounted(options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const remount = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, disk]);

/** Returns how many rows and operations a file has, or the table of a database. */
async function count(path: string): Promise<unknown> {
  const instance = await openDatabase();
  const connection = await instance.connect();
  try {
    const isDatabase = path.endsWith('.duckdb');
    if (isDatabase) await connection.run(`attach '${path}' as written (read_only)`);
    const from = isDatabase ? 'written.history_operations' : `'${path}'`;
    const counts = 'count(*)::integer as rows, count(distinct id)::integer as operations';
    const [row] = await selectRows(connection, `select ${counts} from ${from}`);
    return row;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

// Only root mounts a small disk.
describe.skipIf(!isMounted)('a full disk', () => {
  let whole: unknown;
  const run = (name: string, consumer: object) =>
    runPipeline(definitionOf({ name, end: '129', processors: [{ type: 'operations' }], consumers: [consumer] }), {
      store,
      dataDir: folder,
    });
  beforeAll(async () => {
    const path = join(folder, 'whole.jsonl');
    await run('whole', { type: 'jsonl', config: { path } });
    whole = await count(path);
  });

  it.each([
    ['jsonl', '600k', { path: join(disk, 'rows.jsonl') }, 'rows.jsonl'],
    ['csv', '600k', { path: join(disk, 'rows.csv') }, 'rows.csv'],
    ['parquet', '200k', { dir: join(disk, 'rows') }, 'rows/*/*.parquet'],
    ['duckdb', '1m', { path: join(disk, 'rows.duckdb') }, 'rows.duckdb'],
  ])('of consumer %s', async (type, size, config, written) => {
    remount(size);
    const failed = run(type, { type, config });
    await expect(failed).rejects.toThrow(
      new RegExp(`^${type}: ${disk}/rows.*: the disk is full: free some space and repeat the command$`),
    );
    remount('100m');
    expect(await run(type, { type, config })).toMatchObject({ status: 'completed', currentLedger: 129 });
    expect(await count(join(disk, written))).toEqual(whole);
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  });
});
