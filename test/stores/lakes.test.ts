import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { createPool, type Pool } from '../../src/workers/pool.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, sample } from '../cli/command.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { COVERED_AT, eachObject, randomSchedule, tellable, type Fault, type Schedule } from './faults.ts';
import { fingerprint, loadInto } from './lakes.ts';
import { sampleTargets } from './reading.ts';

const policy = { retryLimit: 20, retryWaitMs: 1, timeoutMs: 60_000 };
const impatient = { ...policy, timeoutMs: 500 };
const targets = sampleTargets('lakes');
const faults: Fault[] = [
  { kind: 'latency', ms: 20 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, retryAfter: 0 },
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'reset', at: 0.5 },
  { kind: 'cut', at: 0.5 },
  { kind: 'short', at: 0.5 },
  { kind: 'wrong', at: COVERED_AT },
  { kind: 'stall', at: 0.5 },
];
const RANDOM_SCHEDULES = 3;

const dir = temporaryFolder();
let lakes = 0;
let pool: Pool;
let undisturbed: Record<string, string>;
const load = async (store: Store, options = {}) => {
  const path = join(dir, `lake-${lakes++}`);
  const report = await loadInto(path, store, passphrase, { pool, ...options });
  return { report, files: fingerprint(path) };
};
beforeAll(async () => {
  pool = createPool(2);
  undisturbed = (await load(await openLedgerStore([sample]))).files;
});
afterAll(() => pool.close());

describe.concurrent.each(targets)('the lake loaded by $kind', (target) => {
  const test = it.skipIf(!target.isThere);
  const through = async (schedule?: Schedule, patience = policy) => {
    const proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy: patience });
    return { proxy, store, [Symbol.asyncDispose]: () => proxy.close() };
  };

  test('is the one of the folder', async ({ expect }) => {
    await using behind = await through();
    const { report, files } = await load(behind.store);
    expect(files).toEqual(undisturbed);
    expect(report).toMatchObject({ ledgers: 128, gaps: [], store: { retries: 0, waitMs: 0 } });
    expect(report.store!.requests).toBe(behind.proxy.exchanges.length);
  });

  test.each(faults)('is the same when each object meets %j', async (fault) => {
    await using behind = await through(eachObject(fault), fault.kind === 'stall' ? impatient : policy);
    const { report, files } = await load(behind.store);
    expect(files).toEqual(undisturbed);
    expect(report.store!.retries).toBeGreaterThanOrEqual(fault.kind === 'latency' ? 0 : 1);
  });

  test.each(Array.from({ length: RANDOM_SCHEDULES }, (_, i) => i))('is the same after random faults %i', async (i) => {
    await using behind = await through(tellable(target.kind, randomSchedule(`lake ${i}`, 3)), impatient);
    expect((await load(behind.store)).files).toEqual(undisturbed);
  });

  test('keeps what was committed before an object that never comes, and goes on from there', async () => {
    const path = join(dir, `lake-${lakes++}`);
    const broken: Schedule = ({ method, target }) => {
      return method === 'GET' && target.includes('--120-129.xdr') ? { kind: 'status', status: 503 } : undefined;
    };
    await using first = await through(broken, { ...policy, retryLimit: 3 });
    await expect(loadInto(path, first.store, passphrase, { pool, segmentLedgers: 50 })).rejects.toMatchObject({
      name: 'StoreError',
      fields: { key: 'FFFFFF9B--100-149/FFFFFF87--120-129.xdr.zst' },
    });
    const before = fingerprint(path);
    expect(Object.keys(before).filter((name) => name.startsWith('segments/'))).not.toContain('segments/100-129.json');
    await using second = await through();
    await loadInto(path, second.store, passphrase, { pool, segmentLedgers: 50 });
    const after = fingerprint(path);
    expect(after).toMatchObject(before);
    const whole = await load(await openLedgerStore([sample]), { segmentLedgers: 50 });
    expect(after).toEqual(whole.files);
  });
});
