/**
 * Runs schedules of a lake: `node --import ./test/schedules/turns.ts test/schedules/child.ts FIRST-SEED COUNT`. Says the seed of one
 * that breaks a rule, and ends with 1.
 */
import { inTurns } from './turns.ts';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { LakeError } from '../../src/core/errors.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { query } from '../../src/lake/asking/query/query.ts';
import { StandingStatements } from '../../src/lake/asking/query/standing-statements.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import type { Segment } from '../../src/lake/disk/snapshot/manifest.ts';
import { compactLake } from '../../src/lake/writing/compact.ts';
import { createSegmentWriter } from '../../src/lake/writing/segment.ts';
import { seededRandom, type Random } from '../fuzz/mutate.ts';
import { network, tables, writeSegment } from '../lake/tables.ts';
import { allEvents, follow, makeStore, publishObjects, runInThisThread } from './pipeline.ts';
import { request } from './requests.ts';

const SEGMENTS = 4;
const LEDGERS = 5;
/** Of readers between their questions, by the clock of the schedule: a writer takes some 200 turns. */
const MOST_PAUSE = 150;

const writing = { tables, write: true, network, sql: 'none', threads: 1 };
const reading = { tables, sql: 'none', threads: 1 };

/** How many payments ledgers 1 to `last` have: N % 3 each. */
const paymentsUpTo = (last: number) => 3 * Math.floor(last / 3) + [0, 1, 3][last % 3];

/** Writes the files of segments. The compression of columns has threads of its own, whose end no schedule can decide. */
async function prepare(lake: Lake): Promise<Segment[]> {
  const writer = await createSegmentWriter(tables, { sql: lake.sql });
  const segments: Segment[] = [];
  for (let first = 1; first <= SEGMENTS * LEDGERS; first += LEDGERS)
    segments.push(await writeSegment(writer, lake.path, first, first + LEDGERS - 1));
  writer.close();
  return segments;
}

/** Commits segments, and merges them twice on the way. */
async function write(lake: Lake, segments: readonly Segment[]): Promise<void> {
  for (const [i, segment] of segments.entries()) {
    if (!(await lake.commit(segment))) throw new Error(`ledger ${segment.first} was there before it came`);
    if (i % 2 === 1) await compactLake(lake);
  }
}

const counts = `select
  (select count(*)::integer from bronze.history_ledgers_raw_v1) as ledgers,
  (select coalesce(max(sequence), 0) from bronze.history_ledgers_raw_v1) as last,
  (select count(*)::integer from bronze.payments_raw_v1) as payments,
  (select count(distinct id)::integer from bronze.payments_raw_v1) as ids`;
const whole = `${counts}, (select coalesce(sum(ledger_count), 0)::integer from meta.ledger_ranges) as known`;

/** Whether the writer has ended. */
interface Progress {
  isDone: boolean;
}

/** Asks until the writer is done, and once more: every row of ledgers 1 to some last one is there once, and no ledger is gone again. */
async function read(dir: string, progress: Progress, random: Random): Promise<void> {
  for (let seen = 0, isLast = false; !isLast;) {
    const lake = await openLake(dir, reading);
    try {
      for (let questions = 1 + random(3); questions > 0 && !isLast; questions--) {
        await setTimeout(1 + random(MOST_PAUSE));
        isLast = progress.isDone;
        seen = await ask(lake, seen);
      }
    } finally {
      await lake.close();
    }
  }
}

/** Returns how many ledgers there are: no fewer than were seen before, and every row of them once. */
async function ask(lake: Lake, seen: number): Promise<number> {
  const [row] = (await query(lake, whole)).toArray() as Record<string, number>[];
  const last = row['last'];
  const expected = { ledgers: last, last, payments: paymentsUpTo(last), ids: paymentsUpTo(last), known: last };
  const found = JSON.stringify(row);
  if (found !== JSON.stringify(expected)) throw new Error(`found ${found}, expected ${JSON.stringify(expected)}`);
  if (last < seen) throw new Error(`found ${last} ledgers, after ${seen}`);
  return last;
}

/**
 * Asks one lake that stays open, as a server does: its statement stays prepared while the writer commits segments and merges
 * delete their files.
 */
