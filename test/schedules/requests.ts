/** A client of a served lake, without a socket: it walks pages while a writer commits, and compares them with `/health` and `meta`. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { LedgerIndex } from '../../src/history/ledger-index.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { StandingStatements } from '../../src/lake/asking/query/standing-statements.ts';
import type { Log } from '../../src/server/http/log.ts';
import { createHttp } from '../../src/server/http/server.ts';
import { LakeCache } from '../../src/server/query/lake-cache.ts';
import { list } from '../../src/server/query/lists/list.ts';
import { NewestIndexed } from '../../src/server/query/newest.ts';
import * as parameter from '../../src/server/query/parameters.ts';
import { lakesHealthRoom } from '../../src/server/query/public.ts';
import { queryRoom } from '../../src/server/query/room.ts';
import { raw, sql } from '../../src/server/query/sql.ts';
import type { Random } from '../fuzz/mutate.ts';
import { tables } from '../lake/tables.ts';

/** By the clock of the machine, which no schedule decides. */
const BUDGET = 600_000;
/** Between walks and between their requests, by the clock of the schedule. */
const MOST_PAUSE = 100;
const MOST_PAGE_PAUSE = 30;
const SQL = join(import.meta.dirname, 'sql');
const BASE = '/lake/v1/local';

/** The lists of the made-up tables: the column of their ledger, and their key. */
const lists = {
  ledgers: { relation: 'bronze.history_ledgers', ledger: 'sequence', key: ['sequence'] },
  payments: { relation: 'bronze.payments', ledger: 'ledger_sequence', key: ['ledger_sequence', 'id'] },
};
type ListName = keyof typeof lists;

const endpoints = Object.entries(lists).map(([name, { relation, ledger, key }]) =>
  list({
    path: `/${name}`,
    summary: name,
    legacyKey: name,
    parameters: { limit: parameter.limit(100, 100), order: parameter.order },
    row: Type.Object({}, { additionalProperties: true }),
    written: { shape: (row) => row },
    key: ({ order }) => key.map((column) => ({ column, descending: order === 'desc' })),
    rows: (_, { ceiling }) => sql`select * from ${raw(relation)} where ${raw(ledger)} <= ${ceiling}`,
  }),
);

interface Page {
  data: Record<string, string | number>[];
  cursor?: string;
  _meta: { available_ledgers: { latest: number } };
}

/**
 * Walks lists of a served lake while a writer commits ledgers 1 to `last`, and once more when it is done. Each walk finds every row
 * once, up to a ledger that is no earlier than the newest one that `/health` and `meta` claimed before.
 */
export async function request(
  dir: string,
  progress: { isDone: boolean },
  { last, random }: { last: number; random: Random },
): Promise<void> {
  const lake = await openLake(dir, { tables, sql: SQL, threads: 1, isStanding: true });
  const index = new LedgerIndex(dir);
  const newest = new NewestIndexed(lake, index);
  const statements = new StandingStatements(lake);
  const served = { network: 'local', lake, statements, archives: '', index, newest, cache: new LakeCache() };
  const room = queryRoom({ lakes: [served], secret: new Uint8Array(32), budget: BUDGET, more: endpoints, log });
  const server = createHttp([room, lakesHealthRoom([served])]);
  try {
    for (let isLast = false; !isLast;) {
      await setTimeout(1 + random(MOST_PAUSE));
      isLast = progress.isDone;
      const known = await claimed(server);
      if (isLast && known < last) throw new Error(`claimed ${known} ledgers, after the last commit`);
      if (known > 0) await walk(server, known, random);
    }
  } finally {
    await server.close();
    await statements.close();
  }
}

async function get<T>(server: FastifyInstance, url: string): Promise<T> {
  const { statusCode, body } = await server.inject({ url, headers: { host: 'localhost' } });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`, { cause: failed });
  return JSON.parse(body) as T;
}

/** The last error of the server, which clients are not told whole. */
let failed: unknown;
const log: Log = (level, _message, fields) => {
  if (level === 'error') failed = fields?.['error'];
};

/** Returns the newest ledger that `/health` and then `meta` claim; 0 where no ledger is loaded. */
async function claimed(server: FastifyInstance): Promise<number> {
  const { networks } = await get<{ networks: { local: { latest?: number } } }>(server, '/health');
  const { latest } = networks.local;
  if (latest === undefined) return 0;
  const { ranges } = await get<{ ranges: { first: number; last: number }[] }>(server, `${BASE}/api/v1/meta`);
  const known = ranges.at(-1)?.last ?? 0;
  if (ranges.length > 1 || known < latest)
    throw new Error(`/health claims ledger ${latest}, and meta then ${JSON.stringify(ranges)}`);
  return known;
}

/** Reads all pages of a list, which a draw chooses, in an order that a draw chooses. */
async function walk(server: FastifyInstance, known: number, random: Random): Promise<void> {
  const name = (['ledgers', 'payments'] as const)[random(2)];
  const order = ['asc', 'desc'][random(2)];
  const found: string[] = [];
  let latest: number | undefined;
  for (let after: string | undefined = ''; after !== undefined;) {
    const url: string = `${BASE}/${name}?order=${order}&limit=${1 + random(8)}${after}`;
    const { data, cursor, _meta }: Page = await get<Page>(server, url);
    latest ??= _meta.available_ledgers.latest;
    found.push(...data.map((row) => lists[name].key.map((column) => String(row[column])).join()));
    after = cursor && `&cursor=${cursor}`;
    await setTimeout(random(MOST_PAGE_PAUSE));
  }
  if (latest! < known) throw new Error(`a page claims ledger ${latest}, after ${known}`);
  const expected = keysOf(name, latest!);
  if (order === 'desc') expected.reverse();
  if (found.join(' ') !== expected.join(' '))
    throw new Error(`${name} ${order} are ${found.join(' ')}, expected ${expected.join(' ')}`);
}

/** Returns the keys of the rows of ledgers 1 to `last`. */
function keysOf(name: ListName, last: number): string[] {
  const ledgers = Array.from({ length: last }, (_, i) => i + 1);
  if (name === 'ledgers') return ledgers.map(String);
  return ledgers.flatMap((ledger) => Array.from({ length: ledger % 3 }, (_, i) => `${ledger},${ledger * 4096 + i}`));
}
