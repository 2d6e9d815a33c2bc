import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { resultTable, verticalTable } from '../../src/cli/result-table.ts';
import type { TextTable } from '../../src/lake/asking/query/write.ts';

const table = (types: string[], ...rows: (string | null)[][]): TextTable => ({
  columns: types.map((type, i) => ({ name: `c${i}`, type })),
  rows,
});

describe('resultTable', () => {
  it('cuts texts, as little as it takes, and never numbers', () => {
    const found = table(['BIGINT', 'VARCHAR'], ['1234567890123456789', 'x '.repeat(40)], ['1', null]);
    expect(resultTable(found, 60)).toEqual({
      text: `                 c0  c1\n1234567890123456789  ${'x '.repeat(19)}…\n` + '                  1  NULL\n',
      hidden: [],
      isCut: true,
    });
  });

  it('shortens keys in the middle, words at the end, and leaves times as they are', () => {
    const key = `GA5Z${'X'.repeat(48)}KZVN`;
    const found = table(
      ['VARCHAR', 'VARCHAR', 'TIMESTAMP'],
      [key, 'a '.repeat(30), '2026-01-01T00:00:00'],
      ['-', '', ''],
    );
    expect(resultTable(found, 52).text.split('\n')[1]).toBe('GA5Z…KZVN  a a a a a a a a a a…  2026-01-01T00:00:00');
    expect(resultTable(found, 52).isCut).toBe(true);
  });

  it('leaves the last texts out when cutting is not enough, and never numbers', () => {
    const found = table(['VARCHAR', 'VARCHAR', 'HUGEINT', 'VARCHAR'], ['a', 'x'.repeat(50), '1'.repeat(30), 'y']);
    expect(resultTable(found, 42)).toEqual({
      text: `c0  ${'c2'.padStart(30)}  c3\na   ${'1'.repeat(30)}  y\n`.replace(/ {2}(c3|y)$/gm, ''),
      hidden: ['c1', 'c3'],
      isCut: false,
    });
  });

  it('lists each row where the numbers have no place', () => {
    const found = table(['HUGEINT', 'VARCHAR', 'INTEGER'], ['1'.repeat(30), 'x', '2']);
    expect(resultTable(found, 20)).toEqual({
      ...{ text: verticalTable(found), hidden: [], isCut: false, isVertical: true },
    });
  });

  it('keeps one column whatever its width', () => {
    expect(resultTable(table(['HUGEINT'], ['1'.repeat(30)]), 10)).toEqual({
      text: `${'c0'.padStart(30)}\n${'1'.repeat(30)}\n`,
      hidden: [],
      isCut: false,
    });
  });

  it('aligns numbers on the decimal point', () => {
    const found = table(['DOUBLE', 'BIGINT[]'], ['10.25', '[1]'], ['3.0', '[2]'], ['-7', '[3]'], [null, '[10]']);
    expect(resultTable(found, Infinity).text).toBe(
      '   c0  c1\n' + '10.25  [1]\n' + ' 3.0   [2]\n' + '-7     [3]\n' + ' NULL  [10]\n',
    );
  });

  it('measures what a terminal shows, and cuts between characters', () => {
    const wide = '日本👨‍👩‍👧'.repeat(10);
    expect(resultTable(table(['VARCHAR'], [wide]), 20).text).toBe('c0\n日本👨‍👩‍👧日本👨‍👩‍👧日本👨‍👩‍👧…\n');
  });

  it('is never wider than asked where more than one column is shown', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant(null));
    const rows = fc.integer({ min: 1, max: 8 }).chain((width) => {
      return fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 });
    });
    fc.assert(
      fc.property(rows, fc.integer({ min: 20, max: 120 }), (rows, width) => {
        const types = rows[0].map(() => 'VARCHAR');
        const { text, hidden } = resultTable(table(types, ...rows), width);
        for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        expect(text.split('\n')[0].split(/ +/).length + hidden.length).toBe(types.length);
      }),
    );
  });
});

describe('verticalTable', () => {
  it('lists each row, with no text cut and no character that a terminal would act on', () => {
    expect(verticalTable(table(['VARCHAR', 'BIGINT'], ['x'.repeat(100), '1'], ['a\nb', null]))).toBe(
      `-- row 1\nc0  ${'x'.repeat(100)}\nc1  1\n\n-- row 2\nc0  a\\nb\nc1  NULL\n`,
    );
  });
});
