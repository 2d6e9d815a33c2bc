import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeWith, type LedgerObject, type Store } from '../../src/datastore/store.ts';
import { parse } from 'yaml';
import { openStore, parseShard, planLoad, planShards, shardRanges } from '../../src/index.ts';

describe('parseShard', () => {
  it('reads a part and how many there are', () => {
    expect(parseShard('3/8')).toEqual({ index: 3, count: 8 });
  });

  it.each([
    ['0/8', '--shard 0/8: part 0 is outside 1 to 8'],
    ['9/8', '--shard 9/8: part 9 is outside 1 to 8'],
    ['1/0', '--shard 1/0: there are 0 parts, expected 1 or more'],
    [
      '8',
      '--shard is "8", expected I/N, such as 3/8, auto, or auto/N where the scheduler does not say how many there are',
    ],
  ])('refuses %s', (text, message) => {
    expect(() => parseShard(text)).toThrow(message);
  });

  const slurm = (id: number, [min, max, count]: number[], step = 1) => ({
    SLURM_ARRAY_TASK_ID: `${id}`,
    SLURM_ARRAY_TASK_MIN: `${min}`,
    SLURM_ARRAY_TASK_MAX: `${max}`,
    SLURM_ARRAY_TASK_COUNT: `${count}`,
    SLURM_ARRAY_TASK_STEP: `${step}`,
  });

  it.each([
    ['an array from 1', slurm(1, [1, 8, 8]), { index: 1, count: 8 }],
    ['an array from 0', slurm(7, [0, 7, 8]), { index: 8, count: 8 }],
    ['an array with steps', slurm(9, [1, 13, 4], 4), { index: 3, count: 4 }],
    ['number and count alone', { SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_TASK_COUNT: '8' }, { index: 1, count: 8 }],
    ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '0', AWS_BATCH_JOB_ARRAY_SIZE: '3' }, { index: 1, count: 3 }],
    ['Google Batch', { BATCH_TASK_INDEX: '2', BATCH_TASK_COUNT: '3' }, { index: 3, count: 3 }],
  ])('takes it from %s', (_, variables, expected) => {
    expect(parseShard('auto', variables)).toEqual(expected);
  });

  it('takes the place alone from Kubernetes, which does not say how many tasks there are', () => {
    expect(parseShard('auto/16', { JOB_COMPLETION_INDEX: '15' })).toEqual({ index: 16, count: 16 });
    const missing = '--shard auto: Kubernetes does not say how many tasks there are; give --shard auto/N';
    expect(() => parseShard('auto', { JOB_COMPLETION_INDEX: '15' })).toThrow(missing);
    const outside = '--shard auto/8: part 16 is outside 1 to 8';
    expect(() => parseShard('auto/8', { JOB_COMPLETION_INDEX: '15' })).toThrow(outside);
  });

  it('refuses what does not tell the place among all parts', () => {
    const again = "--shard auto: task 5 of Slurm's array of 2 from 1 to 5 by 1 has no place in it; ";
    expect(() => parseShard('auto', slurm(5, [1, 5, 2]))).toThrow(again);
    const one = '--shard auto/8: Slurm runs 1 tasks, not 8; give --shard I/8';
    expect(() => parseShard('auto/8', slurm(5, [5, 5, 1]))).toThrow(one);
    const words = '--shard auto: BATCH_TASK_INDEX is "x", expected a whole number';
    expect(() => parseShard('auto', { BATCH_TASK_INDEX: 'x', BATCH_TASK_COUNT: '3' })).toThrow(words);
    expect(() => parseShard('auto', {})).toThrow('--shard auto: no scheduler sets the number of this part');
  });
});

const sample = await openStore(join(import.meta.dirname, '../../data/sample'));

/** The store with objects of these sizes, one ledger each, from ledger 2. */
function storeOf(sizes: readonly number[]): Store {
  const objects = sizes.map((bytes, i): LedgerObject => ({ key: `${i + 2}`, bytes, first: i + 2, last: i + 2 }));
  return storeWith(sample, { list: async () => ({ objects, files: [] }) });
}

