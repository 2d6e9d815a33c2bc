import { expect, it } from 'vitest';
import { Int32Column } from '../../src/arrow/columns.ts';

it.each([0, 1, 2, 3, 4, 5])(
  'keeps every null of a column whose first one is in row %d, whatever its length',
  (first) => {
    for (let length = 2040; length < 2080; length++) {
      const column = new Int32Column();
      for (let row = 0; row < first; row++) column.push(row);
      column.pushNull();
      column.fillNulls(length);
      const { nullBitmap } = column.data();
      const valid = Array.from({ length }, (_, row) => ((nullBitmap[row >> 3] >> (row & 7)) & 1) === 1);
      expect(valid.lastIndexOf(true)).toBe(first - 1);
    }
  },
);
