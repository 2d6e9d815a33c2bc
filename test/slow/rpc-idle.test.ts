import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProcess, type ServerProcess } from '../server/process.ts';

/** The process and this one each need a descriptor a connection: `ulimit -n` must be above. */
const CONNECTIONS = Number(process.env.RPC_IDLE_CONNECTIONS ?? 10_000);
const AT_ONCE = 200;
/** A connection that says nothing, or no more, is closed after 5 s, as in the reference. */
const CLOSED_AFTER_MS = 60_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess('--store', join(import.meta.dirname, '../../data/sample'));
});
afterAll(() => server.stop());

async function call(method: string): Promise<{ result?: Record<string, unknown> }> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', headers, body });
  return (await response.json()) as { result?: Record<string, unknown> };
}

/** Opens a connection that says nothing, or asks once and then nothing. */
function open(asks: boolean): Promise<{ socket: Socket; closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    const closed = new Promise<void>((done) => void socket.once('close', () => done()));
    socket.once('error', reject);
    socket.once('connect', () => {
      if (asks) socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.resume();
      resolve({ socket, closed });
    });
  });
}

it('goes on answering beside 10,000 idle connections, and closes them', async () => {
  const idle: Awaited<ReturnType<typeof open>>[] = [];
  while (idle.length < CONNECTIONS) {
    idle.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => open(i % 2 === 0)))));
  }
  expect((await call('getHealth')).result).toMatchObject({ status: 'healthy' });
  expect((await call('getLatestLedger')).result).toMatchObject({ sequence: 129 });
  const late = setTimeout(() => idle.forEach(({ socket }) => socket.destroy(new Error('still open'))), CLOSED_AFTER_MS);
  const failed: unknown[] = [];
  for (const { socket } of idle) socket.on('error', (error) => failed.push(error));
  await Promise.all(idle.map(({ closed }) => closed));
  clearTimeout(late);
  expect(failed.filter((error) => (error as Error).message === 'still open')).toEqual([]);
  expect((await call('getHealth')).result).toMatchObject({ status: 'healthy' });
});
