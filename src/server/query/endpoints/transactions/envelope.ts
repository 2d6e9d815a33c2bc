/** The envelope of a transaction, without its operations. */
import { big, listOf, may, fields, text, whole, type Json, type Row } from '../../fields.ts';
import type { Transaction } from './transaction.ts';

export const EnvelopeRecord = fields({
  memo_type: text('none, text, id, hash or return.'),
  memo: may(text('A hash is base64.')),
  time_bounds: may(fields({ min_time: big('Seconds since 1970.'), max_time: may(big('Absent: no end.')) })),
  ledger_bounds: may(fields({ min_ledger: big(), max_ledger: may(big('Absent: no end.')) })),
  preconditions: may(
    fields({
      min_account_sequence: may(big()),
      min_account_sequence_age: may(big('Seconds.')),
      min_account_sequence_ledger_gap: may(big()),
      extra_signers: may(listOf(text())),
    }),
  ),
  signatures: listOf(fields({ hint: text('Last four bytes of the key, hex.'), signature: text('Base64.') })),
  fee_bump: may(
    fields({ fee_account: text(), max_fee: whole(), inner_max_fee: whole(), inner_transaction_hash: text() }),
  ),
});

/** Returns the fields of a transaction's row. */
export function envelopeOf(transaction: Transaction): Row {
  const { memo_type: type, memo, signatures_json: signatures, inner_transaction_hash: inner } = transaction;
  return {
    memo_type: type,
    memo,
    time_bounds: boundsOf(transaction['time_bounds'], 'time'),
    ledger_bounds: boundsOf(transaction['ledger_bounds'], 'ledger'),
    preconditions: preconditionsOf(transaction),
    signatures: listIn(signatures),
    fee_bump: inner === null ? null : { ...transaction },
  };
}

function listIn(text: Json | undefined): Json[] {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Json[]) : [];
}

/** Bounds are kept as `[first,last)`, without a last one where there is no end. */
function boundsOf(text: Json | undefined, unit: string): Row | null {
  const [, least, most = ''] = /^\[(\d+),(\d*)\)$/.exec(String(text)) ?? [];
  if (least === undefined) return null;
  return { [`min_${unit}`]: least, [`max_${unit}`]: most === '' ? null : most };
}

function preconditionsOf(transaction: Transaction): Row | null {
  const signers = listIn(transaction['extra_signers_json']);
  const names = ['min_account_sequence', 'min_account_sequence_age', 'min_account_sequence_ledger_gap'];
  const known = names.filter((name) => transaction[name] != null);
  if (known.length === 0 && signers.length === 0) return null;
  const least = Object.fromEntries(known.map((name) => [name, transaction[name] ?? null]));
  return { ...least, ...(signers.length > 0 && { extra_signers: signers }) };
}
