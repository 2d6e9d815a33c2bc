/** The entry changes of one operation, a state joined with the change it precedes. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryChangeType } from '../../xdr/generated/enums.ts';
import type { OperationAt } from '../operation-at.ts';

/** A change of one entry: where the LedgerEntry before and after stand, -1 for none, and where the change ends. */
export interface OperationChange {
  pre: number;
  post: number;
  end: number;
}

const { ledgerEntryState, ledgerEntryRemoved, ledgerEntryCreated, ledgerEntryRestored } = LedgerEntryChangeType;

/** Yields the changes of the operation in their order. The object is the same one each time. */
export function* operationChanges({ ledger, view, transaction, index }: OperationAt): Generator<OperationChange> {
  const { changes } = ledger;
  const first = transaction.operationChanges[index] ?? 0;
  const end = transaction.operationChanges[index + 1] ?? first;
  const change = { pre: ABSENT, post: ABSENT, end: 0 };
  let state = ABSENT;
  for (let i = first; i < end; i++) {
    const entry = changes.start(i) + 4;
    const kind = view.getInt32(entry - 4);
    if (kind === ledgerEntryState) {
      state = entry;
      continue;
    }
    change.pre = kind === ledgerEntryCreated || kind === ledgerEntryRestored ? ABSENT : state;
    change.post = kind === ledgerEntryRemoved ? ABSENT : entry;
    change.end = changes.end(i);
    state = ABSENT;
    yield change;
  }
}
