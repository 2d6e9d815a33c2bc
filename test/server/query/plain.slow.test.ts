/**
 * Random requests, whose parameters are drawn from the lake, tell what a plain scan of its tables finds: lists with filters of all kinds
 * in `plain-lists.ts`, what every other endpoint tells in `plain/`.
 * QUERY_LEDGERS says over how many simulated ledgers, QUERY_RUNS how many requests, QUERY_INTERVAL how many seconds lie between two ledgers:
 * parts of a second are those of protocol 30.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../folder.ts';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { withResult } from '../../../src/lake/asking/query/query.ts';
import { archiveEndpoint } from '../../../src/server/query/endpoints/gold/gold-archive.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { plainLists, type Plain, type PlainList } from './plain-lists.ts';
import { checkAnswer, expectRows, type Row } from './plain/check.ts';
import { quoted, type Given, type PlainAnswer } from './plain/answer.ts';
import { holdersAfter, ledgerOf, momentIn, movedBetween } from './plain/gold.ts';
import { otherwise, plainAnswers } from './plain/index.ts';
import { budget, secret } from './sample-server.ts';

const ledgers = Number(process.env['QUERY_LEDGERS'] ?? 198);
const numRuns = Number(process.env['QUERY_RUNS'] ?? 120);
// About an hour: periods of a day, of a week and of a month begin within the lake, and within hours.
const interval = Number(process.env['QUERY_INTERVAL'] ?? 3500);
const MOST_PAGES = 4;

const folder = temporaryFolder();
const rows = new Map<PlainList, Plain[]>();
let lakes: QueryRoomOptions['lakes'] = [];
let listener: Listener;

beforeAll(async () => {
  const store = join(folder, 'store');
  const network = {
    seed: 'plain',
    passphrase: 'Plain Network',
    startLedger: 2,
    // Ledgers of a few seconds lie around midnight: their lake has a whole day, too.
    startTime: interval < 1 ? 1_767_311_990 : 1_767_225_600,
    interval,
    protocol: Number.isInteger(interval) ? 26 : 30,
  };
  const size = { ledgers, transactionsPerLedger: 8, ledgersPerFile: 100, filesPerPartition: 1000 };
  writeStore(store, { ...network, ...size, mix: 'mixed' });
  const lake = await open(join(folder, 'lake'), { network: network.passphrase });
  // More than one segment, and what is newest is in neither alone.
  await lake.load(store, { range: { last: ledgers >> 1 } });
  await lake.load(store);
  for (const list of plainLists) {
    const all = (await lake.query(list.sql)).toArray().map((row) => ({ ...row }) as Plain);
    rows.set(list, list.made?.(all) ?? all);
  }
  await lake.close();
  lakes = await openLakes([join(folder, 'lake')]);
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget, more: [archiveEndpoint] })]);
}, 3_600_000);
afterAll(async () => {
  await listener?.close();
  await closeLakes(lakes);
});

interface Request {
  list: PlainList;
  order: 'asc' | 'desc' | undefined;
  sort: string | undefined;
  limit: number;
  /** Filters besides those that no request goes without. */
  names: string[];
  /** The row that values are drawn from, and another for one of them: what goes together is found, what does not is not. */
  row: number;
  other: number;
  odd: number;
}

const requests: fc.Arbitrary<Request> = fc.constantFrom(...plainLists).chain((list) =>
  fc.record({
    list: fc.constant(list),
    order: list.hasOrder === true ? fc.constantFrom('asc', 'desc', undefined) : fc.constant(undefined),
    sort: fc.constantFrom(undefined, ...(list.sorts ?? [])),
    limit: fc.constantFrom(1, 2, 7, 50, list.most),
    names: fc.subarray(Object.keys(list.filters), { maxLength: Math.min(4, Object.keys(list.filters).length) }),
    row: fc.nat(),
    other: fc.nat(),
    odd: fc.nat(12),
  }),
);

