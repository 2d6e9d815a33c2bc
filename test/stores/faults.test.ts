import { describe, expect, it } from 'vitest';
import { bufferSettings } from '../../src/datastore/transfer/buffer.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { eachObject, type Fault } from './faults.ts';
import { isStartOfSample, readAll, sampleObjects, sampleTargets, type Target } from './reading.ts';

const policy = { retryLimit: 2, retryWaitMs: 1, timeoutMs: 60_000 };
/** A stall is waited out; a slow machine may then take an answer that is late for another one. */
const policyFor = ({ kind }: Fault) => (kind === 'stall' ? { ...policy, timeoutMs: 2000, retryLimit: 9 } : policy);
const targets = sampleTargets('faults');
const [{ key, bytes }] = sampleObjects as [(typeof sampleObjects)[number]];
const half = Math.floor(bytes.length / 2);
const answered = (status: number) => new RegExp(`^the store answered ${status}: `);

interface Case {
  title: string;
  fault: Fault;
  /** What the error says of the first object when the fault does not end. */
  says: RegExp;
  /** Where it can be told at all; a plain mirror says no hash. */
  of?: Target['kind'][];
}

const cases: Case[] = [
  { title: '500', fault: { kind: 'status', status: 500 }, says: answered(500) },
  { title: '503 with Retry-After', fault: { kind: 'status', status: 503, retryAfter: 0 }, says: answered(503) },
  { title: '429 with Retry-After', fault: { kind: 'status', status: 429, retryAfter: 0 }, says: answered(429) },
  { title: 'reset', fault: { kind: 'reset', at: 0.5 }, says: /ECONNRESET/ },
  { title: 'cut', fault: { kind: 'cut', at: 0.5 }, says: /UND_ERR_SOCKET|ECONNRESET/ },
  {
    title: 'short',
    fault: { kind: 'short', at: 0.5 },
    says: /^its (md5|crc32) is \S+==, the store says \S+==/,
    of: ['gcs', 's3'],
  },
  {
    title: 'wrong',
    fault: { kind: 'wrong', at: 0.5 },
    says: /^its (md5|crc32) is \S+==, the store says \S+==/,
    of: ['gcs', 's3'],
  },
  { title: 'stall', fault: { kind: 'stall', at: 0.5 }, says: /^nothing came for 2 s/ },
];
const casesOf = (target: Target) => cases.filter(({ of }) => of?.includes(target.kind) ?? true);
const isOfFirst = ({ method, target }: { method: string; target: string }) =>
  method === 'GET' && decodeURIComponent(target).includes(key);

describe.each(targets)('behind $kind', (target) => {
  const test = it.skipIf(!target.isThere);

  test.each(casesOf(target))('$title, once for each object, costs a retry each and nothing else', async ({ fault }) => {
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule: eachObject(fault) });
    const store = await target.open(proxy.url, { policy: policyFor(fault) });
    const { read, error } = await readAll(store);
    expect([error, read.length, isStartOfSample(read)]).toEqual([undefined, sampleObjects.length, true]);
    const { retries } = store.remote!.metrics;
    if (fault.kind === 'stall') expect(retries).toBeGreaterThanOrEqual(sampleObjects.length);
    else expect(retries).toBe(sampleObjects.length);
  });

  test.each(casesOf(target))('$title, without end, is told after the retries', async ({ fault, says }) => {
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule: eachObject(fault, Infinity) });
    const limited = { ...policyFor(fault), retryLimit: 2 };
    const store = await target.open(proxy.url, { policy: limited });
    const { read, error } = await readAll(store);
    expect(read).toEqual([]);
    expect(error).toMatchObject({ name: 'StoreError', fields: { store: store.name, key } });
    const [, what] =
      /^maximum retries exceeded for downloading object containing sequence 2: \S+xdr\.zst: (.*); after 2 retries$/.exec(
        (error as Error).message,
      ) ?? [];
    expect(what).toMatch(says);
    expect(proxy.exchanges.filter(isOfFirst)).toHaveLength(1 + limited.retryLimit);
  });

  test('a broken download goes on where it broke off', async () => {
    const schedule = eachObject({ kind: 'cut', at: 0.5 });
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy });
    expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    store.close?.();
    const ranges = proxy.exchanges.filter(isOfFirst).map(({ headers }) => headers.range);
    expect(ranges).toEqual([undefined, `bytes=${half}-`]);
    expect(store.remote!.metrics.bytes).toBe(bytes.length);
  });

  test('Retry-After is waited for', async () => {
    const schedule = eachObject({ kind: 'status', status: 503, retryAfter: 1 });
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy });
    await store.get(key);
    store.close?.();
    expect(store.remote!.metrics).toMatchObject({ retries: 1, waitMs: 1000 });
  });

  test.each([403, 404] as const)('%i is not tried again', async (status) => {
    const schedule = eachObject({ kind: 'status', status });
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy });
    await expect(store.get(key)).rejects.toMatchObject({ name: 'StoreError' });
    store.close?.();
    expect(proxy.exchanges.filter(isOfFirst)).toHaveLength(1);
  });

  test('latency is hidden by downloads side by side', async () => {
    // The first object comes only when as many are asked for as are downloaded at once.
    const { workers } = bufferSettings(10);
    expect(workers).toBeGreaterThan(1);
    await using proxy = await startFaultProxy({ upstream: target.upstream(), together: workers });
    const { read, error } = await readAll(await target.open(proxy.url, { policy }));
    expect([error, read.length, isStartOfSample(read)]).toEqual([undefined, sampleObjects.length, true]);
  });
});
