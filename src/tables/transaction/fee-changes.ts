/** What fees did to the balance of the account that paid them, from the entry changes of fee processing. */
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { sameKey, type Context } from '../context.ts';

type Source = Pick<Context, 'ledger' | 'view'>;

/** Where an account's balance stands in its last state before changes, and in its last state after; -1 for none. */
export interface Balances {
  start: number;
  end: number;
}

/**
 * Returns the balances, before and after the fee was first taken, of the account whose 32-byte key stands at `key`; none
 * for the key -1.
 */
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
  for (let index = key === ABSENT ? to : from; index < to; index++) {
    const kind = changes.kind(index);
    if (kind !== LedgerEntryChangeType.ledgerEntryUpdated && kind !== LedgerEntryChangeType.ledgerEntryState) continue;
    if (changes.type(index) !== LedgerEntryType.account) continue;
    const change = changes.start(index);
    // The change's kind, the ledger of the last modification, the entry's type, then key type and key.
    if (!sameKey(view, change + 16, key)) continue;
    if (kind === LedgerEntryChangeType.ledgerEntryUpdated) balances.end = change + 48;
    else balances.start = change + 48;
  }
  return balances;
}
