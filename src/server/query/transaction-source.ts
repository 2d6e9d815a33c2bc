/** A transaction of a served lake, as functions of the library read its parts. */
import type { TransactionPlace, TransactionSource } from '../../library/transaction-source.ts';
import type { Row } from './fields.ts';
import { sql } from './sql.ts';
import type { View } from './view.ts';

/** Returns the place of a transaction. */
export function placeOf({ id, ledger_sequence: ledger }: Row): TransactionPlace {
  return { ledger: Number(ledger), id: String(id) };
}

/** Returns what reads the parts of a transaction. */
export function sourceOf(view: View, { ledger }: TransactionPlace): TransactionSource {
  const { path, network } = view.served.lake;
  const ledgers = [{ first: ledger, last: ledger }];
  return {
    path,
    network,
    ask: (texts, ...values) => view.rows(sql(texts, ...values)),
    askLedger: (texts, ...values) => view.rows(sql(texts, ...values), ledgers),
  };
}
