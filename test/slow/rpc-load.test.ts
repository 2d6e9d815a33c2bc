import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { StrKey } from '@stellar/stellar-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { writeStore } from '../../src/simulator/store.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, startTestNode, type Answer, type TestNode } from '../server/node.ts';

/** How long the load lasts; RPC_LOAD_SECONDS=600 for the full ten minutes. */
const SECONDS = Number(process.env.RPC_LOAD_SECONDS ?? 30);
const CLIENTS = 8;
const LAST = 599;

const folder = join(temporaryFolder(), 'store');
let whole: TestNode;
let faulty: TestNode;

beforeAll(async () => {
  writeStore(folder, {
    ...{ seed: 'load', passphrase, startLedger: 2, ledgers: LAST - 1, transactionsPerLedger: 4 },
    ...{ startTime: 1_767_225_600, ledgersPerFile: 10, filesPerPartition: 50 },
  });
  whole = await startTestNode({ stores: [folder] });
  await whole.node.history.indexed();
});
afterAll(async () => {
  await whole.stop();
  await faulty.stop();
});

/** The object of the ledgers 100 further on, as if it were this one. */
function otherObject(real: Store, key: string, options?: Parameters<Store['get']>[1]): Promise<Uint8Array> {
  const first = Number(/--(\d+)-\d+\.xdr/.exec(key)![1]);
  return real.get(objectKey((first + 100) % 600, { ledgersPerFile: 10, filesPerPartition: 50 }), options);
}

/** The object with one bit of its ledgers flipped, compressed as if nothing were wrong. */
function flipped(bytes: Uint8Array, random: () => number): Uint8Array {
  const ledgers = zstdDecompressSync(bytes);
  ledgers[Math.floor(random() * ledgers.length)] ^= 1 << Math.floor(random() * 8);
  return zstdCompressSync(ledgers);
}

/** A store that now and then fails, is slow, cuts an object short, gives another or flips a bit. */
function faultyStore(real: Store, random: () => number, isOn: () => boolean): Store {
  return {
    ...real,
    async get(key, options) {
      const bytes = await real.get(key, options);
      const fate = isOn() ? random() : 1;
      if (fate < 0.05) throw new Error('connection reset');
      if (fate < 0.1) return bytes.subarray(0, Math.floor(bytes.length / 2));
      if (fate < 0.15) return otherObject(real, key, options);
      if (fate < 0.2) return flipped(bytes, random);
      if (fate < 0.3) await new Promise((resolve) => setTimeout(resolve, 50));
      return bytes;
    },
  };
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is asked for: transactions by hash, and accounts by LedgerKey. */
interface Known {
  hashes: string[];
  keys: string[];
}

async function knownTo(node: TestNode): Promise<Known> {
  const params = { startLedger: 100, pagination: { limit: 200 }, xdrFormat: 'json' };
  const { result } = await node.call('getTransactions', params);
  const transactions = result!['transactions'] as { txHash: string; envelopeJson: object }[];
  const accounts = transactions.map(({ envelopeJson }) =>
    /"source_account":"(G\w+)"/.exec(JSON.stringify(envelopeJson))!,
  );
  return {
    hashes: transactions.map(({ txHash }) => txHash),
    keys: accounts.map(([, account]) =>
      Buffer.concat([Buffer.alloc(8), StrKey.decodeEd25519PublicKey(account)]).toString('base64'),
    ),
  };
}

const anyOf = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)];

function requestOf(random: () => number, { hashes, keys }: Known): [method: string, params?: object] {
  const startLedger = 2 + Math.floor(random() * (LAST - 2));
  const page = { startLedger, pagination: { limit: 1 + Math.floor(random() * 20) } };
  const xdrFormat = random() < 0.2 ? 'json' : 'base64';
  const kind = Math.floor(random() * 7);
  if (kind === 0) return ['getTransaction', { hash: anyOf(random, hashes), xdrFormat }];
  if (kind === 1) return ['getEvents', { ...page, xdrFormat }];
  if (kind === 2) return ['getTransactions', { ...page, xdrFormat }];
  if (kind === 3) return ['getLedgers', { ...page, xdrFormat }];
  if (kind === 4) return ['getLedgerEntries', { keys: [anyOf(random, keys)], xdrFormat }];
  return kind === 5 ? ['getFeeStats'] : ['getHealth'];
}

it(
  'gives no wrong answer and keeps its memory while its store fails',
  { timeout: SECONDS * 1000 + 120_000 },
  async () => {
    let isOn = false;
    const random = randomOf(7);
    const store = faultyStore(await openLedgerStore([folder]), random, () => isOn);
    // Little is kept in memory, so that the store is asked all the time.
    faulty = await startTestNode({ stores: [store], cacheBytes: 2_000_000 });
    await faulty.node.history.indexed();
    isOn = true;
    const known = await knownTo(whole);
    const counts = { right: 0, refused: 0 };
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(process.memoryUsage.rss()), SECONDS);
    const end = Date.now() + SECONDS * 1000;
    const client = async () => {
      while (Date.now() < end) {
        const [method, params] = requestOf(random, known);
        const found = await faulty.call(method, params);
        if (found.error) expectRefusal(found);
        else expect(found).toEqual(await whole.call(method, params));
        if (found.error) counts.refused++;
        else counts.right++;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    clearInterval(watch);
    expect(counts.right).toBeGreaterThan(counts.refused);
    expect(counts.refused).toBeGreaterThan(0);
    const [early, late] = [memory.slice(memory.length * 0.3, memory.length * 0.6), memory.slice(memory.length * 0.7)];
    const growth = median(late) / median(early);
    expect(growth).toBeLessThan(1.1);
    if (process.env.RPC_LOAD_LOG)
      appendFileSync(process.env.RPC_LOAD_LOG, `${JSON.stringify({ ...counts, growth, memory: median(late) })}\n`);
  },
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function expectRefusal({ error }: Answer): void {
  expect([-32603]).toContain(error!.code);
}
