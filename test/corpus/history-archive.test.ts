/** The reader against a real archive: pubnet's first two checkpoints, as the network published them. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseState, stateHash, stateText } from '../../src/archive/archive-state.ts';
import { readHeader, readState } from '../../src/archive/archive.ts';
import { entriesOf } from '../../src/archive/entries.ts';
import { readHeaders } from '../../src/archive/headers.ts';
import { bucketFile, checkpointFile, type CheckpointFile } from '../../src/archive/names.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { KeptState } from '../../src/history/kept-states.ts';
import { ingestState, networkOfArchive, open } from '../../src/index.ts';
import { keyOfEntry } from '../../src/ledger/compact.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const run = promisify(execFile);
const files = corpusFiles('history-archive', '');

describe.skipIf(!hasCorpus)('a real archive', () => {
  let folder: string;
  let store: Store;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'archive-'));
    for (const path of files) copyInto(folder, path);
    store = await openLedgerStore([folder]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([63, 127])('has at ledger %i the state whose hash its header has', async (checkpoint) => {
    const state = await readState(store, checkpoint);
    expect(state).toMatchObject({ version: 1, server: 'v0.2-4-gb2b1ae0', ledger: checkpoint, hotArchive: [] });
    const header = await readHeader(store, state);
    expect(header).toMatchObject({ ledger: checkpoint, protocol: 1, bucketListHash: stateHash(state) });
  });

  it('has the accounts that ledger 3 left', async () => {
    const state = await readState(store, 127);
    const entries: string[] = [];
    for await (const batch of entriesOf(store, state)) {
      entries.push(...batch.map((entry) => decodeJson('LedgerEntry', entry)));
    }
    expect(entries.map((text) => JSON.parse(text).data.account)).toMatchObject([
      { account_id: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', balance: '200000000' },
      { account_id: 'GALPCCZN4YXA3YMJHKL6CVIECKPLJJCTVMSNYWBTKJW4K5HQLYLDMZTB', balance: '999999999799999700' },
    ]);
  });

  it.each([63, 127])('fills a lake with the accounts of ledger %i, in less than 400 MB', async (checkpoint) => {
    const dir = join(folder, `lake-${checkpoint}`);
    const child = join(import.meta.dirname, 'ingest-state-child.ts');
    const { stdout } = await run(process.execPath, [child, dir, folder, String(checkpoint)]);
    const report = JSON.parse(stdout) as Record<string, number>;
    expect(report).toMatchObject({ ledger: checkpoint, entries: 2 });
    expect(report['peakKilobytes']).toBeLessThan(400_000);
    const lake = await open(dir, { readOnly: true });
    expect(await lake.rows('select account_id, balance from accounts_current order by account_id')).toEqual([
      { account_id: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', balance: '20.0000000' },
      { account_id: 'GALPCCZN4YXA3YMJHKL6CVIECKPLJJCTVMSNYWBTKJW4K5HQLYLDMZTB', balance: '99999999979.9999700' },
    ]);
    expect(await lake.rows('from meta.state_baselines')).toMatchObject([
      { ledger_sequence: checkpoint, complete: true },
    ]);
    await lake.close();
    const state = new KeptState(join(dir, 'lookup/states', String(checkpoint)), checkpoint);
    for await (const [entry] of entriesOf(store, await readState(store, checkpoint))) {
      const { keyStart, keyEnd } = keyOfEntry(new DataView(entry.buffer, entry.byteOffset, entry.length), 0);
      const key = Buffer.concat([Buffer.alloc(4), entry.subarray(keyStart, keyEnd)]);
      expect(state.find(key)).toEqual({ entry: new Uint8Array(entry), isArchived: false });
    }
    state.close();
  });

  it('fills a lake from a folder with the files side by side, which names what it lacks', async () => {
    const flat = await openLedgerStore([dirname(files[0])]);
    const lake = await open(join(folder, 'lake-flat'), { network: 'pubnet' });
    expect(await networkOfArchive(flat, 127)).toBeUndefined();
    expect(await ingestState(lake.lake, flat, { checkpoint: 127 })).toMatchObject({ ledger: 127, entries: 2 });
    await expect(ingestState(lake.lake, flat, { checkpoint: 191 })).rejects.toThrow(
      'history-000000bf.json: no such file',
    );
    await lake.close();
  });

  it('has all headers in a chain', () => {
    const path = files.find((name) => name.endsWith('ledger-00087f3f.xdr.gz'))!;
    const headers = readHeaders(readFileSync(path), path);
    expect(headers.map(({ ledger }) => ledger)).toEqual(Array.from({ length: 64 }, (_, i) => 556_800 + i));
  });

  it('has a JSON that is written again byte for byte', () => {
    for (const path of files.filter((name) => name.endsWith('.json'))) {
      const text = readFileSync(path, 'utf8');
      expect(stateText(parseState(text, path))).toBe(text);
    }
  });
});

/** Puts a file where an archive has it. */
function copyInto(folder: string, path: string): void {
  const [, kind, name] = /^([a-z]+)-([0-9a-f]+)/.exec(basename(path))!;
  const file = kind === 'bucket' ? bucketFile(name) : checkpointFile(kind as CheckpointFile, parseInt(name, 16));
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  copyFileSync(path, join(folder, file));
}
