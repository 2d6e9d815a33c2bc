import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, golden, recordsOf, type Row } from './records.ts';

const every = { config: { memo_text: '' } };

describe.skipIf(!hasCorpus)('payments_memo', () => {
  it('has the payments of the reference that succeeded, with sender and receiver the right way round', () => {
    const rows = recordsOf('pubnet-p26', 'payments_memo', every).get('payments')!;
    const successful = new Map(
      recordsOf('pubnet-p26', 'raw_transactions')
        .get('transactions')!
        .map((row) => [row['transaction_hash'], row['successful']]),
    );
    expect(rows.every((row) => successful.get(row['tx_hash']))).toBe(true);
    const ours = rows.map((row) => pick(row, 'buyer_account_id', 'asset_code', 'memo', 'ledger_sequence'));
    const kinds = new Set(['payment', 'path_payment_strict_send', 'path_payment_strict_receive', 'account_merge']);
    // The reference names the source where the destination is, keeps failed payments, and shows what strict sends sent (R9).
    const theirs = golden('payments_memo.app_payment/pubnet-p26').filter((row) => kinds.has(String(row['type'])));
    expect(ours.length).toBeLessThan(theirs.length);
    const known = new Set(theirs.map((row) => String(row['ledger_sequence'])));
    expect(ours.every((row) => known.has(String(row['ledger_sequence'])))).toBe(true);
  });

  it('has the payments of FilterPayments that succeeded, but for its faults', () => {
    const rows = recordsOf('pubnet-p26', 'payments_memo', every).get('payments')!;
    const shown = (row: Row) => pick(row, 'buyer_account_id', 'asset_code', 'amount', 'memo');
    const ours = new Set(comparable(rows.map(shown)));
    const theirs = golden('payments_memo.filter_payments/pubnet-p26').filter((row) => row['type'] === 'payment');
    // Two of its 26 are of transactions that failed (R8).
    expect(comparable(theirs.map(shown)).filter((row) => !ours.has(row)).length).toBe(2);
  });
});

function pick(row: Row, ...columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
