import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { plainError, restoreError, StoreError } from '../../src/core/errors.ts';
import { temporaryFolder } from '../folder.ts';
import { hashHeaders, ROOT, serve, type Dialect, type TestServer } from './server.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const local = await (await openLedgerStore([sample])).list();
const key = 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst';
const opened: { server: TestServer; store: Store }[] = [];

afterEach(async () => {
  for (const { server, store } of opened.splice(0)) {
    store.close?.();
    await server.close();
  }
});

const dialects: Dialect[] = ['http', 's3', 'gcs'];
const listing: Dialect[] = ['s3', 'gcs'];

async function open(dialect: Dialect, source: string | Map<string, Buffer> = sample, options = {}) {
  const server = await serve(dialect, source);
  const address = { http: `${server.origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
  const access = dialect === 'http' ? {} : { endpointUrl: server.origin, anonymous: true };
  const policy = { retryLimit: 3, retryWaitMs: 1 };
  const store = await openLedgerStore([address], { ...access, policy, ...options });
  opened.push({ server, store });
  return { server, store };
}

describe('a mirror that does not say how it is cut', () => {
  it('is not cut yet when it has no manifest, in another thread, too', async () => {
    const { store } = await open('http', named());
    const error: unknown = await store.layout().catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'StoreError', kind: 'uncut' });
    expect(restoreError(structuredClone(plainError(error)))).toMatchObject({ name: 'StoreError', kind: 'uncut' });
  });

  it('is denied when its manifest is', async () => {
    const { server, store } = await open('http', named());
    server.trick = (_asked, response) => {
      response.statusCode = 403;
      response.end();
      return true;
    };
    await expect(store.layout()).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('local config is incomplete') as string,
    });
  });
});

const named = (...names: string[]) => new Map(names.map((name) => [name, Buffer.from(name)]));

describe.each(dialects)('a store by %s', (dialect) => {
  it('has the manifest and the layout that it says', async () => {
    const { store } = await open(dialect);
    expect(await store.manifest()).toMatchObject({ ledgersPerFile: 10, filesPerPartition: 5 });
    expect(await store.layout()).toMatchObject({ ledgersPerFile: 10, filesPerPartition: 5, extension: 'zst' });
  });

  it('gives objects, ranges of them, and their size', async () => {
    const { server, store } = await open(dialect);
    const bytes = server.objects.get(key)!;
    expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    const part = await store.get(key, { range: { start: 100, end: 109 } });
    expect(Buffer.from(part).equals(bytes.subarray(100, 110))).toBe(true);
    expect(await store.metadata(key)).toMatchObject({ bytes: bytes.length });
    expect([await store.exists(key), await store.exists('nothing')]).toEqual([true, false]);
    expect(store.remote!.metrics).toMatchObject({ requests: 5, retries: 0, bytes: bytes.length + 10 });
  });

  it('says which object is not there, and asks once', async () => {
    const { server, store } = await open(dialect);
    await expect(store.get('nothing')).rejects.toThrow(
      new StoreError(`${store.name}/nothing: no such object`, { store: store.name, key: 'nothing', kind: 'missing' }),
    );
    expect(server.asked.length).toBe(1);
  });

  it('asks once when it is not allowed', async () => {
    const { server, store } = await open(dialect);
    server.trick = (_asked, response) => {
      response.statusCode = 403;
      response.end();
      return true;
    };
    await expect(store.get(key)).rejects.toThrow('the store answered 403');
    expect(server.asked.length).toBe(1);
  });

  it.each([500, 503, 429])('asks again after %i', async (status) => {
    const { server, store } = await open(dialect);
    server.trick = ({ times }, response) => {
      if (times > 1) return undefined;
      response.statusCode = status;
      response.end();
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(server.objects.get(key)!)).toBe(true);
    expect(store.remote!.metrics).toMatchObject({ requests: 3, retries: 2 });
  });

  it('gives up after as many retries as it may make', async () => {
    const { store, server } = await open(dialect);
    server.trick = (_asked, response) => {
      response.statusCode = 500;
      response.end();
      return true;
    };
    await expect(store.get(key)).rejects.toThrow(/the store answered 500.*; after 3 retries$/);
    expect(server.asked.length).toBe(4);
  });

  it('waits as long as the store asks for', async () => {
    const { server, store } = await open(dialect);
    server.trick = ({ times }, response) => {
      if (times > 0) return undefined;
      response.statusCode = 503;
      response.setHeader('retry-after', '1');
      response.end();
      return true;
    };
    await store.get(key);
    expect(store.remote!.metrics.waitMs).toBe(1000);
  });

  it('goes on in the middle of an object when the connection breaks', async () => {
    const { server, store } = await open(dialect);
    const bytes = server.objects.get(key)!;
    server.trick = ({ times }, response) => {
      if (times > 0) return undefined;
      for (const [name, value] of Object.entries(hashHeaders(dialect, bytes))) response.setHeader(name, value);
      response.setHeader('content-length', bytes.length);
      response.write(bytes.subarray(0, 1000), () => setTimeout(() => response.destroy(), 50));
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    expect(server.asked[1].headers.range).toBe('bytes=1000-');
    expect(store.remote!.metrics).toMatchObject({ bytes: bytes.length, retries: 1 });
  });

  it('gives up on a body that stalls, and goes on', async () => {
    // A busy machine may be late with what comes again, too.
    const policy = { retryLimit: 20, retryWaitMs: 1, timeoutMs: 300 };
    const { server, store } = await open(dialect, sample, { policy });
    const bytes = server.objects.get(key)!;
    server.trick = ({ times }, response) => {
      if (times > 0) return undefined;
      response.setHeader('content-length', bytes.length);
      response.write(bytes.subarray(0, 10));
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    expect(store.remote!.metrics.retries).toBeGreaterThanOrEqual(1);
  });

  it('stops when it is aborted', async () => {
    const { server, store } = await open(dialect);
    const stop = new AbortController();
    server.trick = () => {
      stop.abort(new Error('enough'));
      return true;
    };
    await expect(store.get(key, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('says what to do when nobody answers', async () => {
    const { server, store } = await open(dialect);
    await server.close();
    await expect(store.manifest()).rejects.toThrow(
      /\.config\.json: the store cannot be reached: .*ECONNREFUSED.*; this needs a network$/,
    );
    expect(store.remote!.metrics).toMatchObject({ requests: 1, retries: 0 });
  });
});

describe.each(listing)('a listing by %s', (dialect) => {
  it('is that of the folder', async () => {
    const { store } = await open(dialect);
    expect(await store.list()).toEqual(local);
    expect((await store.list({ range: { first: 15, last: 34 } })).objects).toEqual(local.objects.slice(1, 4));
    expect((await store.list({ range: { first: 1000 } })).objects).toEqual([]);
  });

  it('goes over many pages', async () => {
    const keys = Array.from(
      { length: 2500 },
      (_, i) => `${(4294967295 - i - 2).toString(16).toUpperCase()}--${i + 2}.xdr.zstd`,
    );
    const { server, store } = await open(dialect, named(...keys));
    const { objects } = await store.list();
    expect([objects.length, objects[0].first, objects.at(-1)!.last]).toEqual([2500, 2, 2501]);
    expect(server.asked.filter(({ key }) => key === undefined).length).toBe(4);
    expect(await store.layout()).toMatchObject({ ledgersPerFile: 1, filesPerPartition: 1, extension: 'zstd' });
    expect((await store.list({ range: { first: 100, last: 200 } })).objects.length).toBe(101);
  });

  it('shows what came since the first look', async () => {
    const { server, store } = await open(dialect);
    const late = [...server.objects].filter(([key]) => key.startsWith('FFFFFF9B'));
    for (const [key] of late) server.objects.delete(key);
    expect((await store.list()).objects).toEqual(local.objects.slice(0, 10));
    expect(await store.latest!()).toBe(99);
    expect((await store.list({ range: { first: 100 } })).objects).toEqual([]);
    for (const [key, bytes] of late) server.objects.set(key, bytes);
    expect((await store.list({ range: { first: 100, last: 115 } })).objects).toEqual(local.objects.slice(10, 12));
    expect((await store.list({ range: { first: 100 } })).objects).toEqual(local.objects.slice(10));
    expect(await store.list()).toEqual(local);
    expect(await store.latest!()).toBe(129);
    const before = server.asked.length;
    expect((await store.list({ range: { first: 130, last: 139 } })).objects).toEqual([]);
    expect(server.asked.length - before).toBe(1);
  });

  it('shows objects that came by the hundred, in partitions that were not there', async () => {
    const keyAt = (n: number) => {
      const hex = (ledger: number) => (4294967295 - ledger).toString(16).toUpperCase();
      const start = Math.floor(n / 1000) * 1000;
      return `${hex(start)}--${start}-${start + 999}/${hex(n)}--${n}.xdr.zst`;
    };
    const { server, store } = await open(dialect, named(keyAt(1998), keyAt(1999)));
    expect((await store.list()).objects).toHaveLength(2);
    for (let n = 2000; n < 5500; n++) server.objects.set(keyAt(n), Buffer.from([1]));
    const { objects } = await store.list({ range: { first: 1999 } });
    expect([objects.length, objects[0].first, objects.at(-1)!.last]).toEqual([3501, 1999, 5499]);
    expect((await store.list({ range: { first: 5490, last: 6000 } })).objects).toHaveLength(10);
  });

  it('asks for partitions of many files side by side', async () => {
    const partition = (start: number) => `${(4294967295 - start).toString(16).toUpperCase()}--${start}-${start + 1999}`;
    const keyAt = (n: number) =>
      `${partition(Math.floor(n / 2000) * 2000)}/${(4294967295 - n).toString(16).toUpperCase()}--${n}.xdr.zst`;
    const { store } = await open(dialect, named(...Array.from({ length: 5000 }, (_, i) => keyAt(i + 1500))));
    const { objects } = await store.list({ range: { first: 1990, last: 4005 } });
    expect([objects.length, objects[0].first, objects.at(-1)!.last]).toEqual([2016, 1990, 4005]);
    expect((await store.list()).objects.length).toBe(5000);
  });

  it('asks for no more than can be planned', async () => {
    const { server, store } = await open(dialect, named('FFFFFFFD--2.xdr.zst', '80000000--2147483647.xdr.zst'));
    server.objects.set('README.md', Buffer.alloc(0));
    for (let i = 0; i < 1000; i++) server.objects.set(`9${i}`, Buffer.alloc(0));
    await expect(store.list({ range: { first: 10 } })).rejects.toThrow(
      'that is more than 2,000,000 objects; give a smaller --range and load the rest afterwards',
    );
    expect((await store.list()).objects.length).toBe(2);
  });

  it.each([
    ['nothing', [], 'holds nothing at all; check bucket and prefix'],
    ['nothing of ours', ['README.md'], 'holds no object named as in FFFFFFFD--2.xdr.zst; check bucket and prefix'],
  ])('rejects %s', async (_name, names, why) => {
    const { store } = await open(dialect, named(...names));
    await expect(store.list()).rejects.toMatchObject({
      kind: 'empty',
      message: `no valid ledger files found on the data store: ${store.name} ${why}`,
    });
  });

  it.each([
    [
      'two layouts',
      ['FFFFFFFF--0-9.xdr.zst', 'FFFFFFF5--10.xdr.zst'],
      'two layouts are mixed: FFFFFFFF--0-9.xdr.zst holds 10 ledgers and FFFFFFF5--10.xdr.zst 1 ledger; ',
    ],
    [
      'a key that does not fit',
      ['FFFFFFFC--3.xdr.zst', 'FFFFFFFE--2.xdr.zst'],
      'the key FFFFFFFE--2.xdr.zst does not fit the layout (1 ledger a file, no partitions), expected FFFFFFFD--2.xdr.zst; ',
    ],
    [
      'a folder above the store',
      ['ledgers/pubnet/FFFFFFFC--3.xdr.zst'],
      'the first ledger object is ledgers/pubnet/FFFFFFFC--3.xdr.zst; name the store',
    ],
  ])('rejects %s', async (_name, names, why) => {
    const { store } = await open(dialect, named(...names));
    await expect(store.list()).rejects.toThrow(why);
  });

  it('rejects a manifest that speaks of other partitions, unless the store is flat', async () => {
    const manifest = Buffer.from('{"ledgersPerBatch":10,"batchesPerPartition":7}');
    const { store } = await open(dialect, named('FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst').set('.config.json', manifest));
    await expect(store.list()).rejects.toThrow(
      `${store.name}: .config.json says 7 files a partition, but FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst lies in one of 5; `,
    );
    const flat = await open(dialect, named('FFFFFFFF--0-9.xdr.zst').set('.config.json', manifest));
    expect((await flat.store.list()).objects).toHaveLength(1);
  });

  it('rejects a manifest that the keys contradict', async () => {
    const objects = named('FFFFFFFF--0-9.xdr.zst');
    objects.set('.config.json', Buffer.from('{"ledgersPerBatch":1,"batchesPerPartition":1}'));
    const { store } = await open(dialect, objects);
    await expect(store.list()).rejects.toThrow(
      `${store.name}: .config.json says 1 ledger a file, but FFFFFFFF--0-9.xdr.zst is named for 10 ledgers; `,
    );
  });

  it('fetches an object again whose hash is wrong', async () => {
    const { server, store } = await open(dialect);
    const bytes = server.objects.get(key)!;
    server.trick = ({ times }, response) => {
      if (times > 0) return undefined;
      for (const [name, value] of Object.entries(hashHeaders(dialect, bytes))) response.setHeader(name, value);
      response.end(Buffer.from(bytes).fill(0, 500, 510));
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    expect(store.remote!.metrics).toMatchObject({ retries: 1, bytes: 2 * bytes.length });
  });
});

describe('a mirror that cannot be listed', () => {
  it('has the objects that its layout says', async () => {
    const { store } = await open('http');
    const { objects, computed } = await store.list({ range: { first: 15, last: 34 } });
    expect(computed).toBe(true);
    expect(objects.map(({ key }) => key)).toEqual(local.objects.slice(1, 4).map(({ key }) => key));
  });

  it('is asked where it ends', async () => {
    const { store } = await open('http');
    const { objects } = await store.list();
    expect([objects.length, objects.at(-1)!.last]).toEqual([13, 129]);
  });

  it('says that a range lies outside', async () => {
    const { store } = await open('http');
    await expect(store.list({ range: { first: 500, last: 510 } })).rejects.toThrow(
      'ledger object containing sequence 500 is missing: unable to retrieve file: ' +
        'FFFFFE0B--500-549/FFFFFE0B--500-509.xdr.zst: file does not exist',
    );
  });

  it('does not end at an object that is missing while one after it is there', async () => {
    const { server, store } = await open('http');
    server.objects.delete(key);
    await expect(store.list()).rejects.toThrow(
      'ledger object containing sequence 10 is missing: unable to retrieve file: ' +
        `${key}: file does not exist, but FFFFFFFF--0-49/FFFFFFEB--20-29.xdr.zst does; ${store.name} cannot be listed, so give ` +
        '--range FIRST:LAST, and --allow-gaps to pass over what is missing',
    );
    expect((await store.list({ range: { first: 2, last: 29 } })).objects).toHaveLength(3);
  });

  it('needs a manifest or a schema', async () => {
    const { store } = await open('http', named('FFFFFFFD--2.xdr.zst'));
    await expect(store.list()).rejects.toThrow(
      'datastore manifest is missing and local config is incomplete; ledgersPerFile and filesPerPartition must be set',
    );
  });
});

describe('requester pays', () => {
  it('names the project on Google', async () => {
    const { server, store } = await open('gcs', sample, { userProject: 'my-project' });
    await store.get(key);
    expect(server.asked[0].query.get('userProject')).toBe('my-project');
    expect(server.asked[0].headers['x-goog-user-project']).toBe('my-project');
    expect(store.remote!.requesterPays).toBe(true);
  });

  it('says what is missing when no project is named', async () => {
    const { server, store } = await open('gcs');
    server.trick = (_asked, response) => {
      response.statusCode = 400;
      const message = 'Bucket is requester pays bucket but no user project provided.';
      response.end(JSON.stringify({ error: { code: 400, message, errors: [{ reason: 'required', message }] } }));
      return true;
    };
    await expect(store.list()).rejects.toThrow(
      'bucket bucket is requester-pays: give --user-project PROJECT (user_project in a configuration file), and check ' +
        'that the credentials may use that project, that it has billing, and that the path is right',
    );
    expect(server.asked.length).toBe(2);
  });

  it('sends the header on S3', async () => {
    const { server, store } = await open('s3', sample, { requesterPays: true });
    await store.get(key);
    expect(server.asked[0].headers['x-amz-request-payer']).toBe('requester');
  });
});

describe('credentials on Google', () => {
  it('are not called wrong when the server of tokens cannot be reached', async () => {
    const file = join(temporaryFolder(), 'user.json');
    const user = { type: 'authorized_user', client_id: 'a', client_secret: 'b-secret', refresh_token: 'c-secret' };
    writeFileSync(file, JSON.stringify(user));
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { server, store } = await open('gcs', sample, { anonymous: undefined, credentialsFile: file, policy: {} });
    await expect(store.get(key)).rejects.toThrow(
      /: the store cannot be reached: no access token: .*; this needs a network$/,
    );
    expect(server.asked).toEqual([]);
  });
});

describe('an answer over HTTP', () => {
  it('is followed where it redirects, with no credentials for another host', async () => {
    const target = await serve('http', sample);
    const { server } = await open('http');
    const store = await openLedgerStore([`${server.origin.replace('//', '//user:secret@')}/${ROOT}`]);
    server.trick = ({ key: asked }, response) => {
      if (asked !== key) return undefined;
      response.writeHead(302, { location: `${target.origin}/${ROOT}${key}` }).end();
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(target.objects.get(key)!)).toBe(true);
    expect(server.asked[0].headers.authorization).toMatch(/^Basic /);
    expect(target.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await target.close();
  });

  it.each([
    ['to itself', '', 'the store redirects more than 5 times'],
    ['to no HTTP', 'ftp://host/', 'the store redirects to "ftp://host/"'],
  ])('is refused where it redirects %s', async (_title, location, says) => {
    const { server, store } = await open('http');
    server.trick = (_asked, response) => {
      response.writeHead(301, { location }).end();
      return true;
    };
    await expect(store.get(key)).rejects.toThrow(`${store.name}/${key}: ${says}`);
  });

  it('is decoded where the server encodes unasked', async () => {
    const { server, store } = await open('http');
    server.trick = (_asked, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(server.objects.get(key)!));
      return true;
    };
    expect(Buffer.from(await store.get(key)).equals(server.objects.get(key)!)).toBe(true);
  });

  it.each(['gzip', 'aws-chunked'])('is as S3 keeps it, and compared, where it was written as %s', async (encoding) => {
    const { server, store } = await open('s3');
    const bytes = gzipSync(server.objects.get(key)!);
    const kept = { 'content-encoding': encoding, 'content-length': bytes.length, etag: etagOf(bytes) };
    let wrong = 1;
    server.trick = (_asked, response) => {
      response.writeHead(200, kept).end(wrong-- > 0 ? Buffer.alloc(bytes.length) : bytes);
      return true;
    };
    let isHashed = false;
    const got = await store.get(key, { onHash: () => (isHashed = true) });
    expect([Buffer.from(got).equals(bytes), isHashed, store.remote!.metrics.retries]).toEqual([true, true, 1]);
  });
});

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

describe.each(dialects)('a cache of a store by %s', (dialect) => {
  const range = { first: 10, last: 39 };

  it('answers in its place when it cannot be reached, and says so', async () => {
    const dir = temporaryFolder();
    const said: string[] = [];
    const cache = { dir, bytes: 1e6, onOffline: (message: string) => said.push(message) };
    const { server, store } = await open(dialect, sample, { cache });
    const { objects } = await store.list({ range });
    const bytes = await store.get(key);
    const latest = await store.latest?.();
    const { origin } = server;
    await server.close();
    expect(said).toEqual([]);

    const address = { http: `${origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
    const access = dialect === 'http' ? {} : { endpointUrl: origin, anonymous: true };
    const again = await openLedgerStore([address], { ...access, cache });
    expect((await again.manifest())?.ledgersPerFile).toBe(10);
    expect(await again.layout()).toMatchObject({ ledgersPerFile: 10, filesPerPartition: 5 });
    expect((await again.list({ range })).objects).toEqual(objects);
    expect((await again.list({ range: { first: 15, last: 19 } })).objects.map(({ key }) => key)).toEqual([key]);
    expect(await again.get(key)).toEqual(bytes);
    expect(said).toEqual([expect.stringMatching(/^store not reached, going by the listing of 20..-..-..T.*Z$/)]);
    if (latest !== undefined) expect(await again.latest!()).toBe(objects.at(-1)!.last);
    const needsNetwork = /cannot be reached: .*; this needs a network$/;
    await expect(again.list({ range: { first: 10, last: 49 } })).rejects.toThrow(needsNetwork);
    await expect(again.get(objects.at(-1)!.key)).rejects.toThrow(needsNetwork);
    again.close?.();
  });
});
