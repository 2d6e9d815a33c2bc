import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, expect, test } from 'vitest';
import { StoreError, UsageError } from '../../src/core/errors.ts';
import { sampleOptions, writeSample } from '../../src/simulator/make-sample.ts';
import { writeLiveStore, writeStore } from '../../src/simulator/store.ts';
import { options } from './ledgers.ts';

const temporary = mkdtempSync(join(tmpdir(), 'simulator-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .sort();

test('writes batches under SEP-54 names, the first one from ledger 2 on', () => {
  const dir = join(temporary, 'named');
  const written = writeStore(dir, { ...options, ledgers: 22, ledgersPerFile: 8, filesPerPartition: 2 });
  expect(written).toMatchObject({ ledgers: 22, files: 3 });
  expect(filesOf(dir)).toEqual([
    '.config.json',
    'FFFFFFEF--16-31/FFFFFFEF--16-23.xdr.zst',
    'FFFFFFFF--0-15/FFFFFFF7--8-15.xdr.zst',
    'FFFFFFFF--0-15/FFFFFFFF--0-7.xdr.zst',
  ]);
  const bytes = zstdDecompressSync(readFileSync(join(dir, 'FFFFFFFF--0-15/FFFFFFFF--0-7.xdr.zst')));
  const batch = xdr.LedgerCloseMetaBatch.fromXdr(bytes);
  expect([batch.startSequence, batch.endSequence, batch.ledgerCloseMetas.length]).toEqual([2, 7, 6]);
});

test('writes the manifest that a reader takes schema and network from', () => {
  const manifest = JSON.parse(readFileSync(join(temporary, 'named/.config.json'), 'utf8'));
  expect(manifest).toEqual({
    networkPassphrase: 'Simulator Test Network',
    version: '1.0',
    compression: 'zstd',
    ledgersPerBatch: 8,
    batchesPerPartition: 2,
  });
});

test('refuses ledgers that would leave a file half full', () => {
  const write = () => writeStore(temporary, { ...options, ledgers: 10, ledgersPerFile: 8, filesPerPartition: 1 });
  expect(write).toThrow(
    new UsageError(
      'ledgers 2 to 11 do not fill files of 8: start at 2 or at a multiple of 8, and end before a multiple of it',
    ),
  );
});

test.each([
  [
    { startLedger: 0x7ffffffe, ledgers: 3 },
    'the last ledger is 2147483648, expected an integer from 2147483646 to 2147483647',
  ],
  [{ startLedger: 0xffffffff, ledgers: 1 }, 'the first ledger is 4294967295, expected an integer from 2 to 2147483647'],
  [
    { transactionsPerLedger: 10_001 },
    'the number of transactions per ledger is 10001, expected an integer from 1 to 10000',
  ],
  [{ protocol: 19 }, 'the protocol is 19, expected an integer from 20 to 30'],
])('refuses %o before it makes a folder', (impossible, message) => {
  const dir = join(temporary, 'impossible');
  const write = () => writeStore(dir, { ...options, ledgersPerFile: 1, filesPerPartition: 1, ...impossible });
  expect(write).toThrow(new UsageError(message));
  expect(existsSync(dir)).toBe(false);
});

const small = { ...options, ledgers: 6, ledgersPerFile: 8, filesPerPartition: 1 };

test('leaves what is there with the same bytes', () => {
  const dir = join(temporary, 'again');
  expect(writeStore(dir, small)).toEqual(writeStore(dir, small));
  expect(filesOf(dir)).toHaveLength(2);
});

test('refuses a folder with other ledgers or of another store', () => {
  const dir = join(temporary, 'other');
  writeStore(dir, small);
  const file = join(dir, 'FFFFFFFF--0-7.xdr.zst');
  expect(() => writeStore(dir, { ...small, seed: 'another' })).toThrow(
    new StoreError(`${file} is there with other bytes: simulate into an empty folder, or with the options of before`),
  );
  expect(() => writeStore(dir, { ...small, passphrase: 'Another Network' })).toThrow(
    /^.* is of another store: it says \{/,
  );
  expect(filesOf(dir)).toHaveLength(2);
});

test('refuses ledgers that would not link to those of another run', async () => {
  const dir = join(temporary, 'beside');
  const from = (startLedger: number, ledgers = 8) => writeStore(dir, { ...small, startLedger, ledgers });
  from(16);
  const files = filesOf(dir);
  for (const [start, neighbour] of [
    [24, 23],
    [8, 16],
  ]) {
    expect(() => from(start)).toThrow(
      new StoreError(
        `${dir} has ledger ${neighbour} of another simulation, with whose hash these do not link: leave a gap between them, ` +
          'or simulate the ledgers of before and more with their options',
      ),
    );
  }
  expect(filesOf(dir)).toEqual(files);
  expect(from(16, 16)).toMatchObject({ files: 2 });
  expect(from(16)).toMatchObject({ files: 1 });
  expect(from(40)).toMatchObject({ files: 1 });

  const live = join(temporary, 'beside-live');
  writeStore(live, { ...small, startLedger: 3, ledgers: 2, ledgersPerFile: 1 });
  const signal = AbortSignal.timeout(60_000);
  await expect(writeLiveStore(live, { ...small, startLedger: 5 }, { signal })).rejects.toThrow(
    /has ledger 4 of another/,
  );
});

test('leaves what is there with the same ledgers, however it is compressed', () => {
  const dir = join(temporary, 'levels');
  const written = writeStore(dir, { ...small, compressionLevel: 19 });
  expect(writeStore(dir, small)).toEqual(written);
});

test.skipIf(process.platform !== 'linux')('writes nothing when there is no place for the archive', () => {
  const dir = join(temporary, 'unarchived');
  expect(() => writeStore(dir, { ...small, archive: '/proc/none/archive' })).toThrow(/ENOENT.*\/proc\/none/);
  expect(() => writeStore(dir, { ...small, archive: '' })).toThrow(
    new UsageError('a store and its archive need folders with names'),
  );
  expect(() => writeStore(dir, { ...small, archive: dir })).toThrow(
    new UsageError(`${dir} is both the store and the archive: give the archive a folder of its own`),
  );
  expect(existsSync(dir)).toBe(false);
});

test('makes no archive beside a store of another network', () => {
  const dir = join(temporary, 'elsewhere');
  const archive = join(temporary, 'archive');
  writeStore(dir, small);
  expect(() => writeStore(dir, { ...small, passphrase: 'Another Network', archive })).toThrow(/ is of another store: /);
  expect(existsSync(archive)).toBe(false);
});

test('writes ledger by ledger until it is stopped, and goes on where it was', async () => {
  const dir = join(temporary, 'live');
  const { passphrase } = options;
  const run = async (seed: string) => {
    const stopping = new AbortController();
    const closed: number[] = [];
    const onLedger = ({ sequence }: { sequence: number }) => {
      closed.push(sequence);
      stopping.abort();
    };
    await writeLiveStore(dir, { seed, passphrase, filesPerPartition: 64_000 }, { signal: stopping.signal, onLedger });
    return closed;
  };
  expect(await run('live')).toEqual([2]);
  expect(await run('live')).toEqual([3]);
  expect(filesOf(dir)).toHaveLength(3);
  await expect(run('other')).rejects.toThrow(/ is there with other bytes: /);
});

test('regenerates data/sample as it is committed', () => {
  const committed = join(import.meta.dirname, '../../data/sample');
  const made = join(temporary, 'sample');
  const written = writeSample(made);
  expect(written.ledgers).toBe(sampleOptions.ledgers);
  expect(written.bytes).toBeLessThan(1_000_000);
  expect(filesOf(made)).toEqual(filesOf(committed));
  for (const name of filesOf(made)) expect(contentOf(made, name).equals(contentOf(committed, name))).toBe(true);
});

function contentOf(dir: string, name: string): Buffer {
  const bytes = readFileSync(join(dir, name));
  return name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
}
