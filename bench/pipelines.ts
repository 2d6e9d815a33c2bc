/**
 * How many events a second does `contract_event` make, extracted alone, into nothing, and into DuckDB? And what does a second pipeline cost
 * that runs at the same time over the same range? Processor time, as the machine is shared; and memory.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/datastore/open.ts';
import { networkId, passphrases } from '../src/ledger/network.ts';
import { checkLedger } from '../src/ledger/verify.ts';
import { validate } from '../src/pipelines/definition/validate.ts';
import { RecordSet } from '../src/pipelines/run/record-set.ts';
import { runPipeline } from '../src/pipelines/run/run.ts';
import { benchSets } from './util.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';

const LEDGERS = Number(process.env['LEDGERS'] ?? 520);
const passphrase = passphrases.pubnet;
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const ledgers = await ledgersOf(await openStore(benchSets[0].sources));

/** Returns processor seconds of the process, workers among them. */
function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Prints a line, and returns the processor seconds. */
async function measure(task: string, run: () => Promise<number>): Promise<number> {
  const [cpu, wall] = [seconds(), performance.now()];
  const events = await run();
  const [used, took] = [seconds() - cpu, (performance.now() - wall) / 1000];
  console.log(`| ${task} | ${events} | ${Math.round(events / used)} | ${Math.round(events / took)} |`);
  return used;
}

interface Task {
  processor?: string;
  consumer: object;
  name?: string;
}

function definitionOf({ processor = 'contract_event', consumer, name = 'bench' }: Task) {
  const spec = {
    network: 'mainnet',
    startLedger: '2',
    endLedger: String(LEDGERS + 1),
    processors: [{ type: processor }],
  };
  const head = { apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata: { name } };
  const { definition, errors } = validate(JSON.stringify({ ...head, spec: { ...spec, consumers: [consumer] } }));
  if (!definition) throw new Error(JSON.stringify(errors));
  return definition;
}

async function run(task: Task): Promise<number> {
  const report = await runPipeline(definitionOf(task), {
    store: join(folder, 'store'),
    dataDir: folder,
    from: 'start',
  });
  return report.outputs[0].tables.find(({ name }) => name === 'contract_events')?.rows ?? 0;
}

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}, ${LEDGERS} ledgers of pubnet-p26 repeated\n`,
);
console.log('| contract_event | events | a processor second | a second |\n| --- | --- | --- | --- |');
try {
  writeRepeated(join(folder, 'store'), ledgers, 2, LEDGERS);
  writeManifest(join(folder, 'store'), passphrase);
  for (const ledger of ledgers) checkLedger(ledger, networkId(passphrase), { verify: false });
  await measure('extracted from indexed ledgers, one thread', async () => {
    const set = new RecordSet([{ id: 'contract_event', config: {}, passphrase }], passphrase);
    let events = 0;
    for (let i = 0; i < LEDGERS; i++) {
      set.add(ledgers[i % ledgers.length]);
      for (const [name, batch] of set.batches()) if (name === 'contract_events') events += batch.numRows;
      set.reset();
    }
    return Promise.resolve(events);
  });
  const nowhere = { consumer: { type: 'null' } };
  const intoDuckDB = (name: string) => ({
    name,
    consumer: { type: 'duckdb', config: { path: join(folder, `${name}.duckdb`) } },
  });
  await measure('store to nothing', () => run(nowhere));
  const alone = await measure('store to DuckDB', () => run(intoDuckDB('first')));
  const beside = async (task: string, second: Task) => {
    const both = await measure(task, async () => {
      const [events] = await Promise.all([run(intoDuckDB('again')), run(second)]);
      return events;
    });
    console.log(`|   the second costs, of the first's time | | ${((both - alone) / alone).toFixed(2)} | |`);
  };
  await beside('beside the same once more', intoDuckDB('second'));
  await beside('beside account_data to DuckDB', { ...intoDuckDB('accounts'), processor: 'account_data' });
  console.log(`\n${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
