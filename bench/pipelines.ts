/** How many events a second does `contract_event` make, extracted alone, into nothing, and into DuckDB? Processor time, as the machine is shared. */
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

const LEDGERS = Number(process.env['LEDGERS'] ?? 130);
const passphrase = passphrases.pubnet;
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const ledgers = await ledgersOf(await openStore(benchSets[0].sources));

/** Returns processor seconds of the process, workers among them. */
function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function measure(task: string, run: () => Promise<number>): Promise<void> {
  const [cpu, wall] = [seconds(), performance.now()];
  const events = await run();
  const [used, took] = [seconds() - cpu, (performance.now() - wall) / 1000];
  console.log(`| ${task} | ${events} | ${Math.round(events / used)} | ${Math.round(events / took)} |`);
}

function definitionOf(consumer: object) {
  const spec = {
    network: 'mainnet',
    startLedger: '2',
    endLedger: String(LEDGERS + 1),
    processors: [{ type: 'contract_event' }],
  };
  const head = { apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata: { name: 'bench' } };
  const { definition, errors } = validate(JSON.stringify({ ...head, spec: { ...spec, consumers: [consumer] } }));
  if (!definition) throw new Error(JSON.stringify(errors));
  return definition;
}

async function run(consumer: object): Promise<number> {
  const report = await runPipeline(definitionOf(consumer), {
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
  await measure('store to nothing', () => run({ type: 'null' }));
  await measure('store to DuckDB', () => run({ type: 'duckdb', config: { path: join(folder, 'out.duckdb') } }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
