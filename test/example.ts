/** Loads the sample into a lake and asks it something: what a notebook would do. Run it with a folder for the lake. */
import { decodeTables, open } from '../src/index.ts';
import { readFile } from 'node:fs/promises';

const [dir, sample] = process.argv.slice(2) as [string, string];
const network = 'Ledgerlake Sample Network ; 2026';

const lake = await open(dir, { network });
const { ledgers, skipped } = await lake.load(sample, { range: '2:' });
const again = await lake.load(sample);
const rows = await lake.rows('select sequence, closed_at from history_ledgers order by sequence limit 3');
const table = await lake.query('select count(*) as count, sum(amount) as sum from token_transfers_raw');
let operations = 0;
for await (const batch of lake.stream('from history_operations')) operations += batch.numRows;
const { gaps } = await lake.status();
await lake.close();

const batches = decodeTables(await readFile(`${sample}/FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst`), { network });
const first = batches.get('history_ledgers')?.numRows;

console.log(
  JSON.stringify({
    ledgers,
    skipped,
    again,
    sequences: rows.map(({ sequence }) => sequence),
    transfers: table.toArray(),
    operations,
    gaps,
    first,
  }),
);
