import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, type Row } from './records.ts';

describe.skipIf(!hasCorpus)('event_payment_extractor', () => {
  const ours = (name: string): Row[] => recordsOf(name, 'event_payment_extractor').get('event_payments')!;
  const asNumbers = (row: Row) => ({
    ...row,
    amount: `#${String(row['amount'])}`,
    royalty_amount: `#${String(row['royalty_amount'])}`,
  });

  it('makes the payments of the reference, and those whose amounts it cannot read', () => {
    const theirs = golden('event_payment_extractor/synthetic');
    const ids = new Set(theirs.map(({ id }) => id));
    const rows = ours('synthetic');
    const exact = (row: Row) =>
      row['amount'] !== '#9007199254740992' &&
      row['amount'] !== '#9007199254740993' &&
      !String(row['amount']).startsWith('#92233720368547758');
    const found = rows.filter(({ id }) => ids.has(id)).map(asNumbers);
    expect(difference(comparable(found.filter(exact)), comparable(theirs.filter(exact)))).toEqual([]);
    // The reference rounds amounts to floats.
    expect(rows.map(({ amount }) => amount)).toEqual(
      expect.arrayContaining(['9007199254740993', '9223372036854775807', '9223372036854775808']),
    );
    expect(rows.length).toBe(7);
  });

  it.each(['pubnet-p26', 'pubnet-eras'])('finds none in %s', (name) => {
    expect(ours(name)).toEqual([]);
  });
});
