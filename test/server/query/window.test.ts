import { describe, expect, it } from 'vitest';
import { andWithin } from '../../../src/server/query/range.ts';
import { rangesOf, windowOfRows } from '../../../src/server/query/window.ts';

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
    expect(rangesOf({ first: 3, last: 9, ledgers: [9, 4, 3, 4, 4] })).toEqual([
      { first: 3, last: 4 },
      { first: 9, last: 9 },
    ]);
    expect(rangesOf({ first: 3, last: 9 })).toEqual([{ first: 3, last: 9 }]);
  });
  it('asks for these ledgers alone, by one text for any number of them', () => {
    const condition = andWithin(windowOfRows(byLedger, rowsOf(5n, 9000n)), 'o.ledger_sequence');
    expect(condition?.text).toBe(
      "and o.ledger_sequence between $1 and $2 and list_contains(cast(string_split($3, ',') as integer []), o.ledger_sequence)",
    );
    expect(condition?.values).toEqual([5, 9000, '5,9000']);
  });
});
