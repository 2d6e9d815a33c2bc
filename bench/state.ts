/**
 * What does a state of a million accounts cost? Reads the checkpoint of a history archive with ACCOUNTS accounts, which a simulated
 * network made, then asks for all of `accounts_current` as Arrow, and for single accounts. `node bench/state.ts ACCOUNTS`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { UsageError } from '../src/core/errors.ts';
import { ingestState } from '../src/ingest/ingest-state.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { query } from '../src/lake/asking/query/query.ts';
import { tables } from '../src/tables/index.ts';
import { median } from './util.ts';

const ROUNDS = 5;
const LOOKUPS = 200;

const [accounts = 1_000_000] = process.argv.slice(2).map(Number);
if (!Number.isInteger(accounts) || accounts < LOOKUPS) {
  throw new UsageError(`give a number of accounts, ${LOOKUPS} or more`);
}
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
const archive = join(folder, 'archive');
execFileSync(process.execPath, [join(import.meta.dirname, 'state-archive.ts'), archive, String(accounts)]);

const peak = () => process.resourceUsage().maxRSS / 1024;

/** Runs something, and returns what came out with the seconds it took, by the clock and of processor. */
async function timed<T>(run: () => Promise<T>): Promise<{ found: T; seconds: number; processor: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const found = await run();
  const { user, system } = process.cpuUsage(before);
  return { found, seconds: (performance.now() - started) / 1000, processor: (user + system) / 1e6 };
}

const lake = await openLake(join(folder, 'lake'), { tables, write: true, network: 'Ledgerlake Bench Network' });
const began = peak();
const read = await timed(async () => ingestState(lake, await openLedgerStore([archive])));
const afterReading = peak();
const whole = [];
for (let i = 0; i < ROUNDS; i++) {
  const { found, ...time } = await timed(() => query(lake, 'from silver.accounts_current'));
  if (found.numRows < accounts) throw new Error(`${found.numRows} accounts of ${accounts}`);
  whole.push(time);
}
const afterWhole = peak();
const keys = await query(
  lake,
  `select account_id from silver.accounts_current using sample reservoir(${LOOKUPS} rows) repeatable (1)`,
);
const single = [];
for (const { account_id } of keys) {
  const sql = 'from silver.accounts_current where account_id = $1';
  const { found, ...time } = await timed(() => query(lake, sql, { parameters: [account_id] }));
  if (found.numRows !== 1) throw new Error(`${found.numRows} rows of ${account_id}`);
  single.push(time);
}
await lake.close();
rmSync(folder, { recursive: true });

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}; ${accounts} accounts\n`);
console.log('| task | seconds | of processor | peak memory |\n| --- | --- | --- | --- |');
console.log(
  `| read a checkpoint of ${read.found.entries} entries | ${read.seconds.toFixed(1)} | ${read.processor.toFixed(1)} | ` +
    `${megabytes(afterReading)}, ${megabytes(began)} of them before |`,
);
const row = (task: string, times: { seconds: number; processor: number }[], digits: number, more: string) => {
  const [seconds, processor] = (['seconds', 'processor'] as const).map((key) => median(times.map((time) => time[key])));
  console.log(`| ${task} | ${seconds.toFixed(digits)} | ${processor.toFixed(digits)} | ${more} |`);
};
row('all of accounts_current as Arrow', whole, 2, megabytes(afterWhole));
row('one account of it by its key', single, 4, megabytes(peak()));
