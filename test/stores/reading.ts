/** The sample behind each kind of store, and reading all of it in order as a load does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bufferSettings, Downloads } from '../../src/datastore/transfer/buffer.ts';
import { parseKey } from '../../src/datastore/keys.ts';
import { openLedgerStore, type StoreOptions } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { sample } from '../cli/command.ts';
import { startFolderServer, type FolderServer } from './folder-server.ts';
import { objectsOf, servers } from './servers.ts';

/** A store that holds the sample; `open` reads it at another URL than its own, behind a proxy. */
export interface Target {
  kind: 'http' | 'gcs' | 's3';
  isThere: boolean;
  upstream(): string;
  open(url: string, options?: StoreOptions): Promise<Store>;
}

/** Puts the sample into a bucket of its own on each server that is there, for the tests of this file. */
export function sampleTargets(bucket: string): Target[] {
  let folder: FolderServer;
  beforeAll(async () => {
    folder = await startFolderServer(sample);
    for (const { url, fill, environment } of servers) {
      Object.assign(process.env, environment);
      if (url) await fill(bucket, objectsOf(sample, 'ledgers/'));
    }
  });
  afterAll(() => folder.close());
  const ofServers = servers.map(({ kind, url, address, access }): Target => ({
    kind,
    isThere: url !== undefined,
    upstream: () => url!,
    open: (endpoint, options) => openLedgerStore([address(`${bucket}/ledgers`)], { ...access(endpoint), ...options }),
  }));
  return [
    {
      kind: 'http',
      isThere: true,
      upstream: () => folder.url,
      open: (url, options) => openLedgerStore([url], options),
    },
    ...ofServers,
  ];
}

/** The objects of the sample in the order of their ledgers. */
export const sampleObjects = objectsOf(sample)
  .flatMap(({ key }) => ({ key, first: parseKey(key)?.first ?? -1, bytes: readFileSync(join(sample, key)) }))
  .filter(({ first }) => first >= 0)
  .sort((a, b) => a.first - b.first);

/** What was read before the end or the error. */
export interface Reading {
  read: { key: string; bytes: Buffer }[];
  error?: unknown;
}

/** Reads ledgers 2 to 129 in their order and closes the store. */
export async function readAll(store: Store): Promise<Reading> {
  const read: Reading['read'] = [];
  try {
    const { objects } = await store.list({ range: { first: 2, last: 129 } });
    const reader = new Downloads(store, bufferSettings(10)).reader(objects);
    for (let next = await reader.next(); next; next = await reader.next()) {
      read.push({ key: next.key, bytes: Buffer.from(next.bytes) });
    }
    return { read };
  } catch (error) {
    return { read, error };
  } finally {
    store.close?.();
  }
}

/** Returns whether what was read is the sample from its first object on, each once and byte for byte. */
export function isStartOfSample(read: Reading['read']): boolean {
  return read.every(({ key, bytes }, i) => key === sampleObjects[i]?.key && bytes.equals(sampleObjects[i].bytes));
}
