import { describe, expect, it } from 'vitest';
import { MAX_LEDGER, objectKey, parseKey, parsePartition, storeExtension } from '../../src/datastore/keys.ts';
import { StoreError } from '../../src/core/errors.ts';

/** Ledgers per file, files per partition, ledger, key: the worked examples of the contract. */
const vectors: [number, number, number, string][] = [
  [1, 64000, 1, 'FFFFFFFF--0-63999/FFFFFFFE--1.xdr.zst'],
  [1, 64000, 2, 'FFFFFFFF--0-63999/FFFFFFFD--2.xdr.zst'],
  [1, 64000, 63999, 'FFFFFFFF--0-63999/FFFF0600--63999.xdr.zst'],
  [1, 64000, 64000, 'FFFF05FF--64000-127999/FFFF05FF--64000.xdr.zst'],
  [1, 64000, 128000, 'FFFE0BFF--128000-191999/FFFE0BFF--128000.xdr.zst'],
  [1, 10, 1, 'FFFFFFFF--0-9/FFFFFFFE--1.xdr.zst'],
  [1, 10, 2, 'FFFFFFFF--0-9/FFFFFFFD--2.xdr.zst'],
  [1, 10, 63999, 'FFFF0609--63990-63999/FFFF0600--63999.xdr.zst'],
  [1, 10, 64000, 'FFFF05FF--64000-64009/FFFF05FF--64000.xdr.zst'],
  [1, 10, 128000, 'FFFE0BFF--128000-128009/FFFE0BFF--128000.xdr.zst'],
  [1, 1, 1, 'FFFFFFFE--1.xdr.zst'],
  [1, 1, 2, 'FFFFFFFD--2.xdr.zst'],
  [1, 1, 63999, 'FFFF0600--63999.xdr.zst'],
  [1, 1, 64000, 'FFFF05FF--64000.xdr.zst'],
  [1, 1, 128000, 'FFFE0BFF--128000.xdr.zst'],
  [10, 64000, 1, 'FFFFFFFF--0-639999/FFFFFFFF--0-9.xdr.zst'],
  [10, 64000, 2, 'FFFFFFFF--0-639999/FFFFFFFF--0-9.xdr.zst'],
  [10, 64000, 63999, 'FFFFFFFF--0-639999/FFFF0609--63990-63999.xdr.zst'],
  [10, 64000, 64000, 'FFFFFFFF--0-639999/FFFF05FF--64000-64009.xdr.zst'],
  [10, 64000, 128000, 'FFFFFFFF--0-639999/FFFE0BFF--128000-128009.xdr.zst'],
  [10, 10, 1, 'FFFFFFFF--0-99/FFFFFFFF--0-9.xdr.zst'],
  [10, 10, 2, 'FFFFFFFF--0-99/FFFFFFFF--0-9.xdr.zst'],
  [10, 10, 63999, 'FFFF0663--63900-63999/FFFF0609--63990-63999.xdr.zst'],
  [10, 10, 64000, 'FFFF05FF--64000-64099/FFFF05FF--64000-64009.xdr.zst'],
  [10, 10, 128000, 'FFFE0BFF--128000-128099/FFFE0BFF--128000-128009.xdr.zst'],
  [10, 1, 1, 'FFFFFFFF--0-9.xdr.zst'],
  [10, 1, 2, 'FFFFFFFF--0-9.xdr.zst'],
  [10, 1, 63999, 'FFFF0609--63990-63999.xdr.zst'],
  [10, 1, 64000, 'FFFF05FF--64000-64009.xdr.zst'],
  [10, 1, 128000, 'FFFE0BFF--128000-128009.xdr.zst'],
  [64, 64000, 1, 'FFFFFFFF--0-4095999/FFFFFFFF--0-63.xdr.zst'],
  [64, 64000, 2, 'FFFFFFFF--0-4095999/FFFFFFFF--0-63.xdr.zst'],
  [64, 64000, 63999, 'FFFFFFFF--0-4095999/FFFF063F--63936-63999.xdr.zst'],
  [64, 64000, 64000, 'FFFFFFFF--0-4095999/FFFF05FF--64000-64063.xdr.zst'],
  [64, 64000, 128000, 'FFFFFFFF--0-4095999/FFFE0BFF--128000-128063.xdr.zst'],
  [64, 10, 1, 'FFFFFFFF--0-639/FFFFFFFF--0-63.xdr.zst'],
  [64, 10, 2, 'FFFFFFFF--0-639/FFFFFFFF--0-63.xdr.zst'],
  [64, 10, 63999, 'FFFF087F--63360-63999/FFFF063F--63936-63999.xdr.zst'],
  [64, 10, 64000, 'FFFF05FF--64000-64639/FFFF05FF--64000-64063.xdr.zst'],
  [64, 10, 128000, 'FFFE0BFF--128000-128639/FFFE0BFF--128000-128063.xdr.zst'],
  [64, 1, 1, 'FFFFFFFF--0-63.xdr.zst'],
  [64, 1, 2, 'FFFFFFFF--0-63.xdr.zst'],
  [64, 1, 63999, 'FFFF063F--63936-63999.xdr.zst'],
  [64, 1, 64000, 'FFFF05FF--64000-64063.xdr.zst'],
  [64, 1, 128000, 'FFFE0BFF--128000-128063.xdr.zst'],
  // stellar/go support/datastore/schema_test.go and the examples of SEP-54
  [1, 0, 5, 'FFFFFFFA--5.xdr.zst'],
  [10, 0, 5, 'FFFFFFFF--0-9.xdr.zst'],
  [100, 2, 10, 'FFFFFFFF--0-199/FFFFFFFF--0-99.xdr.zst'],
  [1, 2, 1, 'FFFFFFFF--0-1/FFFFFFFE--1.xdr.zst'],
  [100, 4, 10, 'FFFFFFFF--0-399/FFFFFFFF--0-99.xdr.zst'],
  [1, 1, 1, 'FFFFFFFE--1.xdr.zst'],
  [2, 8, 2, 'FFFFFFFF--0-15/FFFFFFFD--2-3.xdr.zst'],
  [2, 8, 16, 'FFFFFFEF--16-31/FFFFFFEF--16-17.xdr.zst'],
];

