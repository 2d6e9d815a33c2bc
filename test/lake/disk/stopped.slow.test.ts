/** A writer that the system stops (SIGSTOP) for as long as others work, and that goes on after it (SIGCONT). */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { OvertakenError, publishSnapshot } from '../../../src/lake/disk/snapshot/publish-snapshot.ts';
import { readSnapshot } from '../../../src/lake/disk/snapshot/read-snapshot.ts';
import { temporaryFolder } from '../../folder.ts';
import { network, tables } from '../tables.ts';

const LAST = 300;
const child = join(import.meta.dirname, '../child.ts');
const args = (dir: string, mode = 'compact') => [child, dir, String(LAST), mode];
const open = (dir: string, write = false) => openLake(dir, { tables, write, network, sql: 'none' });

/** Returns how many commits a lake has had, as its pages are named for them. */
function commits(dir: string): number {
  const names = existsSync(join(dir, 'snapshots')) ? readdirSync(join(dir, 'snapshots')) : [];
  return Math.max(0, ...names.map((name) => Number(/^\d+-(\d+)\./.exec(name)?.[1] ?? 0)));
}

/** Starts a writer and stops it when it has made so many commits. */
async function stoppedWriter(dir: string, after: number): Promise<ChildProcess> {
  const writer = spawn(process.execPath, args(dir), { stdio: 'ignore' });
  while (commits(dir) < after && writer.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  expect(writer.exitCode).toBeNull();
  writer.kill('SIGSTOP');
  return writer;
}

/** What a lake holds: ledgers without a hole up to the last, and each row once. */
async function look(dir: string) {
  const lake = await open(dir);
  try {
    expect((await verifyFiles(lake)).problems).toEqual([]);
    const sql = `select count(*)::integer as rows, count(distinct id)::integer as ids,
      (select count(*)::integer from bronze.history_ledgers_raw_v1) as ledgers,
      (select max(sequence) from bronze.history_ledgers_raw_v1) as last from bronze.payments_raw_v1`;
    const [row] = await lake.read((connection) => selectRows(connection, sql));
    expect(row['ids']).toBe(row['rows']);
    expect(row['ledgers']).toBe(row['last'] ?? 0);
    return row;
  } finally {
    await lake.close();
  }
}

const whole = { rows: LAST, ids: LAST, ledgers: LAST, last: LAST };

describe('a writer that is stopped', { timeout: 600_000 }, () => {
  it.each([2, 5, 9, 14, 20])('after commit %i keeps its lock, lets readers read, and goes on', async (after) => {
    const dir = temporaryFolder();
    const writer = await stoppedWriter(dir, after);
    const seen = await look(dir);
    const second = spawnSync(process.execPath, args(dir), { encoding: 'utf8' });
    expect(second.stderr).toContain(`is held for writing by another process: pid ${writer.pid} `);
    await expect(repairSnapshot(dir)).rejects.toThrow(`pid ${writer.pid} `);
    expect(await look(dir)).toEqual(seen);
    writer.kill('SIGCONT');
    expect(await once(writer, 'exit')).toEqual([0, null]);
    expect(await look(dir)).toEqual(whole);
  });

  it('is told by the lock of the system, whatever happens to the file that names it', async () => {
    const dir = temporaryFolder();
    const writer = await stoppedWriter(dir, 4);
    const holder = join(dir, 'locks/writer.json');
    const refused = () => spawnSync(process.execPath, args(dir), { encoding: 'utf8' }).stderr;
    for (const holds of ['', '{}', '{"pid":1,"host":"elsewhere","command":"x","started":"y"}', 'null', '[]']) {
      writeFileSync(holder, holds);
      expect({ holds, said: refused() }).toEqual({ holds, said: expect.stringContaining(`pid ${writer.pid} `) });
    }
    unlinkSync(holder);
    expect(refused()).toContain(`pid ${writer.pid} `);
    writer.kill('SIGCONT');
    expect(await once(writer, 'exit')).toEqual([0, null]);
    expect(await look(dir)).toEqual(whole);
  });

  it('has no hold on a copy of the lake', async () => {
    const dir = temporaryFolder();
    const writer = await stoppedWriter(dir, 6);
    const copy = temporaryFolder();
    cpSync(dir, copy, { recursive: true });
    expect(spawnSync(process.execPath, args(copy)).status).toBe(0);
    expect(await look(copy)).toEqual(whole);
    writer.kill('SIGCONT');
    expect(await once(writer, 'exit')).toEqual([0, null]);
    expect(await look(dir)).toEqual(whole);
  });
});

/** Starts a writer that has the lake open and waits. */
async function heldWriter(dir: string): Promise<{ writer: ChildProcess; said: Promise<string> }> {
  const writer = spawn(process.execPath, args(dir, 'hold'));
  const said = text(writer.stderr);
  await once(writer.stdout, 'data');
  return { writer, said };
}

describe('two writers where locks do not hold', { timeout: 600_000 }, () => {
  it.each(['load', 'compact'])('leave what the faster one committed, by %s', async (mode) => {
    const dir = temporaryFolder();
    spawnSync(process.execPath, [child, dir, '100', 'load']);
    const { writer, said } = await heldWriter(dir);
    rmSync(join(dir, 'locks'), { recursive: true });
    expect(spawnSync(process.execPath, args(dir, mode)).status).toBe(0);
    writer.stdin!.end();
    expect(await said).toContain(`lake ${dir} was written by another process meanwhile: its locks were removed`);
    expect(await look(dir)).toEqual(whole);
    expect((await repairSnapshot(dir)).unclaimed).toEqual([]);
  });

  it('publish a number once, however late one of them looks', async () => {
    const dir = temporaryFolder();
    spawnSync(process.execPath, [child, dir, '100', 'load']);
    // What a writer knows that has just looked whether it is alone.
    const before = await readSnapshot(dir);
    expect(spawnSync(process.execPath, args(dir, 'load')).status).toBe(0);
    await expect(publishSnapshot(dir, before, {})).rejects.toThrow(new OvertakenError(dir));
    expect(await look(dir)).toEqual(whole);
  });

  it('publish it once, where many go on at one moment', async () => {
    const dir = temporaryFolder();
    spawnSync(process.execPath, [child, dir, String(LAST), 'load']);
    const { number } = await readSnapshot(dir);
    const publisher = join(import.meta.dirname, '../publish-child.ts');
    const all = Array.from({ length: 6 }, () => spawn(process.execPath, [publisher, dir]));
    await Promise.all(all.map(({ stdout }) => once(stdout, 'data')));
    const ends = all.map((one) => once(one, 'exit'));
    for (const { stdin } of all) stdin.end();
    expect((await Promise.all(ends)).map(([code]) => Number(code)).sort()).toEqual([0, 3, 3, 3, 3, 3]);
    expect((await readSnapshot(dir)).number).toBe(number + 1);
    expect(await look(dir)).toEqual(whole);
  });

  it('are not kept out by a head that a killed one did not publish', async () => {
    const dir = temporaryFolder();
    spawnSync(process.execPath, [child, dir, '100', 'load']);
    const { number } = await readSnapshot(dir);
    const next = join(dir, `snapshots/head-${number + 1}.json`);
    writeFileSync(next, 'half of a he');
    expect(spawnSync(process.execPath, args(dir, 'load')).status).toBe(0);
    expect(await look(dir)).toEqual(whole);
    expect(existsSync(next)).toBe(false);
  });

  it('leave the name of the one that works on', async () => {
    const dir = temporaryFolder();
    const first = await heldWriter(dir);
    rmSync(join(dir, 'locks'), { recursive: true });
    const second = await heldWriter(dir);
    const holder = () => JSON.parse(readFileSync(join(dir, 'locks/writer.json'), 'utf8')) as { pid: number };
    expect(holder().pid).toBe(second.writer.pid);
    first.writer.stdin!.end();
    await once(first.writer, 'exit');
    expect(holder().pid).toBe(second.writer.pid);
    second.writer.kill('SIGKILL');
    await once(second.writer, 'exit');
    expect(spawnSync(process.execPath, args(dir)).status).toBe(0);
    expect(await look(dir)).toEqual(whole);
  });
});
