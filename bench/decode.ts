/** How fast does one thread turn ledgers into Arrow batches, beside the SDK's `fromXdr`? And its parts: walk, hashes, index, rows of a page. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeTasks, readLedgers } from '../src/bench-decode.ts';
import { paired } from '../src/history/paired.ts';
import { runOf } from '../src/history/run.ts';
import { open } from '../src/index.ts';
import { duckdb } from '../src/lake/duckdb/duckdb.ts';
import { dataFolders, listFiles } from '../src/lake/disk/files.ts';
import { readLedger } from '../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../src/ledger/network.ts';
import { checkLedger } from '../src/ledger/verify.ts';
import { RowReader } from '../src/parquet/read/row-reader.ts';
import { alternate, rateOf } from './alternate.ts';
import { Report } from './report.ts';
import { benchSets, sum, type BenchSet } from './util.ts';

const COLUMNS = ['id', 'transaction_hash', 'account', 'fee_charged', 'successful', 'memo', 'ledger_sequence'];
const PAGE = 50;

const report = new Report('decode', benchSets.map(({ name }) => name).join(' and '));
for (const set of benchSets) await measureDecoding(set);
await measureRows(benchSets[0]);
report.absent('Go and Rust, whose recorded figures are in history.csv');
report.end();

async function measureDecoding({ name, sources, network }: BenchSet): Promise<void> {
  const ledgers = await readLedgers(sources);
  const bytes = sum(ledgers.map(({ length }) => length));
  const id = networkId(passphraseOf(network));
  const { reference, walk, tables } = decodeTasks(ledgers, id, true);
  const read = ledgers.map((ledger) => readLedger(ledger));
  const times = await alternate({
    reference,
    tables,
    columns: decodeTasks(ledgers, id, false).tables,
    walk,
    hashes: () => read.forEach((ledger) => checkLedger(ledger, id, { verify: true })),
    index: () => read.forEach((ledger) => runOf(paired(ledger, id))),
  });
  const sdk = { name: 'stellar-sdk fromXdr', figure: rateOf(times.reference, bytes) };
  const add = (task: string, of: keyof typeof times, beside?: typeof sdk) =>
    report.add({ task: `${name}: ${task}`, unit: 'MB/s', ours: rateOf(times[of], bytes), reference: beside });
  add('all bronze batches, verified', 'tables', sdk);
  add('all bronze batches, hashes not checked', 'columns', sdk);
  add('walk over every byte', 'walk', sdk);
  add('hashes alone', 'hashes');
  add('index of hashes and events', 'index');
}

/** Rows of a page by their ids, of the largest file of transactions, beside DuckDB. */
async function measureRows({ name, sources, network }: BenchSet): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
  try {
    const dir = join(folder, 'lake');
    const lake = await open(dir, { network: { passphrase: passphraseOf(network) } });
    await lake.load(sources);
    await lake.close();
    const files = (await Promise.all(dataFolders.map((each) => listFiles(dir, each)))).flat();
    const parts = files
      .filter((path) => /history_transactions\b.*\.parquet$/.test(path))
      .map((path) => join(dir, path));
    const [path] = parts.toSorted((a, b) => statSync(b).size - statSync(a).size);
    const connection = await (await duckdb.DuckDBInstance.create()).connect();
    const ids = (await connection.runAndReadAll(`select id from '${path}'`)).getRows().map(([id]) => id as bigint);
    const reader = new RowReader({ maxBytes: 64e6 });
    const page = () => Array.from({ length: PAGE }, () => ids[randomInt(ids.length)]);
    const { rows, reference } = await alternate({
      rows: () => reader.rows(path, 'id', page(), COLUMNS),
      reference: async () => {
        const sql = `select ${COLUMNS.join(', ')} from '${path}' where id in (${page().join(', ')})`;
        return (await connection.runAndReadAll(sql)).getRowsJS();
      },
    });
    report.add({
      task: `${name}: ${PAGE} rows by id`,
      unit: 'ms',
      ours: rows,
      reference: { name: 'DuckDB', figure: reference },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
