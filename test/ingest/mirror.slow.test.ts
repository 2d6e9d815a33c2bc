import * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { parseManifest } from '../../src/datastore/manifest.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { ledgersIn } from '../../src/ledger/ledger.ts';
import { mirrorStore, planMirror } from '../../src/ingest/mirror.ts';
import { ROOT, serve, type Asked, type Dialect, type TestServer } from '../datastore/server.ts';

/** The path of everything that was synced; on other systems than Linux what an open file is cannot be told. */
const synced: string[] = [];
function noteSynced(file: number): void {
  if (process.platform === 'linux') synced.push(readlinkSync(`/proc/self/fd/${file}`));
}
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const fsync = (file: number, callback: fs.NoParamCallback) => {
    noteSynced(file);
    real.fsync(file, callback);
  };
  return { ...real, fsync };
});
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  const open: typeof promises.open = async (...args) => {
    const file = await real.open(...args);
    const sync = file.sync.bind(file);
    file.sync = () => {
      noteSynced(file.fd);
      return sync();
    };
    return file;
  };
  return { ...real, open };
});

const sample = join(import.meta.dirname, '../../data/sample');
const root = mkdtempSync(join(tmpdir(), 'ledgerlake-mirror-'));
const key = 'FFFFFFFF--0-49/FFFFFFEB--20-29.xdr.zst';
const whole = decompress(readFileSync(join(sample, key)), { file: key });
const servers: TestServer[] = [];
let folders = 0;
const newFolder = () => join(root, `mirror-${folders++}`);

afterAll(() => rmSync(root, { recursive: true }));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Returns the sample's object with one bit of its last ledger turned, compressed again: its frames and its head are sound. */
function turned(place: 'transaction set' | 'count of transactions'): Buffer {
  const bytes = Buffer.from(whole);
  const { ledger } = [...ledgersIn(bytes, key)].at(-1)!;
  const start = ledger.bytes.byteOffset - bytes.byteOffset;
  const at = place === 'transaction set' ? ledger.envelopes[0].signed + 20 : ledger.txSet;
  bytes[start + at] ^= 0x40;
  return zstdCompressSync(bytes);
}

/** How a store says nothing of an object that its bytes could be compared with. */
const hashless: [title: string, dialect: Dialect, headers: Record<string, string>][] = [
  ['a plain mirror', 'http', {}],
  ['S3, written in parts', 's3', { etag: '"9b2cf535f27731c974343645a3985328-2"' }],
  [
    'S3, encrypted with a key of its own',
    's3',
    { etag: '"9b2cf535f27731c974343645a3985328"', 'x-amz-server-side-encryption': 'aws:kms' },
  ],
  ['Google, with no hash', 'gcs', {}],
];

async function open(dialect: Dialect, headers: Record<string, string>, objects = new Map<string, Buffer>()) {
  const server = await serve(dialect, sample);
  servers.push(server);
  for (const [key, bytes] of objects) server.objects.set(key, bytes);
  server.trick = ({ key, method, query }, response) => {
    const bytes = key?.includes('.xdr.') && method === 'GET' ? server.objects.get(key) : undefined;
    if (!bytes || (dialect === 'gcs' && query.get('alt') !== 'media')) return undefined;
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    return true;
  };
  const address = { http: `${server.origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
  const access = dialect === 'http' ? {} : { endpointUrl: server.origin, anonymous: true };
  return { server, store: await openLedgerStore([address], access) };
}

const range = { first: 10, last: 39 };
async function mirror(store: Awaited<ReturnType<typeof openLedgerStore>>, to: string) {
  return mirrorStore(store, to, await planMirror(store, to, { range })).finally(() => store.close?.());
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe.each(hashless)('an object of %s', (_title, dialect, headers) => {
  it('is copied when its ledgers are what they should be', async () => {
    const { store } = await open(dialect, headers);
    const to = newFolder();
    expect(await mirror(store, to)).toMatchObject({ objects: 3, store: { retries: 0 } });
    expect(readFileSync(join(to, key)).equals(readFileSync(join(sample, key)))).toBe(true);
  });

  it.each([
    ['transaction set', 'VerifyError', `${key}, ledger 29: no envelope hashes to `],
    ['count of transactions', 'DecodeError', `${key}, ledger 29, `],
  ] as const)('is fetched again and refused for a bit of its %s', async (place, name, message) => {
    const { server, store } = await open(dialect, headers, new Map([[key, turned(place)]]));
    const to = newFolder();
    await expect(mirror(store, to)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
    const isGet = (asked: Asked) => asked.method === 'GET' && (dialect !== 'gcs' || asked.query.get('alt') === 'media');
    expect(server.asked.filter((asked) => asked.key === key && isGet(asked))).toHaveLength(2);
    expect(existsSync(join(to, key))).toBe(false);
    expect(filesIn(to).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

describe('an object whose hash is known', () => {
  it('is taken for what the store holds, whatever its ledgers are', async () => {
    const objects = new Map([[key, turned('transaction set')]]);
    const server = await serve('s3', sample);
    servers.push(server);
    for (const [key, bytes] of objects) server.objects.set(key, bytes);
    const store = await openLedgerStore([`s3://bucket/${ROOT}`], { endpointUrl: server.origin, anonymous: true });
    expect(await mirror(store, newFolder())).toMatchObject({ objects: 3 });
  });
});