describe('objectKey(ledger, schema)', () => {
  it.each(vectors)('%i ledgers a file, %i files a folder: ledger %i lies in %s', (lpf, fpp, ledger, key) => {
    expect(objectKey(ledger, { ledgersPerFile: lpf, filesPerPartition: fpp })).toBe(key);
  });

  it('takes another extension', () => {
    const schema = { ledgersPerFile: 1, filesPerPartition: 1 };
    expect(objectKey(53312000, schema, 'zstd')).toBe('FCD285FF--53312000.xdr.zstd');
  });

  it('clamps the last file and the last folder to the highest ledger', () => {
    const schema = { ledgersPerFile: 10, filesPerPartition: 64000 };
    expect(objectKey(MAX_LEDGER, schema)).toBe(
      '0008A7FF--4294400000-4294967295/00000005--4294967290-4294967295.xdr.zst',
    );
  });

  it('gives keys that fall as ledgers rise', () => {
    const schema = { ledgersPerFile: 1, filesPerPartition: 10 };
    let state = 1;
    const ledgers = Array.from({ length: 10_000 }, () => (state = (state * 48271) % 2147483647) * 2);
    const keys = [...new Set([0, MAX_LEDGER, ...ledgers])]
      .sort((a, b) => a - b)
      .map((ledger) => objectKey(ledger, schema));
    expect(keys.length).toBeGreaterThan(9_000);
    expect(keys.every((key, i) => i === 0 || key < keys[i - 1])).toBe(true);
  });
});

describe('parseKey(key)', () => {
  it.each(vectors)(
    '%i ledgers a file, %i files a folder, ledger %i: reads the range of %s back',
    (lpf, _fpp, ledger, key) => {
      const first = Math.floor(ledger / lpf) * lpf;
      expect(parseKey(key)).toEqual({ first, last: first + lpf - 1, extension: 'zst', hexFits: true });
    },
  );

  it('lets the decimal numbers decide and says that the hex part does not fit', () => {
    expect(parseKey('DEADBEEF--0-999.xdr.zst')).toEqual({ first: 0, last: 999, extension: 'zst', hexFits: false });
  });

  it.each([
    ['FCD285FF--53312000.xdr.zstd', 'zstd'],
    ['FCD285FF--53312000.xdr.gz', 'gz'],
    ['some/prefix/FCD285FF--53312000.xdr', ''],
  ])('reads %s', (key, extension) => {
    expect(parseKey(key)).toEqual({ first: 53312000, last: 53312000, extension, hexFits: true });
  });

  it.each([
    '.config.json',
    'FC3E15FF--63040000-63103999',
    'fcd285ff--53312000.xdr.zst',
    'FCD285FF-53312000.xdr.zst',
    'FCD285FF--53312000.json',
    'load-test-ledgers-v27.xdr.zst',
    '.FCD285FF--53312000.xdr.zst',
  ])('takes %s for no ledger object', (key) => {
    expect(parseKey(key)).toBeUndefined();
  });

  it('rejects a name whose first ledger is above its last', () => {
    expect(() => parseKey('FFFFFFF5--10-9.xdr.zst')).toThrow(
      new StoreError('ledger object FFFFFFF5--10-9.xdr.zst: its first ledger 10 is above its last ledger 9', {
        key: 'FFFFFFF5--10-9.xdr.zst',
      }),
    );
  });

  it('rejects a name above the highest ledger', () => {
    expect(() => parseKey('00000000--4294967296.xdr.zst')).toThrow(
      new StoreError(
        'ledger object 00000000--4294967296.xdr.zst: ledger 4294967296 is above the highest possible, 4294967295',
        { key: '00000000--4294967296.xdr.zst' },
      ),
    );
  });
});

describe('parsePartition(name)', () => {
  it('reads the ledgers of a folder', () => {
    expect(parsePartition('FC3E15FF--63040000-63103999')).toEqual({ first: 63040000, last: 63103999 });
  });

  it('takes any other name for no partition', () => {
    expect(parsePartition('ledgers')).toBeUndefined();
  });
});

describe('storeExtension(keys)', () => {
  it('is that of the first ledger object', () => {
    expect(storeExtension(['.config.json', 'FCD285FF--53312000.xdr.zstd', 'FFFFFFFD--2.xdr.zst'])).toBe('zstd');
  });

  it('is zst when nothing is there', () => {
    expect(storeExtension(['.config.json'])).toBe('zst');
  });
});
