/** Replays a case against a server, and tells what differs. */
import type { Case } from './cases.ts';
import { differences, type Rules } from './fits.ts';

export const KEY = 'k1';

/**
 * Totals over entries. The cases count the entries that the loaded ledgers changed; the server omits these totals in lakes
 * that lack the first ledgers, or takes them from headers (lumens).
 */
const TOTALS = new Set([
  ...[
    'total_holders',
    'total_trustlines',
    'num_trustlines',
    'holder_count',
    'percent_of_supply',
    'top_10_concentration',
  ],
  ...['total_supply', 'circulating_supply', 'supply', 'supply_change', 'supply_change_percent'],
  ...['start_supply', 'end_supply', 'net_minted', 'peak_supply', 'peak_date', 'lowest_supply', 'lowest_date'],
  ...['claimable_balances', 'liquidity_pools', 'contracts'],
]);

interface Got {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

/** Returns what differs of the answers to a case; `base` is the base address of its network. */
export async function replay(base: string, one: Case, isStrict: boolean): Promise<string[]> {
  const rules: Rules = {
    ignored: (one.ignore ?? []).map((path) => path.replaceAll('[]', '')),
    isStrict: isStrict && !one.lenient,
    ...(one.ledgers[0] > 2 && { leftOut: TOTALS }),
  };
  const { path, headers } = await prepared(base, one);
  const request = { ...one.request, path, headers };
  if (one.walk && isStrict) return walk(base, one, request, rules);
  const got = await send(base, request);
  if (got.status !== one.status) return [`status ${got.status} instead of ${one.status}: ${got.text.slice(0, 200)}`];
  const told = headersOf(one, got);
  if (one.response_text !== undefined && got.text !== one.response_text) told.push(`text: ${got.text.slice(0, 200)}`);
  if (one.response_csv) told.push(...differences(one.response_csv, csvOf(got.text), rules));
  if (one.response != null) told.push(...differences(one.response, got.body, rules));
  if (one.status >= 400 && one.response != null)
    told.push(...differences({ error: { $any: 'string' } }, got.body, { ignored: [], isStrict: true }));
  if (one.walk) told.push(...(await walk(base, one, request, rules)));
  if (one.then) told.push(...(await followed(base, one.then, got, rules)));
  return told;
}

async function send(
  base: string,
  { method = 'GET', path, headers = {}, base_tail: tail }: Case['request'],
): Promise<Got> {
  const address = tail === undefined ? base : base.replace(/\/v1\/[^/]+$/, '') + tail;
  const all = new Headers({ Authorization: `Api-Key ${KEY}`, Accept: 'application/json' });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value.replace('{key}', KEY));
  }
  const answer = await fetch(address + path.replace('{key}', KEY), { method, headers: all });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: bodyOf(text) };
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Puts what a first request told into the request: `{name}`, or `{name!}` with a letter in the middle changed. */
async function prepared(base: string, { pre, request }: Case): Promise<Case['request']> {
  if (!pre) return request;
  const got = await send(base, pre);
  const values = [
    ...Object.entries(pre.capture ?? {}).map(([name, key]) => [name, String(got.body[key])] as const),
    ...Object.entries(pre.capture_header ?? {}).map(([name, key]) => [name, got.headers.get(key) ?? ''] as const),
  ];
  const put = (text: string) =>
    values.reduce((all, [name, value]) => {
      const half = value.length >> 1;
      const changed = value.slice(0, half) + (value[half] === 'A' ? 'B' : 'A') + value.slice(half + 1);
      return all.replace(`{${name}!}`, encodeURIComponent(changed)).replace(`{${name}}`, value);
    }, text);
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [
    name,
    value === null ? null : put(value),
  ]);
  return { ...request, path: put(request.path), headers: Object.fromEntries(headers) as Case['request']['headers'] };
}

function headersOf({ response_headers: expected = {} }: Case, { headers }: Got): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, headers.get(name) ?? undefined, { ignored: [], isStrict: true }, `header ${name}`),
  );
}

/** Follows cursors to the end: every page but the last is full, and together they are what is expected. */
async function walk(base: string, one: Case, request: Case['request'], rules: Rules): Promise<string[]> {
  const key = one.data_key ?? 'data';
  const limit = Number(/[?&]limit=(\d+)/.exec(request.path)?.[1]);
  const all: unknown[] = [];
  const told: string[] = [];
  for (let cursor: unknown, page = 1; page === 1 || cursor !== undefined; page++) {
    const mark = request.path.includes('?') ? '&' : '?';
    const path =
      cursor === undefined ? request.path : `${request.path}${mark}cursor=${encodeURIComponent(String(cursor))}`;
    const { status, body, text } = await send(base, { ...request, path });
    if (status !== one.status) return [...told, `page ${page}: status ${status}: ${text.slice(0, 200)}`];
    const rows = body[key] as unknown[];
    const hasMore = body['has_more'] === true;
    if (hasMore !== (body['cursor'] !== undefined)) told.push(`page ${page}: a cursor exactly when more follows`);
    if (hasMore && limit > 0 && rows.length !== limit) told.push(`page ${page}: ${rows.length} rows of ${limit}`);
    all.push(...rows);
    if (page > 2000) return [...told, 'no end'];
    cursor = hasMore ? body['cursor'] : undefined;
  }
  return [...told, ...differences({ [key]: one.response_data_all }, { [key]: all }, rules)];
}

async function followed(base: string, then: NonNullable<Case['then']>, first: Got, rules: Rules): Promise<string[]> {
  const path = then.path.replace('{cursor}', encodeURIComponent(String(first.body['cursor'])));
  const got = await send(base, { path });
  if (got.status !== then.status) return [`then: status ${got.status} instead of ${then.status}`];
  return then.response == null ? [] : differences(then.response, got.body, rules, 'then');
}

function csvOf(text: string): { header: string[]; rows: string[][] } {
  const [header = [], ...rows] = text
    .split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(','));
  return { header, rows };
}
