import { describe, expect, it } from 'vitest';
import { nextLedgers } from '../../../src/server/query/lists/ledgers-of-page.ts';
import { andWithin } from '../../../src/server/query/lists/range.ts';
import type { Scan } from '../../../src/server/query/lists/scan.ts';
import type { View } from '../../../src/server/query/view.ts';
import { areScattered, windowRanges, windowOfRows } from '../../../src/server/query/lists/window.ts';

const rowsOf = (...ledgers: bigint[]) =>
  ledgers.map((ledger) => ({ operation_id: String((ledger << 32n) + 4097n), ledger_sequence: Number(ledger) }));
const byLedger = [{ column: 'ledger_sequence' }];

describe('windowOfRows(key, rows)', () => {
  it('names the ledgers of TOIDs that are far from each other, each once', () => {
    const window = windowOfRows([{ column: 'operation_id' }], rowsOf(3000n, 7n, 7n));
    expect(window).toEqual({ first: 7, last: 3000, ledgers: [3000, 7] });
  });
  it('names none where they are near each other', () => {
    expect(windowOfRows([{ column: 'operation_id' }], rowsOf(30n, 7n))).toEqual({ first: 7, last: 30 });
  });
  it('has them as ranges, too', () => {
    expect(windowRanges({ first: 3, last: 9, ledgers: [9, 4, 3, 4, 4] })).toEqual([
      { first: 3, last: 4 },
      { first: 9, last: 9 },
    ]);
    expect(windowRanges({ first: 3, last: 9 })).toEqual([{ first: 3, last: 9 }]);
  });
  it('asks for these ledgers alone, by one text for any number of them', () => {
    const condition = andWithin(windowOfRows(byLedger, rowsOf(5n, 9000n)), 'o.ledger_sequence');
    expect(condition?.text).toBe(
      "and o.ledger_sequence between $1 and $2 and list_contains(cast(string_split($3, ',') as integer []), o.ledger_sequence)",
    );
    expect(condition?.values).toEqual([5, 9000, '5,9000']);
  });
});

describe('nextLedgers(walking, before, found)', () => {
  const snapshot = { ranges: [{ first: 1000, last: 1999 }], totals: { trades: { rows: 10_000 } } };
  const view = { snapshot, bounds: { oldest: 1000, latest: 1999 } } as unknown as View;
  const walk = (
    order: 'asc' | 'desc',
    { start, ...scan }: Partial<Scan> & { start?: number } = {},
    table = 'trades',
  ) => {
    const key = [{ column: 'ledger_sequence', descending: order === 'desc' }];
    const all: Scan = { view, ceiling: 1999, latest: 1999, limit: 9, filters: [], ...scan };
    return { key, scan: all, keyed: undefined, table, start, test: undefined, isMemory: false };
  };
  const near = async (...of: Parameters<typeof walk>) => {
    const found = await nextLedgers(walk(...of));
    return found && { ...found.window, isLast: found.isLast };
  };

  it('has so many ledgers as may have the rows, where the page begins', async () => {
    expect(await near('desc')).toEqual({ first: 1984, last: 1999, isLast: false });
    expect(await near('asc')).toEqual({ first: 1000, last: 1015, isLast: false });
    expect(await near('desc', { ceiling: 1500, start: 1100 })).toEqual({ first: 1485, last: 1500, isLast: false });
    expect(await near('asc', { ceiling: 1500, start: 1100 })).toEqual({ first: 1100, last: 1115, isLast: false });
    const after = new Map([['ledger_sequence', '1200']]);
    expect(await near('desc', { after, start: 1100 })).toEqual({ first: 1183, last: 1200, isLast: false });
    expect(await near('asc', { after, start: 1100 })).toEqual({ first: 1200, last: 1217, isLast: false });
  });
  it('says where it has all that there are', async () => {
    expect(await near('desc', { ceiling: 1500, start: 1491 })).toEqual({ first: 1491, last: 1500, isLast: true });
    expect(await near('asc', { ceiling: 1500, start: 1491 })).toEqual({ first: 1491, last: 1500, isLast: true });
    const after = new Map([['ledger_sequence', '1990']]);
    expect(await near('asc', { after })).toEqual({ first: 1990, last: 1999, isLast: true });
  });
  it('names none where it would be half of the lake, or of what is not counted', async () => {
    expect(await near('desc', { limit: 400 })).toEqual({ isLast: true });
    expect(await near('asc', {}, 'effects')).toEqual({ isLast: true });
  });
  it('has none where no ledger is asked for', async () => {
    expect(await near('desc', { start: 2000 })).toBeUndefined();
    expect(await near('asc', { ceiling: 900 })).toBeUndefined();
  });
  it('has more where these have too few rows, and then all', async () => {
    const walking = walk('desc');
    const first = await nextLedgers(walking);
    const second = await nextLedgers(walking, first, 1);
    const third = await nextLedgers(walking, second, 2);
    expect([first, second, third].map((next) => next?.window)).toEqual([
      { first: 1984, last: 1999 },
      { first: 1872, last: 1999 },
      undefined,
    ]);
    expect(third?.isLast).toBe(true);
  });
});

describe('areScattered(ledgers)', () => {
  const each = (count: number, step: number) => Array.from({ length: count }, (_, i) => 100 + step * i);

  it('says so of 16 and more that have room for eight times as many between them', () => {
    expect([each(16, 9), each(101, 1000), each(16, 9).reverse()].map(areScattered)).toEqual([true, true, true]);
    expect([each(15, 1000), each(16, 8), each(200, 2), [7]].map(areScattered)).toEqual([false, false, false, false]);
  });
});
