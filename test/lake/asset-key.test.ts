import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../src/lake/duckdb.ts';
import { strayAssetKeys, tablesOfAssets } from './asset-keys.ts';
import { openChecked, sampleLedgers, samplePassphrase, type Checked } from './checked.ts';

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
  await checked.fill(sampleLedgers(), samplePassphrase);
});
afterAll(() => checked.close());

it('gives every asset that a relation names by code one text', async () => {
  const found = await tablesOfAssets(checked.connection);
  expect(found.size).toBeGreaterThan(18);
  for (const [relation, columns] of found) {
    const codes = columns.filter((name) => /(^|_)asset(_[ab])?_code$/.test(name));
    expect(columns, relation).toEqual(expect.arrayContaining(codes.map((name) => name.replace('code', 'key'))));
  }
});

it('joins every relation that names an asset with history_assets', async () => {
  expect(await strayAssetKeys(checked.connection)).toEqual([]);
});

it('sums what was moved without losing a stroop', async () => {
  const [row] = await selectRows(
    checked.connection,
    `select sum(amount_integer)::varchar as exact, sum(amount_raw::bigint)::varchar as expected
     from token_transfers_raw where asset_key like 'LAKEPOINTS:%'`,
  );
  expect(row).toEqual({ exact: row['expected'], expected: expect.stringMatching(/^\d{11,}$/) });
});
