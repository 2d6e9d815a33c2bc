/**
 * How many ledgers a second go from files to committed bronze, how much memory that takes, and how large the result is? Real ledgers are
 * repeated under new numbers, so that segments have the 100 ledgers of real loads; `node bench/load.ts LEDGERS` gives another number.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/datastore/open.ts';
import { openLake } from '../src/lake/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { loadStore } from '../src/ingest/load.ts';
import type { LoadReport } from '../src/ingest/report.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { benchSets } from './util.ts';

// As the command sets it.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4);

const WARM_UP = 1;
const ROUNDS = 3;
const FIRST = 70_000_000;

const [ledgers = 200] = process.argv.slice(2).map(Number);
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));

/** Returns where the ledgers are that are loaded: the sample as it is, others repeated. */
async function sourcesOf(): Promise<string[]> {
  if (name === 'sample') return [...sources];
  const repeated = join(folder, 'repeated');
  writeManifest(repeated, passphraseOf(network));
  writeRepeated(repeated, await ledgersOf(await openStore(sources)), FIRST, ledgers);
  return [repeated];
}

interface Round {
  report: LoadReport;
  seconds: number;
}

/** Loads the set into a lake of its own; opening the lake is not part of the time. */
async function loadOnce(pool: Pool, lane: number): Promise<Round> {
  const dir = join(folder, `lake-${lane}`);
  const lake = await openLake(dir, { tables, write: true, network: passphraseOf(network) });
  const started = performance.now();
  const report = await loadStore(lake, await openStore(loaded), { pool });
  const seconds = (performance.now() - started) / 1000;
  await lake.close();
  await rm(dir, { recursive: true });
  return { report, seconds };
}

const loaded = await sourcesOf();
console.log(
  '| task | ledgers/s | per core | peak memory | Parquet bytes per stored byte |\n| --- | --- | --- | --- | --- |',
);
for (const workers of [1, 2]) {
  const pool = createPool(workers);
  const lanes = Array.from({ length: workers }, (_, lane) => lane);
  const round = () => Promise.all(lanes.map((lane) => loadOnce(pool, lane)));
  for (let i = 0; i < WARM_UP; i++) await round();
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(...(await round()));
  const best = Math.max(...rounds.map(({ report, seconds }) => report.ledgers / seconds));
  const size = rounds[0].report.bytesWritten / rounds[0].report.bytesRead;
  await pool.close();
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const task = `${name}, ${rounds[0].report.ledgers} ledgers: files to committed bronze, ${workers} worker${workers > 1 ? 's' : ''}`;
  console.log(`| ${task} | ${(best * workers).toFixed(1)} | ${best.toFixed(1)} | ${memory} MB | ${size.toFixed(2)} |`);
}
await rm(folder, { recursive: true });
