/** Where in its ledger a transaction stands. */
import type { Ledger } from '../ledger/ledger.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { UNKNOWN_POSITION } from './ledger-rows.ts';

/** Returns the index of the transaction with this outer or inner hash, -1 when it is not where the index says. */
export function indexOf(ledger: Ledger, hash: Uint8Array, position: number): number {
  if (position !== UNKNOWN_POSITION) return isAt(ledger, position, hash) ? position : ABSENT;
  return ledger.transactions.findIndex((_transaction, index) => isAt(ledger, index, hash));
}

function isAt({ bytes, transactions }: Ledger, index: number, hash: Uint8Array): boolean {
  const transaction = transactions[index];
  if (!transaction) return false;
  const { pair, innerPair } = transaction;
  return same(bytes, pair, hash) || (innerPair !== ABSENT && same(bytes, innerPair, hash));
}

function same(bytes: Uint8Array, at: number, hash: Uint8Array): boolean {
  for (let i = 0; i < 32; i++) if (bytes[at + i] !== hash[i]) return false;
  return true;
}
