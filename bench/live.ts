/**
 * How soon is a ledger queryable on a network of large ledgers and fast blocks? `ingest --follow` with materialised relations, and a server
 * that answers REST and JSON-RPC beside it, each in a process. `node bench/live.ts --seconds 600 --transactions 1200 --interval 600` closes a
 * ledger of 1,200 simulated transactions of all kinds every 600 ms; the default is 60 seconds of 6,000.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readLedger, type Ledger } from '../src/ledger/ledger.ts';
import { simulate } from '../src/simulator/simulate.ts';
import { spreadOf } from './alternate.ts';
import { publish } from './publish.ts';
import { writeManifest, writeRepeated } from './repeated.ts';
import { Report } from './report.ts';
import { sum } from './util.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    transactions: { type: 'string', default: '6000' },
    interval: { type: 'string', default: '600' },
  },
});
const [seconds, transactionsPerLedger, interval] = [values.seconds, values.transactions, values.interval].map(Number);
const count = Math.ceil((seconds * 1000) / interval);
const FIRST = 1000;
/** So many ledgers are simulated; the others repeat them under other numbers and hashes. */
const DISTINCT = 8;
/** The share of the transactions that a ledger has at least. */
const FULL = 0.9;
/** Requests of each kind begin so often. */
const ASK_MS = 250;
/** How long the last ledgers may take. */
const LATE_MS = 60_000;
const passphrase = 'Bench Network';
const endpoint = '127.0.0.1:18796';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
const [prepared, store, lake] = ['prepared', 'store', 'lake'].map((name) => join(folder, name));
const cli = join(import.meta.dirname, '../dist/cli/main.js');

function run(...words: string[]): ChildProcess {
  return spawn(process.execPath, [cli, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
}

/** Resident memory now, in MB. */
function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processor seconds so far. */
function processorOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function prepare(): string[] {
  const options = { seed: 'bench', passphrase, transactionsPerLedger, mix: 'mixed' as const };
  const ledgers: Ledger[] = [];
  // Each ledger makes some 100 of the accounts that the transactions come from.
  for (const { bytes } of simulate({ ...options, ledgers: DISTINCT + 10 + Math.ceil(transactionsPerLedger / 50) })) {
    const ledger = readLedger(bytes);
    if (ledger.transactions.length >= FULL * transactionsPerLedger) ledgers.push(ledger);
    if (ledgers.length === DISTINCT) break;
  }
  writeManifest(prepared, passphrase);
  writeManifest(store, passphrase);
  writeRepeated(prepared, ledgers, FIRST, count, passphrase);
  const keys = readdirSync(prepared, { recursive: true, encoding: 'utf8' }).filter((key) => key.endsWith('.zst'));
  for (const key of keys) mkdirSync(dirname(join(store, key)), { recursive: true });
  // Keys begin with the number that is left, so that the newest is first.
  return keys.sort().reverse();
}

/** Asks until the signal; returns milliseconds of the answers. */
async function asked(signal: AbortSignal, path: () => string, body?: () => object): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const started = performance.now();
    const post = body && {
      method: 'POST',
      body: JSON.stringify(body()),
      headers: { 'Content-Type': 'application/json' },
    };
    const answer = await fetch(`http://${endpoint}${path()}`, post);
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${path()}: ${answer.status} ${text}`);
    times.push(performance.now() - started);
    await setTimeout(Math.max(0, ASK_MS - (performance.now() - started)));
  }
  return times;
}

const keys = prepare();
const note = `${count} ledgers of ${transactionsPerLedger} transactions, one every ${interval} ms`;
const report = new Report('live', note);
const published = new Map<number, number>();
const delays: number[] = [];
const memory: number[] = [];
let last = 0;
const follower = run('ingest', store, '--lake', lake, '--follow', '--json');
let server: ChildProcess | undefined;
const stop = new AbortController();
try {
  createInterface(follower.stdout!).on('line', (line) => {
    const commit = JSON.parse(line) as { first: number; last: number };
    for (let ledger = last + 1; ledger <= commit.last; ledger++) {
      const at = published.get(ledger);
      if (at !== undefined) delays.push(performance.now() - at);
    }
    last = commit.last;
    memory.push(memoryOf(follower));
  });
  await publish(keys[0], prepared, store, folder);
  while (last < FIRST) await setTimeout(50);
  server = run('serve', '--lake', lake, '--store', store, '--auth', 'off', '--endpoint', endpoint);
  while (!(await fetch(`http://${endpoint}/health`).catch(() => undefined))) await setTimeout(100);
  const call = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const clients = Promise.all([
    asked(stop.signal, () => '/lake/v1/local/api/v1/silver/ledgers/recent?limit=10'),
    asked(stop.signal, () => `/lake/v1/local/api/v1/bronze/transactions?start=${last}&end=${last}&limit=10`),
    asked(
      stop.signal,
      () => '/',
      () => call('getEvents', { startLedger: last, pagination: { limit: 10 } }),
    ),
  ]);
  const began = performance.now();
  const before = [follower, server].map(processorOf);
  for (const [i, key] of keys.slice(1).entries()) {
    await setTimeout(Math.max(0, began + i * interval - performance.now()));
    published.set(FIRST + 1 + i, await publish(key, prepared, store, folder));
  }
  const behind = FIRST + count - 1 - last;
  const cores = [follower, server].map(
    (child, i) => (processorOf(child) - before[i]) / ((performance.now() - began) / 1000),
  );
  const until = performance.now() + LATE_MS;
  while (last < FIRST + count - 1 && performance.now() < until) await setTimeout(50);
  stop.abort();
  const [recent, transactions, events] = await clients;
  const third = Math.floor(delays.length / 3);
  const peak = Math.max(...memory);
  report.add({ task: 'from object there to rows queryable', unit: 'ms', ours: spreadOf(delays), memory: peak });
  report.add({
    task: 'of the first third',
    unit: 'ms',
    ours: spreadOf(delays.slice(0, third)),
    memory: Math.max(...memory.slice(0, third)),
  });
  report.add({
    task: 'of the last third',
    unit: 'ms',
    ours: spreadOf(delays.slice(-third)),
    memory: Math.max(...memory.slice(-third)),
  });
  report.add({ task: 'ledgers behind at the end', unit: 'ledgers', ours: behind, memory: peak });
  report.add({ task: 'cores of ingest', unit: 'cores', ours: cores[0], memory: peak });
  report.add({ task: 'cores of the server', unit: 'cores', ours: cores[1], memory: memoryOf(server) });
  report.add({ task: 'REST: recent ledgers', unit: 'ms', ours: spreadOf(recent), memory: memoryOf(server) });
  report.add({
    task: 'REST: transactions of the newest ledger',
    unit: 'ms',
    ours: spreadOf(transactions),
    memory: memoryOf(server),
  });
  report.add({ task: 'getEvents of the newest ledger', unit: 'ms', ours: spreadOf(events), memory: memoryOf(server) });
  const missed = count - 1 - delays.length;
  if (missed > 0)
    console.log(`\n${missed} ledgers were not loaded within ${LATE_MS / 1000} s of the end: this rate does not hold.`);
  if (sum(delays) === 0) throw new Error('no ledger was loaded');
} finally {
  stop.abort();
  for (const child of [follower, server]) {
    if (!child || child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
}
// Processor time of children counts as ours when they have ended.
report.end();
