import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileError } from '../../src/datastore/files/local.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { findGaps } from '../../src/datastore/store.ts';
import { StoreError, UsageError } from '../../src/core/errors.ts';
import { corpus, hasCorpus } from '../corpus.ts';

const root = mkdtempSync(join(tmpdir(), 'ledgerlake-store-'));
afterAll(() => rmSync(root, { recursive: true }));

function folder(name: string, ...paths: string[]): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const file of paths) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), file);
  }
  return path;
}

const keysOf = async (path: string, range = {}) =>
  (await (await openLedgerStore([path])).list({ range })).objects.map(({ key }) => key);

describe('a folder as a store', () => {
  it('is not one when the manifest lies in a folder below', async () => {
    const parent = folder('parent', 'a/.config.json', 'a/FFFFFFFD--2.xdr.zst', 'b/ledgers/.config.json', 'notes.txt');
    const [a, b] = [join(parent, 'a'), join(parent, 'b/ledgers')];
    const expected = `${parent} is a folder above a store; did you mean ${a}, ${b}?`;
    const store = await openLedgerStore([parent]);
    await expect(store.list()).rejects.toThrow(new StoreError(expected, { store: parent }));
    await expect(store.layout()).rejects.toThrow(expected);
    writeFileSync(join(parent, '.config.json'), '{"ledgersPerBatch":1,"batchesPerPartition":1}');
    expect(await keysOf(parent)).toEqual(['a/FFFFFFFD--2.xdr.zst']);
  });

  it('lists ledger objects at any depth, sorted by ledger, and nothing else', async () => {
    const path = folder(
      'mixed',
      'FFFFFFEF--16-31/FFFFFFED--18-19.xdr.zst',
      'FFFFFFEF--16-31/FFFFFFEF--16-17.xdr',
      'FFFFFFFD--2-3.xdr.gz',
      'deep/er/FFFFFFFB--4-5.xdr.zstd',
      '.config.json',
      'README.md',
      'FFFFFFF9--6-7.xdr.zst.partial',
      '.trash/FFFFFFFD--2-3.xdr.gz',
      'load-test-ledgers.xdr.zst',
    );
    const store = await openLedgerStore([path]);
    const listing = await store.list();
    expect(listing).toEqual({
      objects: [
        { key: 'FFFFFFFD--2-3.xdr.gz', first: 2, last: 3, bytes: 20 },
        { key: 'deep/er/FFFFFFFB--4-5.xdr.zstd', first: 4, last: 5, bytes: 30 },
        { key: 'FFFFFFEF--16-31/FFFFFFEF--16-17.xdr', first: 16, last: 17, bytes: 35 },
        { key: 'FFFFFFEF--16-31/FFFFFFED--18-19.xdr.zst', first: 18, last: 19, bytes: 39 },
      ],
      files: [],
    });
    expect(findGaps(listing.objects)).toEqual([{ first: 6, last: 15 }]);
  });

  it('lists only what a range needs', async () => {
    const path = folder('ranged', 'FFFFFFFF--0-9/FFFFFFFD--2.xdr.zst', 'FFFFFFF5--10-19/FFFFFFF5--10.xdr.zst');
    expect(await keysOf(path, { first: 5 })).toEqual(['FFFFFFF5--10-19/FFFFFFF5--10.xdr.zst']);
    expect(await keysOf(path, { last: 9 })).toEqual(['FFFFFFFF--0-9/FFFFFFFD--2.xdr.zst']);
    expect(await keysOf(path, { first: 3, last: 9 })).toEqual([]);
    expect(await keysOf(path, { first: 100 })).toEqual([]);
  });

  it('follows links, and stops at one that leads back', async () => {
    const path = folder('linked/store');
    symlinkSync(folder('linked/elsewhere', 'FFFFFFFD--2.xdr.zst'), join(path, 'part'));
    symlinkSync(path, join(path, 'loop'));
    symlinkSync(join(root, 'nowhere'), join(path, 'broken'));
    expect(await keysOf(path)).toEqual(['part/FFFFFFFD--2.xdr.zst']);
  });

  it('gives the bytes of an object', async () => {
    const store = await openLedgerStore([folder('bytes', 'FFFFFFFD--2.xdr.zst')]);
    expect(Buffer.from(await store.get('FFFFFFFD--2.xdr.zst')).toString()).toBe('FFFFFFFD--2.xdr.zst');
    expect(await store.exists('FFFFFFFD--2.xdr.zst')).toBe(true);
    expect(await store.exists('FFFFFFFC--3.xdr.zst')).toBe(false);
    expect(await store.exists('FFFFFFFD--2.xdr.zst/more')).toBe(false);
  });

  it('rejects an object that is not there', async () => {
    const path = folder('bytes', 'FFFFFFFD--2.xdr.zst');
    const store = await openLedgerStore([path]);
    await expect(store.get('FFFFFFFC--3.xdr.zst')).rejects.toThrow(
      new StoreError(`${path}/FFFFFFFC--3.xdr.zst: no such file or folder; check the path`, {
        store: path,
        key: 'FFFFFFFC--3.xdr.zst',
      }),
    );
  });

  it('reads the manifest, or none', async () => {
    const path = folder('manifest');
    const store = await openLedgerStore([path]);
    expect(await store.manifest()).toBeUndefined();
    writeFileSync(join(path, '.config.json'), '{"version":"0.1.0","ledgersPerBatch":2,"batchesPerPartition":8}');
    expect(await store.manifest()).toEqual({ version: '0.1.0', ledgersPerFile: 2, filesPerPartition: 8 });
    writeFileSync(join(path, '.config.json'), '[]');
    await expect(store.manifest()).rejects.toThrow(
      new StoreError('failed to read manifest: manifest file ".config.json" is [], expected an object', {
        store: path,
        key: '.config.json',
      }),
    );
  });

  it('opens without ledgers, and rejects to list them', async () => {
    const path = folder('empty', '.config.json');
    const store = await openLedgerStore([path]);
    await expect(store.list()).rejects.toThrow(
      new StoreError(
        `no valid ledger files found on the data store: ${path} holds no file named as in FFFFFFFD--2.xdr.zst; name ` +
          'the folder that holds .config.json or the partition folders, or name the files themselves',
        { store: path, kind: 'empty' },
      ),
    );
  });

  it('rejects two objects that hold one ledger', async () => {
    const path = folder('twice', 'FFFFFFFF--0-9.xdr.zst', 'a/FFFFFFFA--5.xdr.zst');
    await expect((await openLedgerStore([path])).list()).rejects.toThrow(
      new StoreError(
        `${path}: ledger 5 is in two objects, FFFFFFFF--0-9.xdr.zst and a/FFFFFFFA--5.xdr.zst; take one of them away`,
        { store: path, key: 'a/FFFFFFFA--5.xdr.zst' },
      ),
    );
  });

  it('stops when it is aborted', async () => {
    const store = await openLedgerStore([folder('bytes', 'FFFFFFFD--2.xdr.zst')]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(store.list({ signal })).rejects.toThrow('enough');
    await expect(store.get('FFFFFFFD--2.xdr.zst', { signal })).rejects.toThrow('enough');
    await expect(store.exists('FFFFFFFD--2.xdr.zst', { signal })).rejects.toThrow('enough');
    await expect(store.manifest({ signal })).rejects.toThrow('enough');
  });
});

describe('files as a store', () => {
  it('lists those with ledger names by ledger and the others as they are', async () => {
    const path = folder('files', 'stream.xdr.zst', 'FFFFFFFC--3.xdr.zst', 'FFFFFFFD--2.xdr.zst', 'b');
    const paths = ['stream.xdr.zst', 'FFFFFFFC--3.xdr.zst', 'b', 'FFFFFFFD--2.xdr.zst'].map((name) => join(path, name));
    const store = await openLedgerStore([...paths, paths[0]]);
    expect(store.name).toBe('5 files');
    expect(await store.manifest()).toBeUndefined();
    expect(await store.list()).toEqual({
      objects: [
        { key: paths[3], first: 2, last: 2, bytes: 19 },
        { key: paths[1], first: 3, last: 3, bytes: 19 },
      ],
      files: [
        { key: paths[0], bytes: 14 },
        { key: paths[2], bytes: 1 },
      ],
    });
    expect((await store.list({ range: { first: 3 } })).objects.length).toBe(1);
    expect(Buffer.from(await store.get(paths[2])).toString()).toBe('b');
  });
});

describe('folders and files as one store', () => {
  const a = folder('together-a', '.config.json', 'FFFFFFFD--2.xdr.zst', 'FFFFFFFC--3.xdr.zst');
  const b = folder('together-b', 'FFFFFFFC--3.xdr.zst', 'FFFFFFFA--5.xdr.zst', 'plain');
  const manifest = (network: string) =>
    JSON.stringify({ networkPassphrase: network, ledgersPerBatch: 1, batchesPerPartition: 1 });
  writeFileSync(join(a, '.config.json'), manifest('one'));

  it('have the ledgers of all, each from the first that has it', async () => {
    const store = await openLedgerStore([a, b, join(b, 'plain')]);
    const { objects, files } = await store.list();
    const keys = [`${a}/FFFFFFFD--2.xdr.zst`, `${a}/FFFFFFFC--3.xdr.zst`, `${b}/FFFFFFFA--5.xdr.zst`];
    expect(objects.map(({ key }) => key)).toEqual(keys);
    expect(files.map(({ key }) => key)).toEqual([`${b}/plain`]);
    expect((await store.list({ range: { first: 4 } })).objects.map(({ first }) => first)).toEqual([5]);
    expect(Buffer.from(await store.get(keys[2])).toString()).toBe('FFFFFFFA--5.xdr.zst');
    expect([await store.exists(keys[0]), await store.exists(`${a}/nothing`)]).toEqual([true, false]);
    expect(await store.metadata(keys[0])).toMatchObject({ bytes: 19 });
    expect((await store.manifest())?.networkPassphrase).toBe('one');
    await expect(store.layout()).rejects.toThrow(`${store.name}: several stores together have no layout`);
  });

  it('are refused when they are of two networks, or overlap in part', async () => {
    const other = folder('together-c', 'FFFFFFFD--2-3.xdr.zst');
    writeFileSync(join(other, '.config.json'), manifest('two'));
    await expect((await openLedgerStore([a, other])).manifest()).rejects.toThrow(
      `${a} is of the network "one", ${other} of "two": load each into a lake`,
    );
    await expect((await openLedgerStore([join(a, 'FFFFFFFC--3.xdr.zst'), other])).list()).rejects.toThrow(
      `ledger 3 is in two objects, ${other}/FFFFFFFD--2-3.xdr.zst and ${a}/FFFFFFFC--3.xdr.zst; take one of them away`,
    );
  });
});

describe('openStore(sources)', () => {
  it('rejects a path that is not there', async () => {
    const path = join(root, 'nowhere');
    await expect(openLedgerStore([path])).rejects.toThrow(
      new StoreError(`${path}: no such file or folder; check the path`, { store: path }),
    );
  });

  it('names the public stores of a network that was given in the place of one', async () => {
    await expect(openLedgerStore(['testnet'])).rejects.toThrow(
      new UsageError('no folder testnet here; public stores of that network are testnet@aws, testnet@gcs'),
    );
  });

  it('rejects nothing at all', async () => {
    await expect(openLedgerStore([])).rejects.toThrow(
      new UsageError(
        'no store given: a store is a folder, files, gs://BUCKET/PREFIX, s3://BUCKET/PREFIX, https://HOST/PATH or a ' +
          'name such as pubnet@aws',
      ),
    );
  });
});

describe('fileError(error, path, fields)', () => {
  it.each([
    ['EACCES', '/a: permission denied; make it readable for this user'],
    ['ENOTDIR', '/a: not a folder; check the path'],
    ['EIO', '/a: cannot be read: the disk failed: check it'],
  ])('says what %s means', (code, message) => {
    const error = Object.assign(new Error(code), { code });
    expect(fileError(error, '/a', { store: '/a' })).toEqual(new StoreError(message, { store: '/a' }, error));
  });
});

describe.skipIf(!hasCorpus)(`stores in ${corpus}`, () => {
  it.each([
    ['pubnet-p26/store', 13, 63092982, 63092994, 0],
    ['pubnet-eras/store', 11, 6154623, 60659332, 10],
    ['pubnet-etl-golden/store', 8, 30820015, 30822024, 2],
    ['testnet-galexie-bucket/store', 3, 997, 999, 0],
    ['loadtest-store-2x8/store', 15, 10048, 10077, 0],
  ])('%s: %i objects, ledgers %i to %i, %i gaps', async (name, count, first, last, gaps) => {
    const store = await openLedgerStore([join(corpus, name)]);
    const { objects } = await store.list();
    expect([objects.length, objects[0].first, objects.at(-1)!.last]).toEqual([count, first, last]);
    expect(findGaps(objects).length).toBe(gaps);
    expect((await store.manifest())!.ledgersPerFile).toBe(objects[0].last - objects[0].first + 1);
    expect((await store.get(objects[0].key)).length).toBe(objects[0].bytes);
  });
});
