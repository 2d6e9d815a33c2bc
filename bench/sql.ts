/**
 * How much processor time do analytical queries take over the lake, beside plain DuckDB over plain Parquet of the same rows? Real ledgers
 * are repeated under new numbers; `node bench/sql.ts LEDGERS` gives another number than 400. Both sides answer in turn. `first` is a text
 * that was not asked before, `again` the same text once more.
 */
import { DuckDBInstance } from '@duckdb/node-api';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { openLedgerStore } from '../src/datastore/open.ts';
import { open } from '../src/index.ts';
import { writeQuery } from '../src/lake/asking/query/write.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { spreadOf } from './alternate.ts';
import { Report } from './report.ts';
import { benchSets } from './util.ts';

const FIRST = 70_000_000;
const ROUNDS = 15;

/** Queries of an analyst; `$n` differs from round to round. */
const queries: Record<string, string> = {
  'one row': 'select sequence from history_ledgers where sequence > $n limit 1',
  'count of transactions': 'select count(*) from history_transactions where ledger_sequence > $n',
  'fees by hour':
    "select date_trunc('hour', closed_at) as hour, sum(fee_charged) from history_transactions where ledger_sequence > $n group by all",
  'operations by type': 'select type_string, count(*) from history_operations where ledger_sequence > $n group by all',
  'payments by asset':
    'select asset_key, count(*), sum(amount_stroops) from history_operations where ledger_sequence > $n group by all',
  'busiest accounts':
    'select source_account, count(*) as n from history_operations where ledger_sequence > $n group by all order by n desc limit 10',
  'effects by type': 'select type_string, count(*) from history_effects where ledger_sequence > $n group by all',
  'trades by pair':
    'select selling_asset_key, buying_asset_key, sum(selling_amount), sum(buying_amount) from history_trades where ledger_sequence > $n group by all',
  'trades of one asset':
    "select count(*), sum(buying_amount) from history_trades where ledger_sequence > $n and selling_asset_key = 'native'",
  'transfers by asset':
    'select asset_key, count(*), sum(amount) from token_transfers_raw where ledger_sequence > $n group by all',
  'events by contract':
    'select contract_id, count(*) as n from history_contract_events where ledger_sequence > $n group by all order by n desc limit 10',
  'balances of accounts': 'select count(distinct account_id), max(balance) from accounts where ledger_sequence > $n',
  'fees beside operations':
    'select o.type_string, avg(t.fee_charged) from history_operations as o join history_transactions as t on o.transaction_id = t.id where o.ledger_sequence > $n group by all',
};
const relations = [
  ...new Set(
    Object.values(queries).flatMap((sql) => [...sql.matchAll(/(?:from|join) (\w+)/g)].map(([, name]) => name)),
  ),
];

const [ledgers = 400] = process.argv.slice(2).map(Number);
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const passphrase = passphraseOf(network);
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
const repeated = join(folder, 'repeated');
writeManifest(repeated, passphrase);
writeRepeated(repeated, await ledgersOf(await openLedgerStore(sources)), FIRST, ledgers, passphrase);
const lake = await open(join(folder, 'lake'), { network: { passphrase } });
await lake.load(repeated);

const plain = await (await DuckDBInstance.create(':memory:')).connect();
for (const relation of relations) {
  const path = join(folder, `${relation}.parquet`);
  const order = relation === 'history_ledgers' ? 'sequence' : 'ledger_sequence';
  const output = createWriteStream(path);
  await writeQuery(lake.lake, `from bronze.${relation} order by ${order}`, { format: 'parquet', output });
  output.end();
  await finished(output);
  await plain.run(`create view ${relation} as from read_parquet('${path}')`);
}

/** Returns milliseconds of processor of all threads. */
async function time(ask: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const report = new Report('sql', `${name}, ${ledgers} ledgers, ms of processor`);
const ratios: [number, number][] = [];
for (const [title, sql] of Object.entries(queries)) {
  const times: [number, number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const text = sql.replaceAll('$n', String(FIRST - 1 - round));
    times.push([
      await time(() => lake.rows(text.replaceAll(/(from|join) (?=\w)/g, '$1 bronze.'))),
      await time(() => lake.rows(text.replaceAll(/(from|join) (?=\w)/g, '$1 bronze.'))),
      await time(async () => (await plain.runAndReadAll(text)).getRowObjects()),
    ]);
  }
  const [first, again, figure] = [0, 1, 2].map((place) => spreadOf(times.map((one) => one[place])));
  ratios.push([first.p50 / figure.p50, again.p50 / figure.p50]);
  const reference = { name: 'DuckDB over plain Parquet', figure };
  report.add({ task: title, unit: 'ms', ours: first, reference });
  report.add({ task: `${title}, again`, unit: 'ms', ours: again, reference });
}
const mean = (place: 0 | 1) => Math.exp(ratios.reduce((all, one) => all + Math.log(one[place]), 0) / ratios.length);
console.log(`\ngeometric mean, of DuckDB's time: ${mean(0).toFixed(2)}, again ${mean(1).toFixed(2)}`);
report.end();
await lake.close();
rmSync(folder, { recursive: true });
