import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askedRange } from '../../src/datastore/listing/newest.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { readLedgers } from '../../src/index.ts';
import { ROOT, serve, type Dialect, type TestServer } from './server.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const opened: { server: TestServer; store: Store }[] = [];

afterEach(async () => {
  for (const { server, store } of opened.splice(0)) {
    store.close?.();
    await server.close();
  }
});

async function open(dialect: Dialect | 'folder', source: string | Map<string, Buffer> = sample): Promise<Store> {
  if (dialect === 'folder') return openLedgerStore([sample]);
  const server = await serve(dialect, source);
  const address = { http: `${server.origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[dialect];
  const access = dialect === 'http' ? {} : { endpointUrl: server.origin, anonymous: true };
  const store = await openLedgerStore([address], access);
  opened.push({ server, store });
  return store;
}

/** A store of one ledger a file that has only these. */
function ofLedgers(first: number, last: number, extension = 'zst'): Map<string, Buffer> {
  const objects = new Map([['.config.json', Buffer.from('{"ledgersPerBatch":1,"batchesPerPartition":1}')]]);
  for (let n = first; n <= last; n++) {
    objects.set(
      `${(4294967295 - n).toString(16).toUpperCase().padStart(8, '0')}--${n}.xdr.${extension}`,
      Buffer.from('a'),
    );
  }
  return objects;
}

describe.each(['folder', 's3', 'gcs', 'http'] as const)('the newest ledgers of a store by %s', (dialect) => {
  it('are counted from its last one, and are all when there are fewer', async () => {
    const store = await open(dialect);
    expect(await askedRange(store, '-10:')).toEqual({ first: 120 });
    expect(await askedRange(store, '-35')).toEqual({ first: 95 });
    expect(await askedRange(store, { newest: 128 })).toEqual({ first: 2 });
    expect(await askedRange(store, '-5k:')).toEqual({ first: 2 });
    expect(await askedRange(store, '5:9')).toEqual({ first: 5, last: 9 });
    expect(await askedRange(store, undefined)).toBeUndefined();
  });

  it('are read by that name', async () => {
    const found: number[] = [];
    const options = { network: 'Ledgerlake Sample Network ; 2026', range: '-3:' };
    for await (const { sequence } of readLedgers(await open(dialect), options)) found.push(sequence);
    expect(found).toEqual([127, 128, 129]);
  });
});

describe.each(['s3', 'gcs', 'http'] as const)('a store by %s that begins late', (dialect) => {
  it.each(['zst', 'zstd'])('has its newest ledgers all the same, in .%s', async (extension) => {
    const store = await open(dialect, ofLedgers(67_108_000, 67_109_499, extension));
    expect(await store.latest!()).toBe(67_109_499);
    expect(await askedRange(store, '-1000:')).toEqual({ first: 67_108_500 });
    expect(await askedRange(store, '-1M:')).toEqual({ first: 67_108_000 });
  });
});

it('are not known of files that do not name theirs', async () => {
  const files = readdirSync(join(sample, 'FFFFFFFF--0-49')).map((name) => join(sample, 'FFFFFFFF--0-49', name));
  expect(await askedRange(await openLedgerStore(files), '-5:')).toEqual({ first: 45 });
  const unnamed = await openLedgerStore([join(sample, '.config.json')]);
  await expect(askedRange(unnamed, '-5:')).rejects.toThrow(
    'file names do not state their ledgers, so the newest are unknown; give FIRST:LAST',
  );
});

it('says that nothing was met where nothing can be listed', async () => {
  const store = await open('http', ofLedgers(2, 1));
  await expect(askedRange(store, '-5:')).rejects.toThrow(
    `no valid ledger files found on the data store: ${store.name} cannot be listed, and none was met by looking; `,
  );
});
