/**
 * How many events a second does `contract_event` make, extracted alone, into nothing, into DuckDB, and into a PostgreSQL of Debian's package
 * where there is one, as `contract_invocation` and `account_data` rows? And what does a second pipeline cost that runs at the same time over
 * the same range? Processor time, as the machine is shared, that of the server included; and memory.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { networkId, passphrases } from '../src/ledger/network.ts';
import { checkLedger } from '../src/ledger/verify.ts';
import { validate } from '../src/pipelines/definition/validate.ts';
import { RecordSet } from '../src/pipelines/run/record-set.ts';
import { runPipeline } from '../src/pipelines/run/run.ts';
import { makeCertificates } from '../test/stores/pipelines/certificates.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../test/stores/pipelines/postgres-server.ts';
import { Report } from './report.ts';
import { benchSets } from './util.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';

const LEDGERS = Number(process.env['LEDGERS'] ?? 520);
/** A ledger has few invocations: of fewer ledgers the start would be a quarter of the time. */
const LEDGERS_OF_CALLS = 4 * LEDGERS;
const passphrase = passphrases.pubnet;
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const ledgers = await ledgersOf(await openLedgerStore(benchSets[0].sources));

let server: PostgresServer | undefined;

/** Returns processor seconds of the process, workers among them, and of the server. */
function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + serverSeconds();
}

/** Linux counts processor time in such ticks. */
const TICK_SECONDS = 0.01;

/** Returns processor seconds of the server's processes: a child of this one, its children, and those of them that ended. */
function serverSeconds(): number {
  if (!server) return 0;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf)
    .filter(({ name }) => name === 'postgres');
  const main = stats.find(({ parent }) => parent === process.pid);
  const own = stats.filter(({ parent }) => parent === main?.pid);
  return ((main ? main.ticks + main.endedTicks : 0) + own.reduce((sum, { ticks }) => sum + ticks, 0)) * TICK_SECONDS;
}

/** Reads /proc/PID/stat (proc(5)); nothing of a process that has ended. */
function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [from, to] = [text.indexOf('(') + 1, text.lastIndexOf(')')];
    const fields = text
      .slice(to + 2)
      .split(' ')
      .map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11);
    const ticks = user + system;
    return [
      { name: text.slice(from, to), pid: Number(pid), parent: fields[1], ticks, endedTicks: endedUser + endedSystem },
    ];
  } catch {
    return [];
  }
}

/** How many rows were written: to the first table, and to all. */
type Written = readonly [first: number, all: number];

/** Reports rows of its first table a second, of processor and of the clock; returns the processor seconds. */
async function measure(task: string, run: () => Promise<Written>): Promise<number> {
  const [cpu, wall] = [seconds(), performance.now()];
  const [rows] = await run();
  const [used, took] = [seconds() - cpu, (performance.now() - wall) / 1000];
  report.add({ task, unit: 'rows/s', ours: rows / took });
  report.add({ task: `${task}: a processor second`, unit: 'rows/s', ours: rows / used });
  return used;
}

interface Task {
  processor?: string;
  consumer: object;
  name?: string;
  ledgers?: number;
}

function definitionOf({ processor = 'contract_event', consumer, name = 'bench', ledgers = LEDGERS }: Task) {
  const spec = {
    network: 'mainnet',
    startLedger: '2',
    endLedger: String(ledgers + 1),
    processors: [{ type: processor }],
  };
  const head = { apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata: { name } };
  const { definition, errors } = validate(JSON.stringify({ ...head, spec: { ...spec, consumers: [consumer] } }));
  if (!definition) throw new Error(JSON.stringify(errors));
  return definition;
}

async function run(task: Task): Promise<Written> {
  const report = await runPipeline(definitionOf(task), {
    store: join(folder, 'store'),
    dataDir: folder,
    from: 'start',
    nativeSinks: ['loopback'],
    secret: () => server?.password,
  });
  const { tables } = report.outputs[0];
  return [tables[0].rows, tables.reduce((sum, { rows }) => sum + rows, 0)];
}

const servedConsumers = {
  contract_event: 'contract_events_postgres',
  contract_invocation: 'contract_invocations_postgres',
  account_data: 'account_data_postgres',
};

/** Each processor's records into a database of its own. */
async function measureServer({ sql, port, user }: PostgresServer): Promise<void> {
  for (const [processor, type] of Object.entries(servedConsumers)) {
    await sql(`create database ${processor}`);
    const place = { host: '127.0.0.1', port, database: processor, username: user, password: '${PASSWORD}' };
    const consumer = { type, config: { ...place, sslmode: 'disable', sink: 'native' } };
    const ledgers = processor === 'contract_invocation' ? LEDGERS_OF_CALLS : LEDGERS;
    const task = { name: `served_${processor}`, processor, consumer, ledgers };
    await measure(`store to PostgreSQL, ${processor} of ${ledgers} ledgers`, () => run(task));
  }
}

const report = new Report(
  'pipelines',
  `contract_event or what is named, ${LEDGERS} ledgers of ${benchSets[0].name} repeated`,
);
try {
  writeRepeated(join(folder, 'store'), ledgers, 2, LEDGERS_OF_CALLS, passphrase);
  writeManifest(join(folder, 'store'), passphrase);
  for (const ledger of ledgers) checkLedger(ledger, networkId(passphrase), { verify: false });
  await measure('extracted from indexed ledgers, one thread', async () => {
    const set = new RecordSet([{ id: 'contract_event', config: {}, passphrase }], passphrase);
    const rows: [number, number] = [0, 0];
    for (let i = 0; i < LEDGERS; i++) {
      set.add(ledgers[i % ledgers.length]);
      for (const [name, batch] of set.batches()) if (name === 'contract_events') rows[0] += batch.numRows;
      rows[1] += set.rows();
      set.reset();
    }
    return Promise.resolve(rows);
  });
  const nowhere = { consumer: { type: 'null' } };
  const intoDuckDB = (name: string) => ({
    name,
    consumer: { type: 'duckdb', config: { path: join(folder, `${name}.duckdb`) } },
  });
  await measure('store to nothing', () => run(nowhere));
  const alone = await measure('store to DuckDB', () => run(intoDuckDB('first')));
  const beside = async (task: string, first: Task, second: Task) => {
    const both = await measure(task, async () => {
      const [rows] = await Promise.all([run(first), run(second)]);
      return rows;
    });
    report.add({
      task: `${task}: the second costs, of the first's processor time`,
      unit: '%',
      ours: (100 * (both - alone)) / alone,
    });
  };
  await beside('beside the same once more', intoDuckDB('second'), intoDuckDB('third'));
  const accounts = { ...intoDuckDB('accounts'), processor: 'account_data' };
  await beside('beside account_data to DuckDB', intoDuckDB('fourth'), accounts);
  await measure('in place of what is in DuckDB', () => run(intoDuckDB('first')));
  if (hasPostgres) {
    using certificates = makeCertificates();
    server = await startPostgres(certificates);
    await measureServer(server);
  }
  if (!hasPostgres) report.absent('PostgreSQL, which is not installed');
  report.end();
} finally {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