async function serve(dir: string, progress: Progress, random: Random): Promise<void> {
  const statements = new StandingStatements(await openLake(dir, { ...reading, isStanding: true }));
  try {
    for (let seen = 0, isLast = false; !isLast;) {
      await setTimeout(1 + random(MOST_PAUSE / 5));
      isLast = progress.isDone;
      const { rows } = await statements.rows(counts, {});
      const last = Number(rows[0][1]);
      const expected = JSON.stringify([[last, last, paymentsUpTo(last), paymentsUpTo(last)]]);
      if (JSON.stringify(rows) !== expected) throw new Error(`served ${JSON.stringify(rows)}, expected ${expected}`);
      if (last < seen) throw new Error(`served ${last} ledgers, after ${seen}`);
      if (isLast && last < SEGMENTS * LEDGERS) throw new Error(`served ${last} ledgers, after the last commit`);
      seen = last;
    }
  } finally {
    await statements.close();
  }
}

/** What a reader has open stays as it was committed. */
async function verify(dir: string, progress: Progress, random: Random): Promise<void> {
  while (!progress.isDone) {
    await setTimeout(random(2 * MOST_PAUSE));
    const lake = await openLake(dir, reading);
    try {
      const { problems } = await verifyFiles(lake);
      if (problems.length > 0) throw new Error(`found ${JSON.stringify(problems)}`);
    } finally {
      await lake.close();
    }
  }
}

/** A second writer is refused as long as the first has the lake. */
async function rival(dir: string, progress: Progress, random: Random): Promise<void> {
  while (!progress.isDone) {
    await setTimeout(random(2 * MOST_PAUSE));
    const opened = openLake(dir, writing);
    const error = await opened.then(
      () => undefined,
      (refused: unknown) => refused,
    );
    if (!(error instanceof LakeError)) throw new Error('a second writer has the lake', { cause: error });
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

async function schedule(dir: string, seed: number, events: readonly bigint[]): Promise<string[]> {
  const lake = await openLake(dir, writing);
  const flow = join(dir, 'flow');
  try {
    makeStore(flow);
    const segments = await prepare(lake);
    const random = seededRandom(seed);
    const progress = { isDone: false };
    const trace = await inTurns(
      {
        writer: () => write(lake, segments).finally(() => (progress.isDone = true)),
        first: () => read(dir, progress, random),
        second: () => read(dir, progress, random),
        third: () => read(dir, progress, random),
        server: () => serve(dir, progress, random),
        client: () => request(dir, progress, { last: SEGMENTS * LEDGERS, random }),
        verifier: () => verify(dir, progress, random),
        rival: () => rival(dir, progress, random),
        publisher: () => publishObjects(flow, random, MOST_PAUSE),
        pipeline: () => follow(flow, events, random),
        ...(process.env['SCHEDULE_SABOTAGE'] !== undefined && { saboteur: () => sabotage(lake) }),
      },
      random,
    );
    const [row] = (await query(lake, whole)).toArray() as Record<string, number>[];
    if (row['last'] !== SEGMENTS * LEDGERS) throw new Error(`${row['last']} ledgers are left`);
    return trace;
  } finally {
    await lake.close();
  }
}

async function inFolder<T>(act: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'ledgerlake-schedule-'));
  try {
    return await act(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const [first, count] = process.argv.slice(2).map(Number);
// Modules that are loaded at their first use take a time that no schedule decides.
const shared = runInThisThread();
const events = await inFolder(allEvents);
await inFolder((dir) => schedule(dir, 0, events)).catch(() => undefined);
let turns = 0;
for (let seed = first; seed < first + count; seed++) {
  try {
    const trace = await inFolder((dir) => schedule(dir, seed, events));
    turns += trace.length;
    if (process.env['SCHEDULE_TRACE'] !== undefined) console.log(`seed ${seed}: ${hash('sha256', trace.join())}`);
  } catch (error) {
    console.log(`seed ${seed}: ${inspect(error)}`);
    process.exit(1);
  }
}
await shared.release();
console.log(`${count} schedules, ${turns} turns`);
