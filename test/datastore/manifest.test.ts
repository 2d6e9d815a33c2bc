import { describe, expect, it } from 'vitest';
import { parseManifest, resolveSchema, type LocalSchema } from '../../src/datastore/manifest.ts';
import { StoreError } from '../../src/core/errors.ts';

const text = JSON.stringify({
  networkPassphrase: 'Test SDF Network ; September 2015',
  version: '1.0',
  compression: 'zstd',
  ledgersPerBatch: 500,
  batchesPerPartition: 10,
});
const manifest = parseManifest(text);
const place = { store: undefined, key: '.config.json' };
const incomplete =
  'datastore manifest is missing and local config is incomplete; ledgersPerFile and filesPerPartition must be set';

describe('parseManifest(text)', () => {
  it('reads what Galexie writes', () => {
    expect(manifest).toEqual({
      networkPassphrase: 'Test SDF Network ; September 2015',
      version: '1.0',
      compression: 'zstd',
      ledgersPerFile: 500,
      filesPerPartition: 10,
    });
  });

  it('takes any version, and no texts at all', () => {
    expect(parseManifest('{"version":"0.1.0","ledgersPerBatch":1,"batchesPerPartition":0}')).toEqual({
      version: '0.1.0',
      ledgersPerFile: 1,
      filesPerPartition: 0,
    });
  });

  it.each([
    ['[1]', 'manifest file ".config.json" is [1], expected an object'],
    ['null', 'manifest file ".config.json" is null, expected an object'],
    ['{}', 'ledgersPerBatch in manifest file ".config.json" is missing, expected a whole number from 1 to 4294967295'],
    [
      '{"ledgersPerBatch":0}',
      'ledgersPerBatch in manifest file ".config.json" is 0, expected a whole number from 1 to 4294967295',
    ],
    [
      '{"ledgersPerBatch":1,"batchesPerPartition":"64000"}',
      'batchesPerPartition in manifest file ".config.json" is "64000", expected a whole number from 0 to 4294967295',
    ],
    [
      '{"ledgersPerBatch":1,"batchesPerPartition":1.5}',
      'batchesPerPartition in manifest file ".config.json" is 1.5, expected a whole number from 0 to 4294967295',
    ],
    [
      '{"ledgersPerBatch":1,"batchesPerPartition":1,"networkPassphrase":7}',
      'networkPassphrase in manifest file ".config.json" is 7, expected a string',
    ],
  ])('rejects %s', (wrong, message) => {
    expect(() => parseManifest(wrong)).toThrow(new StoreError(`failed to read manifest: ${message}`, place));
  });

  it('rejects what is not JSON and says why', () => {
    expect(() => parseManifest('{"ledgersPerBatch": 1,')).toThrow(
      /^failed to read manifest: invalid JSON in manifest file ".config.json": Expected double-quoted property name/,
    );
  });
});

describe('resolveSchema(read, local)', () => {
  const resolve = (found: typeof manifest | undefined, local?: LocalSchema) =>
    resolveSchema(() => Promise.resolve(found), local);
  const schema = { ledgersPerFile: 500, filesPerPartition: 10 };

  it.each<[string, LocalSchema | undefined]>([
    ['there is no local one', undefined],
    ['the local one is zero', { ledgersPerFile: 0, filesPerPartition: 0, networkPassphrase: '' }],
    ['the local one is equal', { ...schema, version: '1.0' }],
    ['half of it is given and equal', { filesPerPartition: 10 }],
  ])('is that of the manifest when %s', async (_name, local) => {
    expect(await resolve(manifest, local)).toEqual(schema);
  });

  it('is the local one without a manifest', async () => {
    const local = { ledgersPerFile: 1, filesPerPartition: 64000 };
    expect(await resolve(undefined, local)).toEqual(local);
  });

  it('rejects a local schema that differs', async () => {
    await expect(resolve(manifest, { ledgersPerFile: 1000 })).rejects.toThrow(
      new StoreError(
        'datastore config mismatch: The local config does not match the manifest stored in the datastore. Details: ' +
          'ledgersPerFile: local=1000, datastore=500. If the difference is in schema settings, either remove the ' +
          'schema section from your local config or update it to match the datastore',
      ),
    );
  });

  it('names every difference in order', async () => {
    const local = {
      filesPerPartition: 1,
      ledgersPerFile: 2,
      compression: 'gzip',
      version: '2.0',
      networkPassphrase: 'Other',
    };
    await expect(resolve(manifest, local)).rejects.toThrow(
      'Details: networkPassphrase: local="Other", datastore="Test SDF Network ; September 2015"; ' +
        'version: local="2.0", datastore="1.0"; compression: local="gzip", datastore="zstd"; ' +
        'ledgersPerFile: local=2, datastore=500; filesPerPartition: local=1, datastore=10. If',
    );
  });

  it.each<LocalSchema | undefined>([undefined, { ledgersPerFile: 1 }, { filesPerPartition: 64000 }])(
    'rejects no manifest and the local schema %o',
    async (local) => {
      await expect(resolve(undefined, local)).rejects.toMatchObject({ message: incomplete, kind: 'uncut' });
    },
  );

  it('rejects an unreadable manifest, and says so first when there is a local schema', async () => {
    const broken = () => Promise.resolve().then(() => parseManifest('[]'));
    const why = 'failed to read manifest: manifest file ".config.json" is [], expected an object';
    await expect(resolveSchema(broken, schema)).rejects.toThrow(new StoreError(why, place));
    await expect(resolveSchema(broken)).rejects.toThrow(`${incomplete}; ${why}`);
  });
});
