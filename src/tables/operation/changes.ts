/** The entry changes of one operation, a state joined with the change it precedes. */
import type { ChangeList } from '../../ledger/changes.ts';
import type { DecodeError } from '../../core/errors.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { LedgerEntryChangeType } from '../../xdr/generated/enums.ts';

const { ledgerEntryState, ledgerEntryUpdated, ledgerEntryRemoved, ledgerEntryCreated, ledgerEntryRestored } =
  LedgerEntryChangeType;

/** The operation whose changes are read. */
interface Changing {
  readonly ledger: { changes: ChangeList };
  readonly transaction: LedgerTransaction;
  readonly index: number;
  fault(what: string, offset: number): DecodeError;
}

/** A cursor over the changes of one operation, in the order of the meta: `open`, then `next` until it returns false. */
export class OperationChanges {
  readonly #at: Changing;
  #index = 0;
  #end = 0;
  #state = ABSENT;
  #stateEnd = ABSENT;

  /** LedgerEntryType of the entry that changed. */
  type = 0;
  /** Where the LedgerEntry stands as it was before the change, and where it ends; -1 when there was none. */
  pre = ABSENT;
  preEnd = ABSENT;
  /** Where the LedgerEntry stands as it is after the change, and where it ends; -1 when there is none. */
  post = ABSENT;
  postEnd = ABSENT;

  constructor(at: Changing) {
    this.#at = at;
  }

  /** Stands before the first change of the operation at which the cursor stands. */
  open(): this {
    const { transaction, index } = this.#at;
    const { operationChanges } = transaction;
    this.#index = operationChanges[index] ?? 0;
    this.#end = operationChanges[index + 1] ?? this.#index;
    this.#state = ABSENT;
    return this;
  }

  /** Moves to the next change; returns false when there is none. Throws DecodeError for an update of what is not stated. */
  next(): boolean {
    const { changes } = this.#at.ledger;
    while (this.#index < this.#end) {
      const index = this.#index++;
      const kind = changes.kind(index);
      if (kind !== ledgerEntryState) {
        this.#set(changes, index, kind);
        return true;
      }
      this.#keepState(changes, index);
    }
    return false;
  }

  #set(changes: ChangeList, index: number, kind: number): void {
    const entry = changes.start(index) + 4;
    const isNew = kind === ledgerEntryCreated || kind === ledgerEntryRestored;
    if (kind === ledgerEntryUpdated && this.#state === ABSENT) {
      throw this.#at.fault('an updated entry has no state before it', entry);
    }
    this.pre = isNew ? ABSENT : this.#state;
    this.preEnd = isNew ? ABSENT : this.#stateEnd;
    this.post = kind === ledgerEntryRemoved ? ABSENT : entry;
    this.postEnd = kind === ledgerEntryRemoved ? ABSENT : changes.end(index);
    this.type = changes.type(index);
    this.#state = ABSENT;
    // What was restored may be updated or removed right after, without a state of its own.
    if (kind === ledgerEntryRestored) this.#keepState(changes, index);
  }

  #keepState(changes: ChangeList, index: number): void {
    this.#state = changes.start(index) + 4;
    this.#stateEnd = changes.end(index);
  }
}
