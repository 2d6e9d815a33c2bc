import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openChecked, type Checked } from '../checked.ts';

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

const same = (units: string | null) => ({ units, text: units, wide: units });

it('gives any number of stroops in units without losing one', async () => {
  const around = [0n, 10n ** 7n, 10n ** 17n, 10n ** 18n, 2n ** 53n, 2n ** 63n - 2n].flatMap((n) => [n - 1n, n, n + 1n]);
  const all = [...around.flatMap((n) => [n, -n]), -(2n ** 63n)];
  const values = all.map((n) => `('${n}'::bigint)`).join(', ');
  const rows = await selectRows(
    checked.connection,
    `select stroops::varchar as stroops, bronze.units(stroops)::varchar as units, bronze.fixed_units(stroops) as text,
       bronze.wide_units(stroops)::varchar as wide,
       [typeof(bronze.units(stroops)), typeof(bronze.wide_units(stroops))] as types
     from (values ${values}, (null)) as amounts(stroops)`,
  );
  const types = ['DECIMAL(19,7)', 'DECIMAL(38,7)'];
  const expected = all.map((n) => ({ ...same(unitsOf(n)), stroops: String(n), types }));
  expect(rows).toEqual([...expected, { ...same(null), stroops: null, types }]);
});

it('gives a price with ten digits, halves rounded up, of any amounts', async () => {
  const amounts = [0n, 1n, 2n, 3n, 7n, 10n ** 10n, 4n * 10n ** 13n, 4n * 10n ** 13n + 1n, 2n ** 53n, 2n ** 63n - 1n];
  const list = amounts.flatMap((n) => [n, n > 3n ? n - 1n : n + 17n]).join(', ');
  const rows = await selectRows(
    checked.connection,
    `select given::varchar as given, got::varchar as got, bronze.price(given, got)::varchar as price
     from (select unnest([${list}]::bigint[]) as given), (select unnest([${list}]::bigint[]) as got)`,
  );
  const priceOf = (given: bigint, got: bigint): string | null => {
    if (got === 0n) return null;
    const digits = String((2n * 10n ** 10n * given + got) / (2n * got)).padStart(11, '0');
    return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
  };
  expect(rows).toHaveLength(400);
  const expected = rows.map((row) => ({
    ...row,
    price: priceOf(BigInt(String(row['given'])), BigInt(String(row['got']))),
  }));
  expect(rows).toEqual(expected);
});

it('gives amounts of tokens of any number of decimals as their digits say, rounded to nine', async () => {
  const digits = '9876543219'.repeat(4);
  const whole = [1, 8, 9, 15, 16, 17, 18, 19, 29, 30, 38, 39].map((length) => digits.slice(0, length));
  const raws = ['0', '99999999999999995', '999999999999999995', 'abc', ...whole.flatMap((raw) => [raw, `-${raw}`])];
  const found = await selectRows(
    checked.connection,
    `select count(*) as values, count(amount) as amounts, any_value(typeof(amount)) as type,
       count(*) filter (amount is distinct from try_cast(bronze.scaled_text(raw, decimals) as decimal(38, 9))) as wrong
     from (
       select raw, decimals, bronze.scaled_amount(raw, decimals) as amount
       from (select unnest($raws::varchar[]) as raw), (select unnest([0, 1, 7, 8, 9, 10, 18, 38, 255, 256, null]) as decimals)
     )`.replace('$raws', `['${raws.join("', '")}']`),
  );
  expect(found).toEqual([{ values: 308n, amounts: expect.any(BigInt), type: 'DECIMAL(38,9)', wrong: 0n }]);
  expect(Number(found[0].amounts)).toBeGreaterThan(150);
});
