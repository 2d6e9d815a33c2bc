/** What does a statement of a client cost in a process of its own, beside the same statement in this process? */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { spreadOf } from './alternate.ts';
import { Report } from './report.ts';
import { open } from '../src/index.ts';
import { writeQuery } from '../src/lake/asking/query/write.ts';
import { sqlProcesses } from '../src/server/query/sql-endpoint.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 200);
const statements = {
  'select 1': 'select 1',
  'count of transactions': 'select count(*) from bronze.history_transactions_raw_v1',
  '1,000 operations': 'select * from bronze.history_operations_raw_v1 limit 1000',
};

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
const path = join(folder, 'lake');
const lake = await open(path, { network: { passphrase: 'Ledgerlake Sample Network ; 2026' } });
await lake.load(join(import.meta.dirname, '../data/sample'));
const processes = sqlProcesses('1GB', () => undefined);
const { signal } = new AbortController();

async function inChild(sql: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const payload = { lake: path, memory: '1GB', sql, format: 'ndjson', limit: 1000 };
  await processes.pool.call({ payload, signal, onPart: (part) => void parts.push(part) });
  return Buffer.concat(parts);
}

async function inProcess(sql: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const output = new Writable({ write: (part: Uint8Array, _, done) => (parts.push(part), done()) });
  await writeQuery(lake.lake, sql, { format: 'ndjson', output, signal, limit: 1000 });
  return Buffer.concat(parts);
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

const report = new Report('sql-process', 'the sample');
for (const [name, sql] of Object.entries(statements)) {
  const [own, other] = [await inChild(sql), await inProcess(sql)];
  if (!own.equals(other)) throw new Error(`the process of its own answers otherwise: ${sql}`);
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    times[0].push(await timed(() => inChild(sql)));
    times[1].push(await timed(() => inProcess(sql)));
  }
  const [ours, figure] = times.map(spreadOf);
  report.add({ task: name, unit: 'ms', ours, reference: { name: 'in this process', figure } });
}
report.end();
processes.close();
await lake.close();
rmSync(folder, { recursive: true });
