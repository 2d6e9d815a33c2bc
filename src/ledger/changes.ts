/**
 * The ledger entry changes of one ledger, as offsets, in the order in which the close meta lists them. Those that an
 * internal error undid are left out.
 */

/** Where in a ledger's close a change happened, in the order of effect inside a transaction. */
export const phase = { fee: 0, before: 1, operation: 2, after: 3, postFee: 4, upgrade: 5 } as const;

export type Phase = (typeof phase)[keyof typeof phase];

const WIDTH = 5;
const FIRST_CHANGES = 128;
/** Bits of a phase, and of a kind, in the cell that holds phase, kind and type. */
const PHASE_BITS = 3;
const KIND_BITS = 3;
const LOW_BITS = 7;
/** How many runs of changes the ledger applies one after another. */
const RUNS = 5;

/**
 * A growable list of changes: of each the offset, the end, the phase, what it does to which type of entry, the transaction and the
 * operation. Who looks for a few of them need not look into the ledger for the others.
 */
export class ChangeList {
  #cells = new Int32Array(FIRST_CHANGES * WIDTH);
  length = 0;
  /** The index of the first transaction of a parallel phase; those come after all others. */
  firstParallel = Infinity;
  #order: Int32Array = new Int32Array(0);

  /** `kind` is the LedgerEntryChangeType, `type` the LedgerEntryType. */
  add(start: number, end: number, at: Phase, kind: number, type: number, transaction: number, operation: number): void {
    let cell = this.length * WIDTH;
    if (cell === this.#cells.length) {
      const grown = new Int32Array(this.#cells.length * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    const cells = this.#cells;
    cells[cell++] = start;
    cells[cell++] = end;
    cells[cell++] = at | (kind << PHASE_BITS) | (type << (PHASE_BITS + KIND_BITS));
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
    return (this.#cells[index * WIDTH + 2] & LOW_BITS) as Phase;
  }

  /** The LedgerEntryChangeType. */
  kind(index: number): number {
    return (this.#cells[index * WIDTH + 2] >> PHASE_BITS) & LOW_BITS;
  }

  /** The LedgerEntryType of the entry. */
  type(index: number): number {
    return this.#cells[index * WIDTH + 2] >> (PHASE_BITS + KIND_BITS);
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
   * Returns the index of each change of the complete list in the order in which the ledger applied them: the fees of all
   * transactions, then each transaction, then the fees after all of them, then upgrades. Transactions of a parallel phase
   * all use their sequence numbers before the operation of the first one runs (stellar-core, ParallelApplyUtils
   * `preParallelApplyAndCollectModifiedClassicEntries`). stellar-etl reads one transaction after the other there, too: an
   * account whose sequence number a transaction uses after an earlier one moved its lumens comes out with the older balance,
   * unless a refund changes it once more.
   */
  inOrder(): Int32Array {
    if (this.#order.length !== this.length) this.#order = this.#applied();
    return this.#order;
  }

  #applied(): Int32Array {
    const starts = new Int32Array(RUNS + 1);
    for (let index = 0; index < this.length; index++) starts[this.#run(index) + 1]++;
    for (let run = 1; run < RUNS; run++) starts[run] += starts[run - 1];
    const order = new Int32Array(this.length);
    for (let index = 0; index < this.length; index++) order[starts[this.#run(index)]++] = index;
    return order;
  }

  /** In which run of changes the change comes: one run after another, each in the order of the close meta. */
  #run(index: number): number {
    switch (this.phase(index)) {
      case phase.fee:
        return 0;
      case phase.before:
        return 1;
      case phase.operation:
      case phase.after:
        return this.transaction(index) < this.firstParallel ? 1 : 2;
      case phase.postFee:
        return 3;
      case phase.upgrade:
        return 4;
    }
  }
}
