import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { strayAssetKeys, tablesOfAssets } from './asset-keys.ts';
import { openChecked, sampleLedgers, samplePassphrase, type Checked } from '../checked.ts';

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

it('names assets with their types, which the lengths of their codes tell', async () => {
  const typed = (key: string) => `bronze.typed_key('${key}', 'none')`;
  const issuer = 'G'.repeat(56);
  const keys = ['native', `a:${issuer}`, `🦆$\u{fffd}:${issuer}`, `LAKE:${issuer}`, `LAKES:${issuer}`, 'C'.repeat(56)];
  const [row] = await selectRows(
    checked.connection,
    `select [${keys.map(typed).join(', ')}] as keys, bronze.typed_key(null, '') as nothing,
       (select count(*) from token_transfers_raw where asset != if(asset_type in ('native', ''), asset_type, asset_type || ':' || asset_key)) as others`,
  );
  const types = ['', 'credit_alphanum4:', 'credit_alphanum4:', 'credit_alphanum4:', 'credit_alphanum12:'];
  expect(row).toEqual({ keys: [...types.map((type, i) => type + keys[i]), 'none'], nothing: null, others: 0n });
});

it('sums what was moved without losing a stroop', async () => {
  const [row] = await selectRows(
    checked.connection,
    `select sum(amount_integer)::varchar as exact, sum(amount_raw::bigint)::varchar as expected
     from token_transfers_raw where asset_key like 'LAKEPOINTS:%'`,
  );
  expect(row).toEqual({ exact: row['expected'], expected: expect.stringMatching(/^\d{11,}$/) });
});
