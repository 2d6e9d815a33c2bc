import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { ROOT, serve, type Dialect } from '../datastore/server.ts';
import { sample, startTestNode, type TestNode } from './node.ts';

const keys = (await (await openLedgerStore([sample])).list()).objects.map(({ key }) => key);
const bytesOf = (key: string) => readFileSync(join(sample, key));

/** A store of the sample's first objects, which grows. */
async function growing(dialect: Dialect, objects: number) {
  const server = await serve(dialect, new Map(keys.slice(0, objects).map((key) => [key, bytesOf(key)])));
  server.objects.set('.config.json', bytesOf('.config.json'));
  const address = { http: `${server.origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
  const store = await openLedgerStore(
    [address],
    dialect === 'http' ? {} : { endpointUrl: server.origin, anonymous: true },
  );
  return { server, store };
}

/** Resolves when a ledger is in the window. */
function arrived({ node: { history } }: TestNode, ledger: number): Promise<void> {
  return new Promise((resolve) => history.onLedger(({ sequence }) => sequence === ledger && resolve()));
}

describe.each(['s3', 'gcs', 'http'] as const)('a window over a store by %s that grows', (dialect) => {
  it('takes in each ledger that comes, and has nothing to complain of while none does', async () => {
    const { server, store } = await growing(dialect, 5);
    const config = { retentionWindow: 30, classicFeeWindow: 5, sorobanFeeWindow: 5 };
    const node = await startTestNode({ stores: [store], config, follow: true, followEvery: 5, followLedgers: 100 });
    const window = async () => (await node.call('getHealth')).result;
    expect(await window()).toMatchObject({ oldestLedger: 20, latestLedger: 49 });
    for (const index of [5, 6, 7]) {
      const comes = arrived(node, index * 10 + 9);
      server.objects.set(keys[index], bytesOf(keys[index]));
      await comes;
      // The last look found nothing.
      const asked = server.asked.length;
      await expect.poll(() => server.asked.length - asked).toBeGreaterThan(3);
    }
    expect(await window()).toMatchObject({ oldestLedger: 50, latestLedger: 79 });
    expect(node.lines.filter((line) => line.includes('error'))).toEqual([]);
    await node.stop();
    store.close?.();
    await server.close();
  });
});

it('leaves no listener behind when it looks again and again', async () => {
  const real = await openLedgerStore([sample]);
  const listeners: number[] = [];
  let looked = () => {};
  const enough = new Promise<void>((resolve) => (looked = resolve));
  const list: typeof real.list = (options) => {
    if (options?.signal) listeners.push(getEventListeners(options.signal, 'abort').length);
    if (listeners.length === 20) looked();
    return real.list(options);
  };
  const node = await startTestNode({ stores: [{ ...real, list }], follow: true, followEvery: 1 });
  await enough;
  await node.stop();
  expect(new Set(listeners).size).toBe(1);
});
