import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLedgerStore, type StoreOptions } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { sample } from '../cli/command.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { gcs, gcsTls, objectsOf, s3, servers, type Server, type Upload } from './servers.ts';

const policy = { retryLimit: 2, retryWaitMs: 1, timeoutMs: 60_000 };
const first = 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst';
const schema = { ledgersPerFile: 10, filesPerPartition: 5, extension: 'zst' };
const tiny = (key: string): Upload => ({ key, bytes: Buffer.from('x') });
const manifest = objectsOf(sample).find(({ key }) => key === '.config.json')!;
const withManifest = (text: string) => [
  { key: manifest.key, bytes: Buffer.from(text) },
  ...objectsOf(sample).filter(({ key }) => key !== manifest.key),
];

/** Characters that addresses and signatures escape each in their own way. */
const ODD_PREFIX = "it's (a) b+c=d&é!*~";

/** What stands in each bucket of a server. */
const buckets: Record<string, Upload[]> = {
  good: objectsOf(sample, 'ledgers/'),
  'odd-prefix': objectsOf(sample, `${ODD_PREFIX}/`),
  empty: [],
  'manifest-only': [manifest],
  others: [tiny('readme.txt')],
  'no-manifest': objectsOf(sample).filter(({ key }) => key !== manifest.key),
  'wrong-manifest': withManifest(Buffer.from(manifest.bytes).toString().replace(': 10,', ': 64,')),
  'broken-manifest': withManifest('{oops'),
  mixed: [tiny('FFFFFFFF--0-9.xdr.zst'), tiny('FFFFFFF5--10.xdr.zst')],
  'wrong-key': [...objectsOf(sample), tiny('FFFFFF9B--100-149/DEADBEEF--130-139.xdr.zst')],
  // Flat, one ledger a file: 2,100 objects are three pages.
  many: Array.from({ length: 2100 }, (_, i) => {
    const ledger = i + 2;
    return tiny(`${(4294967295 - ledger).toString(16).toUpperCase()}--${ledger}.xdr.zst`);
  }),
};

async function using<T>(server: Server, path: string, options: StoreOptions, use: (store: Store) => Promise<T>) {
  const store = await openLedgerStore([server.address(path)], { policy, ...server.access(server.url!), ...options });
  try {
    return await use(store);
  } finally {
    store.close?.();
  }
}

const list = (server: Server, path: string, options: StoreOptions = {}) =>
  using(server, path, options, (store) => store.list());

/** Returns the message of the StoreError that listing gives. */
async function complaint(server: Server, path: string, options: StoreOptions = {}): Promise<string> {
  const error: unknown = await list(server, path, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ name: 'StoreError' });
  return (error as Error).message;
}

beforeAll(async () => {
  const fillAll = async ({ url, fill, environment }: Server) => {
    Object.assign(process.env, environment);
    if (url) for (const [bucket, objects] of Object.entries(buckets)) await fill(bucket, objects);
  };
  await Promise.all(servers.map(fillAll));
});

