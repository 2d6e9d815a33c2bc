import { join } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../src/server/http/listener.ts';
import type { Room } from '../../src/server/http/room.ts';
import { healthRoom } from '../../src/server/rpc/health.ts';
import { rpcRoom } from '../../src/server/rpc/room.ts';
import { startTestNode, type TestNode } from './node.ts';

/** A room that words everything otherwise than JSON-RPC does. */
const other: Room = {
  prefix: '/v1',
  add(server) {
    server.addHook('onRequest', async (request, reply) => {
      void reply.header('Access-Control-Allow-Origin', 'https://other.example');
      if (request.method === 'OPTIONS') await reply.code(200).send({ preflight: 'other' });
    });
    server.get('/ledgers', () => ({ ledgers: [] }));
    server.get('/broken', () => {
      throw new Error('a fault of the other room');
    });
    server.post('/ledgers', (_request, reply) => reply.code(405).send({ error: 'other: no such method' }));
    server.setErrorHandler((error: Error, _request, reply) =>
      reply.code(502).send({ error: `other: ${error.message}` }),
    );
    server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'other: not found' }));
  },
};

const page = 'https://app.example';
const json = { 'Content-Type': 'application/json' };
const preflight = { Origin: page, 'Access-Control-Request-Method': 'POST' };

type Asked = [method: string, path: string, headers?: Record<string, string>, body?: string];

const ofRpc: Asked[] = [
  ['POST', '/', json, '{"jsonrpc":"2.0","id":1,"method":"getNetwork"}'],
  ['POST', '/', json, '{'],
  ['POST', '/', { 'Content-Type': 'text/plain' }, '{}'],
  ['GET', '/', { Origin: page }],
  ['OPTIONS', '/', preflight],
  ['OPTIONS', '/nothing', preflight],
  ['OPTIONS', '/health', preflight],
  ['GET', '/nothing', { Origin: page }],
  ['GET', '/v1x'],
  ['GET', '/health'],
  ['HEAD', '/health'],
  ['GET', '/health/'],
  ['POST', '/health', json, '{}'],
];

const ofOther: Asked[] = [
  ['GET', '/v1/ledgers', { Origin: page }],
  ['POST', '/v1/ledgers', json, '{}'],
  ['POST', '/v1/ledgers', json, '{'],
  ['GET', '/v1/broken'],
  ['OPTIONS', '/v1/ledgers', preflight],
  ['GET', '/v1/nothing', { Origin: page }],
  ['GET', '/v1'],
];

describe('two rooms of one server', () => {
  let node: TestNode;
  let alone: Listener[];
  let both: Listener[];
  beforeAll(async () => {
    node = await startTestNode();
    const rpc = [rpcRoom(node.node), healthRoom(node.node)];
    alone = [await listen('127.0.0.1:0', rpc), await listen('127.0.0.1:0', [other])];
    both = [await listen('127.0.0.1:0', [...rpc, other]), await listen('127.0.0.1:0', [other, ...rpc])];
  });
  afterAll(async () => {
    await Promise.all([...alone, ...both].map((listener) => listener.close()));
    await node.stop();
  });

  async function send({ url }: Listener, [method, path, headers, body]: Asked) {
    const response = await fetch(new URL(path, url), { method, headers, body });
    const sent = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
    return { status: response.status, headers: sent, text: await response.text() };
  }

  it.each(ofRpc)('answer %s %s as JSON-RPC alone does', async (...asked) => {
    const expected = await send(alone[0], asked);
    for (const listener of both) expect(await send(listener, asked)).toEqual(expected);
    expect(expected.text).not.toContain('other');
    expect(expected.headers['access-control-allow-origin']).not.toBe('https://other.example');
  });

  it.each(ofOther)('answer %s %s as the other room alone does', async (...asked) => {
    const expected = await send(alone[1], asked);
    for (const listener of both) expect(await send(listener, asked)).toEqual(expected);
    expect(expected.headers['access-control-allow-origin']).toBe('https://other.example');
  });

  it('have their own words for the same faults', async () => {
    const words = async (...asked: Asked) => {
      const { status, text } = await send(both[0], asked);
      return [status, text];
    };
    expect(await words('GET', '/nothing')).toEqual([404, '404 page not found\n']);
    expect(await words('GET', '/v1/nothing')).toEqual([404, '{"error":"other: not found"}']);
    expect(await words('GET', '/')).toEqual([405, '']);
    expect(await words('POST', '/v1/ledgers', json, '{}')).toEqual([405, '{"error":"other: no such method"}']);
    expect(await words('OPTIONS', '/', preflight)).toEqual([204, '']);
    expect(await words('OPTIONS', '/v1/ledgers', preflight)).toEqual([200, '{"preflight":"other"}']);
    expect(await words('POST', '/', json, '{')).toEqual([500, '[-32700] invalid request value\n']);
    expect(await words('GET', '/v1/broken')).toEqual([502, '{"error":"other: a fault of the other room"}']);
  });

  it('stand on what knows none of them', () => {
    const src = join(import.meta.dirname, '../../src/server/http');
    const files = readdirSync(src).map((name) => readFileSync(join(src, name), 'utf8'));
    expect(files.filter((text) => /from '\.\.\/(?!\.\.)/.test(text))).toEqual([]);
  });
});
