/** Streams of lists: clients that come again and again, servers that begin anew, commits meanwhile, clients that never read. */
import { Readable, Writable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { streamEndpoints } from '../../../src/server/query/streams.ts';
import { View } from '../../../src/server/query/view.ts';
import { temporaryFolder } from '../../folder.ts';
import { messagesOf } from './event-stream.ts';
import { bodyOf, budget, errorOf, passphrase, sample, secret } from './sample-server.ts';

const dir = temporaryFolder();
const lake = await open(dir, { network: passphrase });
await lake.load(sample, { range: '2:60' });
let lakes = await openLakes([dir]);
const serve = () => listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget, more: streamEndpoints })]);
let listener: Listener = await serve();
const address = (path: string) => `${listener.url}lake/v1/local/api/v1/silver/${path}`;

afterAll(async () => {
  await listener.close();
  await closeLakes(lakes);
  await lake.close();
});

const keyOf = ({ operation_id, event_index, event_type }: Record<string, unknown> = {}) =>
  [operation_id, event_index, event_type].join(':');

/** The keys of all transfers, by pages. */
async function allTransfers(): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const query: string = cursor && `&cursor=${cursor}`;
    const page = await bodyOf<Page>(fetch(address(`transfers?order=asc&limit=1000${query}`)));
    found.push(...page.data.map(keyOf));
    cursor = page.cursor;
  }
  return found;
}

interface Page {
  data: Record<string, unknown>[];
  cursor?: string;
}

it(
  'loses and doubles nothing in a hundred reconnects, over commits and a new server',
  { timeout: 90_000 },
  async () => {
    const keys: string[] = [];
    let after: string | undefined;
    const next = async (count: number) => {
      const url = address('transfers/stream?start_ledger=2');
      const { got, last } = await messagesOf(url, (all) => all.length >= count, after);
      keys.push(...got.map(({ data }) => keyOf(data)));
      after = last;
    };
    for (let i = 0; i < 100; i++) {
      if (i === 20) await lake.load(sample, { range: '2:90' });
      if (i === 60) {
        await listener.close();
        await closeLakes(lakes);
        lakes = await openLakes([dir]);
        listener = await serve();
        await lake.load(sample);
      }
      await next(10);
    }
    const expected = await allTransfers();
    await next(expected.length - keys.length);
    expect(keys).toEqual(expected);
  },
);

it('tells rows of commits to whoever waits, and no earlier ones', { timeout: 60_000 }, async () => {
  const other = temporaryFolder();
  const growing = await open(other, { network: passphrase });
  await growing.load(sample, { range: '2:20' });
  const own = await openLakes([other]);
  const server = await listen('127.0.0.1:0', [queryRoom({ lakes: own, secret, budget, more: streamEndpoints })]);
  const base = `${server.url}lake/v1/local/api/v1/silver`;
  const starts: Promise<true>[] = [];
  const asked = ['transactions', 'operations/enriched', 'events/generic'].map((path) => {
    const begun = Promise.withResolvers<true>();
    starts.push(begun.promise);
    return messagesOf(`${base}/${path}/stream`, ({ length }) => (begun.resolve(true), length > 0));
  });
  await Promise.all(starts);
  const quiet = await messagesOf(
    `${base}/transfers/stream?asset_code=NONE`,
    ({ length }, { id }) => length > 0 || id !== '',
  );
  await growing.load(sample, { range: '2:40' });
  for (const { got } of await Promise.all(asked)) expect(got[0].data).toMatchObject({ ledger_sequence: 21 });
  // A client that got no row comes again where it was.
  const again = `${base}/transfers/stream?asset_code=NONE`;
  expect((await messagesOf(again, () => true, quiet.last)).got).toEqual([]);
  const changed = fetch(`${base}/transfers/stream?asset_code=XLM`, { headers: { 'Last-Event-ID': quiet.last } });
  expect(await errorOf(changed)).toEqual([400, expect.stringContaining('Cannot change asset_code while paginating')]);
  await server.close();
  await closeLakes(own);
  await growing.close();
});

it('refuses streams beyond the most that may be open, until one ends', async () => {
  const room = queryRoom({ lakes, secret, budget, more: streamEndpoints, mostStreams: 2 });
  const server = await listen('127.0.0.1:0', [room]);
  const url = `${server.url}lake/v1/local/api/v1/silver/transfers/stream`;
  const clients = [new AbortController(), new AbortController()];
  for (const { signal } of clients) expect((await fetch(url, { signal })).status).toBe(200);
  const refused = await fetch(url);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await errorOf(refused)).toEqual([503, '2 streams are open, the most at once: try again later']);
  expect((await fetch(`${url}?cursor=x`)).status).toBe(503);
  clients[0].abort();
  // A refused request and one with a wrong cursor leave their places again.
  await expect.poll(async () => (await fetch(`${url}?cursor=x`)).status).toBe(400);
  await expect.poll(async () => (await fetch(url, { method: 'HEAD' })).status).toBe(200);
  await expect.poll(async () => (await fetch(url, { signal: clients[1].signal })).status).toBe(200);
  expect((await fetch(url)).status).toBe(503);
  clients[1].abort();
  await server.close();
});

it('makes no page for a client that never reads', async () => {
  const view = new View(lakes[0], await lakes[0].newest.snapshot(), new AbortController().signal, {});
  const gone = new AbortController();
  const [, , transfers] = streamEndpoints;
  const given = new Map([['start_ledger', '2']]);
  const events = await transfers.stream!({ view, given, secret, signal: gone.signal, budget });
  let pages = 0;
  const counted = async function* () {
    for await (const piece of events) {
      pages++;
      yield piece;
    }
  };
  const stuck = new Writable({ write: () => undefined });
  const readable = Readable.from(counted());
  readable.pipe(stuck);
  // So many turns of the event loop would read all pages of the sample.
  for (let i = 0; i < 2000; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(pages).toBeLessThan(6);
  gone.abort();
  readable.destroy();
});