describe.each(servers)('a real $kind server', (server) => {
  const test = it.skipIf(!server.url);
  const root = (path: string) => server.address(path);

  test('is listed, read whole and in part, and asked for what it knows of an object', async () => {
    const expected = Buffer.from(buckets.good.find(({ key }) => key.endsWith(first))!.bytes);
    await using(server, 'good/ledgers', {}, async (store) => {
      const { objects } = await store.list();
      expect([objects.length, objects[0], objects.at(-1)?.last]).toEqual([
        13,
        { key: first, bytes: expected.length, first: 0, last: 9 },
        129,
      ]);
      expect(await store.layout()).toMatchObject(schema);
      expect(await store.manifest()).toMatchObject({ ledgersPerFile: 10, filesPerPartition: 5 });
      expect(Buffer.from(await store.get(first))).toEqual(expected);
      expect(Buffer.from(await store.get(first, { range: { start: 4, end: 9 } }))).toEqual(expected.subarray(4, 10));
      expect(await store.metadata(first)).toMatchObject({ bytes: expected.length, notes: {} });
      expect([await store.exists(first), await store.exists('nothing')]).toEqual([true, false]);
    });
  });

  test('is read under any prefix', async () => {
    const expected = Buffer.from(buckets.good.find(({ key }) => key.endsWith(first))!.bytes);
    await using(server, `odd-prefix/${ODD_PREFIX}`, {}, async (store) => {
      expect((await store.list()).objects).toHaveLength(13);
      expect(Buffer.from(await store.get(first))).toEqual(expected);
      expect(await store.metadata(first)).toMatchObject({ bytes: expected.length });
    });
  });

  test('is listed in pages of 1,000', async () => {
    await using proxy = await startFaultProxy({ upstream: server.url! });
    const { objects } = await list(server, 'many', { endpointUrl: proxy.url });
    expect([objects.length, objects[0]?.first, objects.at(-1)?.last]).toEqual([2100, 2, 2101]);
    const listings = proxy.exchanges.filter(({ target }) => !target.includes('.config.json'));
    expect(listings).toHaveLength(1 + 3);
  });

  test('is listed from the end of what is asked for, not from its own', async () => {
    await using proxy = await startFaultProxy({ upstream: server.url! });
    const options = { endpointUrl: proxy.url };
    const { objects } = await using(server, 'many', options, (store) =>
      store.list({ range: { first: 100, last: 300 } }),
    );
    expect([objects[0]?.first, objects.at(-1)?.last]).toEqual([100, 300]);
    const listings = proxy.exchanges.filter(({ target }) => !target.includes('.config.json'));
    expect(listings).toHaveLength(1 + 1);
  });

  test('is read without a manifest', async () => {
    expect((await list(server, 'no-manifest')).objects).toHaveLength(13);
  });

  test('names an object that is not there', async () => {
    const key = 'FFFFFFFF--0-49/FFFFFFFE--1.xdr.zst';
    await expect(using(server, 'good/ledgers', {}, (store) => store.get(key))).rejects.toThrow(
      `${root('good/ledgers')}/${key}: no such object`,
    );
  });

  test('names a bucket that is not there', async () => {
    expect(await complaint(server, 'nowhere/ledgers')).toMatch(/bucket '?nowhere'? does not exist.*; check its name$/);
  });

  const none = 'no valid ledger files found on the data store';
  const wrong: [title: string, path: string, message: string][] = [
    ['nothing at all', 'empty', `${none}: ${root('empty')} holds nothing at all; check bucket and prefix`],
    ['no such prefix', 'good/none', `${none}: ${root('good/none')} holds nothing at all; check bucket and prefix`],
    [
      'a manifest only',
      'manifest-only',
      `${none}: ${root('manifest-only')} has a .config.json and no ledgers yet; --follow loads new ones`,
    ],
    [
      'other objects',
      'others',
      `${none}: ${root('others')} holds no object named as in FFFFFFFD--2.xdr.zst; check bucket and prefix`,
    ],
    [
      'a store further down',
      'good',
      `${root('good')}: the first ledger object is ledgers/FFFFFF9B--100-149/FFFFFF87--120-129.xdr.zst; ` +
        `name the store's own root, ${root('good/ledgers')}`,
    ],
    [
      'a manifest that contradicts the objects',
      'wrong-manifest',
      `${root('wrong-manifest')}: .config.json says 64 ledgers a file, but FFFFFF9B--100-149/FFFFFF87--120-129.xdr.zst is named ` +
        'for 10 ledgers; correct ledgersPerBatch, or take away what does not belong there',
    ],
    [
      'a key that does not fit the layout',
      'wrong-key',
      `${root('wrong-key')}: the key FFFFFF9B--100-149/DEADBEEF--130-139.xdr.zst does not fit the layout ` +
        '(10 ledgers a file, 5 files a partition), expected FFFFFF9B--100-149/FFFFFF7D--130-139.xdr.zst; ' +
        'rename it or take it away',
    ],
  ];
  test.each(wrong)('holds %s', async (_, path, message) => {
    expect(await complaint(server, path)).toBe(message);
  });

  test('holds a manifest that is no JSON', async () => {
    expect(await complaint(server, 'broken-manifest')).toMatch(
      /^failed to read manifest: invalid JSON in manifest file ".config.json": /,
    );
  });

  test('holds two layouts', async () => {
    expect(await complaint(server, 'mixed')).toMatch(/ledger 0 is in|two layouts are mixed/);
  });

  test('has a name that nobody knows', async () => {
    await using(server, 'good/ledgers', { endpointUrl: 'http://store.invalid' }, async (store) => {
      await expect(store.list()).rejects.toThrow(
        /: the store cannot be reached: getaddrinfo E\w+ store.invalid; this needs a network$/,
      );
      expect(store.remote!.metrics).toMatchObject({ requests: 2, retries: 0 });
    });
  });

  test('has gone away in the middle, and comes back', async () => {
    const proxy = await startFaultProxy({ upstream: server.url! });
    const port = Number(new URL(proxy.url).port);
    const patient = { policy: { retryLimit: 20, retryWaitMs: 20, timeoutMs: 60_000 }, endpointUrl: proxy.url };
    await using(server, 'good/ledgers', patient, async (store) => {
      await store.list();
      await proxy.close();
      const getting = store.get(first);
      await vi.waitFor(() => expect(store.remote!.metrics.retries).toBeGreaterThan(0), { timeout: 60_000 });
      const again = await startFaultProxy({ upstream: server.url!, port });
      const bytes = await getting.finally(() => again.close());
      expect(bytes.length).toBe(buckets.good.find(({ key }) => key.endsWith(first))!.bytes.length);
    });
  });

  test('shows a certificate that nobody knows', async () => {
    const message = await complaint(server, 'good/ledgers', { endpointUrl: gcsTls });
    expect(message).toMatch(/: no secure connection: self-signed certificate/);
    expect(message).toMatch(/; check the address, this machine's clock, and NODE_EXTRA_CA_CERTS$/);
  });

  test('speaks http where https was asked for', async () => {
    const message = await complaint(server, 'good/ledgers', { endpointUrl: server.url!.replace('http:', 'https:') });
    expect(message).toMatch(/^\S+: no secure connection: .*wrong version number.*NODE_EXTRA_CA_CERTS$/);
  });
});

describe('a real GCS server', () => {
  const test = it.skipIf(!gcs.url);

  test('that wants to know who pays', async () => {
    await using proxy = await startFaultProxy({ upstream: gcs.url!, requesterPays: true });
    expect(await complaint(gcs, 'good/ledgers', { endpointUrl: proxy.url })).toBe(
      'gs://good/ledgers/.config.json: the store answered 400 required: Bucket is requester pays bucket but no user project ' +
        'provided.; bucket good is requester-pays: give --user-project PROJECT (user_project in a configuration file), and check ' +
        'that the credentials may use that project, that it has billing, and that the path is right',
    );
    expect(proxy.exchanges).toHaveLength(2);
    const paying = { endpointUrl: proxy.url, userProject: 'who-pays' };
    expect((await list(gcs, 'good/ledgers', paying)).objects).toHaveLength(13);
    for (const { target, headers } of proxy.exchanges.slice(2)) {
      expect(target).toContain('userProject=who-pays');
      expect(headers['x-goog-user-project']).toBe('who-pays');
    }
  });
});

describe('a real S3 server', () => {
  const test = it.skipIf(!s3.url);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.environment;
  afterEach(() => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    vi.useRealTimers();
  });

  test('checks signatures', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'a-secret-that-is-another-one';
    expect(await complaint(s3, 'good/ledgers')).toBe(
      's3://good/ledgers/.config.json: the store answered 403 SignatureDoesNotMatch: The request signature we calculated does not ' +
        'match the signature you provided. Check your key and signing method.; check the access key and its secret',
    );
  });

  test('knows no such key', async () => {
    process.env.AWS_ACCESS_KEY_ID = 'AKIANOBODY';
    expect(await complaint(s3, 'good/ledgers')).toMatch(
      /No user exists with the provided access key ID.*; check the access key and its secret$/,
    );
  });

  test('lets nobody in without a key', async () => {
    expect(await complaint(s3, 'good/ledgers', { anonymous: true })).toBe(
      's3://good/ledgers/.config.json: the store answered 403 AccessDenied: Access Denied.; ' +
        'bucket good is not public: leave --anonymous away and give credentials',
    );
  });

  test('is in another region', async () => {
    expect(await complaint(s3, 'good/ledgers', { region: 'eu-central-1' })).toBe(
      's3://good/ledgers/.config.json: the store answered 400 AuthorizationHeaderMalformed: The authorization header is ' +
        'malformed; the region "eu-central-1" is wrong; expecting "us-east-2"; ' +
        'give the region of bucket good with --region (given: eu-central-1), or region in a configuration file',
    );
  });

  test('refuses a wrong clock, and is read when the client has set it right', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await using(s3, 'good/ledgers', {}, async (store) => {
      expect((await store.list()).objects).toHaveLength(13);
      // The first two questions, manifest and keys, go out together.
      expect(store.remote!.metrics.retries).toBe(2);
    });
  });
});
