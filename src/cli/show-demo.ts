/** The demo: the sample ledgers loaded into a lake of their own, three questions, and what to try next. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, queryText, type LakeHandle } from '../index.ts';
import { reportText } from './load-report.ts';
import { print } from './output.ts';
import { resultTable } from './result-table.ts';

const sample = fileURLToPath(new URL('../../data/sample', import.meta.url));

const questions = [
  {
    title: 'Ledgers and transactions per minute',
    sql: `
      select
        strftime(date_trunc('minute', closed_at), '%Y-%m-%d %H:%M') as minute,
        count(*) as ledgers,
        sum(successful_transaction_count) as succeeded,
        sum(failed_transaction_count) as failed,
        sum(operation_count) as operations
      from history_ledgers
      group by all
      order by minute`,
  },
  {
    title: 'Accounts that made the most payments',
    sql: `
      select
        source_account as account,
        count(*) as payments,
        count(distinct destination) as receivers
      from history_operations
      where type_string = 'payment' and transaction_successful
      group by all
      order by payments desc, account
      limit 5`,
  },
  {
    title: 'Fees by the number of operations',
    sql: `
      select
        operation_count as operations,
        count(*) as transactions,
        min(fee_charged) as least_stroops,
        median(fee_charged)::bigint as median_stroops,
        max(fee_charged) as most_stroops
      from history_transactions
      group by all
      order by operations`,
  },
];

/** Makes a lake of the sample in a new folder, and prints what it is asked. */
export async function showDemo(): Promise<void> {
  const lakeDir = join(await mkdtemp(join(tmpdir(), 'ledgerlake-demo-')), 'lake');
  const store = relative(process.cwd(), sample) || '.';
  const network = 'Ledgerlake Sample Network ; 2026';
  await print(`$ ledgerlake ingest ${store} --lake ${lakeDir}\n`);
  const lake = await open(lakeDir, { network });
  try {
    await print(`${reportText(await lake.load(sample), lakeDir)}\n`);
    for (const { title, sql } of questions) await ask(lake, title, sql);
  } finally {
    await lake.close();
  }
  await print(nextSteps(lakeDir, store));
}

async function ask({ lake }: LakeHandle, title: string, sql: string): Promise<void> {
  await print(`\n${title}\n\n${resultTable(await queryText(lake, sql, { limit: 20 }), Infinity).text}`);
}

function nextSteps(lakeDir: string, store: string): string {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  return `
The lake is kept at ${lakeDir}. Try:

  alias ledgerlake="'${process.execPath}' '${main}'"
  ledgerlake status --lake ${lakeDir}
  ledgerlake query --lake ${lakeDir} "from history_transactions where not successful limit 5"
  ledgerlake tables history_operations
  ledgerlake export ${store} --table accounts --range 10:20 --format csv
  ledgerlake decode ${store}/FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst --ledger 3 --pretty
`;
}
