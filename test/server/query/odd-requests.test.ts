/** Requests that HTTP allows and few clients send: each is answered as the contract and RFC 9110 say. */
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { authorization, bodyOf, errorOf, serveSample } from './sample-server.ts';

const logged: string[] = [];
const { ask, listener } = serveSample({ log: (...line) => logged.push(JSON.stringify(line)) });
const base = '/lake/v1/local';

interface Told {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends a request as it is written, which `fetch` would mend. */
function send(method: string, path: string, headers: Record<string, string> = authorization): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { port } = listener();
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end();
  });
}

interface Page {
  data: Record<string, unknown>[];
  count: number;
  cursor: string;
}

const pageOf = (path: string) => bodyOf<Page>(ask(path));
const failureOf = (path: string) => errorOf(ask(path));

describe('methods', () => {
  it('HEAD has the headers of GET and no body, in a coding, too', async () => {
    const path = `${base}/api/v1/silver/accounts?limit=50`;
    for (const coding of ['identity', 'gzip']) {
      const headers = { ...authorization, 'Accept-Encoding': coding };
      const [got, head] = [await send('GET', path, headers), await send('HEAD', path, headers)];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'vary']) {
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
      }
      expect(Number(head.headers['content-length'])).toBe(got.body.length);
      const text = coding === 'gzip' ? gunzipSync(got.body) : got.body;
      expect((JSON.parse(text.toString()) as Page).count).toBe(50);
    }
    expect((await send('HEAD', `${base}/api/v1/silver/nothing`)).status).toBe(404);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'POST'])('%s is not allowed where there is only GET', async (method) => {
    for (const path of ['/api/v1/silver/accounts', '/openapi.json']) {
      const { status, headers, body } = await send(method, base + path);
      expect([status, headers['allow'], JSON.parse(body.toString())]).toEqual([
        405,
        'GET, HEAD, OPTIONS',
        { error: 'method not allowed' },
      ]);
    }
    const told = await send(method === 'POST' ? 'GET' : method, `${base}/api/v1/silver/tx/batch/decoded`);
    expect([told.status, told.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  it('OPTIONS needs no key, and tells what is allowed', async () => {
    const { status, headers, body } = await send('OPTIONS', `${base}/api/v1/silver/accounts`, {});
    expect([status, body.length, headers['access-control-allow-methods']]).toEqual([
      204,
      0,
      'GET, HEAD, POST, OPTIONS',
    ]);
  });
});

describe('paths', () => {
  it('with a slash at their end are the same, with two slashes are no endpoint', async () => {
    const { data } = await pageOf('/silver/accounts?limit=2');
    expect((await pageOf('/silver/accounts/?limit=2')).data).toEqual(data);
    for (const path of [
      `${base}/api/v1//silver/accounts`,
      `${base}//api/v1/silver/accounts`,
      `${base}/api/v1/silver/accounts//`,
    ]) {
      const { status, body } = await send('GET', path);
      expect([status, JSON.parse(body.toString())]).toEqual([404, { error: `unknown endpoint: ${path}` }]);
    }
    for (const path of [`/${base}/api/v1/silver/accounts`, '/lake', '/lake/', '/lake/v1', '/lake/v1/']) {
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
    }
  });
});

describe('parameters', () => {
  it.each(['1e3', '+5', '%2B5', '0x10', '-1', '0', '1.0', '%205', '5%20', '1_000', '٣', 'NaN', '%00'])(
    'limit=%s is refused',
    async (limit) => {
      const text = 'invalid limit: must be an integer between 1 and 1000';
      expect(await failureOf(`/silver/accounts?limit=${limit}`)).toEqual([400, text]);
    },
  );

  it('limit=007 is seven, and what is empty is absent', async () => {
    expect((await pageOf('/silver/accounts?limit=007')).count).toBe(7);
    expect((await pageOf('/silver/accounts?limit=')).count).toBe((await pageOf('/silver/accounts')).count);
  });

  it('given twice count once, the first', async () => {
    expect((await pageOf('/silver/accounts?limit=3&limit=5')).count).toBe(3);
    const path = '/gold/compliance/balances?asset_code=XLM&ledger=60';
    const type = async (query: string) => (await ask(path + query)).headers.get('content-type');
    expect(await type('&format=csv&format=json')).toBe('text/csv; charset=utf-8');
    expect(await type('&format=json&format=csv')).toBe('application/json; charset=utf-8');
    expect(await failureOf(`${path}&format=xml&format=csv`)).toEqual([
      400,
      'invalid format: must be json, csv, or parquet',
    ]);
  });

  it('times with an offset are those of UTC, within the years that have four digits', async () => {
    const path = (time: string) => `/silver/transfers?limit=5&order=asc&start_time=${encodeURIComponent(time)}`;
    const { data } = await pageOf(path('2026-01-01T00:05:00Z'));
    expect(data).toHaveLength(5);
    for (const same of [
      '2026-01-01T02:05:00+02:00',
      '2025-12-31T18:35:00-05:30',
      '2026-01-01t00:05:00.000z',
      '2026-01-01T00:05:00-00:00',
    ]) {
      expect((await pageOf(path(same))).data).toEqual(data);
    }
    const text = 'invalid start_time: must be RFC3339 (e.g. 2024-01-15T00:00:00Z)';
    for (const other of [
      '9999-12-31T23:59:59-23:00',
      '0000-01-01T00:00:00+01:00',
      '2026-02-29T00:00:00Z',
      '2026-01-01 00:05:00Z',
      '2026-01-01T00:05:00',
      '2026-01-01',
      '2026-13-01T00:00:00Z',
      '2026-01-01T00:05:00+24:00',
      '2026-01-01T24:00:00Z',
    ]) {
      expect([other, ...(await failureOf(path(other)))]).toEqual([other, 400, text]);
    }
    expect((await pageOf(path('0000-01-01T00:00:00Z'))).count).toBe(5);
    expect((await pageOf(path('9999-12-31T23:59:59Z'))).count).toBe(0);
  });
});

describe('cursors', () => {
  it('of another endpoint, order or filter are refused, and so is what was changed in them', async () => {
    const { cursor } = await pageOf('/silver/transfers?limit=1&asset_code=XLM');
    const at = (given: string, rest = '&asset_code=XLM') =>
      failureOf(`/silver/transfers?limit=1${rest}&cursor=${encodeURIComponent(given)}`);
    expect(await at(cursor)).toEqual([200, undefined]);
    expect(await at(cursor, '&asset_code=XLM&order=asc')).toEqual([
      400,
      "cursor was created with order='desc' but request uses order='asc'. Cannot change order while paginating.",
    ]);
    expect(await at(cursor, '')).toEqual([
      400,
      "cursor was created with asset_code='XLM' but request uses asset_code=''. Cannot change asset_code while paginating.",
    ]);
    expect(await failureOf(`/silver/payments?cursor=${cursor}`)).toEqual([
      400,
      'invalid cursor: it is of /api/v1/silver/transfers',
    ]);
    const bytes = Buffer.from(cursor, 'base64url');
    const texts = (given: string) => at(given).then(([status, text]) => [given, status, String(text).slice(0, 15)]);
    const variants = [
      `${cursor}=`,
      `${cursor}A`,
      cursor.slice(1),
      cursor.slice(0, -1),
      cursor.toUpperCase(),
      bytes.toString('hex'),
      ` ${cursor}`,
      'null',
      '{}',
      'a',
      Buffer.from(bytes.with(14, bytes[14] ^ 1)).toString('base64url'),
    ];
    for (const given of variants) expect(await texts(given)).toEqual([given, 400, 'invalid cursor:']);
  });
});

describe('headers', () => {
  it.each([
    ['text/csv;q=0.5, application/json;q=0.4', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.4, application/json;q=0.5', 'application/json; charset=utf-8'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['*/*;q=0.1, application/x-ndjson', 'application/x-ndjson'],
    ['application/*;q=0.9, application/json;q=0, text/csv;q=0.1', 'application/x-ndjson'],
    ['TEXT/CSV', 'text/csv; charset=utf-8'],
    ['', 'application/json; charset=utf-8'],
    ['text/html, */*;q=0.01', 'application/json; charset=utf-8'],
  ])('Accept: %s', async (accept, type) => {
    const answer = await ask('/silver/accounts?limit=2', { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });

  it('Accept of nothing that there is, is refused', async () => {
    for (const accept of ['image/png', 'application/json;q=0', 'text/csv;q=0, */*;q=0']) {
      expect([accept, (await ask('/silver/accounts?limit=2', { Accept: accept })).status]).toEqual([accept, 406]);
    }
  });

  it('If-None-Match: * is true of an answer, and of no error', async () => {
    const statusOf = async (path: string) => (await ask(path, { 'If-None-Match': '*' })).status;
    expect(await statusOf('/silver/accounts?limit=1')).toBe(304);
    expect(await statusOf('/silver/accounts?limit=x')).toBe(400);
    expect(await statusOf('/silver/ledgers/4000000')).toBe(404);
    const { headers } = await ask('/silver/accounts?limit=1');
    const etag = String(headers.get('etag'));
    for (const tags of [etag, `"x", ${etag}`, etag.replace('W/', '')]) {
      const same = await ask('/silver/accounts?limit=1', { 'If-None-Match': tags });
      expect([same.status, same.headers.get('etag'), same.headers.get('vary')]).toEqual([
        304,
        etag,
        headers.get('vary'),
      ]);
    }
  });

  it('Range has the whole answer', async () => {
    const whole = await (await ask('/silver/accounts?limit=2')).text();
    const answer = await ask('/silver/accounts?limit=2', { Range: 'bytes=0-9' });
    expect([answer.status, await answer.text()]).toEqual([200, whole]);
  });

  it('a key in the URL opens nothing, and is in no line of the log', async () => {
    const { status } = await send('GET', `${base}/api/v1/silver/accounts?api_key=k1&key=k1-in-url`, {});
    expect(status).toBe(401);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => /k1-in-url|api_key|Api-Key k1/.test(line))).toEqual([]);
  });
});

it('finds contracts by functions with blanks around their commas', async () => {
  const [first] = (await pageOf('/semantic/contracts?limit=1')).data;
  const [name] = first['observed_functions'] as string[];
  const pages = [`${name}`, `none, ${name}`, ` ${name} ,none`].map(async (functions) => {
    return (await pageOf(`/semantic/contracts?function_any=${encodeURIComponent(functions)}`)).data;
  });
  const [plain, ...others] = await Promise.all(pages);
  expect(plain).not.toEqual([]);
  for (const other of others) expect(other).toEqual(plain);
});

it('takes amounts as large as an i128, and no larger', async () => {
  const [asset] = (await pageOf('/silver/assets?asset_type=credit_alphanum4&limit=1')).data;
  const named = `${String(asset['asset_code'])}:${String(asset['asset_issuer'])}`;
  const ofAll = 'asset_code=XLM&timestamp=2026-01-01T00:10:00Z';
  for (const [path, name] of [
    ['/silver/accounts?limit=1', 'min_balance'],
    ['/silver/assets?limit=1', 'min_holders'],
    ['/silver/assets?limit=1', 'min_volume_24h'],
    [`/silver/assets/${named}/holders?limit=1`, 'min_balance'],
    [`/silver/tokens/${String(asset['contract_id'])}/balances?limit=1`, 'min_balance_raw'],
    [`/gold/compliance/balances?${ofAll}`, 'min_balance'],
    [`/gold/snapshots/balance?${ofAll}`, 'min_balance'],
    ['/semantic/flows?limit=1', 'min_amount'],
  ]) {
    expect([name, await failureOf(`${path}&${name}=${2n ** 127n - 1n}`)]).toEqual([name, [200, undefined]]);
    expect(await failureOf(`${path}&${name}=${2n ** 127n}`)).toEqual([400, `invalid ${name}`]);
  }
});
