import { describe, expect, it } from 'vitest';
import { startFaultProxy, type Exchange } from './fault-proxy.ts';
import { kinds, randomSchedule, tellable, type Fault, type Schedule } from './faults.ts';
import { isStartOfSample, readAll, sampleObjects, sampleTargets } from './reading.ts';

const SCHEDULES = 200;
/** Faults that one object meets at most. */
const FAULTS = 3;
/** A slow machine may need some attempts more than there are faults. */
const policy = { retryLimit: FAULTS + 20, retryWaitMs: 1, timeoutMs: 400 };
const targets = sampleTargets('schedules');
const met = new Set<Fault['kind']>();

const mustBeRepeated = ({ fault }: Exchange) => fault !== undefined && fault.kind !== 'latency';

describe.each(targets)('of 200 random schedules, one in three before $kind', (target) => {
  const numbers = Array.from({ length: SCHEDULES }, (_, i) => i).filter(
    (i) => targets[i % targets.length].kind === target.kind,
  );

  it.skipIf(!target.isThere).concurrent.each(numbers)('schedule %i loses nothing and doubles nothing', async (i) => {
    const schedule = tellable(target.kind, randomSchedule(`schedule ${i}`, FAULTS));
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy });
    const { read, error } = await readAll(store);
    expect([error, read.length, isStartOfSample(read)]).toEqual([undefined, sampleObjects.length, true]);
    const { requests, retries } = store.remote!.metrics;
    const faults = proxy.exchanges.filter(mustBeRepeated);
    expect(retries).toBeGreaterThanOrEqual(faults.length);
    expect(requests).toBeGreaterThanOrEqual(proxy.exchanges.length);
    for (const { fault } of proxy.exchanges) if (fault) met.add(fault.kind);
  });

  it.skipIf(!target.isThere)('when faults of one object do not end, what comes before it is right', async () => {
    const others = tellable(target.kind, randomSchedule('endless', FAULTS, 50));
    const schedule: Schedule = (request) =>
      request.method === 'GET' && request.target.includes('--60-69.xdr')
        ? { kind: 'status', status: 503 }
        : others(request);
    await using proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const limited = { ...policy, retryLimit: FAULTS + 5 };
    const { read, error } = await readAll(await target.open(proxy.url, { policy: limited }));
    expect(error).toMatchObject({ name: 'StoreError', fields: { key: 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst' } });
    expect([read.length, isStartOfSample(read)]).toEqual([6, true]);
  });
});

it.skipIf(!targets.every(({ isThere }) => isThere))('the schedules together had every kind of fault', () => {
  expect(met).toEqual(new Set(kinds));
});
