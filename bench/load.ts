/**
 * How many ledgers a second go from files to a committed lake, as users load it, how much processor time and memory that takes, and how large
 * is the result? In the same run beside decoding alone, in one thread. Real ledgers are repeated under new numbers, so that segments have the
 * 100 ledgers of real loads; `node bench/load.ts LEDGERS` gives another number than 400. Then the ledgers as they are, one shot, by the command.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLedgerStore } from '../src/datastore/open.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { dataFolders, listFiles } from '../src/lake/disk/files.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { loadStore } from '../src/ingest/load.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { spreadOf } from './alternate.ts';
import { Report } from './report.ts';
import { benchSets, sum } from './util.ts';

// As the command sets it.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4);

const ROUNDS = 5;
const FIRST = 70_000_000;

const run = promisify(execFile);

const [ledgers = 400] = process.argv.slice(2).map(Number);
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const decoder = fork(join(import.meta.dirname, 'load-decode.ts'), [sources[0], network, String(ledgers)]);

/** Returns how many ledgers a second the decoder decodes. */
async function decodeOnce(): Promise<number> {
  decoder.send('round');
  const [rate] = (await once(decoder, 'message')) as [number];
  return rate;
}

/** Returns where the ledgers are that are loaded: the sample as it is, others repeated. */
async function sourcesOf(): Promise<string[]> {
  if (name === 'sample') return [...sources];
  const repeated = join(folder, 'repeated');
  writeManifest(repeated, passphraseOf(network));
  writeRepeated(repeated, await ledgersOf(await openLedgerStore(sources)), FIRST, ledgers);
  return [repeated];
}

/** One load and one round of decoding beside it. */
interface Round {
  /** Ledgers a second of the whole load. */
  rate: number;
  /** Processor time a ledger, of all threads. */
  cpuMs: number;
  /** The same rate of decoding alone, in one thread. */
  decode: number;
  /** Parquet bytes a stored byte. */
  size: number;
}

/** Loads the set into a new lake, whose opening is not part of the time. */
async function loadOnce(pool: Pool): Promise<Round> {
  const decode = await decodeOnce();
  const dir = join(folder, 'lake');
  const lake = await openLake(dir, { tables, write: true, network: passphraseOf(network) });
  const before = process.cpuUsage();
  const started = performance.now();
  const report = await loadStore(lake, await openLedgerStore(loaded), { pool });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  await lake.close();
  await rm(dir, { recursive: true });
  const cpuMs = (user + system) / 1000 / report.ledgers;
  return { rate: report.ledgers / seconds, cpuMs, decode, size: report.bytesWritten / report.bytesRead };
}

/** Loads the ledgers as they are with the command; returns its seconds from start to exit, and Parquet bytes a stored byte. */
async function commandOnce(): Promise<{ seconds: number; size: number }> {
  const dir = join(folder, 'one-shot');
  const main = join(import.meta.dirname, '../src/cli/main.ts');
  const started = performance.now();
  await run(process.execPath, [main, 'ingest', ...sources, '--lake', dir]);
  const seconds = (performance.now() - started) / 1000;
  const written = await Promise.all(dataFolders.map((each) => listFiles(dir, each)));
  const sizes = await Promise.all(written.flat().map(async (path) => (await stat(join(dir, path))).size));
  const { objects } = await (await openLedgerStore(sources)).list();
  await rm(dir, { recursive: true });
  return { seconds, size: sum(sizes) / sum(objects.map(({ bytes }) => bytes)) };
}

const loaded = await sourcesOf();
const report = new Report('load', `${name}, ${ledgers} ledgers, ${ROUNDS} rounds`);
for (const workers of [1, 2]) {
  const pool = createPool(workers);
  await loadOnce(pool);
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await loadOnce(pool));
  await pool.close();
  const task = `load, ${workers} worker${workers > 1 ? 's' : ''}`;
  const of = (figure: (round: Round) => number) => spreadOf(rounds.map(figure));
  const reference = {
    name: `decoding alone, ${workers} times one thread`,
    figure: of(({ decode }) => decode * workers),
  };
  report.add({ task, unit: 'ledgers/s', ours: of(({ rate }) => rate), reference });
  report.add({ task: `${task}: processor time a ledger`, unit: 'ms', ours: of(({ cpuMs }) => cpuMs) });
  report.add({ task: `${task}: Parquet bytes a stored byte`, unit: '', ours: rounds[0].size });
}
const shots = [];
for (let i = 0; i < ROUNDS; i++) shots.push(await commandOnce());
report.add({ task: 'the command, start to exit', unit: 's', ours: spreadOf(shots.map(({ seconds }) => seconds)) });
report.add({ task: 'the command: Parquet bytes a stored byte', unit: '', ours: shots[0].size });
decoder.kill();
await rm(folder, { recursive: true });
report.absent('stellar-rpc backfill and the Obsrvr loader, whose recorded figures are in history.csv');
report.end();
