import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseState, type ArchiveState } from '../../src/archive/archive-state.ts';
import { ArchiveWriter } from '../../src/archive/archive-writer.ts';
import { readHeader, readState } from '../../src/archive/archive.ts';
import { entriesOf } from '../../src/archive/entries.ts';
import { recordsIn } from '../../src/archive/headers.ts';
import { bucketFile, checkpointFile } from '../../src/archive/names.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { ROOT, serve, type TestServer } from '../datastore/server.ts';
import { recordsOf } from '../simulator/bucket-entries.ts';
import { passphrase, writeTestArchive, type Written } from './written.ts';

let written: Written;
let store: Store;
const folders: string[] = [];

beforeAll(async () => {
  written = writeTestArchive();
  store = await openLedgerStore([written.folder]);
});

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
afterAll(() => rmSync(written.folder, { recursive: true }));

describe('readState', () => {
  it('reads a checkpoint, or the newest', async () => {
    const newest = await readState(store);
    expect(newest).toMatchObject({ version: 2, networkPassphrase: passphrase, ledger: 127, server: 'ledgerlake test' });
    expect(await readState(store, 127)).toEqual(newest);
    expect((await readState(store, 63)).ledger).toBe(63);
  });

  it('throws for a ledger that has no checkpoint, with those beside it', async () => {
    await expect(readState(store, 100)).rejects.toThrow(
      'ledger 100 is not a checkpoint: checkpoints are every 64th ledger, such as 63 and 127',
    );
    await expect(readState(store, 62)).rejects.toThrow(
      'ledger 62 is not a checkpoint: checkpoints are every 64th ledger, such as 63',
    );
    await expect(readState(store, 1.5)).rejects.toThrow('ledger 1.5 is not a checkpoint');
  });

  it('throws for a checkpoint that is not there', async () => {
    const path = join(written.folder, 'history/00/00/00/history-000000bf.json');
    await expect(readState(store, 191)).rejects.toThrow(`${path}: no such file or folder; check the path`);
  });
});

