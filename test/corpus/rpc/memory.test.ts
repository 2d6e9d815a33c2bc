import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { corpus, hasCorpus } from '../../corpus.ts';
import { startProcess } from '../../server/process.ts';

const CONNECTIONS = 8;
/** Of the 500 that are allowed. */
const MOST_MEGABYTES = 400;

const sets = [
  { name: 'pubnet-p26', store: 'pubnet-p26/store', network: 'pubnet' },
  // One file of 40 MB.
  { name: 'load-test-ledgers-v27', store: 'loadtest/load-test-ledgers-v27.xdr.zst', network: 'Apply Load' },
  { name: 'loadtest-store-2x8', store: 'loadtest-store-2x8/store', network: 'Apply Load' },
];

const calls: [method: string, limit: number, xdrFormat?: string][] = [
  ['getLedgers', 10],
  ['getLedgers', 3, 'json'],
  ['getTransactions', 200],
  ['getTransactions', 200, 'json'],
  ['getEvents', 10_000],
  ['getEvents', 10_000, 'json'],
];

/** Reads an answer to its end without keeping it; returns its length and beginning. */
function post(agent: Agent, port: number, body: string): Promise<{ length: number; start: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', headers }, (response) => {
      let length = 0;
      let start = '';
      response.on('data', (part: Buffer) => {
        if (length === 0) start = part.toString('utf8', 0, 100);
        length += part.length;
      });
      response.on('end', () => resolve({ length, start }));
      response.on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

describe.skipIf(!hasCorpus || !existsSync('/proc/self/status'))('a server in a process of its own', () => {
  it.each(sets)('answers 8 clients and a large batch in less than 400 MB: $name', async ({ store, network }) => {
    const server = await startProcess('--store', join(corpus, store), '--network', network);
    onTestFinished(async () => void (await server.stop()));
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const ask = (message: object) => post(agent, server.port, JSON.stringify(message));
    const first = await oldestOf(server.port);
    for (const [method, limit, xdrFormat] of calls) {
      const answers = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, id) =>
          ask({ jsonrpc: '2.0', id, method, params: { startLedger: first + id, pagination: { limit }, xdrFormat } }),
        ),
      );
      for (const { start } of answers) expect(start).toContain('"result":');
    }
    const params = { startLedger: first, pagination: { limit: 3 }, xdrFormat: 'json' };
    const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getLedgers', params }));
    expect((await post(agent, server.port, JSON.stringify(batch))).length).toBeGreaterThan(100_000_000);
    agent.destroy();
    expect(server.peakMegabytes()).toBeLessThan(MOST_MEGABYTES);
    expect(await server.stop()).toBe(0);
  });

  it('holds little for 40 clients that do not read their answers', async () => {
    const server = await startProcess('--store', join(corpus, 'pubnet-p26/store'), '--network', 'pubnet');
    onTestFinished(async () => void (await server.stop()));
    const params = { startLedger: await oldestOf(server.port), pagination: { limit: 11 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLedgers', params });
    const stalled: Socket[] = [];
    // Each answer is made to its end, or as far as it may be held, before the next is asked for.
    while (stalled.length < 40) stalled.push(await askAndStall(server.port, body));
    expect(server.peakMegabytes()).toBeLessThan(MOST_MEGABYTES);
    const { length } = await post(new Agent(), server.port, body);
    expect(length).toBeGreaterThan(10_000_000);
    for (const socket of stalled) socket.destroy();
    expect(await server.stop()).toBe(0);
  });
});

/** Asks, and reads no more than the beginning of the answer. */
async function askAndStall(port: number, body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await once(socket, 'readable');
  return socket;
}

async function oldestOf(port: number): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  return ((await response.json()) as { result: { oldestLedger: number } }).result.oldestLedger;
}
