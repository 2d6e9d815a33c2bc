/** Servers over the sample, asked by requests of no good faith. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '../../../src/index.ts';
import { listen } from '../../../src/server/http/listener.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { sqlEndpoint, sqlProcesses } from '../../../src/server/query/sql-endpoint.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { startTestNode } from '../../server/node.ts';
import type { Target } from '../fuzzer.ts';

const sample = join(import.meta.dirname, '../../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const account = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
const bytesOf = (texts: readonly string[]) => texts.map((text) => Uint8Array.from(Buffer.from(text)));

const calls = [
  ['getHealth'],
  ['getLatestLedger'],
  ['getFeeStats'],
  ['getNetwork'],
  ['getLedgers', { startLedger: 5, pagination: { limit: 2 }, xdrFormat: 'json' }],
  ['getTransactions', { startLedger: 5, pagination: { limit: 2, cursor: '' } }],
  ['getTransaction', { hash: '0'.repeat(64), xdrFormat: 'base64' }],
  [
    'getEvents',
    { startLedger: 5, endLedger: 50, filters: [{ type: 'contract', topics: [['*', '**']] }], pagination: { limit: 3 } },
  ],
  ['getLedgerEntries', { keys: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'] }],
  ['simulateTransaction', { transaction: 'AAAA', resourceConfig: { instructionLeeway: 1 } }],
  ['sendTransaction', { transaction: 'AAAA' }],
] as const;

/** Every body has an answer of JSON-RPC 2.0, or a status that refuses it. */
export async function jsonRpc(): Promise<Target> {
  const node = await startTestNode();
  const one = calls.map(([method, params]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return {
    name: 'rpc',
    seeds: bytesOf([...one, `[${one.slice(0, 3).join()}]`]),
    tokens: bytesOf([
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'null',
      '-1',
      '1e400',
      '0.5',
      '"id":',
      '"params":',
      '\\u0000',
      '\ud800',
      '"\\ud800"',
      '9007199254740993',
      '"__proto__":',
      ' ',
      '\n',
    ]),
    async run(input) {
      const { status, text } = await node.post(Buffer.from(input));
      // A body that is no JSON is 500, as of stellar-rpc.
      if (status >= 500 && !text.startsWith('[-32700]')) throw new Error(`status ${status}: ${text.slice(0, 200)}`);
      if (status !== 200 || text === '') return;
      for (const answer of [JSON.parse(text) as object].flat()) {
        if (!('jsonrpc' in answer) || !('result' in answer || 'error' in answer))
          throw new Error(`no answer: ${text.slice(0, 200)}`);
        const { error } = answer as { error?: { code: number; message: string } };
        if (error?.code === -32603 && !/cannot be|not|no /.test(error.message))
          throw new Error(`internal: ${error.message}`);
      }
    },
    close: () => node.stop(),
  };
}

/** A server of ledger queries over a lake of the sample; `close` ends it and removes the lake. */
async function serveQueries(more: Parameters<typeof queryRoom>[0]['more'] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-fuzz-'));
  const lake = await open(join(folder, 'lake'), { network });
  await lake.load(sample);
  await lake.close();
  const lakes = await openLakes([join(folder, 'lake')]);
  const listener = await listen('127.0.0.1:0', [
    queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget: 20_000, more }),
  ]);
  const close = async () => {
    await listener.close();
    await closeLakes(lakes);
    rmSync(folder, { recursive: true });
  };
  return { url: `${listener.url}lake/v1/local`, folder, close };
}