describe('parseState', () => {
  it('names the key that is wrong', () => {
    const text = readFileSync(join(written.folder, '.well-known/stellar-history.json'), 'utf8');
    const messageOf = (change: object) => {
      try {
        return parseState(JSON.stringify({ ...JSON.parse(text), ...change }), 'has.json').version;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf({})).toBe(2);
    expect(messageOf({ version: 3 })).toBe('has.json: version is 3, expected 1 or 2');
    expect(messageOf({ currentLedger: '63' })).toBe('has.json: currentLedger is 63, expected the number of a ledger');
    expect(messageOf({ currentBuckets: [] })).toBe('has.json: currentBuckets is 0 levels, expected 11');
    expect(messageOf({ hotArchiveBuckets: undefined })).toBe(
      'has.json: hotArchiveBuckets is missing, expected 11 levels',
    );
    const currentBuckets = JSON.parse(text).currentBuckets;
    currentBuckets[3] = { ...currentBuckets[3], snap: 'abc' };
    expect(messageOf({ currentBuckets })).toBe('has.json: currentBuckets[3].snap is abc, expected 64 hex digits');
    expect(() => parseState('{', 'has.json')).toThrow('has.json is not JSON: ');
    expect(() => parseState('[]', 'has.json')).toThrow('has.json is not an archive state: expected a JSON object');
  });
});

describe('readHeader', () => {
  it('returns the header that says the hash of the buckets', async () => {
    const header = await readHeader(store, await readState(store, 127));
    expect(header).toMatchObject({ ledger: 127, protocol: 26, hash: written.hashes[125] });
  });

  it('throws when the buckets are others', async () => {
    const state = await readState(store, 63);
    state.live[0] = { ...state.live[0], curr: '11'.repeat(32) };
    await expect(readHeader(store, state)).rejects.toThrow(
      /^ledger 63: the hash computed of the buckets is [0-9a-f]{64}, the header says /,
    );
  });

  it('throws for a header that was changed', async () => {
    const { folder, store } = await copyOf();
    const file = checkpointFile('ledger', 63);
    rewrite(folder, file, (bytes) => bytes.writeUInt8(bytes[100] ^ 1, 100));
    await expect(readHeader(store, await readState(store, 63))).rejects.toThrow(
      /^ledger\/00\/00\/00\/ledger-0000003f.xdr.gz: ledger 2: the ledger hash computed is /,
    );
  });
});

describe('entriesOf', () => {
  it('yields what each key holds now, in the order of keys', async () => {
    const found = await entries(store, await readState(store, 127));
    const expected = [...written.balances].sort(([a], [b]) => a - b);
    expect(found).toEqual(expected.map(([number, balance]) => `LIVE ${number} = ${balance}`));
  });

  it('yields what is archived and was not restored', async () => {
    const found = await entries(store, await readState(store, 127), 'hotArchive');
    expect(found).toEqual([20, 40, 80, 100, 120].map((number) => `LIVE code ${number}`));
  });

  it('reads from a web server in ranges', async () => {
    const server = await serve('http', written.folder);
    try {
      const remote = await openLedgerStore([`${server.origin}/${ROOT}`]);
      const state = await readState(remote);
      await readHeader(remote, state);
      expect(await entries(remote, state)).toHaveLength(written.balances.size);
      expect(rangesAsked(server)).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });

  it('names a bucket that has another hash than its name', async () => {
    const { folder, store } = await copyOf();
    const state = await readState(store, 127);
    const hash = state.live.map(({ snap }) => snap).find((snap) => existsSync(join(folder, bucketFile(snap))))!;
    rewrite(folder, bucketFile(hash), (bytes) => bytes.writeUInt8(bytes[79] ^ 1, 79));
    const message = new RegExp(
      `^${bucketFile(hash)}: the bucket's SHA-256 is [0-9a-f]{64}, not the one of its name; fetch it again`,
    );
    await expect(entries(store, state)).rejects.toThrow(message);
  });

  it('names a bucket that is cut, damaged or missing', async () => {
    const { folder, store } = await copyOf();
    const state = await readState(store, 127);
    const file = bucketFile(state.live[0].curr);
    const whole = readFileSync(join(folder, file));
    writeFileSync(join(folder, file), whole.subarray(0, whole.length - 20));
    await expect(entries(store, state)).rejects.toThrow(
      `${file}: the gzip data is damaged or cut: unexpected end of file`,
    );
    writeFileSync(join(folder, file), gzipSync(gunzipSync(whole).subarray(0, -4)));
    await expect(entries(store, state)).rejects.toThrow(/bytes after the last whole record/);
    rmSync(join(folder, file));
    await expect(entries(store, state)).rejects.toThrow(`${join(folder, file)}: no such file or folder`);
  });

  it('throws for what is no record, and for records that are not in order', async () => {
    const { folder, store } = await copyOf();
    const state = await readState(store, 127);
    const file = bucketFile(state.live[0].curr);
    const whole = gunzipSync(readFileSync(join(folder, file)));
    const [meta, ...others] = [...recordsIn(whole, file)].map(marked);
    const messageOf = async (bytes: Uint8Array) => {
      writeFileSync(join(folder, file), gzipSync(bytes));
      return entries(store, state).catch((error: Error) => error.message);
    };
    expect(await messageOf(Buffer.concat([meta, ...others.toReversed()]))).toMatch(
      /the entry is not in the order of keys$/,
    );
    expect(await messageOf(Buffer.concat([...others, meta]))).toMatch(/the metadata is not at the start$/);
    expect(await messageOf(Buffer.from('no bucket at all'))).toBe(
      `${file}, byte 0 of what it unzips to: there is no mark of a record`,
    );
    const long = Buffer.concat([marked(Buffer.concat([meta.subarray(4), Buffer.alloc(4)])), ...others]);
    expect(await messageOf(long)).toMatch(/the record does not end where its BucketEntry does$/);
  });
});

describe('ArchiveWriter', () => {
  it('writes the files of an archive, and nothing of a checkpoint that is not whole', () => {
    const names = readdirSync(written.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(gz|json)$/.test(name),
    );
    const checkpoints = ['0000003f', '0000007f'].flatMap((hex) => [
      `history/00/00/00/history-${hex}.json`,
      ...['ledger', 'results', 'transactions'].map((kind) => `${kind}/00/00/00/${kind}-${hex}.xdr.gz`),
    ]);
    expect(names.filter((name) => !name.startsWith('bucket/')).sort()).toEqual(
      ['.well-known/stellar-history.json', ...checkpoints].sort(),
    );
    for (const name of names.filter((name) => name.startsWith('bucket/'))) {
      expect(name).toMatch(/^bucket\/(..)\/(..)\/(..)\/bucket-\1\2\3[0-9a-f]{58}\.xdr\.gz$/);
    }
  });

  it('writes transactions and results as the SDK reads them', () => {
    const file = (kind: 'transactions' | 'results') =>
      gunzipSync(readFileSync(join(written.folder, checkpointFile(kind, 127))));
    const sets = [...recordsIn(file('transactions'), '')].map((bytes) =>
      xdr.TransactionHistoryEntry.fromXdr(Buffer.from(bytes)),
    );
    const results = [...recordsIn(file('results'), '')].map((bytes) =>
      xdr.TransactionHistoryResultEntry.fromXdr(Buffer.from(bytes)),
    );
    expect(sets.map(({ ledgerSeq }) => ledgerSeq)).toEqual(results.map(({ ledgerSeq }) => ledgerSeq));
    expect(sets[0]).toMatchObject({ ledgerSeq: 64, txSet: { txs: [] }, ext: { type: 'generalizedTxSet' } });
    expect(results.every(({ txResultSet }) => txResultSet.results.length > 0)).toBe(true);
  });

  it('writes the same again, and nothing over another archive', async () => {
    const { folder } = await copyOf();
    expect(() => writeTestArchive(folder)).not.toThrow();
    const options = { networkPassphrase: 'another network', server: '' };
    expect(() => new ArchiveWriter(folder, options)).toThrow(
      `${folder} is an archive of "${passphrase}"; write to another folder`,
    );
    const path = join(folder, checkpointFile('results', 63));
    writeFileSync(path, 'other');
    expect(() => writeTestArchive(folder)).toThrow(
      `${path} is there with other content; write the archive to another folder`,
    );
  });
});

/** The entries as text. */
async function entries(store: Store, state: ArchiveState, list: 'live' | 'hotArchive' = 'live'): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of entriesOf(store, state, list)) {
    const records = batch.map((entry) => marked(Buffer.concat([Buffer.alloc(4), entry])));
    found.push(...recordsOf({ bytes: Buffer.concat(records) }));
  }
  return found;
}

function marked(body: Uint8Array): Buffer {
  const mark = Buffer.alloc(4);
  mark.writeUInt32BE(0x80000000 + body.length);
  return Buffer.concat([mark, body]);
}

async function copyOf(): Promise<{ folder: string; store: Store }> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  folders.push(folder);
  cpSync(written.folder, folder, { recursive: true });
  return { folder, store: await openLedgerStore([folder]) };
}

function rewrite(folder: string, file: string, change: (bytes: Buffer) => void): void {
  const bytes = gunzipSync(readFileSync(join(folder, file)));
  change(bytes);
  writeFileSync(join(folder, file), gzipSync(bytes));
}

const rangesAsked = ({ asked }: TestServer) => asked.filter(({ headers }) => headers.range !== undefined).length;
