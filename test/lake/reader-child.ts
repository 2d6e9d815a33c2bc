/** Asks a lake of made-up tables again and again and compares the answers with what they must be: a process for tests to kill. */
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { query, stream } from '../../src/lake/asking/query/query.ts';
import { lakeStatus } from '../../src/lake/asking/status.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { network, tables } from './tables.ts';

const [dir, mode, seed] = process.argv.slice(2) as [string, string, string];
let random = Number(seed);

/** Returns a number that looks random, below `limit`. */
function below(limit: number): number {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
  return Math.floor((random / 2 ** 32) * limit);
}

/** How many payments ledgers 1 to `last` have: N % 3 each. */
function paymentsUpTo(last: number): number {
  return 3 * Math.floor(last / 3) + [0, 1, 3][last % 3];
}

function expect(what: string, found: unknown, expected: unknown): void {
  if (String(found) === String(expected)) return;
  throw new Error(`${mode}: ${what} is ${String(found)}, expected ${String(expected)}`);
}

/** The ledgers are 1 to some last one, of which none is less than one seen before, and every row of theirs is there once. */
let seen = 0;
const whole = `select
  (select count(*) from bronze.history_ledgers_raw_v1) as ledgers,
  (select max(sequence) from bronze.history_ledgers_raw_v1) as last,
  (select count(*) from bronze.payments_raw_v1) as payments,
  (select count(distinct id) from bronze.payments_raw_v1) as ids,
  (select sum(ledger_count) from meta.ledger_ranges) as known`;

async function one(lake: Lake, sql: string): Promise<Record<string, unknown>> {
  const [row] = (await query(lake, sql)).toArray() as Record<string, unknown>[];
  return row;
}

async function askOnce(lake: Lake): Promise<void> {
  const { ledgers, last, payments, ids, known } = await one(lake, whole);
  expect('ledgers', ledgers, last ?? 0);
  expect('ledgers of meta', known ?? 0, last ?? 0);
  expect('payments', payments, paymentsUpTo(Number(last ?? 0)));
  expect('ids', ids, payments);
  if (Number(ledgers) < seen) throw new Error(`${mode}: ${ledgers} ledgers, after ${seen}`);
  seen = Number(ledgers);
  if (seen === 0) return;
  const at = 1 + below(seen);
  const sql = `select count(*) as n from bronze.payments_raw_v1 where ledger_sequence = ${at}`;
  expect(`payments of ${at}`, (await one(lake, sql))['n'], at % 3);
}

/** Stays on a snapshot while the writer goes on. */
async function streamOnce(lake: Lake): Promise<void> {
  let payments = 0;
  let last = 0;
  // So wide that DuckDB cannot read ahead to the end, and meets the last files late.
  const sql = `select ledger_sequence as n, repeat(account, 500) as wide from bronze.payments_raw_v1`;
  for await (const batch of stream(lake, sql)) {
    payments += batch.numRows;
    for (const n of batch.getChild('n') ?? []) last = Math.max(last, Number(n));
    await new Promise((resolve) => setTimeout(resolve, below(30)));
  }
  if (payments !== paymentsUpTo(last)) throw new Error(`${mode}: ${payments} payments up to ledger ${last}`);
}

const acts: Record<string, (lake: Lake) => Promise<void>> = {
  query: askOnce,
  stream: streamOnce,
  async verify(lake) {
    const { problems } = await verifyFiles(lake);
    expect('problems', JSON.stringify(problems), '[]');
  },
  async status(lake) {
    const { ledgers, ranges, gaps, tables } = await lakeStatus(lake);
    expect('gaps', gaps.length, 0);
    expect('ranges', ranges.length, ledgers === 0 ? 0 : 1);
    expect('rows', tables.find(({ name }) => name === 'history_ledgers')?.rows ?? 0, ledgers);
  },
};

const open = () => openLake(dir, { tables, sql: 'none', network, threads: 1, unboundedFiles: below(2) * 1000 });
let lake = await open();
for (let rounds = 0; ; rounds++) {
  await acts[mode](lake);
  if (rounds === 0) console.log('asked');
  if (below(4) > 0) continue;
  await lake.close();
  lake = await open();
}
