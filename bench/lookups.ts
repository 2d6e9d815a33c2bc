/** How long do look-ups by account and by hash take as a lake of simulated ledgers grows? Wall time, and processor time for a busy machine. */
import { cpus, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../src/datastore/open.ts';
import { HashIndex } from '../src/history/hash-index.ts';
import { loadStore } from '../src/ingest/load.ts';
import { compactLake } from '../src/lake/compact.ts';
import { openLake, type Lake } from '../src/lake/lake.ts';
import { query } from '../src/lake/query.ts';
import { simulateStore } from '../src/light.ts';
import { tables } from '../src/tables/index.ts';

/** The simulator closes about 80 such ledgers a second: LEDGERS=100000 takes half an hour to make. */
const LEDGERS = Number(process.env.LEDGERS ?? 5000);
const LOOKUPS = 100;
const passphrase = 'Ledgerlake Bench Network';

/** What is looked for in each task: a key of the lake. */
const keys = {
  account: 'select account_id as key from silver.accounts_current order by key',
  seldom: `
    select address as key from bronze.operation_participants
    group by key order by count(distinct ledger_sequence), key limit ${LOOKUPS}`,
  hash: `select transaction_hash as key from bronze.history_transactions order by key limit ${LOOKUPS}`,
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

async function makeLake(dir: string, store: string, ledgers: number): Promise<Lake> {
  const lake = await openLake(dir, { tables, write: true, network: passphrase, hashes: new HashIndex(dir) });
  await loadStore(lake, await openStore([store]), { range: { first: 2, last: ledgers + 1 } });
  await compactLake(lake);
  return lake;
}

async function timesOf(lake: Lake, sql: string, sought: readonly string[]): Promise<Times> {
  const times: Times = { wall: [], processor: [] };
  for (let i = 0; i < LOOKUPS; i++) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    await query(lake, sql, { parameters: [sought[i % sought.length]] });
    const { user, system } = process.cpuUsage(before);
    times.wall.push(performance.now() - started);
    times.processor.push((user + system) / 1000);
  }
  for (const list of Object.values(times) as number[][]) list.sort((a, b) => a - b);
  return times;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);

const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const store = join(folder, 'store');
await simulateStore(store, { seed: 'bench', passphrase, ledgers: LEDGERS, transactionsPerLedger: 3, mix: 'mixed' });
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}; ${LOOKUPS} look-ups each\n`);
console.log(
  '| task | ledgers | p50 ms | p99 ms | p50 ms of processor | p99 ms |\n| --- | --- | --- | --- | --- | --- |',
);
for (const ledgers of [LEDGERS / 10, LEDGERS]) {
  const lake = await makeLake(join(folder, `of-${ledgers}`), store, ledgers);
  for (const [task, sql] of Object.entries(tasks)) {
    const of = task.includes('hash') ? 'hash' : task.includes('seldom') ? 'seldom' : 'account';
    const found = await query(lake, keys[of]);
    const sought = found.toArray().map((row) => String(row['key']));
    const { wall, processor } = await timesOf(lake, sql, sought);
    const numbers = [at(wall, 0.5), at(wall, 0.99), at(processor, 0.5), at(processor, 0.99)];
    console.log(`| ${task} | ${ledgers.toLocaleString('en')} | ${numbers.join(' | ')} |`);
  }
  await lake.close();
}
await rm(folder, { recursive: true });
