import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../src/lake/duckdb.ts';
import { openChecked, type Checked } from './checked.ts';

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
});
afterAll(() => checked.close());

/** The text of stroops in units, by their digits. */
function unitsOf(stroops: bigint): string {
  const digits = String(stroops < 0n ? -stroops : stroops).padStart(8, '0');
  return `${stroops < 0n ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

it('gives any number of stroops in units without losing one', async () => {
  const around = [0n, 10n ** 7n, 10n ** 17n, 10n ** 18n, 2n ** 53n, 2n ** 63n - 2n].flatMap((n) => [n - 1n, n, n + 1n]);
  const all = [...around.flatMap((n) => [n, -n]), -(2n ** 63n)];
  const values = all.map((n) => `('${n}'::bigint)`).join(', ');
  const rows = await selectRows(
    checked.connection,
    `select stroops::varchar as stroops, bronze.units(stroops)::varchar as units, typeof(bronze.units(stroops)) as type
     from (values ${values}, (null)) as amounts(stroops)`,
  );
  const expected = all.map((n) => ({ stroops: String(n), units: unitsOf(n), type: 'DECIMAL(19,7)' }));
  expect(rows).toEqual([...expected, { stroops: null, units: null, type: 'DECIMAL(19,7)' }]);
});
