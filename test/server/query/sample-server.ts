/** A server of ledger queries over the sample, for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { LedgerRange } from '../../../src/datastore/keys.ts';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { apiKeysOf } from '../../../src/server/query/keys.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';

export const sample = join(import.meta.dirname, '../../../data/sample');
export const passphrase = (
  JSON.parse(readFileSync(join(sample, '.config.json'), 'utf8')) as { networkPassphrase: string }
).networkPassphrase;
export const authorization = { Authorization: 'Api-Key k1' };
export const secret = Buffer.alloc(32, 1);
/** Milliseconds for a request that no busy machine needs: what a test proves does not depend on how long it takes. */
export const budget = 600_000;

/** Returns the body of an answer of status 200; throws with status and body for any other, which a test would misread. */
export async function bodyOf<T = Record<string, unknown>>(answer: Response | Promise<Response>): Promise<T> {
  const { status, url } = await answer;
  const text = await (await answer).text();
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Returns the status of an answer and its error. */
export async function errorOf(answer: Response | Promise<Response>): Promise<[status: number, error: unknown]> {
  const { error } = (await (await answer).json()) as { error?: unknown };
  return [(await answer).status, error];
}

/** Serves the sample to the keys `k1` and `k2` while the tests of a file run. */
export function serveSample(options: Partial<QueryRoomOptions> = {}) {
  const all = apiKeysOf('k1@team, k2');
  let lakes: QueryRoomOptions['lakes'] = [];
  let listener: Listener;
  const serve = (own: Partial<QueryRoomOptions> = {}) =>
    listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget, keys: () => all, ...options, ...own })]);
  beforeAll(async () => {
    lakes = await openLakes([await makeSampleLake()]);
    listener = await serve();
  });
  afterAll(async () => {
    await listener.close();
    await closeLakes(lakes);
  });
  return {
    lakes: () => lakes,
    listener: () => listener,
    /** Another server of the same lake. */
    serve,
    /** Asks for a path below `/api/v1`. */
    ask: (path: string, headers: Record<string, string> = {}, on = listener) =>
      fetch(`${on.url}lake/v1/local/api/v1${path}`, { headers: { ...authorization, ...headers } }),
  };
}

/** Serves ranges of the sample's ledgers to all while the tests of a file run, and returns what gives the address of a path below `/api/v1`. */
export function serveRanges(...ranges: LedgerRange[]): (path: string) => string {
  const folder = join(temporaryFolder(), 'lake');
  let lakes: QueryRoomOptions['lakes'] = [];
  let listener: Listener;
  beforeAll(async () => {
    const lake = await open(folder, { network: passphrase });
    for (const range of ranges) await lake.load(sample, { range });
    await lake.close();
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });
  return (path) => `${listener.url}lake/v1/local/api/v1${path}`;
}
