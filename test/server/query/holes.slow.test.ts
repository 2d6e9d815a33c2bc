/** Lists are walked while a hole between loaded ledgers is filled: no row is missed or doubled without a 409. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRange } from '../../../src/datastore/keys.ts';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { queryRoom, type QueryOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget, passphrase, sample, secret } from './sample-server.ts';

const hole = { first: 41, last: 60 };
const loaded = [
  { first: 2, last: 40 },
  { first: 61, last: 80 },
];

async function load(folder: string, ranges: readonly LedgerRange[]): Promise<void> {
  const lake = await open(folder, { network: passphrase });
  for (const range of ranges) await lake.load(sample, { range });
  await lake.close();
}

/** One page: its rows as texts, and the cursor of the next. */
interface Page {
  rows: string[];
  cursor?: string | undefined;
}

/** A server on a lake. */
class Server {
  readonly #lakes: QueryOptions['lakes'];
  readonly #listener: Listener;

  constructor(lakes: QueryOptions['lakes'], listener: Listener) {
    this.#lakes = lakes;
    this.#listener = listener;
  }

  static async on(folder: string): Promise<Server> {
    const lakes = await openLakes([folder]);
    return new Server(lakes, await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]));
  }

  ask(path: string, accept: string): Promise<Response> {
    return fetch(`${this.#listener.url}lake/v1/local${path}`, { headers: { accept } });
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await closeLakes(this.#lakes);
  }

  /** Returns a page; undefined where the server answers 409. */
  async page(path: string, accept: string, limit: number, from?: string): Promise<Page | undefined> {
    const asked = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${from === undefined ? '' : `&cursor=${from}`}`;
    const answer = await this.ask(asked, accept);
    const text = await answer.text();
    if (answer.status === 409) return undefined;
    expect({ asked, status: answer.status, text: answer.ok ? '' : text }).toEqual({ asked, status: 200, text: '' });
    if (accept === 'text/csv') {
      const [, ...rows] = text.trimEnd().split('\r\n');
      return { rows, cursor: answer.headers.get('x-next-cursor') ?? undefined };
    }
    const { data, cursor } = JSON.parse(text) as { data: unknown[]; cursor?: string };
    return { rows: data.map((row) => JSON.stringify(row)), cursor };
  }

  /** Returns the rows of a list from a page on; undefined where the server answers 409. */
  async walk(path: string, accept: string, limit: number, begun?: Page): Promise<string[] | undefined> {
    const rows = [...(begun?.rows ?? [])];
    if (begun && begun.cursor === undefined) return rows;
    let cursor = begun?.cursor;
    for (;;) {
      const page = await this.page(path, accept, limit, cursor);
      if (!page) return undefined;
      rows.push(...page.rows);
      cursor = page.cursor;
      if (cursor === undefined) return rows;
    }
  }
}

let [before, after]: Server[] = [];
let paths: string[] = [];

beforeAll(async () => {
  const [withHole, filled] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')];
  await load(withHole, loaded);
  await load(filled, [...loaded, hole]);
  [before, after] = [await Server.on(withHole), await Server.on(filled)];
  paths = await listPaths(after);
});
afterAll(async () => {
  await before.close();
  await after.close();
});

/** Returns every list with a cursor whose parameters have values in the sample, in each order that it has. */
async function listPaths(server: Server): Promise<string[]> {
  const first = async (path: string) => {
    const answer = await server.ask(path, 'application/json');
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
  };
  const [contract] = await first('/api/v1/semantic/contracts?limit=1');
  const assets = await first('/api/v1/silver/assets?limit=5');
  const [account] = await first('/api/v1/silver/accounts/top?limit=1');
  const asset = assets.find((row) => row['asset_issuer'] !== null);
  const [id, code] = [
    String(account?.['account_id']),
    `${String(asset?.['asset_code'])}:${String(asset?.['asset_issuer'])}`,
  ];
  const given: Record<string, string> = {
    account_id: id,
    address: id,
    id,
    contract_id: String(contract?.['contract_id']),
    contract: String(contract?.['contract_id']),
    asset: code,
    token: String(asset?.['contract_id']),
  };
  const found: string[] = [];
  for (const { path, parameters } of endpoints) {
    if (!('cursor' in parameters)) continue;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? id);
    const orders = 'order' in parameters ? ['?order=asc', '?order=desc'] : [''];
    for (const order of orders) {
      const answer = await server.ask(`${filled}${order}`, 'application/json');
      const body = (await answer.json()) as { data?: unknown[] };
      if (answer.ok && (body.data?.length ?? 0) > 3) found.push(`${filled}${order}`);
    }
  }
  return found;
}

describe('walks while a hole is filled', () => {
  it('have all rows of one set of ledgers, or end with 409', { timeout: 240_000 }, async () => {
    const begun: { path: string; accept: string; page: Page }[] = [];
    for (const path of paths)
      for (const accept of ['application/json', 'text/csv']) {
        const whole = await before.walk(path, accept, 1000);
        const page = await before.page(path, accept, Math.max(2, Math.ceil((whole?.length ?? 0) / 4)));
        begun.push({ path, accept, page: page! });
      }
    const told = { whole: 0, refused: 0 };
    for (const { path, accept, page } of begun) {
      const rows = await after.walk(path, accept, 100, page);
      if (rows === undefined) {
        told.refused++;
        continue;
      }
      told.whole++;
      if (page.cursor !== undefined)
        expect({ path, rows }).toEqual({ path, rows: await after.walk(path, accept, 1000) });
    }
    expect(begun.length).toBeGreaterThan(40);
    expect([told, Math.min(told.whole, told.refused) >= 10]).toEqual([told, true]);
  });

  it('are told of it by tables', async () => {
    const answer = await before.ask('/api/v1/silver/transfers?limit=5', 'text/csv');
    expect(answer.headers.get('x-gaps')).toBe('41-60');
  });
});