/** Returns the parameters of a request that rows have a value for. */
function valuesOf({ list, names, row, other, odd }: Request): Map<string, string> {
  const all = rows.get(list) ?? [];
  const values = new Map<string, string>();
  for (const [i, name] of [...new Set([...(list.required ?? []), ...names])].entries()) {
    const drawn = list.filters[name].draw(all[(i === odd ? other : row) % all.length]);
    if (drawn !== null && drawn !== undefined && drawn !== '') values.set(name, String(drawn));
  }
  return values;
}

function expected({ list, order = 'desc', sort }: Request, values: ReadonlyMap<string, string>): Plain[] {
  const wanted = (rows.get(list) ?? []).filter((row) =>
    [...values].every(([name, value]) => list.filters[name].keep(row, value)),
  );
  const key = list.key(sort);
  return wanted.sort((a, b) => {
    for (const column of key) {
      const name = column.replace(/^[+-]/, '');
      const isDescending = column.startsWith('+') || (!column.startsWith('-') && order === 'desc');
      const difference = compare(a[name], b[name]);
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return 0;
  });
}

const isWhole = (value: unknown) => /^-?\d+$/.test(String(value));

function compare(a: Plain[string], b: Plain[string]): number {
  const [left, right] = isWhole(a) && isWhole(b) ? [BigInt(String(a)), BigInt(String(b))] : [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function urlOf({ list, order, sort, limit }: Request, values: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams({ limit: String(limit), ...(order && { order }), ...(sort && { sort_by: sort }) });
  let { path } = list;
  for (const [name, value] of values) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return `${path}?${String(query)}`;
}

interface Page {
  data: Plain[];
  count: number;
  cursor?: string;
  has_more: boolean;
}

async function ask(url: string): Promise<{ status: number; body: Page & { error?: string } }> {
  const answer = await fetch(`${listener.url}lake/v1/local/api/v1${url}`);
  return { status: answer.status, body: (await answer.json()) as Page };
}

/** What an answer says of a row, and what the plain row does. */
const told = ({ told: names }: PlainList, row: Plain) => Object.keys(names).map((name) => row[name] ?? null);
const wantedOf = ({ told: names }: PlainList, row: Plain) =>
  Object.values(names).map((name) => (row[name] === '' ? null : row[name]));

async function check(request: Request): Promise<void> {
  const values = valuesOf(request);
  if ((request.list.required ?? []).some((name) => !values.has(name))) return;
  const url = urlOf(request, values);
  const [first, last] = [
    values.get('start_ledger') ?? values.get('start'),
    values.get('end_ledger') ?? values.get('end'),
  ];
  if (Number(first) > Number(last)) {
    expect([url, (await ask(url)).status]).toEqual([url, 400]);
    return;
  }
  const wanted = expected(request, values);
  for (let at = 0, page = 0, cursor = ''; page < MOST_PAGES; page++) {
    const { status, body } = await ask(`${url}${cursor}`);
    expect([url, status]).toEqual([url, 200]);
    const rest = wanted.slice(at, at + request.limit);
    const got = { url, page, rows: body.data.map((row) => told(request.list, row)), has_more: body.has_more };
    const more = wanted.length > at + request.limit;
    expect(got).toEqual({ url, page, rows: rest.map((row) => wantedOf(request.list, row)), has_more: more });
    expect([body.count, body.cursor !== undefined]).toEqual([rest.length, more]);
    if (!more) return;
    at += request.limit;
    cursor = `&cursor=${String(body.cursor)}`;
  }
}

it('tell what a plain scan finds', { timeout: 3_600_000 }, async () => {
  for (const list of plainLists) expect([list.path, (rows.get(list) ?? []).length]).not.toEqual([list.path, 0]);
  await fc.assert(fc.asyncProperty(requests, check), { numRuns, endOnFailure: true });
});

/** Rows of SQL over the lake that is served. */
function rowsOf(sql: string): Promise<Row[]> {
  return withResult(lakes[0].lake, sql, {}, async ({ names, chunks }) => {
    const found: Row[] = [];
    for await (const chunk of chunks()) {
      for (const row of chunk.convertRows(duckdb.JsonDuckDBValueConverter)) {
        found.push(Object.fromEntries(names.map((name, i) => [name, row[i]])));
      }
    }
    return found;
  });
}

async function send(url: string, sent?: unknown): Promise<{ status: number; body: Row }> {
  const posted = sent === undefined ? undefined : { method: 'POST', body: JSON.stringify(sent) };
  const answer = await fetch(`${listener.url}lake/v1/local/api/v1${url}`, posted);
  return { status: answer.status, body: (await answer.json()) as Row };
}

const given = new Map<PlainAnswer, Given[]>();

async function givenOf(answer: PlainAnswer): Promise<Given[]> {
  const known = given.get(answer);
  if (known || answer.requests === undefined) return known ?? [{}];
  const found = await rowsOf(`from (${answer.requests}) order by hash(columns(*)) limit 2000`);
  const drawn = found.map((row) => {
    const values = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
  });
  given.set(answer, drawn);
  return drawn;
}

describe('what other endpoints tell', () => {
  it.for(plainAnswers.map((answer) => [answer.path, answer] as const))(
    '%s',
    { timeout: 3_600_000 },
    async ([, answer]) => {
      const all = await givenOf(answer);
      expect(all).not.toEqual([]);
      const drawn = fc.record({ row: fc.nat(), limit: fc.constantFrom(3, 20, 200) });
      const runs = Math.max(3, Math.ceil(numRuns / 20));
      await fc.assert(
        fc.asyncProperty(drawn, ({ row, limit }) =>
          checkAnswer({ ask: send, rows: rowsOf }, answer, all[row % all.length], limit),
        ),
        { numRuns: runs, endOnFailure: true, seed: -1253785312 },
      );
    },
  );

  it('has archives, whose files say the same', { timeout: 3_600_000 }, async () => {
    const gold = '/gold/compliance';
    const dated = (await givenOf(plainAnswers.find(({ path }) => path === `${gold}/supply`)!)).slice(
      0,
      Math.ceil(numRuns / 60),
    );
    for (const { asset_code: code, asset_issuer: issuer, start_date: start, end_date: end } of dated) {
      const sent = { asset_code: code, ...(issuer && { asset_issuer: issuer }), start_date: start, end_date: end };
      const id = String((await send(`${gold}/archive`, sent)).body['archive_id']);
      const status = async () => (await send(`${gold}/archive/${id}`)).body['status'];
      await expect.poll(status, { timeout: 600_000, interval: 50 }).toBe('complete');
      const file = async (name: string) => (await send(`${gold}/archive/${id}/download/${name}`)).body['rows'];
      const key = quoted(issuer === undefined ? 'native' : `${String(code)}:${issuer}`);
      const ledger = ledgerOf({ timestamp: momentIn(String(end), true) });
      const at = momentIn(String(end), true).replace('T23:59:59.999Z', 'T23:59:59Z');
      const held = `balances_${at.replaceAll(/[:-]/g, '')}.json`;
      expectRows(await file('transactions.json'), await rowsOf(movedBetween(key, String(start), String(end))));
      expectRows(await file(held), await rowsOf(holdersAfter(key, ledger)));
      expect((await send(`${gold}/archives?asset_code=${String(code)}`)).body['data']).toContainEqual(
        expect.objectContaining({ archive_id: id, status: 'complete' }),
      );
      const [first] = await rowsOf(
        `select ledger_hash as first from bronze.history_ledgers_raw_v1 order by sequence limit 1`,
      );
      expect((await send(`${gold}/lineage?archive_id=${id}`)).body['data']).toMatchObject([
        { verify: true, ledger_hashes: first, artifacts_count: 5 },
      ]);
    }
  });

  it('has a plain form for every endpoint, or a reason why not', () => {
    const told = [...plainLists, ...plainAnswers].map(({ path }) => `/api/v1${path}`);
    const known = new Set([...told, ...Object.keys(otherwise)]);
    expect(endpoints.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
    expect(Object.keys(otherwise).filter((path) => told.includes(path))).toEqual([]);
  });
});
