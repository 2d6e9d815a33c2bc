import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLake } from '../../src/lake/lake.ts';
import { verifyLake } from '../../src/lake/verify.ts';
import { temporaryFolder } from '../lake/folder.ts';
import { load, network, tables } from '../lake/tables.ts';

/** Five minutes is the whole proof: `LEDGERLAKE_READERS_SECONDS=300 npm run test:slow -- readers`. */
const SECONDS = Number(process.env['LEDGERLAKE_READERS_SECONDS'] ?? 20);
const MODES = ['query', 'query', 'query', 'query', 'stream', 'stream', 'stream', 'verify', 'status', 'status'];

const children = join(import.meta.dirname, '../lake');

let seed = 20_261_122;
function below(limit: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

/** Starts a process again and again, killing it at random, until it is stopped; an end of its own is an error. */
class Lane {
  readonly #words: () => string[];
  readonly #longest: number;
  kills = 0;
  complaint = '';
  #isStopped = false;
  #child?: ChildProcess;

  constructor(longest: number, words: () => string[]) {
    this.#longest = longest;
    this.#words = words;
  }

  async run(): Promise<void> {
    while (!this.#isStopped && this.complaint === '') {
      const child = spawn(process.execPath, this.#words(), { stdio: ['ignore', 'ignore', 'pipe'] });
      this.#child = child;
      let said = '';
      child.stderr.on('data', (data) => (said += data));
      const ended = once(child, 'exit');
      const outcome = await Promise.race([ended, wait(1000 + below(this.#longest), 'time')]);
      if (outcome === 'time') {
        this.kills++;
        child.kill('SIGKILL');
      }
      const [code] = await ended;
      if (code !== null && !this.#isStopped) this.complaint = `exit code ${code}: ${said}`;
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
  }
}

it(`lets ten processes read what one writes and merges, for ${SECONDS} seconds, with kills`, async () => {
  const dir = temporaryFolder();
  const begun = await openLake(dir, { tables, write: true, network, sql: 'none' });
  await load(begun, ...Array.from({ length: 60 }, (_, i): [number, number] => [1 + i * 10, 10 + i * 10]));
  await begun.close();
  const writer = new Lane(12_000, () => [join(children, 'child.ts'), dir, '1000000', 'compact']);
  const readers = MODES.map(
    (mode) => new Lane(20_000, () => [join(children, 'reader-child.ts'), dir, mode, String(below(2 ** 31))]),
  );
  const lanes = [writer, ...readers];
  const ended = lanes.map((lane) => lane.run());
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until && lanes.every(({ complaint }) => complaint === '')) await wait(100);
  for (const lane of lanes) lane.stop();
  await Promise.all(ended);
  expect(lanes.map(({ complaint }) => complaint).filter((complaint) => complaint !== '')).toEqual([]);
  const lake = await openLake(dir, { tables, write: true, network, sql: 'none' });
  expect((await verifyLake(lake)).problems).toEqual([]);
  const ranges = await lake.loaded();
  expect(ranges).toEqual([{ first: 1, last: expect.any(Number) }]);
  const named = (await lake.snapshot()).paths();
  await lake.close();
  const entries = readdirSync(join(dir, 'bronze'), { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
  expect(found.sort()).toEqual([...named].sort());
  console.log(`${ranges[0].last} ledgers; kills of writer and readers: ${lanes.map(({ kills }) => kills).join(' ')}`);
}, 900_000);
