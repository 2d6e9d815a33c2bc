import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { mergeRanges } from '../../src/datastore/spans.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { ObjectCache } from '../../src/history/object-cache.ts';
import { Places, type Place } from '../../src/history/places.ts';
import { temporaryFolder } from '../folder.ts';
import { sample, startTestNode } from '../server/node.ts';
import { batchOf, sampleLedgers, writeObjects } from './cut.ts';

let ledgers: Map<number, Uint8Array>;
beforeAll(async () => {
  ledgers = await sampleLedgers();
});

/** Returns what a node serves of the stores. No object stays in memory, so that each is read anew for every ledger. */
async function served(stores: (string | Store)[]): Promise<number[]> {
  const node = await startTestNode({ stores, cacheBytes: 0 });
  const oldest = Number((await node.call('getHealth')).result!['oldestLedger']);
  const { result } = await node.call('getLedgers', { startLedger: oldest, pagination: { limit: 200 } });
  await node.stop();
  return (result!['ledgers'] as { sequence: number }[]).map(({ sequence }) => sequence);
}

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe('stores that overlap in part', () => {
  it('are served whole when their objects are cut at other ledgers', async () => {
    const folder = temporaryFolder();
    writeObjects(folder, ledgers, { first: 56, last: 97, size: 14 });
    expect(await served([folder, sample])).toEqual(from(2, 129));
    expect(await served([sample, folder])).toEqual(from(2, 129));
  });

  it('are served whole when an object lies around those of the first store', async () => {
    const [small, large] = [temporaryFolder(), temporaryFolder()];
    writeObjects(small, ledgers, { first: 70, last: 73, size: 1 });
    writeObjects(large, ledgers, { first: 64, last: 127, size: 64 });
    expect(await served([small, large])).toEqual(from(64, 127));
  });

  it('are served whole when files without ledger names hold the same ledgers', async () => {
    const files = ['a.xdr', 'b.xdr'].map((name) => join(temporaryFolder(), name));
    writeFileSync(files[0], batchOf(ledgers, 2, 80));
    writeFileSync(files[1], batchOf(ledgers, 60, 129));
    expect(await served([await openLedgerStore(files)])).toEqual(from(2, 129));
  });
});

it('places hold every ledger that was added once, those of the first to come', () => {
  const place = fc.record({ first: fc.integer({ min: 2, max: 60 }), size: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(fc.array(place, { maxLength: 8 }), { maxLength: 6 }), (groups) => {
      const places = new Places(new ObjectCache(0));
      const owner = new Map<number, string>();
      groups.forEach((group, i) => {
        const store = { name: `store ${i}` } as Store;
        const added = group.map(({ first, size }): Place => ({ store, key: '', first, last: first + size - 1 }));
        places.add(added);
        for (const { first, last } of added) {
          for (let sequence = first; sequence <= last; sequence++) {
            if (!owner.has(sequence)) owner.set(sequence, store.name);
          }
        }
      });
      const held = [...owner.keys()].map((sequence) => ({ first: sequence, last: sequence }));
      expect(places.ranges()).toEqual(mergeRanges(held));
      for (const [sequence, name] of owner) expect(places.find(sequence)!.store.name).toBe(name);
    }),
  );
});
