/**
 * How much processor time do columns of views take beside the raw columns of the Parquet that they are made of? What people filter, join and
 * sum by, of real ledgers repeated under new numbers; `node bench/views.ts LEDGERS` gives another number than 1,000. A view and what it is
 * made of are asked in turns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { loadStore } from '../src/ingest/load.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { query } from '../src/lake/asking/query/query.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { createPool } from '../src/workers/pool.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { benchSets, median } from './util.ts';

const FIRST = 70_000_000;
const ROUNDS = 21;

/** What is asked of a column: of the view, and of what it is made of where that is called otherwise. */
type Ask = [view: string, raw?: string];

const sum = (view: string, raw = view): Ask => [`sum(${view})`, `sum(${raw})`];
const each = (view: string, raw = view): Ask => [`count(distinct ${view})`, `count(distinct ${raw})`];
const some = (view: string, raw = view): Ask => [`count(*) filter (${view})`, `count(*) filter (${raw})`];

const native = `= 'native'`;

/** Of each view what is asked. */
const asks: Record<string, { raw: string; of: Ask[] }> = {
  history_operations: {
    raw: 'history_operations',
    of: [
      sum('amount_stroops'),
      sum('details.amount', 'amount_stroops'),
      sum('details.starting_balance', 'amount_stroops'),
      sum('details.source_amount', 'source_amount_stroops'),
      sum('details.source_max', 'source_max_stroops'),
      sum('details."limit"', 'limit_stroops'),
      sum('details.reserve_a_deposit_amount', 'reserve_a_deposit_amount_stroops'),
      sum('details.shares', 'shares_stroops'),
      some(`asset ${native}`, `operation_asset ${native}`),
      some(`asset_key ${native}`, `operation_asset ${native}`),
      each('asset', 'operation_asset'),
      each('details.asset_code', 'asset_code'),
      each('details.asset_issuer', 'asset_issuer'),
      each('details.asset_id', 'asset_id'),
      each('selling_asset_key', `selling_asset_issuer`),
      each('buying_asset_key', `buying_asset_issuer`),
      each('source_asset_key', `source_asset_issuer`),
      each('details.selling_asset_code', 'selling_asset_code'),
      each('details."from"', 'source_account'),
      each('details."to"', 'destination'),
      each('details.trustor', 'source_account'),
      each('details.offer_id', 'offer_id'),
      each('details.liquidity_pool_id', 'liquidity_pool_id'),
      each('details.balance_id', 'balance_id'),
      each('details.contract_id', 'contract_id'),
      each('soroban_contract_id', 'contract_id'),
      each('soroban_function', 'function_name'),
      each('details."function"', 'host_function'),
    ],
  },
  operations_row_v2: {
    raw: 'history_operations',
    of: [
      sum('amount', 'amount_stroops'),
      sum('source_amount', 'source_amount_stroops'),
      sum('starting_balance', 'amount_stroops'),
      each('asset', 'operation_asset'),
      each('asset_key', 'operation_asset'),
      each('selling_asset', 'selling_asset_issuer'),
      each('destination', 'destination'),
      each('trustor', 'trustor'),
      each('offer_id'),
      each('balance_id'),
      each('soroban_contract_id', 'contract_id'),
      each('soroban_function', 'function_name'),
      each('soroban_operation', 'host_function'),
    ],
  },
  history_effects: {
    raw: 'history_effects',
    of: [
      sum('amount_stroops'),
      sum('details.amount', 'amount_stroops'),
      sum('details.bought_amount', 'bought_amount_stroops'),
      sum('details.sold_amount', 'sold_amount_stroops'),
      each('details.asset_code', 'asset_key'),
      each('details.asset_issuer', 'asset_issuer'),
      each('asset_key'),
      each('sold_asset_key'),
      each('details.asset', 'asset_key'),
      each('details.sold_asset_code', 'sold_asset_key'),
      each('details.offer_id', 'offer_id'),
      each('details.seller', 'seller'),
      each('details.balance_id', 'balance_id'),
      each('details.liquidity_pool_id', 'liquidity_pool_id'),
      each('details.liquidity_pool.id', 'liquidity_pool_id'),
      each('liquidity_pool_id'),
      each('details.contract', 'contract'),
      each('details.trustor', 'trustor'),
    ],
  },
  effects_row_v1: {
    raw: 'history_effects',
    of: [
      sum('cast(amount as decimal(19, 7))', 'amount_stroops'),
      each('asset_code', 'asset_key'),
      each('asset_issuer'),
      each('asset_key'),
      each('account_id', 'address'),
      each('offer_id'),
      each('seller_account', 'seller'),
    ],
  },
  history_trades: {
    raw: 'history_trades',
    of: [
      sum('selling_amount', 'selling_amount_stroops'),
      sum('buying_amount', 'buying_amount_stroops'),
      each('selling_asset_key', 'selling_asset_issuer'),
      each('selling_offer_id'),
      each('selling_liquidity_pool_id'),
    ],
  },
  trades_row_v1: {
    raw: 'history_trades',
    of: [
      sum('cast(selling_amount as bigint)', 'selling_amount_stroops'),
      each('seller_account', 'selling_account_address'),
      each('selling_asset_code'),
      each('selling_asset_key', 'selling_asset_issuer'),
    ],
  },
  token_transfers_raw: {
    raw: 'token_transfers_raw',
    of: [
      sum('amount_integer', 'cast(amount_raw as hugeint)'),
      sum('amount', 'cast(amount_raw as double)'),
      each('asset_key'),
      each('asset', 'asset_key'),
      each('asset_code', 'asset_key'),
      each('asset_issuer', 'asset_key'),
      each('"from"'),
    ],
  },
};

const [ledgers = 1000] = process.argv.slice(2).map(Number);
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const passphrase = passphraseOf(network);
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));

async function load(dir: string): Promise<void> {
  const repeated = join(folder, 'repeated');
  writeManifest(repeated, passphrase);
  writeRepeated(repeated, await ledgersOf(await openLedgerStore(sources)), FIRST, ledgers);
  const lake = await openLake(dir, { tables, write: true, network: passphrase });
  const pool = createPool(2);
  await loadStore(lake, await openLedgerStore([repeated]), { pool });
  await pool.close();
  await lake.close();
}

await load(join(folder, 'lake'));
const lake = await openLake(join(folder, 'lake'), { tables });

/** Returns milliseconds of processor of all threads. */
async function time(sql: string): Promise<number> {
  const before = process.cpuUsage();
  await query(lake, sql);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}; ${name}, ${ledgers} ledgers, ms of processor\n`,
);
console.log('| view | asked | view | raw | ratio |\n| --- | --- | --- | --- | --- |');
for (const [view, { raw, of }] of Object.entries(asks)) {
  for (const [asked, made = asked] of of) {
    const times: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push([
        await time(`select ${asked} from bronze.${view}`),
        await time(`select ${made} from bronze.${raw}_raw_v1`),
      ]);
    }
    const [ours, theirs] = [median(times.map(([one]) => one)), median(times.map(([, other]) => other))];
    console.log(`| ${view} | ${asked} | ${ours.toFixed(1)} | ${theirs.toFixed(1)} | ${(ours / theirs).toFixed(2)}x |`);
  }
}
await lake.close();
rmSync(folder, { recursive: true });
