/** No request holds the event loop of a server, and SIGTERM ends it whatever it does. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { hostileRequests, type HostileRequest } from './hostile-corpus.ts';
import { sample } from './node.ts';
import { startProcess, type ServerProcess } from './process.ts';

/**
 * For so many seconds, and once at least, all hostile requests are sent beside look-ups. `npm run test:hostile` takes ten minutes,
 * and bounds the time of look-ups: run it on a quiet machine.
 */
const SECONDS = Number(process.env['HOSTILE_SECONDS'] ?? 0);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 1);
/** Of look-ups, in milliseconds. */
const MOST_P99_MS = 500;
const HELD = 'the event loop was held';

let server: ServerProcess;
beforeAll(async () => (server = await start()));
afterAll(() => server.stop());

async function start(...more: string[]): Promise<ServerProcess> {
  const data = join(temporaryFolder(), 'data');
  const options = ['--lake', await makeSampleLake(), '--store', sample, '--data-dir', data];
  return startProcess(...options, '--auth', 'off', '--sql', ...more);
}

async function ask({ path, body, headers }: Omit<HostileRequest, 'name'>, { port } = server): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Look-ups as users make them. */
const ordinary = [
  '/health',
  '/lake/v1/local/api/v1/silver/accounts/top?limit=5',
  '/lake/v1/local/api/v1/silver/transfers?limit=10',
  '/lake/v1/local/api/v1/bronze/ledgers?start=1&end=10',
  '/lake/v1/local/api/v1/silver/effects?limit=10',
];

const holdsOf = ({ said }: ServerProcess) =>
  said()
    .split('\n')
    .filter((line) => line.includes(HELD));
/** Returns why a request had no answer, and the last words of the server. */
const reasonOf = (error: unknown) => {
  const { message, cause } = error as Error;
  return `${message}, ${String(cause)} at ${new Date().toISOString()}; ${server.said().slice(-500)}`;
};
/** A call of JSON-RPC that is nested too deeply is 500, as of stellar-rpc. */
const isAnswered = (status: number, { name }: HostileRequest) => status < 500 || status === 503 || name === 'deep';

const definition = (processor: string, consumer: string) => `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: endless}
spec:
  network: testnet
  startLedger: "2"
  processors: [${processor}]
  consumers: [${consumer}]
`;
const endlessSql = `select levenshtein(repeat('a', 1000000), repeat('b', 1000000)) as n from history_ledgers`;
const endlessProcessor = definition(`{type: sql, config: {query: "${endlessSql}"}}`, '{type: "null"}');

/** Returns a server that answers nothing, and a pipeline that writes to it. */
async function pipelineOfMuteSink(): Promise<[server: Server, definition: string]> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const config = `{host: 127.0.0.1, port: ${port}, database: a, username: me, password: "p", sslmode: disable}`;
  return [server, definition('{type: contract_event}', `{type: contract_events_postgres, config: ${config}}`)];
}

describe('a server that is asked for all that is hostile', () => {
  const requests = hostileRequests('local');

  it('answers, and answers look-ups meanwhile', { timeout: 600_000 + SECONDS * 2000 }, async () => {
    const order = fc.sample(fc.shuffledSubarray(requests, { minLength: requests.length }), { numRuns: 1, seed: SEED });
    const end = performance.now() + SECONDS * 1000;
    let next = 0;
    const wrong: string[] = [];
    const took: number[] = [];
    const lane = async () => {
      for (let mine = next++; mine < requests.length || performance.now() < end; mine = next++) {
        const request = order[0][mine % requests.length];
        const status = await ask(request).catch(reasonOf);
        if (typeof status === 'string' || !isAnswered(status, request)) wrong.push(`${request.name}: ${status}`);
      }
    };
    let isDone = false;
    const lookUps = async () => {
      for (let i = 0; !isDone; i++) {
        const begun = performance.now();
        const path = ordinary[i % ordinary.length];
        const status = await ask({ path }).catch(reasonOf);
        took.push(performance.now() - begun);
        if (status !== 200) wrong.push(`${path}: ${status}`);
      }
    };
    const looked = lookUps();
    await Promise.all([lane(), lane()]);
    isDone = true;
    await looked;
    took.sort((a, b) => a - b);
    const at = (part: number) => Math.round(took[Math.floor(part * (took.length - 1))]);
    const times = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
    console.log(`${next} hostile requests beside ${took.length} look-ups: ${times}`);
    expect(wrong).toEqual([]);
    expect(took.length).toBeGreaterThan(10);
    if (SECONDS > 0) expect(at(0.99)).toBeLessThan(MOST_P99_MS);
  });

  it('is not held by any of them', async () => {
    const held: string[] = [];
    for (const request of requests) {
      const before = holdsOf(server).length;
      await ask(request);
      held.push(
        ...holdsOf(server)
          .slice(before)
          .map((line) => `${request.name}: ${line}`),
      );
    }
    expect(held).toEqual([]);
  });

  it('ends by SIGTERM while nothing of what is in hand would end', async () => {
    const busy = await start('--query-time', '600s');
    const endless = JSON.stringify({ sql: "select levenshtein(repeat('a', 1000000), repeat('b', 1000000))" });
    const sql = { path: '/lake/v1/local/api/v1/sql', headers: { 'Content-Type': 'application/json' }, body: endless };
    const yaml = { headers: { 'Content-Type': 'text/yaml' } };
    const flow = '/api/v1/flow/pipelines';
    const [mute, pipeline] = await pipelineOfMuteSink();
    expect(await ask({ ...yaml, path: `${flow}/apply/?auto_start=true`, body: pipeline }, busy)).toBe(201);
    const validated = [`# ${'x'.repeat(98)}\n`.repeat(9000), endlessProcessor].map((body) => ({
      ...yaml,
      path: `${flow}/validate/`,
      body,
    }));
    const asked = [...Array<typeof sql>(6).fill(sql), ...validated].map((request) =>
      ask(request, busy).catch(() => 'cut'),
    );
    // A client that sends half a request, and one that takes nothing of its answer.
    const half = connect(busy.port, '127.0.0.1', () =>
      half.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'),
    );
    const page = JSON.stringify(
      Array(50).fill({ jsonrpc: '2.0', id: 1, method: 'getLedgers', params: { startLedger: 1 } }),
    );
    const stalled = connect(busy.port, '127.0.0.1', () => {
      stalled.pause().write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
    });
    for (const socket of [half, stalled]) socket.on('error', () => undefined);
    expect(await ask({ path: '/health' }, busy)).toBe(200);
    // On a busy machine the signal itself may end it, after 4.5 s.
    expect([0, null]).toContain(await busy.stop());
    for (const one of asked) expect(['cut', 400, 503]).toContain(await one);
    for (const socket of [half, stalled]) socket.destroy();
    mute.close();
  });
});
