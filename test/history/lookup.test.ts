import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import { indexStore } from '../../src/history/index-store.ts';
import { Lookup } from '../../src/history/lookup.ts';
import { StoredLedgers } from '../../src/history/objects.ts';
import { paired } from '../../src/history/paired.ts';
import { contractKey, hashKey } from '../../src/history/row-keys.ts';
import { listEvents } from '../../src/ledger/event-list.ts';
import { networkId } from '../../src/ledger/network.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const passphrase = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-lookup-'));
const ledgers: Ledger[] = [];

beforeAll(async () => {
  const store = await openStore([sample]);
  for (const { key } of (await store.list()).objects) {
    ledgers.push(...new StoredLedgers(await store.get(key), key).ledgers());
  }
  for (const ledger of ledgers) paired(ledger, networkId(passphrase));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function indexed(range?: { first?: number; last?: number }) {
  const lookup = new Lookup(folder);
  const report = await indexStore(await openStore([sample]), { passphrase, lookup, range });
  lookup.close();
  return report;
}

describe('an index of a store', () => {
  it('is made in parts, in any order, and passes over what it has', async () => {
    expect(await indexed({ first: 60, last: 90 })).toMatchObject({ ledgers: 31, ranges: [{ first: 60, last: 90 }] });
    expect(await indexed()).toMatchObject({ ledgers: 97, skipped: [{ first: 60, last: 90 }] });
    expect(await indexed()).toMatchObject({ ledgers: 0, ranges: [], skipped: [{ first: 2, last: 129 }] });
    expect(readdirSync(folder).length).toBeLessThan(25);
  });

  it('knows every transaction by its place, in every ledger', () => {
    const lookup = new Lookup(folder);
    expect(lookup.ranges()).toEqual([{ first: 2, last: 129 }]);
    for (const { bytes, sequence, transactions } of ledgers) {
      for (const { order, pair } of transactions) {
        const found = [...lookup.transactions(hashKey(bytes, pair))];
        expect(found).toContainEqual({ ledger: sequence, position: order - 1 });
      }
    }
    lookup.close();
  });

  it('names exactly the ledgers that have events of a contract', () => {
    const lookup = new Lookup(folder);
    const expected = new Map<number, Set<number>>();
    for (const ledger of ledgers) {
      const events = listEvents(ledger);
      for (let index = 0; index < events.length; index++) {
        const p = events.start(index) + 4;
        if (ledger.view.getUint32(p) === 0) continue;
        const key = contractKey(ledger.view, p + 4);
        expected.set(key, (expected.get(key) ?? new Set()).add(ledger.sequence));
      }
    }
    expect(expected.size).toBeGreaterThan(0);
    for (const [key, sequences] of expected) {
      expect([...lookup.events(key, { first: 2, last: 129 })]).toEqual([...sequences]);
      const inside = [...sequences].filter((sequence) => sequence >= 40 && sequence <= 70);
      expect([...lookup.events(key, { first: 40, last: 70 })]).toEqual(inside);
    }
    lookup.close();
  });
});
