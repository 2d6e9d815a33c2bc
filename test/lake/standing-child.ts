/** Begins to read a lake, waits until its input ends, and reads on: a reader that stands on a snapshot. */
import { once } from 'node:events';
import { openLake } from '../../src/lake/asking/lake.ts';
import { stream } from '../../src/lake/asking/query/query.ts';
import { network, tables } from './tables.ts';

const lake = await openLake(process.argv[2], { tables, sql: 'none', network, threads: 1 });
// So wide that DuckDB cannot read ahead to the end.
const rows = stream(lake, 'select repeat(account, 5000) as wide from bronze.payments_raw_v1');
let count = (await rows.next()).value!.numRows;
console.log('standing');
await once(process.stdin.resume(), 'end');
for await (const batch of rows) count += batch.numRows;
console.log(count);
await lake.close();
