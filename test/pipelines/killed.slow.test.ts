import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { main } from '../main.ts';

const root = resolve(import.meta.dirname, '../..');
const TRIES = 8;
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'ledgerlake-killed-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the program, kills it after a while, and returns whether it ended by itself. */
async function run(file: string, killAfter?: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  const args = [main, 'pipeline', 'run', file, '--store', 'data/sample', '--data-dir', folder];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill(signal), killAfter);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code;
}

function definition(name: string, path: string, consumers = 1): string {
  return `
apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: ${name}}
spec:
  network: testnet
  startLedger: genesis
  endLedger: "129"
  processors: [{type: contract_event}, {type: bronze}]
  consumers:
${`    - {type: duckdb, config: {path: ${path}}}\n`.repeat(consumers)}`;
}

async function select(path: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await openDatabaseFile(path);
  const connection = await instance.connect();
  const rows = await selectRows(connection, sql);
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const counted =
  'select count(*) as rows, count(distinct id) as events, (select count(*) from history_operations) as operations, ' +
  '(select max(ledger) from ledgerlake_checkpoints) as ledger from contract_events';

/** A multiplicative generator (Park and Miller): the moments are the same in every run. */
function* moments(seed: number): Generator<number> {
  for (;;) yield (seed = (seed * 48271) % 2147483647) / 2147483647;
}

describe('a run that is killed at random moments', () => {
  it.each([1, 2])(
    'has every row once in the end, with consumers of one file: %d',
    { timeout: 240_000 },
    async (consumers) => {
      const file = join(folder, 'pipeline.yaml');
      const whole = join(folder, `whole-${consumers}.duckdb`);
      await writeFile(file, definition(`whole-${consumers}`, whole));
      const began = performance.now();
      expect(await run(file)).toBe(0);
      const took = performance.now() - began;
      const path = join(folder, `killed-${consumers}.duckdb`);
      await writeFile(file, definition(`killed-${consumers}`, path, consumers));
      const random = moments(18);
      for (let i = 0; i < TRIES; i++) await run(file, took * (0.3 + 0.7 * random.next().value));
      expect(await run(file)).toBe(0);
      expect(await select(path, counted)).toEqual(await select(whole, counted));
    },
  );
});
