import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { filesBelow, temporaryFolder } from '../../folder.ts';
import { load, network, tables, writeSegment } from '../tables.ts';

function open(dir: string, write = true): Promise<Lake> {
  return openLake(dir, { tables, write, network, sql: 'none' });
}

async function payments(dir: string): Promise<unknown> {
  const lake = await open(dir, false);
  const [row] = await lake.read((c) => selectRows(c, 'select count(*)::integer as n from bronze.payments_raw_v1'));
  await lake.close();
  return row['n'];
}

async function hold(dir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../child.ts'), dir, '0', 'hold']);
  const [words] = await once(child.stdout, 'data');
  expect(String(words)).toBe('open\n');
  return child;
}

describe('a lake that another process holds', () => {
  it('says who writes it, may be read, and opens when that one is gone', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    const child = await hold(dir);
    const message = new RegExp(
      `^lake ${dir} is held for writing by another process: pid ${child.pid} on ${hostname()}, node child.ts \\S+ 0 hold, since 20`,
    );
    await expect(open(dir)).rejects.toMatchObject({ name: 'LakeError', message: expect.stringMatching(message) });
    expect(await payments(dir)).toBe(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await payments(dir)).toBe(0);
    await (await open(dir)).close();
  });

  it('may be read by several at once', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    const readers = [await open(dir, false), await open(dir, false)];
    for (const reader of readers) await reader.close();
  });
});

/** Mounts a file system of its own for a test; undefined where that is not allowed. */
function mount(size: string): string | undefined {
  const dir = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir], { stdio: 'ignore' });
    mounts.push(dir);
    return dir;
  } catch {
    return undefined;
  }
}

const mounts: string[] = [];
afterAll(() => mounts.forEach((dir) => execFileSync('umount', [dir])));
const small = mount('3m');
const readOnly = mount('20m');

describe.skipIf(small === undefined)('a disk that is full', () => {
  it('is named, and leaves what was committed', async () => {
    const dir = join(small!, 'lake');
    const lake = await open(dir);
    const ranges = Array.from({ length: 100 }, (_, i): [number, number] => [1 + i * 1000, 1000 + i * 1000]);
    await expect(load(lake, ...ranges)).rejects.toMatchObject({
      name: 'LakeError',
      message: `lake ${dir} cannot be used: the disk is full: free some space and repeat the command`,
    });
    const loaded = await lake.loaded();
    const named = (await lake.snapshot()).paths();
    await lake.close();
    expect(filesBelow(join(dir, 'bronze'), dir).sort()).toEqual([...named].sort());
    expect(loaded).toHaveLength(1);
    expect(await payments(dir)).toBeGreaterThan(loaded[0].last - 100);
    expect(await payments(dir)).toBeLessThan(loaded[0].last + 100);
  });
});

describe.skipIf(readOnly === undefined)('a disk that is read-only', () => {
  it('is enough to query, and refuses to be written', async () => {
    const dir = join(readOnly!, 'lake');
    const lake = await open(dir);
    await load(lake, [1, 100]);
    await lake.close();
    execFileSync('mount', ['-o', 'remount,ro', readOnly!]);
    expect(await payments(dir)).toBe(100);
    await expect(open(dir)).rejects.toMatchObject({
      name: 'LakeError',
      message: `lake ${dir} cannot be used: the file system is read-only: give another folder`,
    });
    await expect(open(join(readOnly!, 'new'))).rejects.toMatchObject({
      name: 'LakeError',
      message: `lake ${join(readOnly!, 'new')} cannot be used: the file system is read-only: give another folder`,
    });
  });

  it('is enough to query a lake whose last writer was killed', async () => {
    const source = temporaryFolder();
    const lake = await open(source);
    await load(lake, [1, 100]);
    const killed = temporaryFolder();
    cpSync(source, killed, { recursive: true });
    await lake.close();
    chmodSync(killed, 0o555);
    expect(await payments(killed)).toBe(100);
  });
});

describe('a lake open for reading', () => {
  it('refuses a commit', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    const lake = await open(dir, false);
    const writer = await createSegmentWriter(tables);
    const segment = await writeSegment(writer, dir, 1, 10);
    await expect(lake.commit(segment)).rejects.toThrow(
      `lake ${dir} is open for reading only: open it without readOnly`,
    );
    writer.close();
    await lake.close();
  });

  it('leaves files alone that are not its own, after a writer that was cut off', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    mkdirSync(join(dir, 'bronze/payments'), { recursive: true });
    writeFileSync(join(dir, 'bronze/payments/notes.txt'), 'mine');
    mkdirSync(join(dir, 'bronze/payments/ledger_range=0'));
    writeFileSync(join(dir, 'bronze/payments/ledger_range=0/1-5.parquet.tmp'), 'left over');
    writeFileSync(join(dir, 'locks/writer.json'), '');
    const lake = await open(dir);
    await lake.close();
    const left = readdirSync(join(dir, 'bronze/payments'), { recursive: true }).sort();
    expect(left).toEqual(['ledger_range=0', 'notes.txt']);
  });

  it('removes what a killed ingest-state left of a state, and no state that is whole', async () => {
    const dir = temporaryFolder();
    await (await open(dir)).close();
    for (const name of ['63', '127.partial']) {
      mkdirSync(join(dir, 'lookup/states', name), { recursive: true });
      writeFileSync(join(dir, 'lookup/states', name, '0.state'), 'entries');
    }
    mkdirSync(join(dir, 'baselines'));
    for (const name of ['63.json', '127.json.tmp']) writeFileSync(join(dir, 'baselines', name), '{}');
    writeFileSync(join(dir, 'locks/writer.json'), '');
    await (await open(dir)).close();
    expect(filesBelow(join(dir, 'lookup'), dir)).toEqual(['lookup/states/63/0.state']);
    expect(filesBelow(join(dir, 'baselines'), dir)).toEqual(['baselines/63.json']);
  });
});
