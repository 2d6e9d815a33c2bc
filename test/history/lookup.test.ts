import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { indexStore } from '../../src/history/index-store.ts';
import { Lookup } from '../../src/history/lookup.ts';
import { StoredLedgers } from '../../src/history/stored-ledgers.ts';
import { paired } from '../../src/history/paired.ts';
import { contractKey, hashKey } from '../../src/history/row-keys.ts';
import { ROW_BYTES } from '../../src/history/rows.ts';
import { keyRun } from '../../src/history/run.ts';
import { listEvents } from '../../src/ledger/event-list.ts';
import { networkId } from '../../src/ledger/network.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const passphrase = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-lookup-'));
const ledgers: Ledger[] = [];

beforeAll(async () => {
  const store = await openLedgerStore([sample]);
  for (const { key } of (await store.list()).objects) {
    ledgers.push(...new StoredLedgers(await store.get(key), key).ledgers());
  }
  for (const ledger of ledgers) paired(ledger, networkId(passphrase));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function indexed(range?: { first?: number; last?: number }) {
  const lookup = new Lookup(folder);
  const report = await indexStore(await openLedgerStore([sample]), { passphrase, lookup, range });
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

describe('an index of keys', () => {
  const [key, ledgersOfRun] = [7, 50];

  /** Two runs, of ledgers that have the key in rows of these kinds; 0 is none. */
  async function indexOf(kinds: readonly number[]): Promise<Lookup> {
    const lookup = new Lookup(undefined, { kind: 'keys' });
    for (const first of [0, ledgersOfRun]) {
      const rows = kinds.slice(first, first + ledgersOfRun).flatMap((one, i) => {
        const row = Buffer.alloc(ROW_BYTES);
        row.writeUIntBE(key, 0, 6);
        row.writeUInt32BE(first + i, 6);
        row.writeUInt16BE(one, 10);
        return one === 0 ? [] : [row];
      });
      await lookup.add(keyRun({ first, last: first + ledgersOfRun - 1, rows: Buffer.concat(rows) }));
    }
    return lookup;
  }

  const asked = fc.record({
    first: fc.integer({ min: 0, max: 110 }),
    last: fc.integer({ min: 0, max: 110 }),
    kinds: fc.integer({ min: 1, max: 3 }),
    isDescending: fc.boolean(),
    count: fc.integer({ min: 1, max: 60 }),
    most: fc.option(fc.integer({ min: 0, max: 110 }), { nil: undefined }),
  });

  it('gives the first or last ledgers of kinds of rows, looks through no more than it may, and says whether these are all', async () => {
    const kinds = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 100, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(kinds, asked, async (all, one) => {
        const lookup = await indexOf(all);
        const rows = all.flatMap((of, ledger) => {
          return of !== 0 && ledger >= one.first && ledger <= one.last ? [{ ledger, position: of }] : [];
        });
        expect(lookup.kindsOf(key, one)).toEqual(rows);
        const ordered = one.isDescending ? rows.toReversed() : rows;
        const looked = ordered.slice(0, one.most);
        const found = looked.flatMap(({ ledger, position }) => ((position & one.kinds) === 0 ? [] : [ledger]));
        expect(lookup.ledgersOf({ key, ...one })).toEqual({
          ledgers: found.slice(0, one.count),
          isAll: looked.length === rows.length && found.length <= one.count,
        });
      }),
      { numRuns: 100 },
    );
  });
});
