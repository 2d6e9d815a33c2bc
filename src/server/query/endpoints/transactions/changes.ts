/** The entry changes of one transaction, in the order of its meta. */
import { entryChanges, type EntryChange } from '../../../../library/entry-changes.ts';
import { ApiError } from '../../errors.ts';
import { placeOf, sourceOf } from '../../transaction-source.ts';
import type { View } from '../../view.ts';
import type { Transaction } from './transaction.ts';

/** A change of a ledger entry. */
export type TransactionChange = EntryChange;

/** Returns the changes; throws ApiError where neither the lake nor a file of its ledger has them. */
export async function readChanges(view: View, transaction: Transaction): Promise<TransactionChange[]> {
  const place = placeOf(transaction);
  const changes = await entryChanges(sourceOf(view, place), place);
  if (changes) return changes;
  const why = 'the changes of this transaction are not in the lake, and the file of its ledger is not where it was';
  throw new ApiError(503, `${why}: load it with ingest --with-changes`);
}
