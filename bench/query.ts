/**
 * How long does a ledger query take over HTTP, while another process loads ledgers into the same lake? Wall time, and processor time of the
 * server for a busy machine. `node bench/query.ts --ledgers 100000` and `--pubnet --ledgers 2000`, of pubnet's ledgers repeated, are the lakes of
 * the floors; `--store DIR --lake DIR` asks one that is there; `--each` tells of every path by itself, at rest and then beside a load.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLedgerStore } from '../src/datastore/open.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { writeStore } from '../src/simulator/store.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { spreadOf } from './alternate.ts';
import { Report } from './report.ts';
import { benchSets } from './util.ts';
import { groupsOf, type Answer, type Groups, type Way } from './query-paths.ts';

const { values } = parseArgs({
  options: {
    ledgers: { type: 'string', default: '30000' },
    transactions: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '18795' },
    lake: { type: 'string' },
    store: { type: 'string' },
    each: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    pubnet: { type: 'boolean', default: false },
    'no-load': { type: 'boolean', default: false },
  },
});
const [ledgers, transactionsPerLedger, rounds] = [values.ledgers, values.transactions, values.rounds].map(Number);
/** So many more are there to be loaded meanwhile: they take longer to load than all that is asked takes. */
const MORE = 0.5;
const CONNECTIONS = 16;
const FIRST = values.pubnet ? 70_000_000 : 2;
const LEDGERS_PER_FILE = 100;
const MIXED_MS = 10_000;
/** Linux counts processor time in such ticks. */
const TICK_MS = 10;

const base = `http://127.0.0.1:${values.port}/lake/v1/${values.pubnet ? 'mainnet' : 'local'}/api/v1`;
const agent = new Agent({ keepAlive: true });
const cli = join(import.meta.dirname, '../src/cli/main.ts');

function ask(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(base + path, { agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Answer);
        else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
      });
    }).on('error', reject);
  });
}

function run(...words: string[]): ChildProcess {
  return spawn(process.execPath, [cli, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Returns the processor time of a process so far, in milliseconds. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const memoryOf = (pid: number) =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(1);

interface Measured {
  /** Milliseconds of each request, sorted. */
  times: number[];
  /** Milliseconds of processor a request. */
  processor: number;
}

/** How often each way was asked: values are to be others each time. */
const asked = new Map<Way, number>();
/** The paths that were asked, to tell how many were asked again. */
const paths = new Set<string>();
let again = 0;

function nextOf(way: Way): string {
  const n = asked.get(way) ?? 0;
  asked.set(way, n + 1);
  const path = way(n);
  if (paths.has(path)) again++;
  paths.add(path);
  return path;
}

/** Asks so many times in each way, after once that does not count. */
async function measure(pid: number, ways: readonly Way[], count = rounds): Promise<Measured> {
  for (const way of ways) await ask(nextOf(way));
  const times: number[] = [];
  const before = processorOf(pid);
  for (let round = 0; round < count; round++) {
    for (const way of ways) {
      const started = performance.now();
      await ask(nextOf(way));
      times.push(performance.now() - started);
    }
  }
  return { times: times.sort((a, b) => a - b), processor: (processorOf(pid) - before) / times.length };
}

async function measureGroups(pid: number, groups: Groups, how: string): Promise<void> {
  for (const [name, ways] of Object.entries(groups)) {
    const { times, processor } = await measure(pid, ways);
    const memory = memoryOf(pid);
    report.add({ task: `${name}${how}`, unit: 'ms', ours: spreadOf(times), memory });
    report.add({ task: `${name}${how}: processor time`, unit: 'ms', ours: processor, memory });
  }
}

/** Tells of each way by itself, those that take most first. */
async function measureEach(pid: number, groups: Groups): Promise<void> {
  const found: [string, Measured][] = [];
  for (const way of Object.values(groups).flat()) found.push([way(0), await measure(pid, [way], 8)]);
  for (const [path, { times, processor }] of found.sort(([, a], [, b]) => b.processor - a.processor)) {
    console.log(
      `${processor.toFixed(1).padStart(7)} ${at(times, 0.5).padStart(7)} ${at(times, 1).padStart(7)}  ${path}`,
    );
  }
}

/** Returns requests a second and processor time a request, in all ways by turns on several connections. */
async function mixed(pid: number, ways: readonly Way[]): Promise<[rate: number, processor: number]> {
  const [started, before] = [performance.now(), processorOf(pid)];
  let count = 0;
  const connection = async (first: number) => {
    for (let i = first; performance.now() < started + MIXED_MS; i += CONNECTIONS + 1, count++)
      await ask(nextOf(ways[i % ways.length]));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => connection(i)));
  return [(count * 1000) / (performance.now() - started), (processorOf(pid) - before) / count];
}

async function latestLedger(): Promise<number> {
  const { data } = await ask('/silver/ledgers/recent?limit=1');
  return Number(data?.[0]?.['sequence']);
}

/** The 100th page of a list beside its first. */
async function pageTimes(path: string): Promise<[first: number[], last: number[]]> {
  const times: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const started = performance.now();
    const answer: Answer = await ask(cursor === undefined ? path : `${path}&cursor=${cursor}`);
    times.push(performance.now() - started);
    cursor = answer.cursor;
    if (cursor === undefined) break;
  }
  const sorted = (some: number[]) => some.sort((a, b) => a - b);
  return [sorted(times.slice(0, 10)), sorted(times.slice(-10))];
}

function startServer(lake: string): ChildProcess {
  const address = `127.0.0.1:${values.port}`;
  return run('serve', '--lake', lake, '--auth', 'off', '--query-time', '60s', '--endpoint', address);
}

async function standing(server: ChildProcess): Promise<number> {
  const listens = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED') throw error;
  };
  while (!(await ask('/silver/accounts/top?limit=1').catch(listens))) {
    if (server.exitCode !== null) throw new Error('the server ended');
    await setTimeout(200);
  }
  return server.pid ?? 0;
}

