/**
 * Does a store behind a network keep the decoders as busy as a folder does, and how close does `mirror` come to a plain parallel
 * downloader? To be run as `.ci/servers node bench/stores.ts [loads|mirror]`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { bufferSettings } from '../src/datastore/transfer/buffer.ts';
import { objectKey, parseKey } from '../src/datastore/keys.ts';
import { openLedgerStore, type StoreOptions } from '../src/datastore/open.ts';
import { openLake } from '../src/lake/asking/lake.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { loadStore } from '../src/ingest/load.ts';
import { mirrorStore, planMirror } from '../src/ingest/mirror.ts';
import { createPool, type Pool } from '../src/workers/pool.ts';
import { objectsOf, servers, type Server, type Upload } from '../test/stores/servers.ts';
import { startDelay } from './delay.ts';
import { benchSets } from './util.ts';

const LATENCY_MS = 20;
const ROUNDS = 50;
const WARM_UP = 4;
const MIRROR_ROUNDS = 25;
/** The first ledger of the long store. */
const FIRST = 63_000_000;

const there = servers.filter(({ url }) => url !== undefined);
for (const { environment } of there) Object.assign(process.env, environment);
if (there.length === 0) throw new Error('no server; run it as ".ci/servers node bench/stores.ts"');
const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
let copies = 0;
const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-bench-'));

/** One place that the same ledgers are read from, and the seconds that each round took. */
interface Lane {
  title: string;
  sources: string[];
  options: StoreOptions;
  seconds: number[];
}

async function serverLane(server: Server): Promise<Lane & { stop(): Promise<void> }> {
  await server.fill('bench', objectsOf(sources[0], 'ledgers/'));
  const delay = await startDelay(server.url!, LATENCY_MS);
  return {
    title: `${server.kind}, ${LATENCY_MS} ms later`,
    sources: [server.address('bench/ledgers')],
    options: server.access(delay.url),
    seconds: [],
    stop: () => delay.stop(),
  };
}

/** Loads the set into a new lake; opening and closing the lake is not part of the time, finding out what there is is. */
async function loadOnce({ sources, options }: Lane, pool: Pool): Promise<number> {
  const dir = join(folder, 'lake');
  const lake = await openLake(dir, { tables, write: true, network: passphraseOf(network) });
  const started = performance.now();
  const store = await openLedgerStore(sources, options);
  await loadStore(lake, store, { pool });
  const seconds = (performance.now() - started) / 1000;
  store.close?.();
  await lake.close();
  await rm(dir, { recursive: true });
  return seconds;
}

const total = ({ seconds }: Pick<Lane, 'seconds'>) => seconds.reduce((sum, each) => sum + each, 0);

async function benchLoads(): Promise<void> {
  const ofServers = await Promise.all(there.map(serverLane));
  const local: Lane = { title: 'folder', sources, options: {}, seconds: [] };
  const lanes = [local, ...ofServers];
  const pool = createPool();
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const lane of lanes) {
      const seconds = await loadOnce(lane, pool);
      if (round >= 0) lane.seconds.push(seconds);
    }
  }
  await pool.close();
  await Promise.all(ofServers.map(({ stop }) => stop()));
  console.log(`| ${name} read ${ROUNDS} times over from | seconds | to the folder |\n| --- | --- | --- |`);
  for (const lane of lanes) {
    console.log(`| ${lane.title} | ${total(lane).toFixed(1)} | ${(total(lane) / total(local)).toFixed(2)}x |`);
  }
}

/** The set so often one after another that its objects, under the names of the ledgers they are then said to hold, make a long store. */
function longStore(): Upload[] {
  const objects = objectsOf(sources[0]).filter(({ key }) => parseKey(key));
  const raw = objects.map(({ bytes }) => zstdDecompressSync(bytes));
  return Array.from({ length: ROUNDS * raw.length }, (_, i) => {
    const ledger = FIRST + i;
    const bytes = Buffer.from(raw[i % raw.length]);
    bytes.writeUInt32BE(ledger, 0);
    bytes.writeUInt32BE(ledger, 4);
    return {
      key: `long/${objectKey(ledger, { ledgersPerFile: 1, filesPerPartition: 64000 })}`,
      bytes: zstdCompressSync(bytes),
    };
  });
}

/** What anybody would write in ten lines: as many downloads at a time as a mirror has, each into its file. */
async function downloadPlainly(keys: readonly string[], to: string, get: (key: string) => Promise<Uint8Array>) {
  const left = [...keys];
  const lane = async () => {
    for (let key = left.shift(); key !== undefined; key = left.shift()) {
      const path = join(to, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await get(key));
    }
  };
  await Promise.all(Array.from({ length: bufferSettings(1).workers }, lane));
}

/** Seconds that a copy took, and seconds that all threads of this process worked for it: the latter say more on a shared machine. */
interface Cost {
  seconds: number;
  work: number;
}

function median(costs: readonly Cost[], of: keyof Cost): number {
  return costs.map((cost) => cost[of]).sort((a, b) => a - b)[costs.length >> 1];
}

async function benchMirror(): Promise<void> {
  const objects = longStore();
  const keys = objects.map(({ key }) => key);
  const megabytes = objects.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  console.log(
    `\n| mirror of ${keys.length} objects, ${megabytes.toFixed(0)} MB | MB/s | plain downloader | ratio | ratio of processor time |\n` +
      '| --- | --- | --- | --- | --- |',
  );
  for (const server of there) {
    await server.fill('mirror', objects);
    const ours: Cost[] = [];
    const plain: Cost[] = [];
    const copyOurs = async () => ours.push(await measured((to) => mirrorAll(server, to, keys.length)));
    const copyPlainly = async () => {
      plain.push(await measured((to) => downloadPlainly(keys, to, server.plainGet('mirror'))));
    };
    for (let round = 0; round < MIRROR_ROUNDS; round++) {
      for (const copy of round % 2 ? [copyOurs, copyPlainly] : [copyPlainly, copyOurs]) await copy();
      await rm(join(folder, 'copies'), { recursive: true });
    }
    const speeds = [ours, plain].map((costs) => (megabytes / median(costs, 'seconds')).toFixed(0));
    const ratios = (['seconds', 'work'] as const).map((of) => `${(median(plain, of) / median(ours, of)).toFixed(2)}x`);
    console.log(`| ${[server.kind, ...speeds, ...ratios].join(' | ')} |`);
  }
}

/** The mirror's time includes listing; the plain downloader gets the list. */
async function mirrorAll(server: Server, to: string, expected: number): Promise<void> {
  const store = await openLedgerStore([server.address('mirror/long')], server.access(server.url!));
  const { objects } = await mirrorStore(store, to, await planMirror(store, to));
  store.close?.();
  if (objects !== expected) throw new Error(`${objects} objects came, expected ${expected}`);
}

/** Each copy has a folder of its own: where files were just removed, new ones take long to make. */
async function measured(run: (to: string) => Promise<void>): Promise<Cost> {
  const to = join(folder, 'copies', String(copies++));
  const [started, before] = [performance.now(), process.cpuUsage()];
  await run(to);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - started) / 1000, work: (user + system) / 1e6 };
}

console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}\n`);
const [only] = process.argv.slice(2);
if (only !== 'mirror') await benchLoads();
if (only !== 'loads') await benchMirror();
await rm(folder, { recursive: true });
