/** Commands on a disk that is full: the lake is as before, no temporary file stays, and with room the command ends like an undisturbed one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { fingerprint } from '../stores/lakes.ts';
import { main } from '../main.ts';

const folder = temporaryFolder();
const disk = temporaryFolder();
const at = (name: string) => join(folder, name);
const lake = join(disk, 'lake');
const isMounted = mounted();

afterAll(() => isMounted && execFileSync('umount', [disk]));

function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(args: readonly string[]) {
  return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
}

function succeed(...args: readonly string[]): void {
  const { status, stderr } = run(args);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
}

const used = () => {
  const { blocks, bfree, bsize } = statfsSync(disk);
  return (blocks - bfree) * bsize;
};
/** Leaves so many bytes free. */
const leave = (bytes: number) =>
  execFileSync('mount', ['-o', `remount,size=${Math.ceil((used() + bytes) / 4096) * 4096}`, disk]);
const enlarge = () => execFileSync('mount', ['-o', 'remount,size=200m', disk]);

const totals = `
  select (select count(*)::integer from bronze.history_ledgers) as ledgers,
    (select sum(hash(id))::varchar from history_effects) as effects,
    (select count(*)::integer from accounts_current) as accounts,
    (select count(*)::integer from meta.state_baselines) as states`;

async function look(): Promise<unknown> {
  const opened = await open(lake, { readOnly: true });
  try {
    expect((await verifyFiles(opened.lake)).problems).toEqual([]);
    return (await opened.rows(totals))[0];
  } finally {
    await opened.close();
  }
}

/** Pages of snapshots are named for the number of their commit. */
const files = () =>
  filesBelow(disk, disk)
    .filter((path) => !/snapshots\W\d/.test(path))
    .sort();

const unfinished = /\.(tmp|part|partial)(\/|$)|archive\.json\.|lookup\/\./;

const period = ['--asset', 'XLM', '--start', '2026-01-01', '--end', '2026-01-01'];

// Only root mounts a small disk.
describe.skipIf(!isMounted)('a full disk', { timeout: 1_800_000 }, () => {
  beforeAll(() => {
    const traffic = ['--ledgers', '90', '--tx-per-ledger', '2', '--mix', 'mixed'];
    succeed('simulate', '--out', at('store'), ...traffic, '--archive', at('archive'));
    succeed('ingest', at('store'), '--lake', at('part-1'), '--range', '2:45', '--workers', '1');
    succeed('ingest', at('store'), '--lake', at('part-2'), '--range', '46:91', '--workers', '1');
  });

  it.each([
    ['attach', [at('part-2'), '--copy']],
    ['ingest-state', [at('archive')]],
    ['archive', period],
    ['simulate', []],
  ])('of command %s', async (name, args) => {
    const command = name === 'simulate' ? [...simulate] : [name, ...args, '--lake', lake];
    const begin = () => {
      for (const left of readdirSync(disk)) rmSync(join(disk, left), { recursive: true });
      enlarge();
      cpSync(at('part-1'), lake, { recursive: true });
    };
    begin();
    const [before, room] = [await look(), used()];
    succeed(...command);
    const [after, needed] = [await look(), used() - room];
    const [whole, bytes] = [files(), fingerprint(lake)];
    for (const part of [0, 0.1, 0.4, 0.7, 0.9, 0.97]) {
      begin();
      leave(needed * part);
      const full = run(command);
      expect({ part, said: full.stderr }).toEqual({ part, said: expect.stringContaining('the disk is full') });
      // A lake without its index is whole: attach says so, and ends well.
      const isIndex = full.stderr.startsWith('cannot bring the index of a part: the disk is full');
      expect({ part, status: full.status }).toEqual({ part, status: isIndex ? 0 : 1 });
      expect({ part, seen: await look() }).toEqual({ part, seen: isIndex ? after : before });
      expect({ part, left: files().filter((path) => unfinished.test(path)) }).toEqual({ part, left: [] });
      enlarge();
      succeed(...command);
      expect({ part, now: await look() }).toEqual({ part, now: after });
      expect({ part, files: files() }).toEqual({ part, files: whole });
      if (name !== 'archive') expect({ part, bytes: fingerprint(lake) }).toEqual({ part, bytes });
    }
  });
});

const simulate = ['simulate', '--out', join(disk, 'out'), '--ledgers', '70', '--archive', join(disk, 'history')];
