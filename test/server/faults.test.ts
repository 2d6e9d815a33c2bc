import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { Datastore } from '../../src/history/datastore.ts';
import { ObjectCache } from '../../src/history/object-cache.ts';
import { LedgerEntryType } from '../../src/xdr/generated/enums.ts';
import { ROOT, serve } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, patientConfig, sample, startTestNode, type TestNode } from './node.ts';

const object = (first: number) => {
  const hex = (n: number) => (4294967295 - n).toString(16).toUpperCase();
  const folder = Math.floor(first / 50) * 50;
  return `${hex(folder)}--${folder}-${folder + 49}/${hex(first)}--${first}-${first + 9}.xdr.zst`;
};

describe('bodies that nobody should send', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode();
  });
  afterAll(() => node.stop());

  it('answers a batch of 1,000 in its order', async () => {
    const batch = Array.from({ length: 1000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getNetwork' }));
    const { status, text } = await node.post(JSON.stringify(batch));
    const answers = JSON.parse(text) as { id: number; result: unknown }[];
    expect(status).toBe(200);
    expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
  });

  it('refuses JSON that nests deeper than Go reads', async () => {
    const deep = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"getNetwork","params":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect((await node.post(deep(9000))).status).toBe(200);
    expect(await node.post(deep(20_000))).toEqual({ status: 500, text: '[-32700] invalid request value\n' });
  });

  it('refuses a body over 524,288 bytes, and goes on', async () => {
    const { status, text } = await node.post(' '.repeat(524_289));
    expect([status, text]).toEqual([500, 'http: request body too large\n']);
    expect((await node.call('getHealth')).result).toMatchObject({ status: 'healthy' });
  });

  it('bears clients that hang up and connections that say nothing', async () => {
    const idle = Array.from({ length: 500 }, () => connect(node.port, '127.0.0.1'));
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"getLedgers","params":{"startLedger":2,"pagination":{"limit":128},"xdrFormat":"json"}}';
    for (let i = 0; i < 20; i++) {
      const leaving = connect(node.port, '127.0.0.1');
      leaving.write(
        `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      leaving.on('error', () => undefined);
      setTimeout(() => leaving.destroy(), i);
    }
    expect((await node.call('getLatestLedger')).result).toMatchObject({ sequence: 129 });
    for (const socket of idle) socket.destroy();
    expect((await node.call('getHealth')).result).toMatchObject({ status: 'healthy' });
  });
});

describe('an error', () => {
  it('has text as data, which names each entry that is not known', async () => {
    const node = await startTestNode({ config: { retentionWindow: 10, classicFeeWindow: 5, sorobanFeeWindow: 5 } });
    const key = Buffer.from([0, 0, 0, LedgerEntryType.contractCode, ...new Uint8Array(32)]).toString('base64');
    const { error } = await node.call('getLedgerEntries', { keys: [key] });
    await node.stop();
    expect(error).toEqual({
      code: -32603,
      message: 'could not query captive core: ledger state is not available on this node',
      data:
        'ledger files hold changes, not state, and no core is attached\n' +
        `${key}: no ledger from 120 to 129 changed it`,
    });
  });
});

describe('ledger files that change while they are served', () => {
  const folder = temporaryFolder();
  const index = temporaryFolder();
  let node: TestNode;
  beforeAll(async () => {
    cpSync(sample, folder, { recursive: true });
    const first = await startTestNode({ stores: [folder], indexFolder: index });
    await first.node.history.indexed();
    await first.stop();
  });
  // With an index nothing but the newest ledgers is read before it is asked for.
  beforeEach(async () => {
    node = await startTestNode({ stores: [folder], indexFolder: index });
  });
  afterEach(() => node.stop());

  const read = (startLedger: number) => node.call('getLedgers', { startLedger, pagination: { limit: 1 } });

  it('tells of a corrupt one, names it in the log, and serves the others', async () => {
    const path = join(folder, object(30));
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    const { error } = await read(35);
    expect(error!.code).toBe(-32603);
    expect(error!.message).toMatch(/^error fetching ledgers from db: .*truncated or corrupted/);
    expect(node.lines.join('')).toContain(object(30));
    expect((await read(45)).result).toMatchObject({ ledgers: [{ sequence: 45 }] });
    writeFileSync(path, bytes);
    expect((await read(35)).result).toMatchObject({ ledgers: [{ sequence: 35 }] });
  });

  it('never serves a ledger of which a byte has changed', async () => {
    const path = join(folder, object(60));
    const bytes = readFileSync(path);
    const flipped = zstdDecompressSync(bytes);
    await node.node.history.eventsKept();
    const events = await node.call('getEvents', { startLedger: 69 });
    // The last ledger's list of evicted keys and the size of its state are covered by no hash of the network's.
    flipped[flipped.length - 5] ^= 1;
    writeFileSync(path, zstdCompressSync(flipped));
    const { error } = await read(69);
    expect(error).toMatchObject({ code: -32603 });
    expect(error!.message).toMatch(/ledger 69 is not what was indexed$/);
    expect(node.lines.join('')).toContain(object(60));
    // Events are those of the ledger as it was indexed.
    expect(events.result).toBeDefined();
    expect(await node.call('getEvents', { startLedger: 69 })).toEqual(events);
    writeFileSync(path, bytes);
    expect((await read(69)).result).toMatchObject({ ledgers: [{ sequence: 69 }] });
  });

  it('finds what others hold when one cannot be indexed, and is not sure of the rest', async () => {
    const path = join(folder, object(40));
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, 100));
    const fresh = await startTestNode({ stores: [folder] });
    const hashIn = async (startLedger: number) => {
      const { result } = await node.call('getTransactions', { startLedger, pagination: { limit: 1 } });
      return (result!['transactions'] as { txHash: string }[])[0].txHash;
    };
    const hash = await hashIn(70);
    expect((await fresh.call('getTransaction', { hash })).result).toMatchObject({ status: 'SUCCESS', ledger: 70 });
    const { error } = await fresh.call('getTransaction', { hash: 'ab'.repeat(32) });
    expect(error).toEqual({ code: -32603, message: 'ledger 40 is not in the index: it cannot be read' });
    expect(fresh.lines.join('')).toContain(object(40));
    writeFileSync(path, bytes);
    expect((await fresh.call('getTransaction', { hash: await hashIn(45) })).result).toMatchObject({ ledger: 45 });
    await fresh.stop();
  });

  it('starts when one of the newest is corrupt, and tells fees again when it is not', async () => {
    const path = join(folder, object(100));
    const bytes = readFileSync(path);
    const expected = (await node.call('getFeeStats')).result;
    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    const fresh = await startTestNode({ stores: [folder], indexFolder: temporaryFolder() });
    expect(fresh.lines.join('')).toContain(object(100));
    expect((await fresh.call('getHealth')).result).toMatchObject({ status: 'healthy', latestLedger: 129 });
    const { error } = await fresh.call('getFeeStats');
    expect(error!.code).toBe(-32603);
    expect(error!.message).toMatch(/truncated or corrupted/);
    writeFileSync(path, bytes);
    expect((await fresh.call('getFeeStats')).result).toEqual(expected);
    await fresh.stop();
  });

  it.each([
    { end: 'last', first: 120, window: { oldestLedger: 2, latestLedger: 119 } },
    { end: 'first', first: 0, window: { oldestLedger: 10, latestLedger: 129 } },
  ])('starts without the $end when it is corrupt', async ({ first, window }) => {
    const path = join(folder, object(first));
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, 100));
    const fresh = await startTestNode({ stores: [folder], follow: true, followEvery: 20 });
    expect(fresh.lines.join('')).toContain(object(first));
    expect((await fresh.call('getHealth')).result).toMatchObject(window);
    writeFileSync(path, bytes);
    await expect
      .poll(async () => (await fresh.call('getHealth')).result, { timeout: 60_000 })
      .toMatchObject({ latestLedger: 129 });
    await fresh.stop();
  });

  it('starts with nothing to serve when the only file is corrupt', async () => {
    const path = join(temporaryFolder(), 'ledgers.xdr');
    writeFileSync(path, Buffer.alloc(100, 7));
    const fresh = await startTestNode({ stores: [path] });
    expect(fresh.lines.join('')).toContain('ledgers.xdr');
    expect((await fresh.call('getLatestLedger')).error).toMatchObject({ code: -32603 });
    await fresh.stop();
  });

  it('tells of one that vanished, and serves the others', async () => {
    rmSync(join(folder, object(20)));
    const { error } = await node.call('getTransactions', { startLedger: 25, pagination: { limit: 1 } });
    expect(error).toMatchObject({ code: -32603 });
    expect(node.lines.join('')).toContain(object(20));
    expect((await read(45)).result).toMatchObject({ ledgers: [{ sequence: 45 }] });
  });
});

describe('a datastore that cannot be trusted', () => {
  const ahead = { bufferSize: 10, workers: 2, retryLimit: 1, retryWait: 1 };
  const cut = { ledgersPerFile: 10, filesPerPartition: 5 };
  const config = { ...patientConfig(passphrase), retentionWindow: 10, classicFeeWindow: 5, sorobanFeeWindow: 5 };
  const newest = temporaryFolder();
  beforeAll(() => {
    for (const first of [110, 120]) cpSync(join(sample, object(first)), join(newest, object(first)));
  });

  async function answer(over: (store: Store) => Partial<Store>, params: object, limit = 10_000) {
    const real = await openLedgerStore([sample]);
    const node = await startTestNode({
      config: { ...config, methods: { ...config.methods, getLedgers: { queue: 10, duration: limit } } },
      stores: [newest],
      datastore: (cache) => new Datastore({ ...real, ...over(real) }, cut, ahead, cache),
    });
    const found = await node.call('getLedgers', params);
    const health = await node.call('getHealth');
    await node.stop();
    expect(health.result).toMatchObject({ status: 'healthy', oldestLedger: 120 });
    return found;
  }
  const page = { startLedger: 25, pagination: { limit: 2 } };

  it('is read for ledgers before the window', async () => {
    const { result } = await answer(() => ({}), page);
    expect((result!['ledgers'] as { sequence: number }[]).map(({ sequence }) => sequence)).toEqual([25, 26]);
  });

  it('is the window, too, when nothing else is: its newest objects alone are read', async () => {
    const server = await serve('gcs', sample);
    const store = await openLedgerStore([`gs://bucket/${ROOT}`], { endpointUrl: server.origin, anonymous: true });
    const node = await startTestNode({
      config,
      stores: [store],
      datastore: (cache) => new Datastore(store, cut, ahead, cache),
    });
    expect((await node.call('getHealth')).result).toMatchObject({ oldestLedger: 120, latestLedger: 129 });
    const read = () => new Set(server.asked.flatMap(({ key }) => (key?.endsWith('.zst') ? [key] : [])));
    expect(read()).toEqual(new Set([object(120)]));
    expect((await node.call('getLedgers', page)).result).toMatchObject({ cursor: '26' });
    expect(read()).toContain(object(20));
    await node.stop();
    store.close?.();
    await server.close();
  });

  it('times out as configured when it is slow', async () => {
    const slow = () => ({ get: () => new Promise<never>(() => undefined) });
    expect((await answer(slow, page, 100)).error).toEqual({
      ...{ code: -32001, message: '[-32001] request exceeded processing limit threshold' },
    });
  });

  it('is read ahead as far as its tuning says, for one request and for all', async () => {
    const real = await openLedgerStore([sample]);
    const most = async (tuning: Partial<typeof ahead> & { ledgersAhead?: number; atOnce?: number }) => {
      let reading = 0;
      let peak = 0;
      const store: Store = {
        ...real,
        async get(key, options) {
          peak = Math.max(peak, ++reading);
          await new Promise((resolve) => setTimeout(resolve, 20));
          reading--;
          return real.get(key, options);
        },
      };
      const datastore = new Datastore(store, cut, { ...ahead, ...tuning }, new ObjectCache(0));
      const read = async (first: number) => {
        const found: number[] = [];
        for await (const { sequence } of datastore.ledgers({ first, last: first + 39 })) found.push(sequence);
        expect(found).toEqual(Array.from({ length: 40 }, (_, i) => first + i));
      };
      await Promise.all([read(10), read(60)]);
      return peak;
    };
    expect(await most({ workers: 4 })).toBeGreaterThan(4);
    expect(await most({ workers: 4, ledgersAhead: 10 })).toBeLessThanOrEqual(4);
    expect(await most({ workers: 4, atOnce: 3 })).toBe(3);
  });

  it('is asked again, and given up, when it refuses', async () => {
    let asked = 0;
    const refusing = () => ({
      get() {
        asked++;
        return Promise.reject(new Error('503 Service Unavailable'));
      },
    });
    const { error } = await answer(refusing, { ...page, pagination: { limit: 1 } });
    expect(error!.code).toBe(-32603);
    expect(error!.message).toContain('maximum retries exceeded for downloading object containing sequence 25');
    expect(asked).toBe(1 + ahead.retryLimit);
  });

  it('never gives a ledger for another', async () => {
    const lying = (real: Store) => ({ get: () => real.get(object(40)) });
    const { error } = await answer(lying, page);
    expect(error).toMatchObject({ code: -32603 });
    expect(error!.message).toContain('does not hold ledger 25');
  });
});
