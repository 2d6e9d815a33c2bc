/** Compares answers with what SQL says that they should tell. */
import { expect } from 'vitest';
import { endpoints } from '../../../../src/server/query/endpoints/index.ts';
import type { Given, PlainAnswer } from './answer.ts';

export type Row = Record<string, unknown>;

/** How a server is asked, and its lake by other SQL. */
export interface Asks {
  ask(url: string, body?: unknown): Promise<{ status: number; body: Row }>;
  rows(sql: string): Promise<Row[]>;
}

/** Lists are followed over so many pages. */
const MOST_PAGES = 3;

/** Returns the endpoint of a path below `/api/v1`. */
export function endpointOf(path: string) {
  const found = endpoints.find((endpoint) => endpoint.path === `/api/v1${path}`);
  if (!found) throw new Error(`no endpoint ${path}`);
  return found;
}

/** Asks, and expects what SQL over the same lake says; lists have pages of `limit` where they have any. */
export async function checkAnswer(
  { ask, rows }: Asks,
  answer: PlainAnswer,
  given: Given,
  limit: number,
): Promise<void> {
  const { parameters } = endpointOf(answer.path);
  const url = urlOf(answer, given, 'limit' in parameters ? limit : undefined);
  const sent = answer.body?.(given);
  const got = await follow((cursor) => ask(url + cursor, sent), url, 'cursor' in parameters);
  for (const [member, sql] of Object.entries(answer.members(given))) {
    const wanted = (await rows(sql)).map(readJson);
    const told = member === '.' ? got.first : got.first[member];
    if (!Array.isArray(told)) {
      expect({ url, member, told: pick(told, wanted[0]) }).toEqual({ url, member, told: normal(wanted[0]) });
      continue;
    }
    const all = got.members[member] ?? told;
    const isWhole = got.hasMore === undefined || !got.isList(member);
    const part = isWhole ? wanted : wanted.slice(0, all.length);
    const seen = { url, member, rows: all.map((row, i) => pick(row, wanted[i])) };
    expect(seen).toEqual({ url, member, rows: part.map(normal) });
    if (!isWhole) expect([url, got.hasMore]).toEqual([url, wanted.length > all.length]);
  }
}

/** Returns the path of a request below `/api/v1`, with its query. */
export function urlOf({ path, body }: PlainAnswer, given: Given, limit: number | undefined): string {
  const query = new URLSearchParams(limit === undefined ? {} : { limit: String(limit) });
  let url = path;
  for (const [name, value] of Object.entries(given)) {
    if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (!body) query.set(name, value);
  }
  return `${url}?${String(query)}`;
}

/** JSON is a text among the values of SQL. */
function readJson(row: Row): Row {
  const read = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('{"') ? JSON.parse(value) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(value)]));
}

/** The lists that have pages. */
const LISTS = ['data', 'holders'];

/** Follows cursors: the first page, and the rows of all. */
async function follow(read: (cursor: string) => ReturnType<Asks['ask']>, url: string, isPaged: boolean) {
  const members: Record<string, unknown[]> = {};
  const isList = (member: string) => LISTS.includes(member);
  let first: Row | undefined;
  for (let page = 0, cursor = ''; ; page++) {
    const { status, body } = await read(cursor);
    expect([url, status, body['error']]).toEqual([url, 200, undefined]);
    first ??= body;
    for (const name of LISTS) {
      if (Array.isArray(body[name])) members[name] = [...(members[name] ?? []), ...(body[name] as unknown[])];
    }
    const hasMore = body['has_more'] as boolean | undefined;
    if (hasMore !== true || !isPaged || page === MOST_PAGES - 1) return { first, members, hasMore, isList };
    cursor = `&cursor=${String(body['cursor'])}`;
  }
}

/** Expects of rows, such as those of a file, what plain rows say. */
export function expectRows(told: unknown, plain: readonly Row[]): void {
  expect((told as Row[]).map((row, i) => pick(row, plain[i]))).toEqual(plain.map(normal));
}

/** What a value tells of the columns of a plain row. */
function pick(value: unknown, plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return normal(value);
  if (typeof value !== 'object' || value === null) return value;
  return normal(Object.fromEntries(Object.keys(plain).map((name) => [name, Reflect.get(value, name)])));
}

/** A value whichever way it is written: what is absent, null or empty is left out, numbers are texts. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value === null || value === undefined ? '' : String(value);
  const members = Object.entries(value).map(([name, each]) => [name, normal(each)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== ''));
}
