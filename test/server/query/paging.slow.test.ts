/** Lists are walked to their end while ledgers are loaded, and segments merged: with no row twice or missed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { join } from 'node:path';
import { compactLake, open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget, passphrase, sample, secret } from './sample-server.ts';

interface Page {
  data: Record<string, unknown>[];
  cursor?: string;
  has_more: boolean;
  total_assets?: number;
}

const folder = join(temporaryFolder(), 'lake');
let lakes: QueryRoomOptions['lakes'] = [];
let listener: Listener;

/** Loads the sample up to a ledger. */
async function loadUpTo(last: number): Promise<void> {
  const lake = await open(folder, { network: passphrase });
  await lake.load(sample, { range: { last } });
  await lake.close();
}

beforeAll(async () => {
  await loadUpTo(40);
  lakes = await openLakes([folder]);
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
});
afterAll(async () => {
  await listener.close();
  await closeLakes(lakes);
});

async function ask(path: string): Promise<Page> {
  const answer = await fetch(`${listener.url}lake/v1/local/api/v1${path}`);
  expect([answer.status, path]).toEqual([200, path]);
  return (await answer.json()) as Page;
}

/** A list that is walked page by page. */
class Walk {
  readonly path: string;
  readonly rows: unknown[] = [];
  #page: Page | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get isDone(): boolean {
    return this.#page?.has_more === false;
  }

  async next(limit: number): Promise<void> {
    const cursor = this.#page ? `&cursor=${String(this.#page.cursor)}` : '';
    this.#page = await ask(`${this.path}${this.path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
    this.rows.push(...this.#page.data);
  }
}

async function walked(path: string): Promise<unknown[]> {
  const walk = new Walk(path);
  while (!walk.isDone) await walk.next(1000);
  return walk.rows;
}

async function merge(): Promise<void> {
  const { lake, close } = await open(folder);
  await compactLake(lake);
  await close();
}

async function paths(): Promise<string[]> {
  const [contract] = (await ask('/semantic/contracts?limit=1')).data;
  const [, asset] = (await ask('/silver/assets?limit=5')).data;
  const [account] = (await ask('/silver/accounts/top?limit=1')).data;
  const [token, id] = [String(asset?.['contract_id']), String(account?.['account_id'])];
  return [
    '/silver/assets',
    '/silver/assets?sort_by=transfers_24h&order=asc',
    '/silver/accounts',
    '/silver/accounts?sort_by=last_modified&order=asc',
    `/silver/assets/${String(asset?.['asset_code'])}:${String(asset?.['asset_issuer'])}/holders`,
    `/silver/tokens/${token}/balances`,
    `/silver/contracts/${String(contract?.['contract_id'])}/storage`,
    '/semantic/contracts',
    '/silver/transfers',
    '/silver/transfers?order=asc',
    '/silver/operations/enriched',
    '/silver/events',
    '/silver/events/generic?order=asc',
    '/semantic/activities',
    '/semantic/flows?order=asc',
    '/silver/transactions/recent',
    '/silver/ledgers/recent',
    `/silver/accounts/${id}/activity`,
    `/silver/addresses/${id}/balances/history`,
  ];
}

it('tell of the ledgers that there were when their first page was made', { timeout: 120_000 }, async () => {
  const before = new Map<string, unknown[]>();
  for (const path of await paths()) before.set(path, await walked(path));
  const walks = [...before.keys()].map((path) => new Walk(path));
  // A page of each list, and then ledgers or a merge.
  for (const meanwhile of [() => loadUpTo(60), () => loadUpTo(120), merge]) {
    for (const walk of walks) {
      const rows = before.get(walk.path)?.length ?? 0;
      if (!walk.isDone) await walk.next(Math.ceil(rows / 5));
    }
    await meanwhile();
  }
  for (const walk of walks) while (!walk.isDone) await walk.next(200);
  for (const { path, rows } of walks) expect({ path, rows }).toEqual({ path, rows: before.get(path) });
  expect(walks.filter(({ rows }) => rows.length < 3).map(({ path }) => path)).toEqual([]);
});
