import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { Datastore } from '../../src/history/datastore.ts';
import { ObjectCache } from '../../src/history/object-cache.ts';
import { ROOT, serve, type TestServer } from '../datastore/server.ts';
import { sample } from '../server/node.ts';

const key = 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst';
let server: TestServer;
let store: Store;

beforeEach(async () => {
  server = await serve('http', sample);
  store = await openLedgerStore([`${server.origin}/${ROOT}`], { policy: { retryLimit: 0, timeoutMs: 600_000 } });
});
afterEach(async () => {
  store.close?.();
  await server.close();
});

/** Holds answers back; resolves with the next one. */
function nextAnswer(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    server.trick = (_asked, response) => {
      server.trick = undefined;
      resolve(response);
      return true;
    };
  });
}

describe('an object that several read at once', () => {
  it('is read on for the others when the first who asked goes', async () => {
    const cache = new ObjectCache(0);
    const held = nextAnswer();
    const first = new AbortController();
    const second = new AbortController();
    const reads = [cache.read(store, key, undefined, first.signal), cache.read(store, key, undefined, second.signal)];
    const failed = expect(reads[0]).rejects.toThrow('gone');
    const response = await held;
    first.abort(new Error('gone'));
    await failed;
    response.end(server.objects.get(key));
    expect((await reads[1]).ledger(15)!.sequence).toBe(15);
    expect(server.asked.length).toBe(1);
  });

  it('is read no further when all are gone, and anew for the next', async () => {
    const cache = new ObjectCache(0);
    const held = nextAnswer();
    const endings = [new AbortController(), new AbortController()];
    const reads = endings.map(({ signal }) => cache.read(store, key, undefined, signal));
    const failed = reads.map((read) => expect(read).rejects.toThrow('gone'));
    const cut = once(await held, 'close');
    for (const ending of endings) ending.abort(new Error('gone'));
    await Promise.all([...failed, cut]);
    expect((await cache.read(store, key)).ledger(15)!.sequence).toBe(15);
  });

  it('is not asked for by one who is gone already', async () => {
    const read = new ObjectCache(0).read(store, key, undefined, AbortSignal.abort(new Error('gone')));
    await expect(read).rejects.toThrow('gone');
    expect(server.asked.length).toBe(0);
  });

  it('leaves no listeners on the signals of those who asked', async () => {
    const cache = new ObjectCache(Infinity);
    const { signal } = new AbortController();
    for (let i = 0; i < 20; i++) await cache.read(store, key, undefined, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a datastore', () => {
  const cut = { ledgersPerFile: 10, filesPerPartition: 5 };
  const ahead = { bufferSize: 10, workers: 3, retryLimit: 3, retryWait: 1 };

  it('leaves no listeners on the signal of a request that had to be repeated', async () => {
    const datastore = new Datastore(store, cut, ahead, new ObjectCache(0));
    server.trick = ({ times }, response) => {
      if (times > 1) return undefined;
      response.writeHead(503).end();
      return true;
    };
    const { signal } = new AbortController();
    expect((await datastore.ledger(15, signal)).sequence).toBe(15);
    expect(server.asked.length).toBeGreaterThan(2);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('reads no further ahead when its reader has enough', async () => {
    const datastore = new Datastore(store, cut, ahead, new ObjectCache(Infinity));
    const cuts: Promise<unknown>[] = [];
    const { promise: asked, resolve } = Promise.withResolvers<unknown>();
    server.trick = ({ key: name }, response) => {
      if (name === key) return undefined;
      cuts.push(once(response, 'close'));
      if (cuts.length === 2) resolve(true);
      return true;
    };
    for await (const { sequence } of datastore.ledgers({ first: 19, last: 60 })) {
      expect(sequence).toBe(19);
      await asked;
      break;
    }
    await Promise.all(cuts);
  });
});

describe('the memory of what was read', () => {
  it('does not grow by objects that were let go of while they were read', async () => {
    const other = key.replace('FFFFFFF5--10-19', 'FFFFFFEB--20-29');
    let size = 0;
    for (const name of [key, other]) size += (await new ObjectCache(0).read(store, name)).bytes;
    const cache = new ObjectCache(size);
    for (let i = 0; i < 5; i++) {
      const held = nextAnswer();
      const read = cache.read(store, key);
      const response = await held;
      cache.forget(store, key);
      response.end(server.objects.get(key));
      await read;
    }
    const before = server.asked.length;
    for (const name of [key, other, key, other]) await cache.read(store, name);
    expect(server.asked.length - before).toBe(2);
  });
});
