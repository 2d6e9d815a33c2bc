/** The index of keys beside what plain SQL says of bronze. */
import { expect } from 'vitest';
import { KEY_COLUMNS } from '../../src/history/key-columns.ts';
import type { LakeHandle } from '../../src/index.ts';

/** Returns the ledgers of each key, column by column. */
async function ledgersByKey(handle: LakeHandle): Promise<Map<string, number[]>> {
  const found = new Map<string, Set<number>>();
  for (const [table, columns] of KEY_COLUMNS) {
    for (const column of columns) {
      const sql = `select "${column}" as key, list(distinct ledger_sequence) as ledgers
        from bronze.${table}_raw_v1 where "${column}" != '' group by all`;
      for (const { key, ledgers } of await handle.rows(sql)) {
        const known = found.get(String(key)) ?? new Set();
        for (const ledger of ledgers as number[]) known.add(ledger);
        found.set(String(key), known);
      }
    }
  }
  return new Map(Array.from(found, ([key, ledgers]) => [key, [...ledgers].sort((a, b) => a - b)]));
}

/** Expects the index to have each key's ledgers and no others, and returns how many keys there are. */
export async function expectKeys(handle: LakeHandle): Promise<number> {
  const { lake } = handle;
  const snapshot = await lake.snapshot();
  const all = { first: 0, last: 2 ** 32 - 1, isDescending: false, count: Infinity };
  expect(lake.index!.lacking(snapshot)).toEqual([]);
  const keys = await ledgersByKey(handle);
  for (const [key, ledgers] of keys) {
    expect(lake.index!.ledgersOf(snapshot, { ...all, key }), key).toEqual(ledgers);
    expect(lake.index!.countOf(snapshot, key), key).toBe(ledgers.length);
    // Who asks for a text that is no key of the lake reads nothing for it.
    expect(lake.index!.countOf(snapshot, `${key} `), key).toBe(0);
  }
  return keys.size;
}
