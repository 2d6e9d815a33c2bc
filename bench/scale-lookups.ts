/** `node bench/scale-lookups.ts LAKE FIRST LAST`: how long looking up takes in the lake and the index that `scale.ts` fills, as JSON. */
import { join } from 'node:path';
import { Lookup } from '../src/history/lookup.ts';
import { hashKey } from '../src/history/row-keys.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { query } from '../src/lake/asking/query/query.ts';
import { rows } from '../src/lake/asking/query/rows.ts';
import { tables } from '../src/tables/index.ts';
import { median } from './util.ts';

const LEDGERS = 100;
/** Transactions of a ledger that are looked up. */
const EACH = 10;

/** Medians, in milliseconds, of finding a transaction by its hash in the index, and the operations of a ledger in SQL. */
export interface LookupTimes {
  inIndex: number;
  inSql: number;
}

const [dir, first, last] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const lake = await openLake(dir, { tables });
const hashes: string[] = [];
const inSql: number[] = [];
for (let i = 0; i < LEDGERS; i++) {
  const ledger = first + ((i * 7919) % (last - first + 1));
  const sql = `from history_transactions select transaction_hash where ledger_sequence = ${ledger} limit ${EACH}`;
  for (const row of await rows(lake, sql)) hashes.push(String(row['transaction_hash']));
  const started = performance.now();
  await query(lake, `from history_operations where ledger_sequence = ${ledger}`);
  inSql.push(performance.now() - started);
}
await lake.close();
const lookup = new Lookup(join(dir, 'index'));
const inIndex = hashes.map((hash) => {
  const key = hashKey(Buffer.from(hash, 'hex'), 0);
  const started = performance.now();
  if (lookup.transactions(key).length === 0) throw new Error(`the index lacks the transaction ${hash}`);
  return performance.now() - started;
});
lookup.close();
console.log(JSON.stringify({ inIndex: median(inIndex), inSql: median(inSql) } satisfies LookupTimes));
