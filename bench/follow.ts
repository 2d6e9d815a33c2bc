/** How long after its object appears in a folder is a ledger queryable, when `ingest --follow` waits for it? The first one, and the others. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLedgerStore } from '../src/datastore/open.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { followStore } from '../src/ingest/follow.ts';
import { publish } from './publish.ts';
import { benchSets } from './util.ts';

const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));
const { objects } = await (await openLedgerStore(sources)).list();
const store = join(folder, 'store');
await mkdir(store);

const lake = await openLake(join(folder, 'lake'), { tables, write: true, network: passphraseOf(network) });
const stop = new AbortController();
let committed: (() => void) | undefined;
const following = followStore(lake, await openLedgerStore([store]), {
  signal: stop.signal,
  onCommit: () => committed?.(),
});
const seconds: number[] = [];
for (const { key } of objects) {
  // A pubnet ledger closes every five or six seconds; what follows is idle by then.
  await sleep(3000);
  const isCommitted = new Promise<void>((resolve) => (committed = resolve));
  const at = await publish(key, sources[0], store, folder);
  await isCommitted;
  seconds.push((performance.now() - at) / 1000);
}
stop.abort();
await following;
await lake.close();
await rm(folder, { recursive: true });

const [first, ...others] = seconds as [number, ...number[]];
others.sort((a, b) => a - b);
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}\n`);
console.log(`| ${name}: from object visible to rows queryable | seconds |\n| --- | --- |`);
console.log(`| first ledger | ${first.toFixed(2)} |`);
console.log(`| others, median | ${others[others.length >> 1].toFixed(2)} |`);
console.log(`| others, longest | ${others.at(-1)!.toFixed(2)} |`);
