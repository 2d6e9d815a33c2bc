import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, golden, recordsOf, type Row } from './records.ts';

const every = { config: { memo_text: '' } };

const kinds = new Set([
  ...['payment', 'path_payment_strict_send', 'path_payment_strict_receive'],
  ...['account_merge', 'claim_claimable_balance'],
]);

describe.skipIf(!hasCorpus)('payments_memo', () => {
  const named = [
    ...['pubnet-p26', 'pubnet-eras', 'pubnet-etl-golden', 'testnet-ledgers', 'testnet-galexie-bucket', 'loadtest-v22'],
    ...['horizon-account_merge', 'horizon-failed_transactions', 'horizon-kahuna', 'horizon-pathed_payment'],
  ];
  it.each(named)(
    'has the payments of %s that succeeded, and of each what the reference has but for its faults',
    (name) => {
      const ours = recordsOf(name, 'payments_memo', every).get('payments')!;
      const operations = recordsOf(name, 'operations')
        .get('history_operations')!
        .filter((row) => kinds.has(String(row['type_string'])) && row['transaction_successful']);
      expect(ours.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
      expect(ours.map((row) => row['seller_account_id'])).toEqual(operations.map((row) => row['source_account']));
      const typeOf = new Map(operations.map(({ id, type_string: type }) => [id, String(type)]));
      const columns = ['ledger_sequence', 'memo', 'buyer_account_id', 'seller_account_id', 'asset_code', 'amount'];
      // For strict sends the reference shows the sent amount instead of the received one.
      const paid = (type: string) => (row: Row) =>
        pick(row, ...columns.filter((column) => column !== 'amount' || type !== 'path_payment_strict_send'));
      const withIssuer = (row: Row): Row => {
        const { asset_code: code, asset_issuer: issuer } = row;
        return { ...row, asset_code: issuer === '' ? code : `${String(code)}:${String(issuer)}` };
      };
      for (const type of ['payment', 'path_payment_strict_receive', 'path_payment_strict_send']) {
        // The reference includes failed payments and names the destination as source.
        const theirs = golden(`payments_memo.app_payment/${name}`)
          .filter((row) => row['type'] === type)
          .map(({ source_account_id, destination_account_id, ...row }) => ({
            ...row,
            buyer_account_id: source_account_id,
            seller_account_id: destination_account_id,
          }));
        const left = Map.groupBy(comparable(theirs.map(paid(type))), (row) => row);
        const missing = comparable(
          ours
            // In the reference, a merge of an empty account ends the ledger early.
            .filter(({ id, ledger_sequence: ledger }) => typeOf.get(id) === type && ledger !== '#9652679')
            .map(withIssuer)
            .map(paid(type)),
        ).filter((row) => left.get(row)?.pop() === undefined);
        expect([type, missing]).toEqual([type, []]);
      }
    },
  );

  it('has the payments of FilterPayments that succeeded, but for its faults', () => {
    const rows = recordsOf('pubnet-p26', 'payments_memo', every).get('payments')!;
    const shown = (row: Row) => pick(row, 'buyer_account_id', 'asset_code', 'amount', 'memo');
    const ours = new Set(comparable(rows.map(shown)));
    const theirs = golden('payments_memo.filter_payments/pubnet-p26').filter((row) => row['type'] === 'payment');
    // Two of its 26 rows belong to failed transactions.
    expect(comparable(theirs.map(shown)).filter((row) => !ours.has(row)).length).toBe(2);
  });
});

function pick(row: Row, ...columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
