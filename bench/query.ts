/** How long does a ledger query take over HTTP, while another process loads ledgers into the same lake? */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeStore } from '../src/simulator/store.ts';

const { values } = parseArgs({
  options: {
    ledgers: { type: 'string', default: '2000' },
    transactions: { type: 'string', default: '10' },
    requests: { type: 'string', default: '40' },
    port: { type: 'string', default: '18795' },
  },
});
const [ledgers, transactionsPerLedger, requests] = [values.ledgers, values.transactions, values.requests].map(Number);
const base = `http://127.0.0.1:${values.port}/lake/v1/local/api/v1`;
const agent = new Agent({ keepAlive: true });
const node = process.execPath;
const cli = join(import.meta.dirname, '../src/cli/main.ts');

interface Answer {
  data?: Record<string, unknown>[];
  cursor?: string;
}

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
  return spawn(node, [cli, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Returns the paths of each class: values are taken from the lake. */
async function classes(): Promise<Record<string, string[]>> {
  const accounts = (await ask('/silver/accounts/top?limit=5')).data ?? [];
  const transfers = (await ask('/silver/transfers?limit=5')).data ?? [];
  const assets = (await ask('/silver/assets?limit=3')).data ?? [];
  const names = assets.map(({ asset_code: code, asset_issuer: issuer }) =>
    issuer ? `${String(code)}:${String(issuer)}` : 'XLM',
  );
  return {
    'look-ups': [
      ...accounts.map(({ account_id: id }) => `/silver/accounts/current?account_id=${String(id)}`),
      ...names.map((name) => `/silver/assets/${encodeURIComponent(name)}/stats`),
      ...transfers.map(({ transaction_hash: hash }) => `/silver/tx/${String(hash)}/decoded`),
    ],
    'first pages of 100': [
      '/silver/accounts?sort_by=last_modified&limit=100',
      '/silver/transfers?limit=100',
      '/silver/payments?limit=100',
      '/silver/operations/enriched?limit=100',
      '/silver/events?limit=100',
      '/silver/events/generic?limit=100',
      '/semantic/activities?limit=100',
      '/semantic/flows?limit=100',
    ],
    'rankings and statistics': [
      '/silver/accounts/top',
      '/silver/contracts/top',
      '/silver/stats/network',
      ...accounts.slice(0, 5).map(({ account_id: id }) => `/semantic/accounts/summary?account_id=${String(id)}`),
    ],
  };
}

/** Returns times of requests in milliseconds, sorted. */
async function measure(paths: readonly string[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await ask(paths[i % paths.length]);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

const at = (times: readonly number[], share: number) =>
  (times[Math.floor((times.length - 1) * share)] ?? NaN).toFixed(1);

async function throughput(paths: readonly string[]): Promise<number> {
  const end = performance.now() + 5000;
  let count = 0;
  const connection = async (first: number) => {
    for (let i = first; performance.now() < end; i++, count++) await ask(paths[(i * 7) % paths.length]);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 16 }, (_, i) => connection(i)));
  return (count * 1000) / (performance.now() - started);
}

/** The 100th page of a list beside its first. */
async function pageTimes(path: string): Promise<string> {
  const times: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const started = performance.now();
    const answer: Answer = await ask(cursor === undefined ? path : `${path}&cursor=${cursor}`);
    times.push(performance.now() - started);
    cursor = answer.cursor;
    if (cursor === undefined) break;
  }
  const middle = (some: number[]) =>
    at(
      some.sort((a, b) => a - b),
      0.5,
    );
  return `${middle(times.slice(0, 10))} ms, then ${middle(times.slice(-10))} ms (page ${times.length})`;
}

const peak = (pid: number) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-query-'));
const [store, lake] = [join(folder, 'store'), join(folder, 'lake')];
let server: ChildProcess | undefined;
let load: ChildProcess | undefined;
try {
  const size = { ledgers: 2 * ledgers - 2, transactionsPerLedger, ledgersPerFile: 100, filesPerPartition: 1000 };
  writeStore(store, { seed: 'bench', passphrase: 'Bench Network', startLedger: 2, startTime: 1_767_225_600, ...size });
  await ended(run('ingest', store, '--lake', lake, '--range', `2:${ledgers - 1}`));
  server = run(
    'serve',
    '--lake',
    lake,
    '--auth',
    'off',
    '--query-time',
    '60s',
    '--endpoint',
    `127.0.0.1:${values.port}`,
  );
  while (!(await ask('/silver/accounts/top?limit=1').catch(() => undefined)))
    await new Promise((done) => setTimeout(done, 200));
  const asked = await classes();
  console.log(
    `${cpus()[0].model}, ${cpus().length} cores, ${ledgers} ledgers of ${transactionsPerLedger} transactions\n\n| what | measured |\n| --- | --- |`,
  );
  for (const isLoading of [false, true]) {
    if (isLoading) load = run('ingest', store, '--lake', lake, '--workers', '1');
    const how = isLoading ? ', while another process loads' : '';
    for (const [name, paths] of Object.entries(asked)) {
      await measure(paths, paths.length);
      const times = await measure(paths, Math.max(requests, paths.length));
      console.log(`| ${name}${how}, p50 / p99 | ${at(times, 0.5)} / ${at(times, 0.99)} ms |`);
    }
  }
  if (load) await ended(load);
  console.log(
    `| a page of 100 transfers, median of the first ten and of the last | ${await pageTimes('/silver/transfers?limit=100')} |`,
  );
  console.log(
    `| requests a second, 16 connections, mixed | ${(await throughput(Object.values(asked).flat())).toFixed(0)} |`,
  );
  console.log(`| resident memory, at its peak | ${peak(server.pid ?? 0).toFixed(0)} MB |`);
} finally {
  load?.kill();
  server?.kill();
  if (server) await ended(server);
  rmSync(folder, { recursive: true });
}
