import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without } from './records.ts';

const named = [
  ...['pubnet-p26', 'pubnet-eras', 'pubnet-etl-golden', 'testnet-ledgers', 'testnet-galexie-bucket'],
  ...['loadtest-v22', 'loadtest-v24', 'loadtest-v27-first2', 'core-lcm'],
  ...['horizon-account_merge', 'horizon-failed_transactions', 'horizon-kahuna', 'horizon-pathed_payment'],
];

describe.skipIf(!hasCorpus)('latest_ledger', () => {
  it.each(named)('makes the records of the reference of %s', (name) => {
    const ours = recordsOf(name, 'latest_ledger').get('latest_ledger')!;
    // The reference has declared fees only; `total_soroban_fees_charged` is ours.
    const theirs = comparable(golden(`latest_ledger/${name}`));
    expect(difference(comparable(ours.map((row) => without(row, 'total_soroban_fees_charged'))), theirs)).toEqual([]);
  });

  it('counts resource fees less refunds', () => {
    const [row] = recordsOf('pubnet-p26', 'latest_ledger').get('latest_ledger')!;
    expect(row).toMatchObject({ sequence: '#63092982', total_soroban_fees_charged: '#1776037' });
  });
});
