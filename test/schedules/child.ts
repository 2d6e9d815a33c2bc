/** Runs schedules of a lake: `node test/schedules/child.ts FIRST-SEED COUNT`. Says the seed of one that breaks a rule, and ends with 1. */
import { inTurns } from './turns.ts';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LakeError } from '../../src/core/errors.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { query } from '../../src/lake/asking/query/query.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { compactLake } from '../../src/lake/writing/compact.ts';
import { createSegmentWriter } from '../../src/lake/writing/segment.ts';
import { seededRandom } from '../fuzz/mutate.ts';
import { network, tables, writeSegment } from '../lake/tables.ts';

const SEGMENTS = 4;
const LEDGERS = 5;
const QUESTIONS = 3;

const writing = { tables, write: true, network, sql: 'none', threads: 1 };
const reading = { tables, sql: 'none', threads: 1 };

/** How many payments ledgers 1 to `last` have: N % 3 each. */
const paymentsUpTo = (last: number) => 3 * Math.floor(last / 3) + [0, 1, 3][last % 3];

/** Commits segments, and merges them twice on the way. */
async function write(lake: Lake): Promise<void> {
  const writer = await createSegmentWriter(tables, { sql: lake.sql });
  for (let i = 0; i < SEGMENTS; i++) {
    const first = 1 + i * LEDGERS;
    const committed = await lake.commit(await writeSegment(writer, lake.path, first, first + LEDGERS - 1));
    if (!committed) throw new Error(`ledger ${first} was there before it came`);
    if (i % 2 === 1) await compactLake(lake);
  }
  writer.close();
}

const whole = `select
  (select count(*)::integer from bronze.history_ledgers_raw_v1) as ledgers,
  (select coalesce(max(sequence), 0) from bronze.history_ledgers_raw_v1) as last,
  (select count(*)::integer from bronze.payments_raw_v1) as payments,
  (select count(distinct id)::integer from bronze.payments_raw_v1) as ids,
  (select coalesce(sum(ledger_count), 0)::integer from meta.ledger_ranges) as known`;

/** Asks again and again: every row of ledgers 1 to some last one is there once, and no ledger is gone again. */
async function read(dir: string): Promise<void> {
  const lake = await openLake(dir, reading);
  try {
    for (let seen = 0, i = 0; i < QUESTIONS; i++) {
      const [row] = (await query(lake, whole)).toArray() as Record<string, number>[];
      const last = row['last'];
      const expected = { ledgers: last, last, payments: paymentsUpTo(last), ids: paymentsUpTo(last), known: last };
      const found = JSON.stringify(row);
      if (found !== JSON.stringify(expected)) throw new Error(`found ${found}, expected ${JSON.stringify(expected)}`);
      if (last < seen) throw new Error(`found ${last} ledgers, after ${seen}`);
      seen = last;
    }
  } finally {
    await lake.close();
  }
}

/** What a reader has open stays as it was committed. */
async function verify(dir: string): Promise<void> {
  const lake = await openLake(dir, reading);
  try {
    const { problems } = await verifyFiles(lake);
    if (problems.length > 0) throw new Error(`found ${JSON.stringify(problems)}`);
  } finally {
    await lake.close();
  }
}

/** A second writer is refused as long as the first has the lake. */
async function rival(dir: string): Promise<void> {
  try {
    await (await openLake(dir, writing)).close();
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
  }
}

/** Removes a file that readers need: for a test of these schedules. */
async function sabotage(lake: Lake): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const [path] = (await lake.snapshot()).paths();
    if (path !== undefined) return rm(join(lake.path, path));
    await setTimeout(1);
  }
}

async function schedule(seed: number): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ledgerlake-schedule-'));
  const lake = await openLake(dir, writing);
  try {
    const trace = await inTurns(
      {
        writer: () => write(lake),
        first: () => read(dir),
        second: () => read(dir),
        third: () => read(dir),
        verifier: () => verify(dir),
        rival: () => rival(dir),
        ...(process.env['SCHEDULE_SABOTAGE'] !== undefined && { saboteur: () => sabotage(lake) }),
      },
      seededRandom(seed),
    );
    const [row] = (await query(lake, whole)).toArray() as Record<string, number>[];
    if (row['last'] !== SEGMENTS * LEDGERS) throw new Error(`${row['last']} ledgers are left`);
    return trace;
  } finally {
    await lake.close();
    rmSync(dir, { recursive: true });
  }
}

const [first, count] = process.argv.slice(2).map(Number);
let turns = 0;
for (let seed = first; seed < first + count; seed++) {
  try {
    const trace = await schedule(seed);
    turns += trace.length;
    if (process.env['SCHEDULE_TRACE'] !== undefined) console.log(`seed ${seed}: ${hash('sha256', trace.join())}`);
  } catch (error) {
    console.log(`seed ${seed}: ${(error as Error).stack}`);
    process.exit(1);
  }
}
console.log(`${count} schedules, ${turns} turns`);
