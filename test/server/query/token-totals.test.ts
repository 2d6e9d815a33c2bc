import { describe, expect, it } from 'vitest';
import { MOST_ADDRESSES, TokenTotals, type Moved, type ReadTotals } from '../../../src/server/query/token-totals.ts';

const moved = (amount: bigint, ledger: number): Moved => ({
  received: amount,
  sent: 2n * amount,
  transactions: 1,
  ledger,
  closedAt: `2026-01-01 00:00:${ledger}`,
});

/** Totals of ledgers in each of which A moved its number, and B in every tenth. */
function reader() {
  const asked: unknown[] = [];
  const of = (first: number, last: number): ReadTotals => {
    return async (range = { first, last }) => {
      asked.push(range);
      const all = new Map<string, Moved>();
      for (let ledger = range.first; ledger <= range.last; ledger++) {
        for (const name of ledger % 10 === 0 ? ['A', 'B'] : ['A']) {
          const { received = 0n, sent = 0n, transactions = 0 } = all.get(name) ?? {};
          const one = moved(BigInt(ledger), ledger);
          const sums = { received: received + one.received, sent: sent + one.sent };
          all.set(name, { ...one, ...sums, transactions: transactions + 1 });
        }
      }
      return all;
    };
  };
  return { asked, of };
}

const upTo = (last: number, generation = 1) => ({ generation, ranges: [{ first: 11, last }] });

describe('TokenTotals', () => {
  it('reads what was loaded since, and tells of all', async () => {
    const [totals, { asked, of }] = [new TokenTotals(), reader()];
    await totals.of('C', upTo(25), of(11, 25));
    const found = await totals.of('C', upTo(40), of(11, 40));
    expect(found).toEqual(await of(11, 40)());
    expect(asked.slice(0, 2)).toEqual([
      { first: 11, last: 25 },
      { first: 26, last: 40 },
    ]);
    asked.length = 0;
    expect(await totals.of('C', upTo(40), of(11, 40))).toEqual(found);
    expect(asked).toEqual([]);
  });

  it('reads all again when ledgers came before, or files left the lake', async () => {
    const [totals, { asked, of }] = [new TokenTotals(), reader()];
    await totals.of('C', upTo(25), of(11, 25));
    const before = { generation: 1, ranges: [{ first: 2, last: 30 }] };
    expect(await totals.of('C', before, of(2, 30))).toEqual(await of(2, 30)());
    await totals.of('C', { ...before, generation: 2 }, of(2, 30));
    expect(asked.filter((range) => JSON.stringify(range) === '{"first":2,"last":30}').length).toBe(3);
  });

  it('tells nothing of ledgers before those that it knows, and goes on knowing these', async () => {
    const [totals, { asked, of }] = [new TokenTotals(), reader()];
    await totals.of('C', upTo(40), of(11, 40));
    expect(await totals.of('C', upTo(25), of(11, 25))).toBeUndefined();
    await totals.of('C', upTo(41), of(11, 41));
    expect(asked).toEqual([
      { first: 11, last: 40 },
      { first: 41, last: 41 },
    ]);
  });

  it('keeps that there are too many addresses, and looks through all of these once', async () => {
    const totals = new TokenTotals();
    const many = new Map(Array.from({ length: MOST_ADDRESSES }, (_, i) => [`${i}`, moved(1n, 25)]));
    const reads: number[] = [];
    const read = (last: number) => async () => {
      reads.push(last);
      return last === 25 ? many : new Map([['A', moved(1n, last)]]);
    };
    expect((await totals.of('C', upTo(25), read(25)))?.size).toBe(MOST_ADDRESSES);
    for (const last of [26, 27, 28]) expect(await totals.of('C', upTo(last), read(last))).toBeUndefined();
    expect(reads).toEqual([25, 26]);
  });
});
