/**
 * Random requests of lists, whose parameters are drawn from the lake, tell what a plain scan of its tables finds; see `plain-lists.ts`.
 * QUERY_LEDGERS says over how many simulated ledgers, QUERY_RUNS how many requests.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom, type QueryOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../lake/folder.ts';
import { plainLists, type Plain, type PlainList } from './plain-lists.ts';
import { secret } from './sample-server.ts';

const ledgers = Number(process.env['QUERY_LEDGERS'] ?? 198);
const numRuns = Number(process.env['QUERY_RUNS'] ?? 120);
const MOST_PAGES = 4;

const folder = temporaryFolder();
const rows = new Map<PlainList, Plain[]>();
let lakes: QueryOptions['lakes'] = [];
let listener: Listener;

beforeAll(async () => {
  const store = join(folder, 'store');
  const network = { seed: 'plain', passphrase: 'Plain Network', startLedger: 2, startTime: 1_767_225_600 };
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
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget: 60_000 })]);
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
