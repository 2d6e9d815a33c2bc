import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { resultTable, verticalTable } from '../../src/cli/result-table.ts';
import type { TextTable } from '../../src/lake/query/write.ts';

const table = (types: string[], ...rows: (string | null)[][]): TextTable => ({
  columns: types.map((type, i) => ({ name: `c${i}`, type })),
  rows,
});

describe('resultTable', () => {
  it('cuts texts, as little as it takes, and never numbers', () => {
    const found = table(['BIGINT', 'VARCHAR'], ['1234567890123456789', 'x'.repeat(80)], ['1', null]);
    expect(resultTable(found, 60)).toEqual({
      text: `                 c0  c1\n1234567890123456789  ${'x'.repeat(38)}…\n` + '                  1  NULL\n',
      hidden: [],
      isCut: true,
    });
  });

  it('leaves the last columns out when cutting is not enough', () => {
    const found = table(['VARCHAR', 'HUGEINT', 'VARCHAR'], ['x'.repeat(50), '1'.repeat(30), 'y']);
    expect(resultTable(found, 40)).toMatchObject({
      text: `c0\n${'x'.repeat(39)}…\n`,
      hidden: ['c1', 'c2'],
    });
  });

  it('keeps one column whatever its width', () => {
    expect(resultTable(table(['HUGEINT', 'INTEGER'], ['1'.repeat(30), '2']), 10)).toEqual({
      text: `${'c0'.padStart(30)}\n${'1'.repeat(30)}\n`,
      hidden: ['c1'],
      isCut: false,
    });
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
