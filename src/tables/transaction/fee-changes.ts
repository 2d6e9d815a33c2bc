/** What fees did to the balance of the account that paid them, from the entry changes of fee processing. */
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { sameKey, type Context } from '../context.ts';

type Source = Pick<Context, 'ledger' | 'view'>;

/** Where an account's balance stands before the changes, and after them; -1 for none. */
export interface Balances {
  start: number;
  end: number;
}

/** Returns where the key of the account stands that pays the fee and gets the refund: of a fee bump the outer source. */
export function payerKey({ view }: Pick<Context, 'view'>, { envelope }: LedgerTransaction): number {
  if (envelope.isV0) return envelope.source;
  const account = envelope.isFeeBump ? envelope.feeSource : envelope.source;
  return view.getInt32(account) === 0 ? account + 4 : account + 12;
}

/** Returns the balances, before and after the fee was first taken, of the account whose 32-byte key stands at `key`. */
export function takenFrom(source: Source, transaction: LedgerTransaction, key: number): Balances {
  const before = source.ledger.transactions[transaction.order - 2];
  return findBalances(source, key, before ? before.endPost : 0, transaction.firstBefore);
}

/** Returns the same around the refund: with the transaction (meta V3), or after all transactions (protocol 23). */
export function returnedTo(source: Source, transaction: LedgerTransaction, key: number): Balances {
  const { metaVersion, firstAfter, firstPost, endPost } = transaction;
  const first = metaVersion < 3 ? endPost : firstAfter;
  return findBalances(source, key, first, metaVersion === 3 ? firstPost : endPost);
}

function findBalances({ ledger: { changes }, view }: Source, key: number, from: number, to: number): Balances {
  const balances = { start: ABSENT, end: ABSENT };
  for (let index = from; index < to; index++) {
    const kind = changes.kind(index);
    if (kind !== LedgerEntryChangeType.ledgerEntryUpdated && kind !== LedgerEntryChangeType.ledgerEntryState) continue;
    if (changes.type(index) !== LedgerEntryType.account) continue;
    const change = changes.start(index);
    // The change's kind, the ledger of the last modification, the entry's type, then key type and key.
    if (!sameKey(view, change + 16, key)) continue;
    if (kind === LedgerEntryChangeType.ledgerEntryUpdated) balances.end = change + 48;
    else if (balances.start === ABSENT) balances.start = change + 48;
  }
  return balances;
}
