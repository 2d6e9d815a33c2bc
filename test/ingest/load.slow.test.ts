import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reportText } from '../../src/cli/load-report.ts';
import { compactLake, open } from '../../src/index.ts';
import type { LoadProgress } from '../../src/ingest/report.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
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

  it('records which bytes of its decompressed file each ledger is, which merged segments keep', async () => {
    const lake = await open(join(root, 'places'), { network });
    await lake.load(sample, { segmentLedgers: 32 });
    await compactLake(lake.lake);
    const places = await lake.rows<{ sequence: number; object: string; first: number; bytes: number }>(`
      select sequence, object_name as object, first_byte::integer as first, l.bytes::integer as bytes
      from meta.ledgers as l join meta.ledger_files using (file_id) order by sequence`);
    await lake.close();
    expect(places).toHaveLength(128);
    for (const { sequence, object, first, bytes } of places) {
      const file = decompress(readFileSync(join(sample, object)), { file: object });
      expect(readLedger(file.subarray(first, first + bytes))).toMatchObject({ sequence, bytes: { length: bytes } });
    }
  });
});

describe('segments of a lake that could be fewer', () => {
  it('are counted by a load, and told with the command that merges them', async () => {
    const dir = join(root, 'small');
    const lake = await open(dir, { network });
    const report = await lake.load(sample, { workers: 1, segmentLedgers: 5, range: { first: 2, last: 104 } });
    expect(report).toMatchObject({ segments: 11, segmentsToMerge: 11 });
    const advice = `queries are faster when 20 segments are merged: ledgerlake compact --lake ${dir}`;
    expect(
      reportText({ ...report, segmentsToMerge: 20 }, dir)
        .split('\n')
        .at(-1),
    ).toBe(advice);
    expect(reportText(report, dir)).not.toContain('compact');
    await compactLake(lake.lake);
    expect(await lake.load(sample, { workers: 1, range: { first: 2, last: 104 } })).toMatchObject({
      segmentsToMerge: 0,
    });
    await lake.close();
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
