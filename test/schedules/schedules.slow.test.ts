/**
 * A writer, three readers, a server and its client, one who verifies and a second writer over one lake, and a pipeline that is
 * killed over a store that grows, in orders that a seed decides.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** `SCHEDULES=10000` takes hours; `SCHEDULE_SEED` is the first. */
const COUNT = Number(process.env['SCHEDULES'] ?? 300);
const SEED = Number(process.env['SCHEDULE_SEED'] ?? 1);

function run(first: number, count: number, env: NodeJS.ProcessEnv = {}): { code: number | null; said: string } {
  const at = (name: string) => join(import.meta.dirname, name);
  const words = ['--import', at('turns.ts'), at('child.ts'), String(first), String(count)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

it(`keeps the rules in ${COUNT} schedules`, { timeout: COUNT * 60_000 }, () => {
  const { code, said } = run(SEED, COUNT);
  expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`^${COUNT} schedules, \\d+ turns\\n$`))]);
  console.log(said);
});

it('takes the same turns when it has the same seed', () => {
  const [one, other] = [0, 1].map(() => run(7, 3, { SCHEDULE_TRACE: '1' }));
  expect(one.said).toMatch(/^seed 7: [0-9a-f]{64}\nseed 8: [0-9a-f]{64}\n/);
  expect(other).toEqual(one);
});

it('finds a file that is gone, and names the seed', () => {
  const { code, said } = run(1, 20, { SCHEDULE_SABOTAGE: '1' });
  expect([code, said]).toEqual([1, expect.stringMatching(/^seed \d+: /)]);
});
