/** Clients of ledger queries that do not take their answers, or go away: the server, a process of its own, goes on. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startProcess, type ServerProcess } from '../process.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';

/** What a server may have resident (MB): DuckDB and Node take 400 of it before anyone asks. */
const MOST_MEGABYTES = 1000;
const LARGE = '/bronze/contract_events?start=2&end=129&limit=10000';

let server: ServerProcess;
beforeAll(async () => {
  vi.stubEnv('CLIENT_STALL_TIMEOUT', '300ms');
  const folder = await makeSampleLake();
  server = await startProcess('--lake', folder, '--auth', 'off', '--sql', '--query-time', '600s');
  vi.unstubAllEnvs();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const get = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}/lake/v1/local/api/v1${path}`)).status;

/** Asks, and reads nothing until it is told to. */
function ask(head: string, body = ''): Socket {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const [method, path] = head.split(' ');
  socket.write(`${method} /lake/v1/local/api/v1${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${body}`);
  return socket;
}

const times = (pattern: RegExp) => server.said().match(pattern)?.length ?? 0;
const cuts = () => times(/a client that took nothing was cut/g);

it('those that never read are cut, and cost no memory that grows', { timeout: 60_000 }, async () => {
  expect(await get(LARGE)).toBe(200);
  const before = server.peakMegabytes();
  const stalled = Array.from({ length: 6 }, () => ask(`GET ${LARGE}`));
  await expect.poll(cuts, { timeout: 30_000 }).toBe(stalled.length);
  expect(await get('/silver/accounts/top?limit=1')).toBe(200);
  expect(server.peakMegabytes()).toBeLessThan(Math.max(before + 300, MOST_MEGABYTES));
  for (const socket of stalled) socket.destroy();
});

it('streams that nobody reads are cut', { timeout: 60_000 }, async () => {
  const before = cuts();
  const stalled = Array.from({ length: 12 }, () => ask('GET /silver/events/generic/stream?start_ledger=2'));
  await expect.poll(cuts, { timeout: 30_000 }).toBe(before + stalled.length);
  expect(await get('/silver/accounts/top?limit=1')).toBe(200);
  for (const socket of stalled) socket.destroy();
});

it('one that reads byte by byte keeps nobody waiting', { timeout: 60_000 }, async () => {
  const slow = ask(`GET ${LARGE}`);
  await new Promise((resolve) => slow.once('readable', resolve));
  let taken = 0;
  for (let i = 0; i < 10; i++) {
    expect(await get('/silver/accounts/top?limit=1')).toBe(200);
    if (slow.read(1) !== null) taken++;
  }
  expect(taken).toBeGreaterThan(0);
  slow.destroy();
});

it('one that goes away in the middle of an answer leaves nothing behind', { timeout: 60_000 }, async () => {
  for (let i = 0; i < 10; i++) {
    const socket = ask(`GET ${LARGE}`);
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.destroy();
  }
  expect(await get('/silver/accounts/top?limit=1')).toBe(200);
  expect(server.peakMegabytes()).toBeLessThan(MOST_MEGABYTES);
});

it('what runs for one that went away ends in DuckDB', { timeout: 60_000 }, async () => {
  const gone = () => times(/path=\S*\/sql .*status=499/g);
  const sql = JSON.stringify({
    sql: 'select sum(a.sequence * b.sequence * c.sequence * d.sequence) from bronze.history_ledgers a, bronze.history_ledgers b, bronze.history_ledgers c, bronze.history_ledgers d, range(1000)',
  });
  const socket = ask('POST /sql', sql);
  await new Promise((resolve) => socket.once('connect', resolve));
  expect(await get('/silver/accounts/top?limit=1')).toBe(200);
  expect(gone()).toBe(0);
  socket.destroy();
  await expect.poll(gone, { timeout: 30_000 }).toBe(1);
});
