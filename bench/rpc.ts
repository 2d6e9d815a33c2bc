/** How long does a call take, beside the same bytes out of memory? */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { writeStore } from '../src/simulator/store.ts';
import { spreadOf } from './alternate.ts';
import { Report } from './report.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import { benchSets, sum, type BenchSet } from './util.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const [set] = benchSets;

interface Task {
  name: string;
  method: string;
  params?: object;
}

interface Server {
  port: number;
  /** Peak memory in MB so far. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own. */
async function start(data: object): Promise<Server> {
  const child = fork(new URL('./rpc-server.ts', import.meta.url), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  child.send(data);
  const [port] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('no server'))),
  ])) as [number];
  return {
    port,
    memory: () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function call(agent: Agent, port: number, path: string, body: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sent = request({ agent, port, path, method: 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the latencies in milliseconds of calls over so many connections, sorted; `body` gives what each asks. */
async function measure(port: number, path: string, body: () => string, connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const run = async () => {
    do {
      const started = performance.now();
      await call(agent, port, path, body());
      times.push(performance.now() - started);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return times.sort((a, b) => a - b);
}

const plural = (connections: number) => `${connections} connection${connections === 1 ? '' : 's'}`;

async function bench(
  data: { sources: string[]; passphrase: string },
  tasks: (port: number) => Promise<Task[]>,
): Promise<void> {
  const index = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
  const node = await start({ ...data, index });
  const agent = new Agent({ keepAlive: true });
  for (const { name, method, params } of await tasks(node.port)) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await call(agent, node.port, '/', body);
    if (answer.subarray(0, 40).includes('"error":')) throw new Error(`${name}: ${answer.toString('utf8', 0, 300)}`);
    const memory = await start({ passphrase: '', bodies: { '/': answer } });
    for (const connections of [1, 8]) {
      const ours = await measure(node.port, '/', () => body, connections);
      const limit = await measure(memory.port, '/', () => body, connections);
      const reference = { name: 'the same bytes from memory', figure: spreadOf(limit) };
      const task = `${name}, ${plural(connections)}`;
      report.add({ task, unit: 'ms', ours: spreadOf(ours), reference, memory: node.memory() });
    }
    await memory.stop();
  }
  agent.destroy();
  await node.stop();
  rmSync(index, { recursive: true });
}

/** Calls on the ledgers of the corpus. */
async function pubnetTasks(port: number): Promise<Task[]> {
  const agent = new Agent();
  const ask = async (method: string, params?: object) => {
    const text = await call(agent, port, '/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return (JSON.parse(text.toString()) as { result: Record<string, never> }).result;
  };
  const { oldestLedger: first } = await ask('getHealth');
  const { transactions } = await ask('getTransactions', { startLedger: first, pagination: { limit: 200 } });
  const { events } = await ask('getEvents', { startLedger: first, pagination: { limit: 1000 } });
  const [{ txHash: hash }] = (transactions as { txHash: string }[]).slice(100);
  const contracts = (events as { contractId: string }[]).map(({ contractId }) => contractId);
  const page = (limit: number, xdrFormat?: string) => ({ startLedger: first, pagination: { limit }, xdrFormat });
  return [
    { name: 'getTransaction', method: 'getTransaction', params: { hash } },
    {
      name: 'getEvents, 10 of a contract',
      method: 'getEvents',
      params: { ...page(10), filters: [{ contractIds: [contracts.at(-1)] }] },
    },
    { name: 'getEvents, 100', method: 'getEvents', params: page(100) },
    { name: 'getTransactions(50)', method: 'getTransactions', params: page(50) },
    { name: 'getTransactions(50) json', method: 'getTransactions', params: page(50, 'json') },
    { name: 'getLedgers(1)', method: 'getLedgers', params: page(1) },
    { name: 'getLedgers(1) json', method: 'getLedgers', params: page(1, 'json') },
    { name: 'getLatestLedger', method: 'getLatestLedger' },
    { name: 'getFeeStats', method: 'getFeeStats' },
    { name: 'getHealth', method: 'getHealth' },
  ];
}

/** A call for what few of 9,998 small ledgers hold: the topics of one event. */
async function rareTasks(port: number): Promise<Task[]> {
  const agent = new Agent();
  const ask = { jsonrpc: '2.0', id: 1, method: 'getEvents', params: { startLedger: 5000, pagination: { limit: 10 } } };
  const text = await call(agent, port, '/', JSON.stringify(ask));
  const { events } = (JSON.parse(text.toString()) as { result: { events: { topic: string[] }[] } }).result;
  const rare = events.find(({ topic }) => topic.length > 3) ?? events[0];
  const params = { startLedger: 2, filters: [{ topics: [rare.topic] }], pagination: { limit: 100 } };
  return [{ name: 'getEvents, rare in 9,998 ledgers', method: 'getEvents', params }];
}

async function benchRare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
  const passphrase = 'Ledgerlake Bench Network ; 2026';
  const size = { ledgers: 9998, transactionsPerLedger: 2, ledgersPerFile: 100, filesPerPartition: 1000 };
  try {
    writeStore(folder, { seed: 'bench', passphrase, startLedger: 2, startTime: 1_767_225_600, ...size });
    await bench({ sources: [folder], passphrase }, rareTasks);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Pages of 10 events, each from another ledger of `EVENTS_LEDGERS` (default 400) of pubnet-p26 repeated, beside what stellar-rpc 28 took for
 * pages of 400 such ledgers (bench/history.csv), and what the events take apart from their ledgers.
 */
async function benchEvents({ sources, network }: BenchSet): Promise<void> {
  const count = Number(process.env.EVENTS_LEDGERS ?? 400);
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
  const [store, index] = [join(folder, 'store'), join(folder, 'index')];
  const passphrase = passphraseOf(network);
  const FIRST = 1000;
  try {
    writeManifest(store, passphrase);
    writeRepeated(store, await ledgersOf(await openLedgerStore(sources)), FIRST, count, passphrase);
    const node = await start({ sources: [store], passphrase, index, keepsAllEvents: true });
    let seed = 1;
    const other = () => {
      seed = (seed * 48271) % 2147483647;
      const params = { startLedger: FIRST + (seed % count), pagination: { limit: 10 } };
      return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getEvents', params });
    };
    // A new server has compiled nothing, and the disk still writes what was made for it.
    await measure(node.port, '/', other, 1);
    for (const connections of [1, 8]) {
      const times = await measure(node.port, '/', other, connections);
      const task = `getEvents(10), other ledgers of ${count}, ${plural(connections)}`;
      const recorded = 'stellar-rpc 28 on AMD EPYC, 400 ledgers';
      if (connections === 1) {
        report.add({
          task,
          unit: 'ms',
          ours: spreadOf(times),
          reference: { name: recorded, figure: { p50: 0.54, p99: 3.2 } },
          memory: node.memory(),
        });
      }
      const reference = connections === 8 ? { name: recorded, figure: 2273 } : undefined;
      report.add({ task, unit: 'calls/s', ours: times.length / SECONDS, reference, memory: node.memory() });
    }
    await node.stop();
    const [events, ledgers] = [join(index, 'events'), store].map((path) => (existsSync(path) ? sizeOf(path) : 0));
    report.add({ task: 'events apart, of the store', unit: '%', ours: (100 * events) / ledgers });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return sum(files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size));
}

const report = new Report('rpc', `${set.name}, by HTTP`);
await bench({ sources: set.sources, passphrase: passphraseOf(set.network) }, pubnetTasks);
await benchRare();
await benchEvents(set);
report.absent('stellar-rpc, whose recorded figures are in history.csv');
report.end();