/** Every path and every value of a parameter has an answer below 500, which is JSON. */
export async function rest(): Promise<Target> {
  const { url, close } = await serveQueries();
  const paths = endpoints.filter(({ method, path }) => method === undefined && !path.endsWith('/stream'));
  const seeds = paths.map(({ path, parameters }) => {
    const values = Object.keys(parameters).map((name) => `${name}=${name === 'limit' ? '3' : ''}`);
    return `${path.replaceAll(/\{\w+\}/g, account)}?${values.join('&')}`;
  });
  return {
    name: 'rest',
    seeds: bytesOf(seeds),
    tokens: bytesOf([
      '&',
      '=',
      '%',
      '%00',
      '%F0%9F',
      '%2e%2e',
      '/',
      '?',
      account,
      'native',
      '-1',
      '0',
      '1e400',
      '9223372036854775808',
      'limit=',
      'cursor=',
      '2026-01-01T00:00:00Z',
      "'",
      '"',
      ';',
      'true',
      'asc',
      'desc',
      ',',
      'USDC:',
      'explain=true',
      '[]',
    ]),
    async run(input) {
      const path = Buffer.from(input)
        .toString('latin1')
        .replaceAll(/[^\x21-\x7e]/g, (c) => encodeURIComponent(c));
      const answer = await fetch(`${url}/${path.replace(/^\/+/, '')}`);
      const text = await answer.text();
      if (answer.status >= 500 && answer.status !== 503)
        throw new Error(`status ${answer.status}: ${text.slice(0, 300)}`);
      if (answer.headers.get('content-type')?.startsWith('application/json')) JSON.parse(text);
    },
    close,
  };
}

const CANARY = 'canary-7f3a9';

const statements = (file: string) => [
  'select sequence, closed_at from history_ledgers where sequence < 9 order by 1',
  'with a as (select * from silver.trades) select base_asset, count(*) from a group by all having count(*) > 1',
  `select * from read_text('${file}')`,
  `from '${file}'`,
  `select getenv('LEDGERLAKE_CANARY')`,
  `copy (select 1) to '${file}.out'`,
  `attach '${file}.db' as x`,
  `select * from glob('${file}*')`,
  `set enable_external_access = true`,
  `select list_transform([1,2], lambda x : x + 1), {a: 1}::json, regexp_matches('a', '(a+)+$'), unnest(range(3))`,
];

/** No statement of a client reads or writes a file, or a variable of the environment. */
export async function sql(): Promise<Target> {
  process.env['LEDGERLAKE_CANARY'] = CANARY;
  const processes = sqlProcesses('1GB', () => undefined);
  const { url, folder, close } = await serveQueries([sqlEndpoint(processes)]);
  const file = join(folder, 'canary.csv');
  writeFileSync(file, `a\n${CANARY}\n`);
  const before = readdirSync(folder).join();
  return {
    name: 'sql',
    seeds: bytesOf(statements(file)),
    tokens: bytesOf([
      ' ',
      '(',
      ')',
      "'",
      '"',
      ';',
      ',',
      '*',
      '.',
      '--',
      '/*',
      '$1',
      '$$',
      'select ',
      'from ',
      'union all ',
      'read_csv',
      'read_parquet',
      'read_blob',
      'parquet_scan',
      'query(',
      'query_table(',
      'pragma ',
      'load ',
      'install ',
      'copy ',
      ' to ',
      'attach ',
      'call ',
      'execute ',
      'prepare x as ',
      'explain analyze ',
      'set ',
      'reset ',
      'export database ',
      'import database ',
      'getenv(',
      'glob(',
      `'${file}'`,
      '::varchar',
      'duckdb_secrets()',
      'sniff_csv',
      'main.',
      'system.',
    ]),
    async run(input) {
      const body = JSON.stringify({ sql: Buffer.from(input).toString(), limit: 50 });
      const answer = await fetch(`${url}/api/v1/sql`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      const text = await answer.text();
      if (answer.status >= 500 && answer.status !== 503)
        throw new Error(`status ${answer.status}: ${text.slice(0, 300)}`);
      if (answer.status === 200 && text.includes(CANARY) && !Buffer.from(input).includes(CANARY))
        throw new Error('a statement read what it may not');
      if (readdirSync(folder).join() !== before) throw new Error('a statement wrote a file');
    },
    async close() {
      processes.close();
      await close();
    },
  };
}
