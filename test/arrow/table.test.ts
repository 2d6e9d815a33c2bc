import { describe, expect, it } from 'vitest';
import { column, createBuilder, defineTable, nullable } from '../../src/arrow/table.ts';

const sparse = defineTable({
  name: 'sparse',
  grain: 'One row per number.',
  key: ['id'],
  columns: {
    id: column('int32', 'Number.'),
    amount: nullable('int64', 'Amount.'),
    name: nullable('utf8', 'Name.'),
    flag: column('bool', 'Flag.'),
  },
});

const ROWS = 40;

/** A table of 40 rows, in which the amount is written at `amounts`, the name at `names`. */
function fill(amounts: number[], names: number[]) {
  const table = createBuilder(sparse);
  const { id, amount, name, flag } = table.columns;
  for (let row = 0; row < ROWS; row++) {
    if (amounts.includes(row)) {
      amount.fillNulls(row);
      amount.pushNumber(row);
    }
    if (names.includes(row)) {
      name.fillNulls(row);
      name.ascii(`n${row}`);
    }
    id.push(row);
    flag.push(true);
  }
  return table;
}

const shown = ({ batch }: ReturnType<typeof fill>) =>
  batch()
    .toArray()
    .map(({ id, amount, name }) => [id, amount, name] as const);

describe('createBuilder(spec)', () => {
  it('gives null where a column that may hold it was not written, behind its last value, too', () => {
    const amounts = [2, 3, 20];
    const names = [ROWS - 1];
    const expected = Array.from({ length: ROWS }, (_, row) => [
      row,
      amounts.includes(row) ? BigInt(row) : null,
      names.includes(row) ? `n${row}` : null,
    ]);
    expect(shown(fill(amounts, names))).toEqual(expected);
    expect(shown(fill([], [])).every(([, amount, name]) => amount === null && name === null)).toBe(true);
  });

  it('takes rows back from columns that reach them, and leaves shorter ones', () => {
    const table = fill([2], [1, 30]);
    table.truncate(10);
    expect(table.rows()).toBe(10);
    table.columns.amount.fillNulls(9);
    table.columns.amount.pushNumber(9);
    expect(shown(table).map(([, amount, name]) => amount ?? name)).toEqual([
      ...[null, 'n1', 2n, null, null, null, null, null, null, 9n],
    ]);
  });

  it('refuses a column that must have all values and lacks some', () => {
    const table = fill([], []);
    table.columns.flag.truncate(3);
    expect(() => table.batch()).toThrow('sparse.flag has 3 values, expected 40');
  });
});
