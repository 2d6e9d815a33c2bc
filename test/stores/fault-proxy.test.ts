import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sample } from '../cli/command.ts';
import { startFaultProxy, type ProxyOptions } from './fault-proxy.ts';
import { eachObject, kinds, randomSchedule, type Fault } from './faults.ts';
import { startFolderServer, type FolderServer } from './folder-server.ts';

const key = '/FFFFFFFF--0-49/FFFFFFD7--40-49.xdr.zst';
const whole = readFileSync(join(sample, key));
let folder: FolderServer;
beforeAll(async () => (folder = await startFolderServer(sample)));
afterAll(() => folder.close());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  error?: string;
}

/** Asks with nothing between us and the socket; what came until it broke, and how it broke. */
function ask(url: string, headers = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const asked = get(url, { agent: false, headers }).on('error', (error: NodeJS.ErrnoException) => {
      resolve({ status: 0, headers: {}, body: Buffer.alloc(0), error: error.code });
    });
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const end = (error?: NodeJS.ErrnoException) => {
        resolve({ status, headers, body: Buffer.concat(parts), error: error?.code });
        asked.destroy();
      };
      response.on('data', (part) => parts.push(part)).on('end', () => end());
      response.on('error', end).setTimeout(2000, () => end(Object.assign(new Error(), { code: 'TIMEOUT' })));
    });
  });
}

async function through(fault: Fault | undefined, options: Partial<ProxyOptions> = {}): Promise<Answer> {
  await using proxy = await startFaultProxy({ upstream: folder.url, schedule: () => fault, ...options });
  return await ask(proxy.url + key);
}

describe('the fault proxy', () => {
  it('hands on what goes right', async () => {
    expect(await through(undefined)).toMatchObject({ status: 200, body: whole, error: undefined });
  });

  it('waits', async () => {
    const started = performance.now();
    expect(await through({ kind: 'latency', ms: 60 })).toMatchObject({ status: 200, body: whole });
    expect(performance.now() - started).toBeGreaterThan(58);
  });

  it('answers with a status', async () => {
    expect(await through({ kind: 'status', status: 503, retryAfter: 7 })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
      body: Buffer.from('the fault proxy says 503'),
    });
  });

  it('ends a body early', async () => {
    const { status, headers, body, error } = await through({ kind: 'cut', at: 0.5 });
    expect([status, headers['content-length'], error]).toEqual([200, String(whole.length), 'ECONNRESET']);
    expect(body).toEqual(whole.subarray(0, Math.floor(whole.length / 2)));
  });

  it('resets the connection', async () => {
    const { body, error } = await through({ kind: 'reset', at: 0.5 });
    expect([body.length <= whole.length / 2, error]).toEqual([true, 'ECONNRESET']);
    expect(body).toEqual(whole.subarray(0, body.length));
  });

  it('stalls', async () => {
    const { body, error } = await through({ kind: 'stall', at: 0.25 });
    expect([body.length, error]).toEqual([Math.floor(whole.length / 4), 'TIMEOUT']);
  });

  it('shortens an object without a word', async () => {
    const { headers, body, error } = await through({ kind: 'short', at: 0.5 });
    const half = Math.floor(whole.length / 2);
    expect([headers['content-length'], body.length, error]).toEqual([String(half), half, undefined]);
  });

  it('changes one bit', async () => {
    const { body, error } = await through({ kind: 'wrong', at: 0.5 });
    const other = [...body.keys()].filter((i) => body[i] !== whole[i]);
    expect([body.length, error, other]).toEqual([whole.length, undefined, [Math.floor(whole.length / 2)]]);
  });

  it('asks for the project that pays', async () => {
    await using proxy = await startFaultProxy({ upstream: folder.url, requesterPays: true });
    const { status, body } = await ask(proxy.url + key);
    expect([status, JSON.parse(body.toString()).error.errors[0].reason]).toEqual([400, 'required']);
    expect(await ask(`${proxy.url}${key}?userProject=p`)).toMatchObject({ status: 200 });
    expect(await ask(proxy.url + key, { 'x-goog-user-project': 'p' })).toMatchObject({ status: 200 });
  });

  it('says what was asked and what it met', async () => {
    const fault: Fault = { kind: 'status', status: 500 };
    await using proxy = await startFaultProxy({ upstream: folder.url, schedule: eachObject(fault) });
    for (const target of [key, key, '/.config.json', '/none']) await ask(proxy.url + target);
    const met = () => proxy.exchanges.map(({ target, attempt, status, fault }) => [target, attempt, status, fault]);
    await vi.waitFor(() => expect(met().at(-1)).toContain(404), { timeout: 50_000 });
    expect(met()).toEqual([
      [key, 0, 500, fault],
      [key, 1, 200, undefined],
      ['/.config.json', 0, 200, undefined],
      ['/none', 0, 404, undefined],
    ]);
  });
});

describe('a random schedule', () => {
  const requests = Array.from({ length: 600 }, (_, i) => ({ method: 'GET', target: `${key}?n=${i}`, attempt: i % 3 }));
  const faultsOf = (seed: string, most: number) => requests.map(randomSchedule(seed, most));

  it('is the same for the same seed, and another for another', () => {
    expect(faultsOf('a', 3)).toEqual(faultsOf('a', 3));
    expect(faultsOf('a', 3)).not.toEqual(faultsOf('b', 3));
  });

  it('leaves requests alone after the last attempt it may spoil', () => {
    const met = requests.filter((request) => randomSchedule('c', 2)(request)).map(({ attempt }) => attempt);
    expect(met).not.toContain(2);
  });

  it('has every kind of fault', () => {
    const targets = Array.from({ length: 99 }, (_, i) => ({
      method: 'GET',
      target: `/${i}--${i}.xdr.zst`,
      attempt: 0,
    }));
    const met = ['d', 'e', 'f', 'g'].flatMap((seed) => targets.map(randomSchedule(seed, 1)));
    expect(new Set(met.flatMap((fault) => fault?.kind ?? []))).toEqual(new Set(kinds));
  });
});
