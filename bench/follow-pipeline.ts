/**
 * How long after its object appears in a folder does PostgreSQL, of Debian's package, show the rows of a ledger, when a pipeline without an end
 * waits for it? The first one, and the `LEDGERS` others (default 50) of pubnet-p26 repeated.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { objectKey } from '../src/datastore/keys.ts';
import { openLedgerStore } from '../src/datastore/open.ts';
import { passphrases } from '../src/ledger/network.ts';
import { validate } from '../src/pipelines/definition/validate.ts';
import { runPipeline } from '../src/pipelines/run/run.ts';
import { makeCertificates } from '../test/stores/pipelines/certificates.ts';
import { startPostgres } from '../test/stores/pipelines/postgres-server.ts';
import { publish } from './publish.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { benchSets } from './util.ts';

const LEDGERS = Number(process.env['LEDGERS'] ?? 50);
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const [ready, store] = [join(folder, 'ready'), join(folder, 'store')];
writeRepeated(ready, await ledgersOf(await openLedgerStore(benchSets[0].sources)), 2, LEDGERS + 1, passphrases.pubnet);
writeManifest(store, passphrases.pubnet);

using certificates = makeCertificates();
await using server = await startPostgres(certificates);
const { port, user, password } = server;
const place = {
  host: '127.0.0.1',
  port,
  database: 'postgres',
  username: user,
  password: '${PASSWORD}',
  sink: 'native',
};
const { definition, errors } = validate(
  JSON.stringify({
    apiVersion: 'flow.obsrvr.com/v1',
    kind: 'Pipeline',
    metadata: { name: 'follow' },
    spec: {
      network: 'mainnet',
      startLedger: '2',
      processors: [{ type: 'contract_event' }],
      consumers: [{ type: 'contract_events_postgres', config: place }],
    },
  }),
);
if (!definition) throw new Error(JSON.stringify(errors));

const stop = new AbortController();
const waits = Promise.withResolvers<undefined>();
const following = runPipeline(definition, {
  store,
  dataDir: folder,
  secret: () => password,
  signal: stop.signal,
  // What it says first is that the store holds nothing yet.
  onLog: () => waits.resolve(undefined),
});
await Promise.race([waits.promise, following]);
const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres', ssl: false });
await client.connect();

/** Resolves when the ledger has rows that others see. */
async function untilShown(ledger: number): Promise<void> {
  const sql = 'select 1 from contract_events where ledger_sequence = $1 limit 1';
  while ((await client.query(sql, [ledger])).rowCount === 0) await sleep(5);
}

const seconds: number[] = [];
for (let ledger = 2; ledger < LEDGERS + 3; ledger++) {
  // Not in step with how often it looks.
  await sleep(1000 + 37 * (ledger % 11));
  const at = await publish(objectKey(ledger, { ledgersPerFile: 1, filesPerPartition: 64_000 }), ready, store, folder);
  await untilShown(ledger);
  seconds.push((performance.now() - at) / 1000);
}
stop.abort();
await following;
await client.end();
await rm(folder, { recursive: true });

const [first, ...others] = seconds as [number, ...number[]];
others.sort((a, b) => a - b);
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}\n`);
console.log(`| ${benchSets[0].name}: from object there to rows in PostgreSQL | seconds |\n| --- | --- |`);
console.log(`| first ledger | ${first.toFixed(2)} |`);
console.log(`| ${others.length} others, median | ${others[others.length >> 1].toFixed(2)} |`);
console.log(`| ${others.length} others, longest | ${others.at(-1)!.toFixed(2)} |`);
