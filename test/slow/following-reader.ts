/** Asks a lake that another process follows a store into, and compares what ledgers say of their rows with these: a process for tests to kill. */
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { open, type LakeHandle } from '../../src/index.ts';

const [dir, mode] = process.argv.slice(2) as [string, 'query' | 'stream' | 'serve'];
/** Milliseconds between questions: ten that ask without a pause leave the writer nothing of the processor. */
const PAUSE = 300;

const main = join(import.meta.dirname, '../../src/cli/main.ts');

function expect(what: string, found: unknown, expected: unknown): void {
  if (String(found) === String(expected)) return;
  throw new Error(`${mode}: ${what} is ${String(found)}, expected ${String(expected)}`);
}

/** No ledger is gone that was there before. */
let seen = 0;
function expectLater(last: number): void {
  if (last < seen) throw new Error(`${mode}: the last ledger is ${last}, after ${seen}`);
  seen = last;
}

const counts = `select
  (select count(*) from history_ledgers) as ledgers,
  (select max(sequence) - min(sequence) + 1 from history_ledgers) as numbers,
  (select max(sequence) from history_ledgers) as last,
  (select sum(successful_transaction_count + failed_transaction_count) from history_ledgers) as counted,
  (select count(*) from history_transactions) as transactions,
  (select sum(tx_set_operation_count) from history_ledgers) as set_operations,
  (select count(*) from history_operations) as operations,
  (select count(*) from effects as e anti join history_operations as o on o.id = e.operation_id) as strays`;

async function query(lake: LakeHandle): Promise<void> {
  const [row] = await lake.rows(counts);
  expect('ledgers', row['ledgers'], row['numbers']);
  expect('transactions', row['transactions'], row['counted']);
  expect('operations', row['operations'], row['set_operations']);
  expect('effects without operation', row['strays'], 0);
  expectLater(Number(row['last']));
}

/** Stays on a snapshot while the writer goes on. */
async function stream(lake: LakeHandle): Promise<void> {
  const [last] = await lake.rows('select max(sequence) as last from history_ledgers');
  const upTo = Number(last['last']);
  const [asked] = await lake.rows(
    `select sum(tx_set_operation_count) as n from history_ledgers where sequence <= ${upTo}`,
  );
  let found = 0;
  // So wide that DuckDB cannot read ahead to the end, and meets the last files late.
  const wide = `select repeat(source_account, 500) as wide from history_operations where ledger_sequence <= ${upTo}`;
  for await (const batch of lake.stream(wide)) {
    found += batch.numRows;
    await wait(20);
  }
  expect(`operations up to ${upTo}`, found, asked['n']);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Told {
  data: { sequence: number; transaction_count: number }[];
  error?: string;
}

/** Serves the lake as the command does, in this process, so that both are killed together. */
async function serve(): Promise<never> {
  const endpoint = `127.0.0.1:${await freePort()}`;
  process.argv = [process.execPath, main, 'serve', '--lake', dir, '--auth', 'off', '--endpoint', endpoint];
  await import(main);
  const ask = async (path: string) => {
    const answer = await fetch(`http://${endpoint}/lake/v1/local/api/v1${path}`);
    const told = (await answer.json()) as Told;
    if (answer.status !== 200) throw new Error(`serve: ${path}: ${answer.status} ${told.error}`);
    return told.data;
  };
  while (!(await fetch(`http://${endpoint}/health`).catch(() => undefined))) await wait(100);
  for (;;) {
    const ledgers = (await ask('/silver/ledgers/recent?limit=20')).map(({ sequence }) => sequence);
    const [last] = ledgers;
    expect('recent ledgers', ledgers.join(), ledgers.map((_, i) => last - i).join());
    expectLater(last);
    await ask(`/bronze/transactions?start=${last - 5}&end=${last}&limit=100`);
    await ask('/silver/transfers?limit=100');
    await ask('/silver/accounts?sort_by=last_modified&limit=50');
    await wait(PAUSE);
  }
}

if (mode === 'serve') await serve();
const act = { query, stream }[mode as 'query' | 'stream'];
for (let rounds = 0; ; rounds++) {
  const lake = await open(dir, { readOnly: true });
  for (let i = 0; i <= rounds % 4; i++) {
    await act(lake);
    await wait(PAUSE);
  }
  await lake.close();
}
