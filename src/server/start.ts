/** A node from its parts to its end: history, rooms, listeners, and following a store that grows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Store } from '../datastore/store.ts';
import { History } from '../history/history.ts';
import { Lookup } from '../history/lookup.ts';
import { ObjectCache, type Datastore } from '../history/objects.ts';
import { createAdmin } from './admin.ts';
import { listen } from './endpoint.ts';
import { addHealth } from './health.ts';
import { createHttp } from './http.ts';
import type { Logger } from './log.ts';
import { nodeMetrics } from './metrics.ts';
import type { RpcConfig } from './rpc/config.ts';
import { messageOf } from './rpc/errors.ts';
import { fieldsOf, type RpcNode } from './rpc/node.ts';
import { addRpcRoom } from './rpc/room.ts';
import { createNode } from './rpc/serve.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const FOLLOW_MS = 1000;
/** How long requests in hand may take when the node stops. */
const GRACE_MS = 10_000;

export interface StartOptions {
  config: RpcConfig;
  stores: readonly Store[];
  /** Opens the datastore over the ledgers that are kept in memory. */
  datastore?: (cache: ObjectCache) => Datastore;
  /** Where the index is kept; without it, in a folder that is removed when the node stops. */
  indexFolder?: string;
  endpoint: string;
  adminEndpoint?: string;
  /** Whether new ledgers of the stores are taken in as they appear; how often to look, in milliseconds. */
  follow?: boolean;
  followEvery?: number;
  /** How many new ledgers are looked for at once. */
  followLedgers?: number;
  logger: Logger;
  /** How many bytes of ledgers are kept in memory for the next who asks. */
  cacheBytes?: number;
}

export interface RunningNode {
  node: RpcNode;
  /** Where it listens. */
  port: number;
  adminPort?: number;
  /** Ends it: no new requests, those in hand are answered. */
  stop(): Promise<void>;
}

/** Starts a node; throws what opening its stores and listening throw. */
export async function startNode(options: StartOptions): Promise<RunningNode> {
  const { config, stores, datastore, endpoint, adminEndpoint, logger } = options;
  const index = openIndex(options.indexFolder);
  const { log } = logger;
  const cache = new ObjectCache(options.cacheBytes ?? CACHE_BYTES);
  const history = await History.open({
    passphrase: config.passphrase,
    stores,
    datastore: datastore?.(cache),
    window: config.retentionWindow,
    lookup: index.lookup,
    cache,
    onError: (error, what) => log('error', `cannot ${what}`, { error: messageOf(error), ...fieldsOf(error) }),
  });
  const counters = nodeMetrics(logger, config, () => history.window()?.last ?? 0);
  const node = await createNode(history, config, { log });
  history.onLedger(({ count }, milliseconds) => counters.ledger(count, milliseconds / 1000));
  const servers = [createHttp()];
  addRpcRoom(servers[0]!, node, { counters });
  addHealth(servers[0]!, node);
  await listen(servers[0]!, endpoint);
  if (adminEndpoint) {
    servers.push(createAdmin(counters));
    await listen(servers[1]!, adminEndpoint);
  }
  const following = options.follow ? follow(history, logger, options) : undefined;
  return {
    node,
    port: portOf(servers[0]!),
    ...(servers[1] && { adminPort: portOf(servers[1]) }),
    async stop() {
      following?.stop();
      await Promise.all(servers.map(closeSoon));
      await following?.done;
      await history.close();
      index.remove();
    },
  };
}

/** Opens the index; of many ledgers it is too large for memory, so that it has a folder always. */
function openIndex(folder?: string): { lookup: Lookup; remove(): void } {
  if (folder !== undefined) return { lookup: new Lookup(folder), remove: () => undefined };
  const own = mkdtempSync(join(tmpdir(), 'ledgerlake-index-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(own, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { lookup: new Lookup(own), remove };
}

function portOf(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port;
}

/** Answers what is in hand, then closes; after a while it closes anyway. */
async function closeSoon(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Looks for new ledgers until stopped. What fails is told once and tried again. */
function follow(
  history: History,
  { log }: Logger,
  { followEvery = FOLLOW_MS, followLedgers }: StartOptions,
): { stop(): void; done: Promise<void> } {
  const ending = new AbortController();
  const run = async () => {
    await history.indexed().catch(() => undefined);
    let told = '';
    while (!ending.signal.aborted) {
      try {
        while (await history.refresh({ most: followLedgers, signal: ending.signal }));
        told = '';
      } catch (error) {
        const why = messageOf(error);
        if (why !== told && !ending.signal.aborted) log('error', 'cannot take in new ledgers', { error: why });
        told = why;
      }
      await pause(followEvery, ending.signal);
    }
  };
  return { stop: () => ending.abort(), done: run() };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