describe('a folder', () => {
  it('says no hash either, and needs no network to be verified', async () => {
    const from = newFolder();
    mkdirSync(join(from, dirname(key)), { recursive: true });
    writeFileSync(join(from, key), turned('transaction set'));
    const to = newFolder();
    const store = await openLedgerStore([from]);
    const plan = await planMirror(store, to);
    await expect(mirrorStore(store, to, plan)).rejects.toMatchObject({
      name: 'VerifyError',
      fields: { check: 'txSetHash' },
    });
    expect(filesIn(to)).toEqual([]);
  });
});

describe('the passphrase that a mirror is given', () => {
  it.each(['s3', 'gcs'] as const)(
    'is held against the ledgers by %s, too, where each object has a hash',
    async (dialect) => {
      const { server, store } = await open(dialect, {});
      server.trick = undefined;
      server.objects.delete('.config.json');
      const to = newFolder();
      const plan = await planMirror(store, to);
      await expect(mirrorStore(store, to, plan, { network: 'pubnet' })).rejects.toMatchObject({
        fields: { check: 'transactionHashes' },
      });
      expect(await mirrorStore(store, to, plan, { network: 'Ledgerlake Sample Network ; 2026' })).toMatchObject({
        objects: 13,
      });
    },
  );

  it('is the one that transaction hashes are checked with', async () => {
    const from = newFolder();
    mkdirSync(join(from, dirname(key)), { recursive: true });
    writeFileSync(join(from, key), readFileSync(join(sample, key)));
    const store = await openLedgerStore([from]);
    const plan = () => planMirror(store, newFolder());
    await expect(mirrorStore(store, newFolder(), await plan(), { network: 'pubnet' })).rejects.toMatchObject({
      name: 'VerifyError',
      fields: { check: 'transactionHashes' },
    });
    const { networkPassphrase } = parseManifest(readFileSync(join(sample, '.config.json'), 'utf8'), sample);
    expect(await mirrorStore(store, newFolder(), await plan(), { network: networkPassphrase })).toMatchObject({
      objects: 1,
    });
  });
});

describe.skipIf(process.platform !== 'linux')('what is on the disk at the end', () => {
  it('are the names of all files, and the bytes of those whose size the store does not tell', async () => {
    for (const dialect of ['s3', 'http'] as const) {
      const { store } = await open(dialect, {});
      const to = join(newFolder(), 'of/folders');
      synced.length = 0;
      await mirror(store, to);
      expect(synced).toEqual(
        expect.arrayContaining([dirname(to), to, join(to, dirname(key)), join(to, '.config.json.partial')]),
      );
      expect(synced.filter((path) => path.endsWith('.xdr.zst.partial'))).toHaveLength(dialect === 'http' ? 3 : 0);
      expect(synced.filter((path) => path === join(to, dirname(key)))).toHaveLength(1);
    }
  });
});

describe('the folder of a mirror', () => {
  it('is none of a lake but its ledgers', async () => {
    const lake = newFolder();
    mkdirSync(join(lake, 'bronze'), { recursive: true });
    writeFileSync(join(lake, 'lake.json'), '{}');
    const store = await openLedgerStore([sample]);
    for (const to of [lake, join(lake, 'bronze'), join(lake, 'bronze/deep')]) {
      await expect(planMirror(store, to)).rejects.toThrow(
        `${to} is inside the lake ${lake}, whose mirror is ${lake}/ledgers; give that, or another folder`,
      );
    }
    expect((await planMirror(store, join(lake, 'ledgers'), { range })).objects).toHaveLength(3);
  });
});