function groupsAsked(groups: Groups): Groups {
  return Object.fromEntries(
    Object.entries(groups).map(([name, ways]) => [name, ways.filter((way) => new RegExp(values.only).test(way(0)))]),
  );
}

const report = new Report('query', `${ledgers} ledgers, by HTTP`);
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-query-'));
const [store, lake] = [values.store ?? join(folder, 'store'), values.lake ?? join(folder, 'lake')];
let server: ChildProcess | undefined;
let load: ChildProcess | undefined;
try {
  if (values.store === undefined && values.pubnet) {
    const { sources, network } = benchSets[0];
    const passphrase = passphraseOf(network);
    writeManifest(store, passphrase);
    // Under the passphrase no two transactions are the same.
    writeRepeated(store, await ledgersOf(await openLedgerStore(sources)), FIRST, ledgers * (1 + MORE), passphrase);
  } else if (values.store === undefined) {
    // From ledger 2 on, files are full.
    const count = Math.ceil((ledgers * (1 + MORE)) / LEDGERS_PER_FILE) * LEDGERS_PER_FILE - FIRST;
    const size = { ledgers: count, transactionsPerLedger, ledgersPerFile: LEDGERS_PER_FILE, filesPerPartition: 1000 };
    writeStore(store, {
      seed: 'bench',
      passphrase: 'Bench Network',
      startLedger: FIRST,
      startTime: 1_767_225_600,
      ...size,
    });
  }
  if (values.lake === undefined) await ended(run('ingest', store, '--lake', lake, '--range', `${FIRST}:+${ledgers}`));
  server = startServer(lake);
  const pid = await standing(server);
  const groups = groupsAsked(await groupsOf(ask));
  if (values.each) await measureEach(pid, groups);
  else {
    await measureGroups(pid, groups, '');
    const [first, last] = await pageTimes('/silver/transfers?limit=100');
    report.add({ task: 'first ten of 100 pages of transfers', unit: 'ms', ours: spreadOf(first) });
    report.add({ task: 'last ten of them', unit: 'ms', ours: spreadOf(last) });
    const [rate, processor] = await mixed(pid, Object.values(groups).flat());
    report.add({ task: `mixed, ${CONNECTIONS} connections`, unit: 'requests/s', ours: rate });
    report.add({ task: 'mixed: processor time a request', unit: 'ms', ours: processor });
    report.add({ task: 'asked before, so told from memory', unit: '%', ours: (100 * again) / (paths.size + again) });
  }
  if (!values['no-load']) {
    const before = await latestLedger();
    load = run('ingest', store, '--lake', lake, '--workers', '1');
    // Until it commits, a load changes nothing that is asked.
    while ((await latestLedger()) === before && load.exitCode === null) await setTimeout(50);
    const first = await latestLedger();
    if (values.each) {
      console.log('\nWhile another process loads:');
      await measureEach(pid, groups);
    } else await measureGroups(pid, groups, ', while another process loads');
    report.add({ task: 'ledgers that it committed meanwhile', unit: 'ledgers', ours: (await latestLedger()) - first });
    if (load.exitCode !== null) console.log('\nthe load ended meanwhile');
  }
  report.absent('Horizon and the hosted API');
  report.end();
} finally {
  load?.kill();
  server?.kill();
  if (server) await ended(server);
  rmSync(folder, { recursive: true });
}
