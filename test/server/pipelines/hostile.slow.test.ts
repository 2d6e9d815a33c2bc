import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/server/http/listener.ts';
import { pipelineRooms } from '../../../src/server/pipelines/room.ts';
import { askOf, serve, yamlOf } from './served.ts';

const VALIDATE = '/flow/pipelines/validate/';

const laughs = [
  'a0: &a0 [lol, lol]',
  ...Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`),
];

describe('a definition that', () => {
  it.each([
    ['doubles by aliases', `${laughs.join('\n')}\n`, 'more than 10000 values'],
    ['has an alias of itself', 'a: &a [*a]\n', 'an alias within what it stands for'],
    ['has a key __proto__', 'spec: {__proto__: {x: 1}}\n', 'a key cannot be named __proto__'],
    ['has a key twice', 'kind: Pipeline\nkind: Pipeline\n', 'a second key "kind"'],
    ['is deep', `a: ${'['.repeat(100)}${']'.repeat(100)}\n`, 'more than 64 levels'],
    ['has a tag', 'a: !!js/function "x"\n', ''],
    ['is indented by tabs', 'spec:\n\tnetwork: testnet\n', ''],
    ['is a mebibyte of brackets', '['.repeat(1024 * 1024), 'more than 64 levels'],
    ['is a mebibyte of words', 'a '.repeat(512 * 1024), ''],
    [
      'is a mebibyte of keys',
      Array.from({ length: 90_000 }, (_, i) => `k${i}: 1`)
        .join('\n')
        .slice(0, 1024 * 1024),
      '',
    ],
  ])('%s is refused in bounded time', async (_name, body, message) => {
    const { ask } = await serve();
    const told = await ask('POST', VALIDATE, { body });
    expect(told).toMatchObject({ status: 400, body: { valid: false, effective_config: null } });
    expect(told.body.error).toContain(message);
    expect(told.text.length).toBeLessThan(10_000);
  });

  it('has very many faults is told of a thousand', async () => {
    const { ask } = await serve();
    const keys = Array.from({ length: 4000 }, (_, i) => `k${i}: 1`).join(', ');
    const told = await ask('POST', VALIDATE, {
      body: `${yamlOf('a')}  extra: 1\n`.replace('spec:', `more: {${keys}}\nspec:`),
    });
    expect(told.body.errors.length).toBeLessThanOrEqual(1000);
    const consumer = `{type: "null", config: {${keys}}}`;
    const other = await ask('POST', VALIDATE, { body: yamlOf('a', { consumer }) });
    expect(other.body.errors.length).toBe(1000);
    expect(other.body.findings_left_out).toBe(3000);
  });

  it('is no UTF-8 is refused', async () => {
    const { ask } = await serve();
    const told = await ask('POST', VALIDATE, { body: new Uint8Array([0x61, 0xff]) });
    expect(told).toMatchObject({ status: 400, body: { errors: [{ code: 'yaml_syntax' }], valid: false } });
  });

  it('sets no property of all objects', async () => {
    const { ask } = await serve();
    await ask('POST', VALIDATE, { body: '{"__proto__": {"isBad": true}}', type: 'application/json' });
    await ask('POST', '/secrets/', { body: '{"__proto__": {"path": "a", "value": "b"}}', type: 'application/json' });
    expect(({} as { isBad?: boolean }).isBad).toBeUndefined();
  });
});

describe('a request', () => {
  it('is answered with a slash at the end and without, and never sent elsewhere', async () => {
    const { ask } = await serve();
    for (const path of ['/flow/pipelines', '/flow/pipelines/', '/flow/registry/consumers', '/secrets', '/secrets/']) {
      expect((await ask('GET', path)).status).toBe(200);
    }
    expect((await ask('POST', '/flow/pipelines/apply', { body: yamlOf('a') })).status).toBe(201);
  });

  it('is refused in the order of the contract', async () => {
    const { ask } = await serve();
    const told = async (method: string, path: string, sent = {}) => {
      const { status, body } = await ask(method, path, sent);
      return `${status} ${body.error}`;
    };
    const none = { headers: { Authorization: '' } };
    expect(await told('POST', `${VALIDATE}?API_KEY=k1`, none)).toBe('400 API keys are not accepted in the URL');
    expect(await told('GET', '/flow/nothing/', none)).toBe('403 missing API key');
    expect(await told('GET', '/flow/nothing/')).toBe('404 not found');
    expect(await told('POST', '/flow/pipelines/validate/x/', { body: 'a' })).toBe('404 not found');
    expect(await told('GET', '/secrets/%zz/')).toBe('404 secret not found');
    expect(await told('DELETE', VALIDATE, { body: 'a', type: 'text/html' })).toBe('405 method not allowed');
    expect(await told('POST', VALIDATE, { body: 'a', type: 'text/html' })).toBe(
      '400 unsupported content type; send text/yaml',
    );
    expect(await told('POST', '/secrets/', { body: 'a', type: 'text/yaml' })).toBe(
      '400 unsupported content type; send application/json',
    );
    expect(await told('POST', VALIDATE, { body: 'a'.repeat(1024 * 1024 + 1) })).toBe('400 body too large');
    expect((await ask('POST', '/flow/pipelines/apply/', { body: Buffer.from(yamlOf('a')), type: '' })).status).toBe(
      201,
    );
    expect((await ask('GET', '/flow/pipelines/', { headers: { Authorization: 'API-KEY k1' } })).status).toBe(200);
  });

  it('with OPTIONS or HEAD has no body and no word of CORS', async () => {
    const { ask } = await serve();
    const options = await ask('OPTIONS', '/flow/pipelines/apply/', { headers: { Origin: 'https://a.example' } });
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', 'POST, OPTIONS']);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
    const head = await ask('HEAD', '/flow/pipelines/');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('of a page is refused where no key is needed', async () => {
    const served = await serve();
    const listener = await listen('127.0.0.1:0', pipelineRooms({ host: served.host }));
    try {
      const ask = askOf(listener);
      const own = new URL(listener.url).origin;
      expect((await ask('GET', '/flow/pipelines/', { headers: { Authorization: '' } })).status).toBe(200);
      expect((await ask('GET', '/flow/pipelines/', { headers: { Origin: own } })).status).toBe(200);
      const other = await ask('POST', '/flow/pipelines/apply/', {
        body: Buffer.from(yamlOf('a')),
        type: '',
        headers: { Origin: 'https://a.example' },
      });
      expect(other).toMatchObject({ status: 403, body: { error: 'origin not allowed' } });
      const told = await raw(
        listener.port,
        'GET /api/v1/flow/pipelines/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      );
      expect(told).toContain('host not allowed');
    } finally {
      await listener.close();
    }
  });

  it('whose body does not come is cut', async () => {
    const { listener } = await serve({ bodyTime: 20 });
    const head =
      'POST /api/v1/flow/pipelines/validate/ HTTP/1.1\r\nHost: x\r\nAuthorization: Api-Key k1\r\nContent-Length: 10\r\n\r\nabc';
    expect(await raw(listener.port, head)).toBe('');
  });
});

/** Sends text to a port, and resolves with what comes until the connection ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let told = '';
    socket.on('data', (chunk) => (told += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(told));
  });
}
