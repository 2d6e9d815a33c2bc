import { describe, expect, it } from 'vitest';
import { andWithin } from '../../../src/server/query/range.ts';
import { rangesOf, windowOfRows } from '../../../src/server/query/window.ts';

describe('windowOfRows(key, rows, count)', () => {
  it('names the ledgers of TOIDs, the last again until there are so many', () => {
    const rows = [30n, 7n].map((ledger) => ({ operation_id: String((ledger << 32n) + 4097n) }));
    const window = windowOfRows([{ column: 'operation_id' }], rows, 4);
    expect(window).toEqual({ first: 7, last: 30, ledgers: [30, 7, 7, 7] });
  });
  it('names as many for most counts', () => {
    const lengthOf = (count: number) =>
      windowOfRows([{ column: 'ledger_sequence' }], [{ ledger_sequence: 5 }], count).ledgers?.length;
    expect([1, 2, 3, 101, 128, 1001].map(lengthOf)).toEqual([1, 2, 4, 128, 128, 1024]);
  });
  it('has them as ranges, too', () => {
    expect(rangesOf({ first: 3, last: 9, ledgers: [9, 4, 3, 4, 4] })).toEqual([
      { first: 3, last: 4 },
      { first: 9, last: 9 },
    ]);
    expect(rangesOf({ first: 3, last: 9 })).toEqual([{ first: 3, last: 9 }]);
  });
  it('asks for these ledgers alone', () => {
    const condition = andWithin(
      windowOfRows([{ column: 'ledger_sequence' }], [{ ledger_sequence: 5 }], 2),
      'o.ledger_sequence',
    );
    expect(condition?.text).toBe('and o.ledger_sequence between $1 and $2 and o.ledger_sequence in ($3, $4)');
    expect(condition?.values).toEqual([5, 5, 5, 5]);
  });
});
