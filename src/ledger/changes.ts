/**
 * The ledger entry changes of one ledger, as offsets, in the order in which the close meta lists them. Those that an
 * internal error undid are left out.
 */

/** Where in a ledger's close a change happened, in the order of effect inside a transaction. */
export const phase = { fee: 0, before: 1, operation: 2, after: 3, postFee: 4, upgrade: 5 } as const;

export type Phase = (typeof phase)[keyof typeof phase];

const WIDTH = 5;

/** A growable list of changes: of each the offset, the end, the phase, the transaction and the operation. */
export class ChangeList {
  #cells = new Int32Array(1024 * WIDTH);
  length = 0;
  /** The index of the first transaction of a parallel phase; those come after all others. */
  firstParallel = Infinity;

  add(start: number, end: number, at: Phase, transaction: number, operation: number): void {
    let cell = this.length * WIDTH;
    if (cell === this.#cells.length) {
      const grown = new Int32Array(this.#cells.length * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    const cells = this.#cells;
    cells[cell++] = start;
    cells[cell++] = end;
    cells[cell++] = at;
    cells[cell++] = transaction;
    cells[cell] = operation;
    this.length++;
  }

  /** Where the change starts: the discriminant of LedgerEntryChange. */
  start(index: number): number {
    return this.#cells[index * WIDTH];
  }

  end(index: number): number {
    return this.#cells[index * WIDTH + 1];
  }

  phase(index: number): Phase {
    return this.#cells[index * WIDTH + 2] as Phase;
  }

  /** The index of the transaction in the order of application, from 0; -1 for upgrades. */
  transaction(index: number): number {
    return this.#cells[index * WIDTH + 3];
  }

  /** The index of the operation in its transaction, from 0; -1 outside operations. */
  operation(index: number): number {
    return this.#cells[index * WIDTH + 4];
  }

  /**
   * Calls `visit` with the index of each change in the order in which the ledger applied them: the fees of all
   * transactions, then each transaction, then the fees after all of them, then upgrades. Transactions of a parallel phase
   * all use their sequence numbers before the operation of the first one runs (stellar-core, ParallelApplyUtils
   * `preParallelApplyAndCollectModifiedClassicEntries`). stellar-etl reads one transaction after the other there, too: an
   * account whose sequence number a transaction uses after an earlier one moved its lumens comes out with the older balance,
   * unless a refund changes it once more.
   */
  inOrder(visit: (index: number) => void): void {
    this.#each(phase.fee, phase.fee, visit);
    this.#each(phase.before, phase.after, (index) => {
      if (this.phase(index) === phase.before || !this.#isParallel(index)) visit(index);
    });
    if (this.firstParallel < Infinity) {
      this.#each(phase.operation, phase.after, (index) => {
        if (this.#isParallel(index)) visit(index);
      });
    }
    this.#each(phase.postFee, phase.postFee, visit);
    this.#each(phase.upgrade, phase.upgrade, visit);
  }

  #isParallel(index: number): boolean {
    return this.transaction(index) >= this.firstParallel;
  }

  #each(from: Phase, to: Phase, visit: (index: number) => void): void {
    for (let index = 0; index < this.length; index++) {
      const at = this.phase(index);
      if (at >= from && at <= to) visit(index);
    }
  }
}
