/**
 * Does a lake stay as it was when it grows? Loads 100,000 small simulated ledgers, and 2,000 of the size of `pubnet-p26`'s where the
 * corpus is there, in segments of 100, and compares the first tenth with the last: of the latter, whose tenths take three seconds, the
 * medians of five lakes. `node bench/scale.ts SMALL LARGE` gives other numbers, each a multiple of 20. It logs its progress to stderr.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerRange } from '../src/datastore/keys.ts';
import { openLedgerStore } from '../src/datastore/open.ts';
import { UsageError } from '../src/core/errors.ts';
import type { Store } from '../src/datastore/store.ts';
import { indexStore } from '../src/history/index-store.ts';
import { Lookup } from '../src/history/lookup.ts';
import { loadStore } from '../src/ingest/load.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import type { LookupTimes } from './scale-lookups.ts';
import { benchSets, median } from './util.ts';

const TENTHS = 10;
/** Lakes that are filled with the large ledgers. */
const ROUNDS = 5;
const SIMULATED = 'Ledgerlake Simulated Network';

const [small = 100_000, large = 2_000] = process.argv.slice(2).map(Number);
if ([small, large].some((count) => !(count > 0) || count % (2 * TENTHS) !== 0)) {
  throw new UsageError('give two numbers of ledgers, each a multiple of 20');
}
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));

/** What was measured in a tenth of a load, or right after it. */
interface Tenth {
  'load, ledgers/s': number;
  'index, ledgers/s': number;
  'memory, MB': number;
  'snapshot and manifests, bytes a ledger': number;
  'index, bytes a ledger': number;
  'transaction by hash, in the index, ms': number;
  'operations of a ledger, in SQL, ms': number;
}

/** Says what is done next, and when. */
function tell(what: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0)} s: ${what}`);
}

function bytesOf(dir: string): number {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/**
 * Runs something, and returns the seconds it took and the most memory that was in use meanwhile, in MB. What was written before is
 * first put on the disk: waiting for that would be the next one's time.
 */
async function watched(run: () => Promise<unknown>): Promise<{ seconds: number; memory: number }> {
  execFileSync('sync');
  let most = 0;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 100);
  const started = performance.now();
  await run();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  look();
  return { seconds, memory: most / 2 ** 20 };
}

/**
 * Times look-ups of what is in the ledgers of a range, as many in the first tenth as in the last, so that caches hold as much of them. They
 * are made in a process of their own: what they leave in memory is not the load's.
 */
function lookUp(dir: string, { first, last }: LedgerRange): LookupTimes {
  const words = [join(import.meta.dirname, 'scale-lookups.ts'), dir, first, last].map(String);
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as LookupTimes;
}

/** Loads and indexes a store tenth by tenth into a new lake; returns what the first and the last were like. */
async function grow(store: Store, passphrase: string, { first, last }: LedgerRange, pool: Pool): Promise<Tenth[]> {
  const dir = mkdtempSync(join(folder, 'lake-'));
  const lake = await openLake(dir, { tables, write: true, network: passphrase });
  const count = (last - first + 1) / TENTHS;
  const found: Tenth[] = [];
  for (let i = 0; i < TENTHS; i++) {
    tell(`tenth ${i + 1} of ${count * TENTHS} ledgers`);
    const range = { first: first + i * count, last: first + (i + 1) * count - 1 };
    const load = await watched(() => loadStore(lake, store, { range, pool, compact: false }));
    // Opened anew as by each load: its files are merged until it is flushed for the first time.
    const lookup = new Lookup(join(dir, 'index'));
    const index = await watched(() => indexStore(store, { passphrase, lookup, range }));
    lookup.close();
    // Look-ups cost more than the loads, and those of the first tenth and of the last are compared.
    if (i > 0 && i < TENTHS - 1) continue;
    const { inIndex, inSql } = lookUp(dir, range);
    const ledgers = range.last - first + 1;
    found.push({
      'load, ledgers/s': count / load.seconds,
      'index, ledgers/s': count / index.seconds,
      'memory, MB': Math.max(load.memory, index.memory),
      'snapshot and manifests, bytes a ledger':
        (bytesOf(join(dir, 'snapshots')) + bytesOf(join(dir, 'segments'))) / ledgers,
      'index, bytes a ledger': bytesOf(join(dir, 'index')) / ledgers,
      'transaction by hash, in the index, ms': inIndex,
      'operations of a ledger, in SQL, ms': inSql,
    });
  }
  await lake.close();
  rmSync(dir, { recursive: true });
  return found;
}

/** Fills lakes with the ledgers of a store, and prints the medians of their first and last tenths. */
async function compare(
  title: string,
  store: Store,
  passphrase: string,
  range: LedgerRange,
  rounds: number,
): Promise<void> {
  const pool = createPool(Math.min(2, cpus().length));
  // The first tenth would pay for starting threads, for compiling, and for V8's young generations, which grow with what a process did,
  // however small its lake is: half of the ledgers go into a lake that is then forgotten.
  const half = (range.last - range.first + 1) / 2;
  await grow(store, passphrase, { first: range.first, last: range.first + half - 1 }, pool);
  const lakes: Tenth[][] = [];
  for (let i = 0; i < rounds; i++) lakes.push(await grow(store, passphrase, range, pool));
  await pool.close();
  console.log(`| ${title} | first tenth | last tenth | ratio |\n| --- | --- | --- | --- |`);
  for (const name of Object.keys(lakes[0][0]) as (keyof Tenth)[]) {
    const [first, last] = [0, 1].map((tenth) => median(lakes.map((lake) => lake[tenth][name])));
    const digits = first < 10 ? 2 : 0;
    console.log(`| ${name} | ${first.toFixed(digits)} | ${last.toFixed(digits)} | ${(last / first).toFixed(2)}x |`);
  }
  console.log('');
}

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}\n`);
const simulated = join(folder, 'simulated');
const cli = join(import.meta.dirname, '../src/cli/main.ts');
const words = ['simulate', '--out', simulated, '--ledgers', small, '--start', 1_000_000, '--tx-per-ledger', 5];
tell(`simulating ${small} ledgers`);
execFileSync(process.execPath, [cli, ...words.map(String), '--json']);
const smallRange = { first: 1_000_000, last: 1_000_000 + small - 1 };
await compare(`${small} simulated ledgers`, await openLedgerStore([simulated]), SIMULATED, smallRange, 1);
rmSync(simulated, { recursive: true });
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
if (name !== 'sample') {
  tell(`repeating ${name} to ${large} ledgers`);
  const repeated = join(folder, 'repeated');
  writeManifest(repeated, passphraseOf(network));
  // With hashes of their own: else a look-up would find ten times as many transactions in the last tenth.
  writeRepeated(repeated, await ledgersOf(await openLedgerStore(sources)), 70_000_000, large, passphraseOf(network));
  const largeRange = { first: 70_000_000, last: 70_000_000 + large - 1 };
  await compare(
    `${large} ledgers of ${name}`,
    await openLedgerStore([repeated]),
    passphraseOf(network),
    largeRange,
    ROUNDS,
  );
}
rmSync(folder, { recursive: true });
