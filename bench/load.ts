/** How many ledgers a second go from files to committed bronze, how much memory that takes, and how large the result is? */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/datastore/open.ts';
import { openLake } from '../src/lake/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { loadStore, type LoadReport } from '../src/workers/load.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { benchSets } from './util.ts';

const WARM_UP = 4;
const ROUNDS = 8;

const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));

/** Loads the set into a lake of its own and returns the report. */
async function loadOnce(pool: Pool, lane: number): Promise<LoadReport> {
  const dir = join(folder, `lake-${lane}`);
  const lake = await openLake(dir, { tables, write: true, network: passphraseOf(network) });
  const report = await loadStore(lake, sources, await openStore(sources), { pool });
  await lake.close();
  await rm(dir, { recursive: true });
  return report;
}

console.log(
  '| task | ledgers/s | per core | peak memory | Parquet bytes per stored byte |\n| --- | --- | --- | --- | --- |',
);
for (const workers of [1, 2]) {
  const pool = createPool(workers);
  const lanes = Array.from({ length: workers }, (_, lane) => lane);
  const round = () => Promise.all(lanes.map((lane) => loadOnce(pool, lane)));
  for (let i = 0; i < WARM_UP; i++) await round();
  const started = performance.now();
  let ledgers = 0;
  let size = 0;
  for (let i = 0; i < ROUNDS; i++) {
    for (const report of await round()) {
      ledgers += report.ledgers;
      size = report.bytesWritten / report.bytesRead;
    }
  }
  const rate = ledgers / ((performance.now() - started) / 1000);
  await pool.close();
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const task = `${name}: files to committed bronze, ${workers} worker${workers > 1 ? 's' : ''}`;
  console.log(`| ${task} | ${rate.toFixed(1)} | ${(rate / workers).toFixed(1)} | ${memory} MB | ${size.toFixed(2)} |`);
}
await rm(folder, { recursive: true });
