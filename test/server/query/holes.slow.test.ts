/** Every list is walked while a writer fills a hole between loaded ledgers: no row is missed or doubled without a 409. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget, passphrase, sample, secret } from './sample-server.ts';

const hole = { first: 41, last: 60 };
const loaded = [
  { first: 2, last: 40 },
  { first: 61, last: 80 },
];
const folder = join(temporaryFolder(), 'lake');

/** Values of parameters for which lists have several rows, by the names below. */
const drawn = `select
  (select mode(address) from history_effects) as account,
  (select mode(account_id) from trust_lines) as holder,
  (select mode(seller_id) from silver.offers_current) as seller,
  (select mode(to_contract) from silver.contract_invocation_calls) as contract,
  (select arg_max(caller, n) from (select caller, count(distinct contract_id) as n from silver.contract_callers
    where caller like 'G%' group by all)) as caller,
  (select arg_max(from_contract, n) from (select from_contract, count(distinct to_contract) as n
    from silver.contract_invocation_calls where from_contract like 'C%' group by all)) as calling,
  (select arg_max(to_contract, n) from (select to_contract, count(distinct from_contract) as n
    from silver.contract_invocation_calls where to_contract like 'C%' group by all)) as called,
  (select mode((to_contract, function_name)) from silver.contract_invocation_calls) as call,
  (select mode(transaction_hash) from history_contract_events) as hash,
  (select mode(("from", "to")) from token_transfers_raw where "from" like 'G%' and "to" like 'G%' and "from" <> "to") as pair,
  (select mode(selling_asset_code || ':' || selling_asset_issuer) from silver.trades where selling_asset_issuer <> '') as asset,
  (select mode(contract_id) from contract_data) as storage`;

type Values = Record<string, string>;
type Drawn = Values & Record<'pair' | 'call', string[]>;

/** The values of each list that needs any besides an account. */
function valuesOf(path: string, { pair, call, ...of }: Drawn): Values {
  const { account, holder, seller, contract, caller, calling, called, hash, asset, storage } = of;
  const [code = '', issuer = ''] = asset.split(':');
  const named: Record<string, Values> = {
    'silver/accounts/{id}/contracts': { id: caller },
    'silver/accounts/{id}/offers': { id: seller },
    'silver/address/{addr}/token-balances': { addr: holder },
    'silver/addresses/{address}/balances': { address: holder },
    'silver/relationships/{address_a}/{address_b}': { address_a: pair[0], address_b: pair[1] },
    'silver/assets/{asset}/holders': { asset: 'XLM' },
    'silver/assets/{asset}/pairs': { asset: 'XLM' },
    'silver/contracts/{id}/callees': { id: calling },
    'silver/contracts/{id}/callers': { id: called },
    'silver/contracts/{id}/storage': { id: storage },
    'silver/soroban/contract-data': { contract_id: storage },
    'silver/soroban/ttl': { contract_id: storage },
    'silver/soroban/ttl/expiring': { contract_id: storage, within_ledgers: '10000000' },
    'silver/contracts/{id}/recent-calls': { id: contract },
    'silver/contracts/{id}/transactions': { id: contract },
    'silver/events/contract/{id}': { id: contract },
    'silver/events/by-contract': { contract_id: contract },
    'silver/tokens/{contract_id}/balances': { contract_id: contract },
    'silver/tokens/{contract_id}/transfers': { contract_id: contract },
    'silver/calls': { contract_id: call[0], function_name: call[1] },
    'silver/operations/soroban/by-function': { contract_id: call[0], function_name: call[1] },
    'silver/tx/{hash}/events': { hash },
    'silver/tx/{hash}/effects': { hash },
    'silver/effects/transaction/{tx_hash}': { tx_hash: hash },
    'silver/offers/pair': { selling: 'XLM', buying: asset },
    'silver/trades/by-pair': { selling_asset: asset, buying_asset: 'XLM' },
    'silver/prices/{base}/{counter}/ohlc': { base: code, base_issuer: issuer, counter: 'XLM', interval: '1m' },
    'silver/accounts/history': { account_id: account },
    'bronze/accounts': { account_id: account },
    'bronze/trustlines': { account_id: holder },
    'bronze/offers': { seller_id: seller },
    'gold/compliance/balances': { asset_code: 'XLM', ledger: '80' },
    'gold/snapshots/balance': { asset_code: 'XLM', ledger: '80' },
    'gold/compliance/transactions': { asset_code: 'XLM', start_date: '2026-01-01', end_date: '2026-01-02' },
  };
  const name = path.replace('/api/v1/', '');
  const range: Values = name.startsWith('bronze/') ? { start: '1', end: '80' } : {};
  return named[name] ?? { ...range, id: account, address: account, addr: account };
}

/** Lists of what a server stored, which no ledger changes. */
const ofServer = ['/api/v1/gold/compliance/archives', '/api/v1/gold/compliance/lineage'];

