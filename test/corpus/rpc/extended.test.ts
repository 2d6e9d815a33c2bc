/** What is beyond the reference, over ledgers of pubnet: the answers of the plain walks, in reverse or filtered. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { passphrases } from '../../../src/ledger/network.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { namesIn, sampleOf, walk, type Names } from '../../server/extended-walks.ts';
import { patientConfig, startTestNode, type TestNode } from '../../server/node.ts';

const store = join(corpus, 'pubnet-p26/store');
const passphrase = passphrases.pubnet;

describe.skipIf(!hasCorpus)('over ledgers of pubnet', () => {
  const lake = join(temporaryFolder(), 'lake');
  let node: TestNode;
  let names: Names;
  let startLedger: number;
  beforeAll(async () => {
    const handle = await open(lake, { network: passphrase });
    await handle.load(store);
    await handle.close();
    names = await namesIn(lake);
    node = await startTestNode({ stores: [store], config: patientConfig(passphrase), lake });
    startLedger = node.node.history.window()!.first;
  });
  afterAll(() => node.stop());

  it.each([
    [10_000, 'ledgers'],
    [97, 'events that are kept apart'],
  ])('getEvents newest first is the ascending walk in reverse, by %d, from %s', async (limit) => {
    const { items } = await walk(node.call, 'getEvents', { startLedger }, 10_000);
    expect(items.length).toBeGreaterThan(8000);
    if (limit < 10_000) await node.node.history.eventsKept();
    const some = limit < 10_000 ? items.slice(-3000) : items;
    const params = { order: 'desc', startLedger: Number(some[0]['ledger']) };
    expect((await walk(node.call, 'getEvents', params, limit)).items.slice(0, some.length)).toEqual(some.toReversed());
  });

  it.each(['account', 'contract'] as const)('getTransactions by %s is the whole walk, filtered', async (kind) => {
    const { items } = await walk(node.call, 'getTransactions', { startLedger }, 200);
    for (const [name, own] of sampleOf(names[kind])) {
      const expected = items.filter(({ txHash }) => own.has(String(txHash)));
      expect(expected.length).toBe(own.size);
      const params = { startLedger, filter: { [kind]: name } };
      expect((await walk(node.call, 'getTransactions', params, 50)).items).toEqual(expected);
    }
  });
});
