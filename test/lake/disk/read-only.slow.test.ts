/** The commands that read a lake, on a mount that is read-only, while another process writes where it is not. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { startProcess } from '../../server/process.ts';
import { temporaryFolder } from '../../folder.ts';
import { main } from '../../main.ts';

const root = join(import.meta.dirname, '../../..');
const sample = join(root, 'data/sample');
const folder = temporaryFolder();
const [dir, mounted] = [join(folder, 'lake'), join(folder, 'mounted')];
mkdirSync(dir);
mkdirSync(mounted);

/** Returns why the folder cannot be mounted once more, read-only; nothing where it is. */
function mountReadOnly(): string | undefined {
  const steps = [
    ['--bind', dir, mounted],
    ['-o', 'remount,bind,ro', mounted],
  ];
  for (const words of steps) {
    const { status, stderr, error } = spawnSync('mount', words, { encoding: 'utf8' });
    if (status !== 0) return `mount ${words.join(' ')}: ${error?.message ?? stderr}`;
  }
  return undefined;
}

const why = mountReadOnly();
afterAll(() => void spawnSync('umount', [mounted]));
if (why !== undefined) console.warn(`not tested: ${why}`);

function run(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--lake', mounted], {
    encoding: 'utf8',
  });
  expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: '' });
  return stdout;
}

it.skipIf(why !== undefined)(
  'is read and served from a mount that is read-only, and sees what is committed',
  async () => {
    const lake = await open(dir, { network: 'Ledgerlake Sample Network ; 2026' });
    await lake.load(sample, { range: { first: 2, last: 99 } });
    const count = () => run('query', 'select count(*) as n from history_ledgers', '--format', 'csv');
    expect(count()).toBe('n\n98\n');
    const server = await startProcess('--lake', mounted, '--auth', 'off');
    const latest = async () => {
      const path = `http://127.0.0.1:${server.port}/lake/v1/local/api/v1/silver/ledgers/recent?limit=1`;
      const { data } = (await (await fetch(path)).json()) as { data: { sequence: number }[] };
      return data[0].sequence;
    };
    expect(await latest()).toBe(99);

    await lake.load(sample);
    await expect.poll(latest, { timeout: 60_000 }).toBe(129);
    expect(await server.stop()).toBe(0);
    expect(count()).toBe('n\n128\n');
    expect(JSON.parse(run('status', '--json'))).toMatchObject({ ledgers: 128, gaps: [] });
    expect(run('verify')).toContain('128 ledgers');
    expect(run('check')).toContain('ledger_counts');
    await lake.close();

    const words = [main, 'ingest', sample, '--lake', mounted];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      expect.any(Number),
      `error: lake ${mounted} cannot be used: the file system is read-only: give another folder\n`,
    ]);
    expect(status).not.toBe(0);
  },
);