describe('shardRanges', () => {
  it('cuts where segments of one load are cut, without gaps', async () => {
    const range = { first: 5, last: 121 };
    const ranges = await shardRanges(sample, range, 3, { segmentLedgers: 20 });
    expect(ranges[0].first).toBe(5);
    expect(ranges.at(-1)!.last).toBe(121);
    for (const [i, { first }] of ranges.slice(1).entries()) expect(first).toBe(ranges[i].last + 1);
    const units = async (asked: object) => {
      const { plan } = await planLoad(undefined, sample, { segmentLedgers: 20, ...asked });
      return plan.units.map(({ first, last }) => `${first}-${last}`);
    };
    const parts = [1, 2, 3].map((index) => units({ range, shard: { index, count: 3 } }));
    expect((await Promise.all(parts)).flat()).toEqual(await units({ range }));
  });

  it('gives parts like bytes, and each a segment', async () => {
    const range = { first: 2, last: 41 };
    const heavyEnd = storeOf(Array.from({ length: 40 }, (_, i) => (i < 30 ? 10 : 300)));
    const ranges = await shardRanges(heavyEnd, range, 4, { segmentLedgers: 1 });
    expect(ranges.map(({ first, last }) => last - first + 1)).toEqual([32, 3, 2, 3]);
    const heavyHead = storeOf([1000, 1, 1, 1]);
    expect(await shardRanges(heavyHead, { first: 2, last: 5 }, 4, { segmentLedgers: 1 })).toEqual(
      [2, 3, 4, 5].map((ledger) => ({ first: ledger, last: ledger })),
    );
  });

  it('cuts long ranges without listing them, at the borders that a listing would give', async () => {
    const store = storeWith(sample, {
      list: () => Promise.reject(new Error('listed')),
      layout: async () => ({ ledgersPerFile: 64, filesPerPartition: 10, extension: 'zst' }),
    });
    const ranges = await shardRanges(store, { first: 2, last: 60_000_000 }, 1000);
    expect(ranges).toHaveLength(1000);
    const border = ranges[500].first;
    expect(border % 64).toBe(0);
    expect(Math.floor(border / 100)).not.toBe(Math.floor((border - 64) / 100));
  });

  it.each([
    [undefined, 2, 'a load in parts needs --range FIRST:LAST with both ends, the same for every part'],
    [{ first: 2 }, 2, 'a load in parts needs --range FIRST:LAST with both ends, the same for every part'],
    [{ first: 2, last: 129 }, 0, 'there are 0 parts, expected 1 or more'],
    [{ first: 2, last: 129 }, 3, 'ledgers 2 to 129 are 2 segments, which cannot be cut into 3 parts'],
  ])('refuses %j in %i parts', async (range, count, message) => {
    await expect(shardRanges(sample, range, count)).rejects.toMatchObject({ name: 'UsageError', message });
  });

  it('refuses files that do not say which ledgers they hold', async () => {
    const files = storeWith(sample, { list: async () => ({ objects: [], files: [{ key: 'x.zst', bytes: 1 }] }) });
    await expect(shardRanges(files, { first: 2, last: 9 }, 2)).rejects.toThrow(
      'x.zst does not say which ledgers it holds',
    );
  });
});

describe('planShards', () => {
  it('tells what each part reads, takes and costs', async () => {
    const { shards, isEstimate } = await planShards(sample, {
      ...{ range: '2:129', count: 2, rate: 100, machinePrice: 36, pricePerGb: 1000 },
    });
    expect(isEstimate).toBe(false);
    expect(shards).toMatchObject([
      { first: 2, last: 99, ledgers: 98, objects: 10, seconds: 0.98, machineUsd: 0.0098 },
      { first: 100, last: 129, ledgers: 30, objects: 3, seconds: 0.3, machineUsd: 0.003 },
    ]);
    for (const { bytes, trafficUsd } of shards) expect(trafficUsd).toBeCloseTo(bytes / 1e6, 9);
    await expect(planShards(sample, { range: '2:129', count: 2, rate: 0 })).rejects.toThrow('rate is 0');
  });

  it('estimates what would take long to list', async () => {
    const asked: number[] = [];
    const store = storeWith(sample, {
      layout: async () => ({ ledgersPerFile: 1, filesPerPartition: 64_000, extension: 'zst' }),
      list: async ({ range = {} } = {}) => {
        const { first = 0, last = 0 } = range;
        asked.push(last - first + 1);
        const objects = Array.from({ length: last - first + 1 }, (_, i): LedgerObject => {
          return { key: `${first + i}`, bytes: 10, first: first + i, last: first + i };
        });
        return { objects, files: [] };
      },
    });
    const { shards, isEstimate } = await planShards(store, { range: '2:2000001', count: 4 });
    expect([isEstimate, asked]).toEqual([true, [1000, 1000, 1000, 1000]]);
    expect(shards.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(20_000_000);
  });
});

const cluster = join(import.meta.dirname, '../../data/cluster');
const read = (name: string) => readFileSync(join(cluster, name), 'utf8');

describe('data/cluster', () => {
  it('has scripts that read, with as many tasks as parts', () => {
    execFileSync('bash', ['-n', join(cluster, 'slurm.sh')]);
    const { spec } = parse(read('kubernetes.yaml'));
    const [container] = spec.template.spec.containers;
    expect(container.args[0]).toContain(`--shard auto/${spec.completions} `);
    const [{ taskCount }] = JSON.parse(read('google-batch.json')).taskGroups;
    expect(taskCount).toBe('64');
    const { command } = JSON.parse(read('aws-batch.json')).containerProperties;
    expect(command[2]).toContain('--shard auto ');
  });
});
