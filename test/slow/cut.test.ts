/** Commands that are killed at their n-th change of a file: the lake is as before or as after, and the next run ends like an undisturbed one. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { fingerprint } from '../stores/lakes.ts';

/** `npm run test:killed` kills more often. */
const KILLS = Number(process.env.LEDGERLAKE_KILLS ?? 8);
const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const lake = at('lake');

function run(args: readonly string[], env: Record<string, string> = {}) {
  const command = ['--import', join(import.meta.dirname, 'cut.ts'), join(root, 'src/cli/main.ts'), ...args];
  return spawnSync(process.execPath, command, { encoding: 'utf8', env: { ...process.env, ...env } });
}

function succeed(...args: readonly string[]): void {
  const { status, stderr } = run(args);
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
}

/** Returns how many changes of files an undisturbed run makes. */
function changesOf(args: readonly string[]): number {
  rmSync(at('count'), { force: true });
  const { status, stderr } = run(args, { CUT_COUNT: at('count') });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return Number(readFileSync(at('count'), 'utf8'));
}

/** Returns moments among n, the same ones in every run: the last ones, and others all over. */
function momentsOf(n: number, seed: number): number[] {
  const moments = new Set([1, 4, 8, 13, 19].map((before) => n - before));
  for (let value = seed; moments.size < Math.min(n, KILLS);) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    moments.add(1 + Math.floor((n * value) / 2 ** 32));
  }
  return [...moments].filter((moment) => moment > 0).sort((a, b) => a - b);
}

const totals = `
  select (select count(*)::integer from bronze.history_ledgers) as ledgers,
    (select count(*)::integer from bronze.history_operations) as operations,
    (select sum(hash(id))::varchar from history_effects) as effects,
    (select count(*)::integer from accounts_current) as accounts,
    (select count(*)::integer from meta.state_baselines) as states`;

/** Returns what a lake holds; expects that its files are what its manifests say. */
async function look(): Promise<unknown> {
  if (!existsSync(lake)) return undefined;
  const opened = await open(lake, { readOnly: true });
  try {
    expect((await verifyFiles(opened.lake)).problems).toEqual([]);
    return (await opened.rows(totals))[0];
  } finally {
    await opened.close();
  }
}

/** Pages of snapshots are named for the number of their commit. */
const files = (dir: string) =>
  filesBelow(dir, dir)
    .filter((path) => !/^snapshots\W\d/.test(path))
    .sort();

beforeAll(() => {
  const traffic = ['--ledgers', '90', '--tx-per-ledger', '2', '--mix', 'mixed'];
  succeed('simulate', '--out', at('store'), ...traffic, '--archive', at('archive'));
  succeed('ingest', at('store'), '--lake', at('part-1'), '--range', '2:45', '--workers', '1');
  succeed('ingest', at('store'), '--lake', at('part-2'), '--range', '46:91', '--workers', '1');
});

const copy = (from: string, to: string) => cpSync(at(from), at(to), { recursive: true });

interface Case {
  name: string;
  args: string[];
  prepare: () => void;
  /** What another run says when the killed one had come to its end. */
  done?: RegExp;
}

const cases: Case[] = [
  { name: 'attach to a new lake', args: ['attach', at('part-1'), at('part-2')], prepare: () => undefined },
  { name: 'attach by copies', args: ['attach', at('part-2'), '--copy'], prepare: () => copy('part-1', 'lake') },
  {
    name: 'attach that moves',
    args: ['attach', at('moved-1'), at('moved-2'), '--move'],
    prepare: () => {
      for (const part of [1, 2]) {
        rmSync(at(`moved-${part}`), { recursive: true, force: true });
        copy(`part-${part}`, `moved-${part}`);
      }
    },
  },
  {
    name: 'ingest-state',
    args: ['ingest-state', at('archive')],
    prepare: () => copy('part-1', 'lake'),
    done: /has the baseline state of ledger 63 already/,
  },
];

describe('a command that is killed', { timeout: 1_800_000 }, () => {
  it.each(cases)('leaves the lake as before or as after: $name', async ({ name, args, prepare, done }) => {
    const command = [...args, '--lake', lake];
    const begin = () => {
      rmSync(lake, { recursive: true, force: true });
      prepare();
    };
    begin();
    const before = await look();
    const moments = momentsOf(changesOf(command), name.length);
    const after = await look();
    const [whole, bytes] = [files(lake), fingerprint(lake)];
    for (const moment of moments) {
      begin();
      const killed = run(command, { CUT_AT: String(moment) });
      // Merges of the index are more or fewer changes: the last moments may not come.
      if (killed.signal === null) expect({ moment, status: killed.status }).toEqual({ moment, status: 0 });
      const seen = await look();
      // A lake that was made for the command has nothing yet.
      const isEmpty = before === undefined && (seen === undefined || (seen as { ledgers: number }).ledgers === 0);
      if (!isEmpty) expect({ moment, seen }).toEqual({ moment, seen: expect.toBeOneOf([before, after]) });
      const again = run(command);
      // A move that came to its end has no part any more.
      const isDone =
        done?.test(again.stderr) || (args.includes('--move') && !existsSync(args[1]) && !existsSync(args[2]));
      if (!isDone) expect({ moment, status: again.status, said: again.stderr }).toMatchObject({ moment, status: 0 });
      if (args.includes('--move')) expect(args.slice(1, 3).filter((part) => existsSync(part))).toEqual([]);
      expect({ moment, now: await look() }).toEqual({ moment, now: after });
      // Where nothing is left to do, no writer comes that removes what the killed one says of itself.
      const left = files(lake).filter((path) => !isDone || path !== join('locks', 'writer.json'));
      expect({ moment, files: left }).toEqual({ moment, files: whole });
      expect({ moment, bytes: fingerprint(lake) }).toEqual({ moment, bytes });
    }
  });

  it('leaves an archive that a next one makes whole, and one that was whole', () => {
    rmSync(lake, { recursive: true, force: true });
    copy('part-1', 'lake');
    const data = at('data');
    const period = ['--asset', 'XLM', '--start', '2026-01-01', '--end', '2026-01-01'];
    const command = ['archive', '--lake', lake, '--data-dir', data, ...period];
    const moments = momentsOf(changesOf(command), 7);
    const whole = files(data);
    for (const moment of moments) {
      rmSync(data, { recursive: true });
      run(command, { CUT_AT: String(moment) });
      const { status, stdout } = run(command);
      expect({ moment, status, made: stdout }).toMatchObject({
        moment,
        status: 0,
        made: expect.stringMatching(/"status": ?"complete"/),
      });
      expect({ moment, files: files(data) }).toEqual({ moment, files: whole });
      const bytes = fingerprint(data);
      // The archive is there: another run has nothing to make, so that no kill can spoil it.
      run(command, { CUT_AT: String(moment) });
      expect({ moment, bytes: fingerprint(data) }).toEqual({ moment, bytes });
    }
  });
});
