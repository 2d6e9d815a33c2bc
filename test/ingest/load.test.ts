import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import type { LoadProgress } from '../../src/ingest/report.ts';
import { poolSize } from '../../src/workers/pool.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const root = mkdtempSync(join(tmpdir(), 'ledgerlake-load-'));

afterAll(() => rmSync(root, { recursive: true }));

describe('a load', () => {
  it('counts the rows of every ledger that it counts, and starts no more workers than it has segments', async () => {
    const lake = await open(join(root, 'lake'), { network });
    const steps: LoadProgress[] = [];
    const workers: number[][] = [];
    const report = await lake.load(sample, {
      workers: 500,
      onProgress: (step) => steps.push(step),
      onFewerWorkers: (started, asked) => workers.push([started, asked]),
    });
    await lake.close();
    for (const { ledgers, rows } of steps) expect(rows).toBeGreaterThanOrEqual(ledgers);
    const all = Object.values(report.rows).reduce((sum, rows) => sum + rows, 0);
    expect(steps.at(-1)).toMatchObject({ ledgers: 128, rows: all, total: 128, bytesRead: report.bytesRead });
    expect(workers).toEqual([[2, 500]]);
  });
});

describe('poolSize', () => {
  it('is one for each core, no more than there are tasks, and no more than cores can feed', () => {
    const cores = availableParallelism();
    expect(poolSize()).toBe(cores);
    expect(poolSize(undefined, 1)).toBe(1);
    expect(poolSize(3, 0)).toBe(1);
    expect(poolSize(1000, 3)).toBe(3);
    expect(poolSize(1000)).toBe(4 * cores);
  });
});
