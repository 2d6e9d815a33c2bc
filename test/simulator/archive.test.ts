import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHeader, readState } from '../../src/archive/archive.ts';
import { entriesOf } from '../../src/archive/entries.ts';
import { readHeaders } from '../../src/archive/headers.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { compactChanges } from '../../src/ledger/compact.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { simulate, type SimulatedLedger } from '../../src/simulator/simulate.ts';
import { skipLedgerEntry } from '../../src/xdr/generated/skip.ts';

const options = { seed: 'archive', passphrase: 'Archived Network', ledgers: 130, transactionsPerLedger: 6 };

let folder: string;
let ledgers: SimulatedLedger[];
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulated-'));
  ledgers = [...simulate({ ...options, archive: folder })];
  store = await openLedgerStore([folder]);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('simulate with an archive', () => {
  it('closes ledgers whose headers have the hash of the buckets', async () => {
    for (const checkpoint of [63, 127]) {
      const header = await readHeader(store, await readState(store, checkpoint));
      expect(header.hash).toBe(Buffer.from(ledgers[checkpoint - 2].hash).toString('hex'));
    }
  });

  it('publishes all headers from the one before the first ledger on', async () => {
    const file = 'ledger/00/00/00/ledger-0000003f.xdr.gz';
    const headers = readHeaders(await store.get(file), file);
    expect(headers.map(({ ledger }) => ledger)).toEqual(Array.from({ length: 63 }, (_, i) => i + 1));
  });

  it('publishes the entries that the metas of its ledgers tell of', async () => {
    const found: string[] = [];
    for await (const batch of entriesOf(store, await readState(store))) found.push(...batch.map(hexOf));
    // settings are there from the beginning, and where the scan for evictions stands is in no meta
    const entries = found.filter((entry) => entry.slice(8, 16) !== '00000008');
    expect(entries.sort()).toEqual(told(ledgers.slice(0, 126)).sort());
  });
});

/** The entries after the ledgers, from their metas. */
function told(closed: SimulatedLedger[]): string[] {
  const entries = new Map<string, string>();
  for (const { bytes } of closed) {
    const ledger = readLedger(bytes);
    for (const { type, post, keyStart, keyEnd } of compactChanges(ledger).flat()) {
      const key = `${type} ${hexOf(bytes.subarray(keyStart, keyEnd))}`;
      if (post < 0) entries.delete(key);
      else entries.set(key, hexOf(bytes.subarray(post, skipLedgerEntry(ledger.view, post))));
    }
  }
  return [...entries.values()];
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
