/** The index of keys beside what plain SQL says of bronze. */
import { expect } from 'vitest';
import { KEY_COLUMNS, kindsOf } from '../../src/history/key-columns.ts';
import type { LakeHandle } from '../../src/index.ts';

/** Returns the ledgers of each key with the kinds of its columns there, column by column. */
async function ledgersByKey(handle: LakeHandle): Promise<Map<string, Map<number, number>>> {
  const found = new Map<string, Map<number, number>>();
  for (const [table, columns] of KEY_COLUMNS) {
    for (const [column, kinds] of columns) {
      const kind =
        table === 'token_transfers_raw' && column !== 'contract_id' && column !== 'asset_key'
          ? `if(event_topic = 'fee', ${kindsOf('fee')}, ${kindsOf('transfer')})`
          : String(kinds);
      const sought = column === 'asset_key' ? `nullif(split_part(asset_key, ':', 2), '')` : `"${column}"`;
      const sql = `select ${sought} as key, ${kind} as kind, list(distinct ledger_sequence) as ledgers
        from bronze.${table}_raw_v1 where ${sought} != '' group by all`;
      for (const { key, kind: one, ledgers } of await handle.rows(sql)) {
        const known = found.get(String(key)) ?? new Map<number, number>();
        for (const ledger of ledgers as number[]) known.set(ledger, (known.get(ledger) ?? 0) | Number(one));
        found.set(String(key), known);
      }
    }
  }
  return found;
}

/** Expects the index to have each key's ledgers of each kind of columns and no others, and returns how many keys there are. */
export async function expectKeys(handle: LakeHandle): Promise<number> {
  const { lake } = handle;
  const snapshot = await lake.snapshot();
  const all = { first: 0, last: 2 ** 32 - 1, isDescending: false, count: Infinity };
  expect(lake.index!.lacking(snapshot)).toEqual([]);
  const keys = await ledgersByKey(handle);
  for (const [key, ledgers] of keys) {
    const sorted = [...ledgers].sort(([a], [b]) => a - b);
    const of = (kinds: number) => sorted.filter(([, one]) => (one & kinds) !== 0).map(([ledger]) => ledger);
    for (const kinds of [0xffff, ...Array.from({ length: 16 }, (_, i) => 1 << i)]) {
      const found = lake.index!.ledgersOf(snapshot, { ...all, key, kinds });
      expect(found, `${key} ${kinds}`).toEqual({ ledgers: of(kinds), isAll: true });
    }
    expect(lake.index!.countOf(snapshot, key), key).toBe(ledgers.size);
    // Who asks for a text that is no key of the lake reads nothing for it.
    expect(lake.index!.countOf(snapshot, `${key} `), key).toBe(0);
  }
  return keys.size;
}
