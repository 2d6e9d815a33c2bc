/** The program in a process of its own that is killed at moments which are the same in every run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { main } from '../../main.ts';

const root = resolve(import.meta.dirname, '../../..');

/** How often a run is killed. */
const KILLS = Number(process.env.LEDGERLAKE_KILLS ?? 3);

/** What a test that kills runs may take, in milliseconds, on a machine that has much else to do. */
export const KILLING_TIME = 60_000 * (KILLS + 2);

export interface KilledRun {
  /** The definition. */
  file: string;
  store: string;
  dataDir: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a definition; after so many milliseconds, if they are given, the process is killed. Returns its exit code, null when it was killed. */
export async function run({ file, store, dataDir, env }: KilledRun, killAfter?: number): Promise<number | null> {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    [main, 'pipeline', 'run', file, '--store', store, '--data-dir', dataDir, '--json'],
    { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' },
  );
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code;
}

interface Killing {
  /** What a whole run takes, in milliseconds. */
  time: number;
  seed: number;
  /** After each run. */
  check: () => Promise<void>;
  /** After a run that ended by itself. */
  reset: () => Promise<void>;
}

/**
 * Runs again and again, and kills each run behind three tenths of the time that the fastest whole one took; returns how many were
 * killed.
 */
export async function killAgain(given: KilledRun, { time, seed, check, reset }: Killing): Promise<number> {
  const random = seeded(seed);
  let kills = 0;
  let whole = time;
  for (let ends = 0; kills < KILLS && ends < KILLS;) {
    const begun = performance.now();
    const code = await run(given, whole * (0.3 + 0.7 * random()));
    if (code === null) kills++;
    else {
      ends++;
      whole = Math.min(whole, performance.now() - begun);
    }
    await check();
    if (code !== null) await reset();
  }
  return kills;
}

/** Returns numbers from 0 to 1, the same for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