/** Returns every list that has a cursor, in each order that it has. */
function listPaths(of: Drawn): string[] {
  return endpoints
    .filter(({ path, parameters }) => 'cursor' in parameters && !ofServer.includes(path))
    .flatMap(({ path, parameters }) => {
      const query = new URLSearchParams();
      let filled = path;
      for (const [name, value] of Object.entries(valuesOf(path, of))) {
        const inPath = filled.replace(`{${name}}`, encodeURIComponent(value));
        if (inPath === filled && name in parameters) query.set(name, value);
        filled = inPath;
      }
      const orders = 'order' in parameters ? ['asc', 'desc'] : [undefined];
      return orders.map((order) => `${filled}?${String(query)}${order === undefined ? '' : `&order=${order}`}`);
    });
}

let lakes: QueryRoomOptions['lakes'] = [];
let listener: Listener;
let paths: string[] = [];

beforeAll(async () => {
  const lake = await open(folder, { network: passphrase });
  for (const range of loaded) await lake.load(sample, { range });
  const [values] = await lake.rows<Drawn>(drawn);
  await lake.close();
  paths = listPaths({ ...values, pair: Object.values(values.pair), call: Object.values(values.call) } as Drawn);
  lakes = await openLakes([folder]);
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
});
afterAll(async () => {
  await listener.close();
  await closeLakes(lakes);
});

const accepts = ['application/json', 'text/csv'];

/** A list and the format of its pages. */
interface List {
  path: string;
  accept: string;
}

/** One page: its rows as texts, the cursor of the next, and the gaps that a table names. */
interface Page {
  rows: string[];
  cursor?: string | undefined;
  gaps?: string | null;
}

/** Returns a page; undefined where the server answers 409. */
async function readPage({ path, accept }: List, limit: number, from?: string): Promise<Page | undefined> {
  const asked = `${path}&limit=${limit}${from === undefined ? '' : `&cursor=${from}`}`;
  const answer = await fetch(`${listener.url}lake/v1/local${asked}`, { headers: { accept } });
  const text = await answer.text();
  if (answer.status === 409) return undefined;
  expect({ asked, status: answer.status, text: answer.ok ? '' : text }).toEqual({ asked, status: 200, text: '' });
  if (accept === 'text/csv') {
    const [, ...rows] = text.trimEnd().split('\r\n');
    const cursor = answer.headers.get('x-next-cursor') ?? undefined;
    return { rows, cursor, gaps: answer.headers.get('x-gaps') };
  }
  const { data = [], holders = data, cursor } = JSON.parse(text) as Record<'data' | 'holders', unknown[]> & Page;
  return { rows: holders.map((row) => JSON.stringify(row)), cursor };
}

/** Returns the rows of a list, from the first page or behind a page; undefined where the server answers 409. */
async function walk(list: List, limit: number, begun?: Page): Promise<string[] | undefined> {
  const rows = [...(begun?.rows ?? [])];
  if (begun && begun.cursor === undefined) return rows;
  let cursor = begun?.cursor;
  do {
    const page = await readPage(list, limit, cursor);
    if (!page) return undefined;
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
}

describe('walks while a hole is filled', () => {
  it('have all rows of one set of ledgers, or end with 409', { timeout: 600_000 }, async () => {
    const lists = paths.flatMap((path) => accepts.map((accept) => ({ path, accept })));
    const before = new Map<List, string[]>();
    const begun = new Map<List, Page>();
    for (const list of lists) {
      const rows = await walk(list, 1000);
      before.set(list, rows!);
      begun.set(list, (await readPage(list, Math.max(1, Math.ceil(rows!.length / 4))))!);
    }
    const empty = lists.filter((list) => before.get(list)!.length < 2).map(({ path }) => path);
    expect(empty).toEqual([]);
    const withoutGaps = lists.filter(
      (list) => begun.get(list)!.gaps !== (list.accept === 'text/csv' ? '41-60' : undefined),
    );
    expect(withoutGaps.map(({ path }) => path)).toEqual([]);

    // Some walks run while the writer commits.
    const meanwhile: { list: List; rows: string[] | undefined }[] = [];
    let isFilled = false;
    const lane = async (own: List[]) => {
      for (let i = 0; !isFilled; i++) {
        const list = own[i % own.length];
        meanwhile.push({ list, rows: await walk(list, Math.max(1, Math.ceil(before.get(list)!.length / 3))) });
      }
    };
    const walking = [lists.slice(0, lists.length / 2), lists.slice(lists.length / 2)].map(lane);
    const writer = await open(folder, { network: passphrase });
    await writer.load(sample, { range: hole });
    await writer.close();
    isFilled = true;
    await Promise.all(walking);

    const after = new Map<List, string[]>();
    for (const list of lists) after.set(list, (await walk(list, 1000))!);
    for (const { list, rows } of meanwhile) {
      if (rows !== undefined)
        expect({ ...list, sets: [before.get(list), after.get(list)] }).toMatchObject({
          ...list,
          sets: expect.arrayContaining([rows]) as string[],
        });
    }
    const told = { whole: 0, refused: 0 };
    for (const [list, page] of begun) {
      const rows = await walk(list, 100, page);
      told[rows === undefined ? 'refused' : 'whole']++;
      if (rows !== undefined && page.cursor !== undefined)
        expect({ ...list, rows }).toEqual({ ...list, rows: after.get(list) });
    }
    expect([told, Math.min(told.whole, told.refused) >= 10]).toEqual([told, true]);
  });
});
