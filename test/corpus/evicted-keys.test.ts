import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../corpus.ts';
import { viewRows, goldenRow, type Row } from './golden/rows.ts';
import { goldenFile, goldenLines, goldenSets } from './golden/sets.ts';

const set = goldenSets.find(({ name }) => name === 'core-lcm')!;
const lines = (rows: Row[], ...columns: string[]) =>
  rows.map((row) => columns.map((name) => row.get(name)).join(' ')).sort();

describe.skipIf(!hasCorpus)('evicted_keys', () => {
  it('holds the keys that the ledgers list as evicted and those restored', async () => {
    const ours = (await viewRows(set, ['evicted_keys', 'restored_key'])).get('evicted_keys')!;
    const goldens = (table: string) => goldenLines(goldenFile(set, table)!).map(goldenRow);
    const evicted = goldens('ledgers').flatMap((row) =>
      (JSON.parse(row.get('evicted_ledger_keys_hash') ?? '[]') as string[]).map(
        (key) => `${row.get('sequence')} ${key}`,
      ),
    );
    const restored = goldens('restored_key').map(
      (row) => `${row.get('ledger_sequence')} ${row.get('ledger_key_hash')}`,
    );
    const of = (flag: string) =>
      lines(
        ours.filter((row) => row.get('is_evicted') === flag),
        'ledger_sequence',
        'ledger_key_hash',
      );
    expect(evicted.length).toBeGreaterThan(0);
    expect(of('true')).toEqual(evicted.sort());
    expect(of('false')).toEqual(restored.sort());
  });
});
