/** Event lists contain the movements and permissions that JSON-RPC has, with the same ids and order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../node.ts';
import { serveSample } from './sample-server.ts';

const topics = ['transfer', 'mint', 'burn', 'clawback', 'fee', 'set_authorized', 'approve'];
const { ask } = serveSample();

interface RpcEvent {
  id: string;
  topicJson: { symbol?: string }[];
  txHash: string;
}

interface Told {
  contract_id: string;
  event_id: string;
  event_type: string;
  tx_hash: string;
  event_index: number;
}

let node: TestNode;
let emitted: RpcEvent[] = [];
beforeAll(async () => {
  node = await startTestNode();
  for (let cursor: unknown, page: RpcEvent[] = []; cursor === undefined || page.length > 0;) {
    const pagination = { limit: 10_000, ...(cursor !== undefined && { cursor }) };
    const { result } = await node.call('getEvents', {
      ...(cursor === undefined && { startLedger: 2 }),
      filters: [],
      xdrFormat: 'json',
      pagination,
    });
    page = result?.['events'] as RpcEvent[];
    cursor = result?.['cursor'];
    emitted.push(...page);
  }
  emitted = emitted.filter((event) => topics.includes(nameOf(event)));
});
afterAll(() => node.stop());

const nameOf = ({ topicJson: [topic] }: RpcEvent) => topic?.symbol ?? '';

async function walked(path: string): Promise<Told[]> {
  const rows: Told[] = [];
  for (let cursor = ''; ;) {
    const answer = await ask(`${path}limit=200${cursor && `&cursor=${cursor}`}`);
    const body = (await answer.json()) as { data: Told[]; cursor?: string };
    rows.push(...body.data);
    if (body.cursor === undefined) return rows;
    cursor = body.cursor;
  }
}

const ids = (events: RpcEvent[]) => events.map((event) => [event.id, nameOf(event), event.txHash]);
const told = (rows: Told[]) => rows.map((row) => [row.event_id, row.event_type, row.tx_hash]);

describe('/silver/events', () => {
  it('tells the events of JSON-RPC, both ways', { timeout: 120_000 }, async () => {
    expect(told(await walked('/silver/events?order=asc&'))).toEqual(ids(emitted));
    expect(told(await walked('/silver/events?'))).toEqual(ids(emitted.toReversed()));
  });

  it.each(topics)('tells those of type %s', async (type) => {
    const wanted = emitted.filter((event) => nameOf(event) === type);
    expect(wanted.length).toBeGreaterThan(5);
    expect(told(await walked(`/silver/events?order=asc&event_type=${type}&`))).toEqual(ids(wanted));
    const answer = await ask(`/silver/events?order=asc&event_type=${type}&limit=2`);
    expect(told(((await answer.json()) as { data: Told[] }).data)).toEqual(ids(wanted.slice(0, 2)));
  });

  it('gives movements the same place in lists of transfers', async () => {
    const places = new Map(emitted.map(({ id, txHash }) => [`${txHash} ${id.slice(0, 19)}`, new Set<number>()]));
    for (const { id, txHash } of emitted) places.get(`${txHash} ${id.slice(0, 19)}`)?.add(Number(id.slice(20)));
    const answer = await ask('/silver/transfers?source_type=soroban&limit=1000');
    const rows = ((await answer.json()) as { data: Record<string, unknown>[] }).data;
    const known = rows.map((row) => {
      const toid = String(BigInt(String(row['operation_id'])) - 1n).padStart(19, '0');
      return places.get(`${String(row['transaction_hash'])} ${toid}`)?.has(Number(row['event_index']));
    });
    expect(new Set(known)).toEqual(new Set([true]));
  });
});

describe('/silver/events?contract_id=', () => {
  it('places what moves nothing among the movements of its contract, and finds that others have none', async () => {
    const all = await walked('/silver/events?order=asc&');
    const contracts = Map.groupBy(all, (row) => row.contract_id);
    const isStill = ({ event_type: type }: Told) => type === 'approve' || type === 'set_authorized';
    const kinds = [...contracts.values()].map((rows) => rows.some(isStill));
    expect(new Set(kinds)).toEqual(new Set([true, false]));
    for (const [contract, rows] of contracts) {
      const path = `/silver/events/by-contract?contract_id=${contract}&`;
      expect(told(await walked(`${path}order=asc&`))).toEqual(told(rows));
      expect(told(await walked(path))).toEqual(told(rows.toReversed()));
      for (const type of ['approve', 'set_authorized']) {
        const ofType = await walked(`/silver/tokens/${contract}/transfers?order=asc&event_type=${type}&`);
        expect(told(ofType)).toEqual(told(rows.filter((row) => row.event_type === type)));
      }
    }
  });
});
