/** getEvents with `order: "desc"`: the ascending walk in reverse, whatever the page, the filter and the place of the events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walk } from './extended-walks.ts';
import { passphrase, patientConfig, startTestNode, type TestNode } from './node.ts';

let node: TestNode;
let all: Record<string, unknown>[];
beforeAll(async () => {
  node = await startTestNode();
  await node.node.history.indexed();
  all = (await walk(node.call, 'getEvents', { startLedger: 2 }, 10_000)).items;
  expect(all.length).toBeGreaterThan(2000);
});
afterAll(() => node.stop());

const newest = (params: object, limit = 10_000) => walk(node.call, 'getEvents', { order: 'desc', ...params }, limit);
const ledgerOf = ({ ledger }: Record<string, unknown>) => Number(ledger);

describe('getEvents newest first', () => {
  it.each([7, 100, 10_000])('has the events of the ascending walk in reverse by pages of %d', async (limit) => {
    const some = limit === 7 ? all.slice(-700) : all;
    const { items } = await newest({ startLedger: ledgerOf(some[0]) }, limit);
    expect(items.slice(0, some.length)).toEqual(some.toReversed());
  });

  it('is the same from events that are kept apart from their ledgers', async () => {
    await node.node.history.eventsKept();
    expect((await newest({}, 333)).items).toEqual(all.toReversed());
  });

  it('has those of a filter', async () => {
    const of = (event: Record<string, unknown>) => ({
      contractIds: [event['contractId']],
      topics: [[(event['topic'] as string[])[0], '**']],
    });
    const asked = [all[0], all.at(-1)!].map(of);
    const isMeant = (event: Record<string, unknown>) =>
      asked.some(({ contractIds, topics }) => {
        return contractIds[0] === event['contractId'] && topics[0][0] === (event['topic'] as string[])[0];
      });
    const expected = all.filter(isMeant);
    expect(expected.length).toBeGreaterThan(0);
    expect((await newest({ filters: asked }, 50)).items).toEqual(expected.toReversed());
  });

  it('keeps to startLedger and, not included, endLedger', async () => {
    const { result } = await node.call('getEvents', {
      ...{ order: 'desc', startLedger: 50, endLedger: 60 },
      pagination: { limit: 10_000 },
    });
    const expected = all.filter((event) => ledgerOf(event) >= 50 && ledgerOf(event) < 60);
    expect(expected.length).toBeGreaterThan(0);
    expect(result!['events']).toEqual(expected.toReversed());
    expect(result!['cursor']).toBe(`${String(50n << 32n).padStart(19, '0')}-0000000000`);
  });

  it.each([
    ['none', undefined],
    ['asc', 'asc'],
    ['an empty one', ''],
  ])('does not change what an order of %s is answered', async (_, order) => {
    const params = { startLedger: 40, pagination: { limit: 20 } };
    expect(await node.call('getEvents', { ...params, order })).toEqual(await node.call('getEvents', params));
  });

  it('goes on from any event, and ends before the oldest ledger with the same cursor', async () => {
    const { result } = await node.call('getEvents', {
      order: 'desc',
      pagination: { cursor: all[10]['id'], limit: 100 },
    });
    expect(result!['events']).toEqual(all.slice(0, 10).toReversed());
    const cursor = result!['cursor'];
    const again = await node.call('getEvents', { order: 'desc', pagination: { cursor } });
    expect(again.result).toMatchObject({ events: [], cursor });
    const before = `${String(1n << 32n).padStart(19, '0')}-0000000000`;
    const earlier = await node.call('getEvents', { order: 'desc', pagination: { cursor: before } });
    expect(earlier.result).toMatchObject({ events: [], cursor: before });
  });

  it('has those of one transaction', async () => {
    const config = patientConfig(passphrase);
    const extras = { ...config.extras, eventsByTransaction: true };
    const own = await startTestNode({ config: { ...config, extras } });
    const { txHash: transactionHash } = all.find(({ txHash }, i) => i > 100 && txHash === all[i + 1]['txHash'])!;
    const { result } = await own.call('getEvents', { order: 'desc', transactionHash });
    const expected = all.filter(({ txHash }) => txHash === transactionHash);
    expect(expected.length).toBeGreaterThan(1);
    expect(result!['events']).toEqual(expected.toReversed());
    await own.stop();
  });

  it('begins with the newest for a cursor of a later ledger', async () => {
    const cursor = `${String(5000n << 32n).padStart(19, '0')}-0000000000`;
    const { result } = await node.call('getEvents', { order: 'desc', pagination: { cursor, limit: 3 } });
    expect(result!['events']).toEqual(all.slice(-3).toReversed());
  });

  it.each<[string, object, string]>([
    ['another order', { startLedger: 2, order: 'down' }, "order must be 'asc' or 'desc'"],
    ['a first ledger that is not served', { startLedger: 1 }, 'startLedger must be within the ledger range: 2 - 129'],
    [
      'a cursor beside a ledger',
      { startLedger: 2, pagination: { cursor: '1-1' } },
      'ledger ranges and cursor cannot both be set',
    ],
    ['too many', { pagination: { limit: 10_001 } }, 'limit must not exceed 10000'],
  ])('refuses %s', async (_, params, message) => {
    expect((await node.call('getEvents', { order: 'desc', ...params })).error).toMatchObject({ message });
  });
});
