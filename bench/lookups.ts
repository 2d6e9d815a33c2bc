/**
 * How long do look-ups by account and by hash take as a lake of simulated ledgers grows, while another process loads? Wall time, and
 * processor time for a busy machine; the lakes are asked in turn, a look-up each. `node bench/lookups.ts --ledgers 100000` is the lake of
 * the floors, beside one of a tenth; `--store DIR LAKE…` asks lakes that are there, while the store is loaded into another.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLedgerStore } from '../src/datastore/open.ts';
import { LedgerIndex } from '../src/history/ledger-index.ts';
import { loadStore } from '../src/ingest/load.ts';
import { compactLake } from '../src/lake/writing/compact.ts';
import { openLake, type Lake } from '../src/lake/asking/lake.ts';
import { query } from '../src/lake/asking/query/query.ts';
import { rows } from '../src/lake/asking/query/rows.ts';
import { simulateStore } from '../src/light.ts';
import { tables } from '../src/tables/index.ts';

const { values, positionals } = parseArgs({
  options: { ledgers: { type: 'string', default: '5000' }, store: { type: 'string' } },
  allowPositionals: true,
});
const LEDGERS = Number(values.ledgers);
const LOOKUPS = 500;
const KEYS = 100;
const passphrase = 'Ledgerlake Bench Network';

/** What is looked for in each task: a key of the lake. */
const keys = {
  account: 'select account_id as key from silver.accounts_current order by key',
  seldom: `
    select address as key from bronze.operation_participants
    group by key order by count(distinct ledger_sequence), key limit ${KEYS}`,
  hash: `select transaction_hash as key from bronze.history_transactions order by key limit ${KEYS}`,
};

const tasks: Record<string, string> = {
  'state of an account': 'select * from silver.accounts_current where account_id = $1 and not deleted',
  '100 operations of an account': `
    select id, type_string, details.amount from bronze.history_operations
    where source_account = $1 order by id desc limit 100`,
  '100 operations in which an account takes part': `
    select operation_id from bronze.operation_participants where address = $1 order by operation_id desc limit 100`,
  '100 transfers of an account': `
    select * from silver.token_transfers_raw where from_account = $1 or to_account = $1
    order by operation_id desc, event_index desc limit 100`,
  '100 transfers of an account that seldom moves': `
    select * from silver.token_transfers_raw where from_account = $1 or to_account = $1
    order by operation_id desc, event_index desc limit 100`,
  'a transaction by its hash': `
    select id, ledger_sequence, account, fee_charged from bronze.history_transactions where transaction_hash = $1`,
};

interface Times {
  wall: number[];
  processor: number[];
}

async function makeLake(dir: string, store: string, ledgers: number): Promise<string> {
  const lake = await openLake(dir, { tables, write: true, network: passphrase, index: new LedgerIndex(dir) });
  await loadStore(lake, await openLedgerStore([store]), { range: { first: 2, last: ledgers + 1 } });
  await compactLake(lake);
  await lake.close();
  return dir;
}

/** Loads a store into lakes of no use, one after the other, until what it returns is called. */
function loadMeanwhile(store: string): () => Promise<void> {
  const ending = new AbortController();
  const load = async () => {
    while (!ending.signal.aborted) {
      const dir = await mkdtemp(join(folder, 'beside-'));
      const words = [join(import.meta.dirname, '../src/cli/main.ts'), 'ingest', store, '--lake', dir, '--workers', '1'];
      const child = spawn(process.execPath, words, { stdio: 'ignore' });
      const end = () => child.kill();
      ending.signal.addEventListener('abort', end);
      await once(child, 'exit');
      ending.signal.removeEventListener('abort', end);
      await rm(dir, { recursive: true });
    }
  };
  const loading = load();
  return async () => {
    ending.abort();
    await loading;
  };
}

/** Asks the lakes in turn, so that a load beside them and the garbage collector take from each alike; times of each lake, sorted. */
async function timesOf(lakes: readonly Lake[], sql: string, sought: readonly (readonly string[])[]): Promise<Times[]> {
  const times = lakes.map((): Times => ({ wall: [], processor: [] }));
  for (let i = 0; i < LOOKUPS; i++) {
    for (const [at, lake] of lakes.entries()) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      await query(lake, sql, { parameters: [sought[at][i % sought[at].length]] });
      const { user, system } = process.cpuUsage(before);
      times[at].wall.push(performance.now() - started);
      times[at].processor.push((user + system) / 1000);
    }
  }
  for (const { wall, processor } of times) for (const list of [wall, processor]) list.sort((a, b) => a - b);
  return times;
}

async function soughtIn(lake: Lake, sql: string): Promise<string[]> {
  const found = await query(lake, sql);
  return found.toArray().map((row) => String(row['key']));
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);

const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const store = values.store ?? join(folder, 'store');
const dirs = [...positionals];
if (values.store === undefined) {
  await simulateStore(store, { seed: 'bench', passphrase, ledgers: LEDGERS, transactionsPerLedger: 3, mix: 'mixed' });
}
if (dirs.length === 0) {
  for (const count of [LEDGERS / 10, LEDGERS]) dirs.push(await makeLake(join(folder, `of-${count}`), store, count));
}
const busy = loadavg()[0].toFixed(1);
console.log(`${cpus()[0].model}, ${cpus().length} cores, of which ${busy} were busy; ${LOOKUPS} look-ups each\n`);
console.log(
  '| task | ledgers | p50 ms | p99 ms | p50 ms of processor | p99 ms |\n| --- | --- | --- | --- | --- | --- |',
);
const open: Lake[] = [];
const ledgers: number[] = [];
for (const dir of dirs) {
  const lake = await openLake(dir, { tables, index: new LedgerIndex(dir) });
  const [{ n }] = await rows(lake, 'select count(*) as n from bronze.history_ledgers');
  open.push(lake);
  ledgers.push(Number(n));
}
const stop = loadMeanwhile(store);
for (const [task, sql] of Object.entries(tasks)) {
  const of = task.includes('hash') ? 'hash' : task.includes('seldom') ? 'seldom' : 'account';
  const sought = await Promise.all(open.map((lake) => soughtIn(lake, keys[of])));
  for (const [i, { wall, processor }] of (await timesOf(open, sql, sought)).entries()) {
    const numbers = [at(wall, 0.5), at(wall, 0.99), at(processor, 0.5), at(processor, 0.99)];
    console.log(`| ${task} | ${ledgers[i].toLocaleString('en')} | ${numbers.join(' | ')} |`);
  }
}
await stop();
for (const lake of open) await lake.close();
await rm(folder, { recursive: true });
