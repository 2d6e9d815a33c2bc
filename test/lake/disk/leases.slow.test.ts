import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { stream } from '../../../src/lake/asking/query/query.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

function open(dir: string, write = true): Promise<Lake> {
  return openLake(dir, { tables, write, network, sql: 'none', threads: 1 });
}

/** A lake of fifty segments of a hundred payments. */
async function filled(dir: string): Promise<Lake> {
  const lake = await open(dir);
  await load(lake, ...Array.from({ length: 50 }, (_, i): [number, number] => [1 + i * 100, 100 + i * 100]));
  return lake;
}

const last = 'bronze/payments/ledger_range=0/4901-5000.parquet';

async function standing(dir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../standing-child.ts'), dir]);
  const [words] = await once(child.stdout, 'data');
  expect(String(words)).toBe('standing\n');
  return child;
}

/** Parquet files of payments. */
function files(dir: string): string[] {
  const names = readdirSync(join(dir, 'bronze/payments'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.parquet'));
}

describe('files that a merge replaced', () => {
  it('stay while another process reads them, and go when it is done', async () => {
    const dir = temporaryFolder();
    const lake = await filled(dir);
    const child = await standing(dir);
    await compactLake(lake);
    await load(lake, [5001, 5100]);
    await compactLake(lake);
    expect(existsSync(join(dir, last))).toBe(true);
    child.stdin!.end();
    expect(await text(child.stdout!)).toBe('5001\n');
    await load(lake, [5101, 5200]);
    await lake.close();
    expect(existsSync(join(dir, last))).toBe(false);
    await (await open(dir)).close();
    expect(readdirSync(join(dir, 'snapshots')).filter((name) => name.startsWith('retired'))).toEqual([]);
  });

  it.each(['nothing', 'a lock of an epoch that never began'])(
    'stay where a repair came between, which found %s',
    async (found) => {
      const dir = temporaryFolder();
      await (await filled(dir)).close();
      const locks = join(dir, 'locks');
      if (found !== 'nothing') copyFileSync(join(locks, 'readers-0.lock'), join(locks, 'readers-1.lock'));
      const child = await standing(dir);
      await repairSnapshot(dir);
      const lake = await open(dir);
      await compactLake(lake);
      expect(existsSync(join(dir, last))).toBe(true);
      child.stdin!.end();
      expect(await text(child.stdout!)).toBe('5001\n');
      await lake.close();
      await (await open(dir)).close();
      expect(existsSync(join(dir, last))).toBe(false);
      expect(readdirSync(locks).filter((name) => name.startsWith('readers'))).toHaveLength(1);
    },
  );

  it('go when the process that read them was killed', async () => {
    const dir = temporaryFolder();
    const lake = await filled(dir);
    const child = await standing(dir);
    await compactLake(lake);
    expect(existsSync(join(dir, last))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lake.close();
    expect(files(dir)).toEqual(['ledger_range=0/1-5000.parquet']);
  });

  it('stay for a reader of this process, whoever else closes', async () => {
    const dir = temporaryFolder();
    const lake = await filled(dir);
    const readers = [await open(dir, false), await open(dir, false)];
    const sql = 'select repeat(account, 5000) as wide from bronze.payments_raw_v1';
    const streams = readers.map((reader) => stream(reader, sql));
    const counts = await Promise.all(streams.map(async (rows) => (await rows.next()).value!.numRows));
    await streams[0].return(undefined);
    await readers[0].close();
    await compactLake(lake);
    await lake.close();
    const again = await open(dir);
    expect(existsSync(join(dir, last))).toBe(true);
    let count = counts[1]!;
    for await (const batch of streams[1]) count += batch.numRows;
    expect(count).toBe(5001);
    await readers[1].close();
    await again.close();
    expect(files(dir)).toEqual(['ledger_range=0/1-5000.parquet']);
  });
});

/** Runs a module's text in a thread; returns what it posts. */
async function inThread(code: string): Promise<{ worker: Worker; message: unknown }> {
  const lake = JSON.stringify(join(import.meta.dirname, '../../../src/lake/asking/lake.ts'));
  const tables = JSON.stringify(join(import.meta.dirname, '../tables.ts'));
  const head = `const { openLake } = await import(${lake});
    const { tables, network } = await import(${tables});
    const { parentPort } = await import('node:worker_threads');`;
  const worker = new Worker(`void (async () => { ${head} ${code} })()`, { eval: true });
  const [message] = await once(worker, 'message');
  return { worker, message };
}

describe('a lake', () => {
  it.each([0, 100, 4096])('is written, read and merged where locks were cut off after %i bytes', async (size) => {
    const dir = temporaryFolder();
    await (await filled(dir)).close();
    const locks = readdirSync(join(dir, 'locks')).filter((name) => name.endsWith('.lock'));
    expect(locks).toEqual(['readers-0.lock', 'writer.lock']);
    for (const name of locks) truncateSync(join(dir, 'locks', name), size);
    const lake = await open(dir);
    const child = await standing(dir);
    await compactLake(lake);
    expect(existsSync(join(dir, last))).toBe(true);
    child.stdin!.end();
    expect(await text(child.stdout!)).toBe('5001\n');
    await lake.close();
    expect(files(dir)).toEqual(['ledger_range=0/1-5000.parquet']);
  });

  it('keeps the files that another thread reads, when this one is done with them', async () => {
    const dir = temporaryFolder();
    await (await filled(dir)).close();
    const { worker } = await inThread(`
      const lake = await openLake(${JSON.stringify(dir)}, { tables, network, sql: 'none' });
      const { release } = await lake.session();
      parentPort.once('message', async () => { await release(); await lake.close(); parentPort.postMessage('closed'); });
      parentPort.postMessage('standing');`);
    const reader = await open(dir, false);
    await reader.read(async () => undefined);
    await reader.close();
    const child = () => spawn(process.execPath, [join(import.meta.dirname, '../child.ts'), dir, '5000', 'compact']);
    expect(await text(child().stdout)).toBe('open\ndone\n');
    expect(existsSync(join(dir, last))).toBe(true);
    worker.postMessage('close');
    await once(worker, 'message');
    await worker.terminate();
    expect(await text(child().stdout)).toBe('open\ndone\n');
    expect(existsSync(join(dir, last))).toBe(false);
  });

  it('is not written by two threads of a process', async () => {
    const dir = temporaryFolder();
    const lake = await open(dir);
    const { worker, message } = await inThread(`
      const opened = openLake(${JSON.stringify(dir)}, { tables, write: true, network, sql: 'none' });
      parentPort.postMessage(await opened.then(() => 'opened', (error) => error.message));`);
    expect(message).toMatch(`lake ${dir} is held for writing by this process: pid ${process.pid}`);
    await worker.terminate();
    const child = spawn(process.execPath, [join(import.meta.dirname, '../child.ts'), dir, '0', 'load']);
    expect(await text(child.stderr)).toContain(`lake ${dir} is held for writing by another process`);
    await lake.close();
  });
});
