import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { open } from '../../src/index.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const root = mkdtempSync(join(tmpdir(), 'ledgerlake-pool-'));
let workers: Worker[];
const remember = (worker: Worker) => workers.push(worker);

beforeEach(() => {
  workers = [];
  process.on('worker', remember);
});

afterEach(() => {
  process.off('worker', remember);
  rmSync(root, { recursive: true, force: true });
});

it('starts no more workers than a load has segments', async () => {
  const lake = await open(join(root, 'lake'), { network: 'Ledgerlake Sample Network ; 2026' });
  const progress: number[] = [];
  const report = await lake.load(sample, {
    range: { first: 2, last: 40 },
    workers: 50,
    segmentLedgers: 20,
    onProgress: ({ ledgers }) => progress.push(ledgers),
  });
  await lake.close();
  expect(report).toMatchObject({ ledgers: 39, segments: 3 });
  expect(progress.at(-1)).toBe(39);
  expect(workers).toHaveLength(3);
});

it('bounds what the main thread keeps for short-lived values', () => {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { createPool } from '${join(import.meta.dirname, '../../src/workers/pool.ts')}';
    const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
    const before = size();
    const pool = createPool(1);
    const kept = [];
    let after = Infinity;
    for (let i = 0; i < 2_000_000; i++) {
      kept[i % 50_000] = { value: [i] };
      // While V8 marks, it lets the space grow and cuts it when it has ended.
      if (i > 1_000_000 && i % 50_000 === 0) after = Math.min(after, size());
    }
    console.log(JSON.stringify([before, after]));
    await pool.close();`;
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  const [before, after] = JSON.parse(told) as [number, number];
  expect(after).toBeLessThanOrEqual(before);
});
