import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/server/http/allowed.ts';
import { urlOf } from '../../src/server/http/listener.ts';
import { temporaryFolder } from '../folder.ts';
import { sample, startTestNode, type TestNode } from './node.ts';
import { startProcess } from './process.ts';
import { main } from '../main.ts';

const page = 'https://app.example';

describe('refusalOf(headers, allowed)', () => {
  it.each([
    ['localhost:8000', undefined, undefined],
    ['LOCALHOST', page, undefined],
    ['[::1]:8000', 'HTTPS://App.Example', undefined],
    ['127.0.0.1:9000', undefined, undefined],
    ['127.0.0.1:9001', undefined, 'host not allowed'],
    ['evil.example:8000', undefined, 'host not allowed'],
    ['localhost.evil.example', page, 'host not allowed'],
    [undefined, undefined, 'host not allowed'],
    ['localhost', 'https://evil.example', 'origin not allowed'],
    ['localhost', 'null', 'origin not allowed'],
    ['localhost', `${page}:8443`, 'origin not allowed'],
  ])('%s from %s: %s', (host, origin, why) => {
    const allowed = { origins: [page], hosts: ['localhost', '[::1]', '127.0.0.1:9000'] };
    expect(refusalOf({ host, origin }, allowed)).toBe(why);
  });

  it('refuses nothing unless told to', () => {
    expect(refusalOf({ host: 'evil.example', origin: 'null' }, { origins: [], hosts: [] })).toBeUndefined();
    expect(refusalOf({ host: 'evil.example', origin: 'null' }, { origins: ['*'], hosts: ['*'] })).toBeUndefined();
  });
});

describe('a server that is told whom to answer', () => {
  let node: TestNode;
  beforeAll(async () => {
    const allowed = { origins: [page], hosts: ['localhost'] };
    node = await startTestNode({ config: { allowed }, adminEndpoint: '127.0.0.1:0' });
  });
  afterAll(() => node.stop());

  function send(method: string, path: string, headers: Record<string, string>, port = node.port) {
    return new Promise<{ status: number; cors?: string; text: string }>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        const cors = response.headers['access-control-allow-origin'];
        response.on('end', () => resolve({ status: response.statusCode!, cors, text }));
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"getNetwork"}' : undefined);
    });
  }
  const json = { 'Content-Type': 'application/json' };
  const preflight = { 'Access-Control-Request-Method': 'POST' };

  it('answers a page of an origin that is listed, and what comes from no page', async () => {
    expect(await send('POST', '/', { ...json, Host: 'localhost:1', Origin: page })).toMatchObject({
      ...{ status: 200, cors: page },
    });
    expect(await send('OPTIONS', '/', { ...preflight, Host: 'localhost', Origin: page })).toMatchObject({
      status: 204,
    });
    expect(await send('POST', '/', { ...json, Host: 'localhost' })).toMatchObject({ status: 200 });
  });

  it('refuses others in every room, without a word of CORS', async () => {
    const elsewhere = { Host: 'localhost', Origin: 'https://evil.example' };
    const refused = { status: 403, cors: undefined, text: 'origin not allowed\n' };
    expect(await send('POST', '/', { ...json, ...elsewhere })).toEqual(refused);
    expect(await send('OPTIONS', '/', { ...preflight, ...elsewhere })).toEqual(refused);
    expect(await send('GET', '/health', elsewhere)).toEqual(refused);
    const rebound = { status: 403, cors: undefined, text: 'host not allowed\n' };
    expect(await send('POST', '/', { ...json, Host: 'evil.example' })).toEqual(rebound);
    expect(await send('GET', '/metrics', { Host: 'evil.example' }, node.adminPort)).toEqual(rebound);
  });
});

describe('ledgerlake serve', () => {
  it('says where it listens, and takes whom to answer from its options', async () => {
    const only = ['--allowed-origins', `${page}, https://b.example`, '--allowed-hosts', '127.0.0.1'];
    const server = await startProcess('--store', sample, ...only);
    const url = `http://127.0.0.1:${server.port}/`;
    expect(server.said()).toContain(` url="${url}"`);
    const status = async (origin: string) => (await fetch(`${url}health`, { headers: { origin } })).status;
    expect([await status('https://b.example'), await status('https://c.example')]).toEqual([200, 403]);
    expect(await server.stop()).toBe(0);
    expect(urlOf('[::1]:0', 80)).toBe('http://[::1]:80/');
    expect(urlOf(':8000', 8000)).toBe('http://localhost:8000/');
  });

  it('makes no folder of a name that is no lake, but keeps its index in one that is there', async () => {
    const folder = temporaryFolder();
    const words = [main, 'serve', '--lake', 'nolake', '--store', sample, '--endpoint', '127.0.0.1:0'];
    const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
      execFile(process.execPath, words, { cwd: folder }, (error, _, text) => resolve({ code: error?.code, text }));
    });
    expect(code).toBe(2);
    expect(text).toMatch(/^error: --lake nolake: no such folder; make a lake with `ledgerlake ingest`/);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, 'index'));
    const server = await startProcess('--store', sample, '--lake', join(folder, 'index'));
    expect(await server.stop()).toBe(0);
    expect(readdirSync(join(folder, 'index'))).not.toEqual([]);
  });
});
