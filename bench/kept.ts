/** What kept relations cost a load, in time and in bytes: the ledgers of one set again and again, with and without them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { loadStore } from '../src/ingest/load.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { benchSets } from './util.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LEDGERS = 100;

const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));

interface Round {
  /** CPU of the whole process, in seconds: other work of the machine does not count. */
  cpu: number;
  seconds: number;
  bronze: number;
  kept: number;
}

async function loadOnce(pool: Pool, store: string, silver: boolean): Promise<Round> {
  const dir = join(folder, 'lake');
  const lake = await openLake(dir, { tables, write: true, network: passphraseOf(network) });
  const [started, before] = [performance.now(), process.cpuUsage()];
  await loadStore(lake, await openLedgerStore([store]), { pool, silver });
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1000;
  const { totals } = await lake.snapshot();
  const sum = (isKept: boolean) =>
    Object.entries(totals).reduce((all, [table, { bytes }]) => (table.includes('.') === isKept ? all + bytes : all), 0);
  await lake.close();
  await rm(dir, { recursive: true });
  return { cpu: (user + system) / 1e6, seconds, bronze: sum(false), kept: sum(true) };
}

const store = join(folder, 'store');
writeRepeated(store, await ledgersOf(await openLedgerStore(sources)), 63_000_000, LEDGERS);
writeManifest(store, passphraseOf(network));
const pool = createPool(1);
for (const silver of [true, false]) await loadOnce(pool, store, silver);
const rounds: Record<'with' | 'without', Round[]> = { with: [], without: [] };
for (let i = 0; i < ROUNDS; i++) {
  rounds.with.push(await loadOnce(pool, store, true));
  rounds.without.push(await loadOnce(pool, store, false));
}
await pool.close();
await rm(folder, { recursive: true });
const least = (side: 'with' | 'without', of: 'cpu' | 'seconds') => Math.min(...rounds[side].map((round) => round[of]));
const [{ bronze, kept }] = rounds.with;
console.log('| task | bronze alone | with kept relations | ratio |\n| --- | --- | --- | --- |');
console.log(
  `| ${name}, ${LEDGERS} ledgers: ledgers per second of CPU | ${(LEDGERS / least('without', 'cpu')).toFixed(1)} | ` +
    `${(LEDGERS / least('with', 'cpu')).toFixed(1)} | ${(least('without', 'cpu') / least('with', 'cpu')).toFixed(2)} |`,
);
console.log(`| bytes | ${bronze} | ${kept} | ${(kept / bronze).toFixed(2)} |`);
