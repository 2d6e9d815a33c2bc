/**
 * A pipeline that follows a store. It is killed and started again, and its consumers go on after their checkpoints. Its worker
 * runs in this thread, so that a schedule decides when each of its steps comes.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { valueSymbol } from 'piscina';
import { restoreError } from '../../src/core/errors.ts';
import { openDatabaseFile, quoteText, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { keptState } from '../../src/pipelines/consumers/files/state.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { sharePool, type SharedPool } from '../../src/pipelines/run/shared-pool.ts';
import { runTask } from '../../src/pipelines/run/worker.ts';
import type { ExtractResult, ExtractTask, Result } from '../../src/workers/messages.ts';
import { seededRandom, type Random } from '../fuzz/mutate.ts';
import { definitionOf } from '../pipelines/definition.ts';
import { untilKilled } from './turns.ts';

const sample = resolve(import.meta.dirname, '../../data/sample');
const objects = ['FF--0-9', 'F5--10-19', 'EB--20-29', 'E1--30-39', 'D7--40-49'].map(
  (name) => `FFFFFFFF--0-49/FFFFFF${name}.xdr.zst`,
);
const LAST = 49;
const NAME = 'events';
const MOST_KILLS = 4;
/** A run that nobody kills makes some 250 calls. */
const MOST_CALLS = 200;

/** Has tasks of pipelines run in this thread; messages are copied, as they are between threads. */
export function runInThisThread(): SharedPool {
  const shared = sharePool();
  const run = async (task: ExtractTask): Promise<ExtractResult | undefined> => {
    const said = (await runTask(structuredClone(task))) as Result | { [valueSymbol]: ExtractResult };
    const result = structuredClone(valueSymbol in said ? said[valueSymbol] : said);
    if (result.kind === 'failed') throw restoreError(result.error);
    return result.kind === 'extract' ? result : undefined;
  };
  Object.assign(shared.pool, { size: 1, tasks: 1, run });
  return shared;
}

/** Makes the folder of a store that has no objects yet. */
export function makeStore(dir: string): void {
  mkdirSync(join(dir, 'store'), { recursive: true });
  copyFileSync(join(sample, '.config.json'), join(dir, 'store', '.config.json'));
}

/** Makes the objects of the store one after another, each at once. */
export async function publishObjects(dir: string, random: Random, most: number): Promise<void> {
  for (const object of objects) {
    const path = join(dir, 'store', object);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(sample, object), `${path}.part`);
    await rename(`${path}.part`, path);
    await setTimeout(random(most));
  }
}

/** Follows the store of a folder until its last ledger. */
async function run(dir: string): Promise<void> {
  const done = new AbortController();
  const consumers = [
    { type: 'jsonl', config: { path: join(dir, 'events.jsonl') } },
    { type: 'duckdb', config: { path: join(dir, 'events.duckdb'), mode: 'append' } },
  ];
  await runPipeline(definitionOf({ name: NAME, consumers }), {
    store: join(dir, 'store'),
    dataDir: dir,
    signal: done.signal,
    onProgress: ({ currentLedger }) => currentLedger === LAST && done.abort(),
  });
}

/** What a consumer has written: the ledger that it says it has come to, and the ids of the events that are there. */
interface Written {
  checkpoint: number;
  ids: bigint[];
}

/** Returns what each consumer has written. */
async function written(dir: string): Promise<Written[]> {
  const [lines, file] = ['events.contract_events.jsonl', 'events.duckdb'].map((name) => join(dir, name));
  const state = await keptState({ folder: join(dir, 'pipelines', NAME), consumer: 'jsonl' });
  const ofLines = `select id from read_json(${quoteText(lines)}, columns = {id: 'bigint'})`;
  const [found] = await select(file, `select count(*) from duckdb_tables() where table_name = 'contract_events'`);
  const [checkpoint] = found === 1n ? await select(file, 'select max(ledger) from ledgerlake_checkpoints') : [];
  return [
    { checkpoint: state?.checkpoint?.ledger ?? 0, ids: existsSync(lines) ? await select(':memory:', ofLines) : [] },
    {
      checkpoint: Number(checkpoint ?? 0),
      ids: found === 1n ? await select(file, 'select id from contract_events') : [],
    },
  ];
}

/** Returns the values of the only column; none where there is no file. */
async function select(path: string, sql: string): Promise<bigint[]> {
  if (path !== ':memory:' && !existsSync(path)) return [];
  const instance = await openDatabaseFile(path);
  try {
    const connection = await instance.connect();
    return (await selectRows(connection, sql)).map((row) => Object.values(row)[0] as bigint);
  } finally {
    instance.closeSync();
  }
}

/** Returns the ids of all events, as a run writes them that nobody kills. */
export async function allEvents(dir: string): Promise<bigint[]> {
  makeStore(dir);
  await publishObjects(dir, seededRandom(0), 1);
  await run(dir);
  const [{ ids }] = await written(dir);
  return ids;
}

/** Runs the pipeline, kills it some times, and lets it end. Every event up to a checkpoint is there once, and in the end all are. */
export async function follow(dir: string, all: readonly bigint[], random: Random): Promise<void> {
  for (let kills = random(MOST_KILLS + 1); kills >= 0; kills--) {
    const isKilled = await untilKilled(kills === 0 ? Infinity : random(MOST_CALLS), () => run(dir));
    for (const [i, { checkpoint, ids }] of (await written(dir)).entries()) {
      const who = `consumer ${i}, ${isKilled ? 'killed' : 'ended'} at ledger ${checkpoint},`;
      const [upTo, expected] = [ids, all].map((events) => events.filter((id) => id >> 32n <= checkpoint).sort(inOrder));
      const at = upTo.findIndex((id, place) => id !== expected[place]);
      if (at >= 0 || upTo.length !== expected.length)
        throw new Error(`${who} has ${upTo.length} events, expected ${expected.length}; others from ${upTo[at]} on`);
      if (!isKilled && ids.length !== all.length) throw new Error(`${who} has ${ids.length} events of ${all.length}`);
    }
  }
}

const inOrder = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
