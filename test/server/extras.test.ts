import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Lookup } from '../../src/history/lookup.ts';
import type { Extras } from '../../src/server/rpc/rpc-config.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, patientConfig, sample, startTestNode, type TestNode } from './node.ts';

const withExtras = (extras: Partial<Extras>) => {
  const config = patientConfig(passphrase);
  return { config: { ...config, extras: { ...config.extras, ...extras } } };
};

let node: TestNode;
afterEach(() => node.stop());

describe('what is beyond the reference', () => {
  const folder = temporaryFolder();

  it('tells ranges and gaps in getHealth when asked to', async () => {
    cpSync(sample, folder, { recursive: true });
    rmSync(join(folder, 'FFFFFFCD--50-99'), { recursive: true });
    node = await startTestNode({ stores: [folder], ...withExtras({ coverage: true }) });
    expect((await node.call('getHealth')).result).toMatchObject({
      ...{ oldestLedger: 100, latestLedger: 129 },
      ranges: [
        { first: 2, last: 49 },
        { first: 100, last: 129 },
      ],
      gaps: [{ first: 50, last: 99 }],
    });
  });

  it('leaves them out otherwise', async () => {
    node = await startTestNode();
    expect(Object.keys((await node.call('getHealth')).result!).sort()).toEqual([
      ...['latestLedger', 'latestLedgerCloseTime', 'ledgerRetentionWindow', 'oldestLedger'],
      ...['oldestLedgerCloseTime', 'status'],
    ]);
  });

  it('finds the events of one transaction', async () => {
    node = await startTestNode(withExtras({ eventsByTransaction: true }));
    const { result: all } = await node.call('getEvents', { startLedger: 2, pagination: { limit: 10_000 } });
    const events = all!['events'] as { txHash: string; id: string }[];
    const hash = events[1000].txHash;
    const { result } = await node.call('getEvents', { startLedger: 2, transactionHash: hash });
    const own = events.filter(({ txHash }) => txHash === hash).map(({ id }) => id);
    expect((result!['events'] as { id: string }[]).map(({ id }) => id)).toEqual(own);
    expect(
      (await node.call('getEvents', { startLedger: 2, transactionHash: 'ab'.repeat(32) })).result!['events'],
    ).toEqual([]);
  });
});

describe('an index in a folder', () => {
  const index = temporaryFolder();

  it('is kept when the node stops, and used when it starts again', async () => {
    node = await startTestNode({ indexFolder: index });
    await node.node.history.indexed();
    const { result } = await node.call('getTransactions', { startLedger: 50, pagination: { limit: 1 } });
    const [{ txHash: hash }] = result!['transactions'] as [{ txHash: string }];
    await node.stop();
    const kept = new Lookup(index);
    expect(kept.ranges()).toEqual([{ first: 2, last: 129 }]);
    kept.close();
    node = await startTestNode({ indexFolder: index });
    expect((await node.call('getTransaction', { hash })).result).toMatchObject({ ledger: 50 });
  });
});
