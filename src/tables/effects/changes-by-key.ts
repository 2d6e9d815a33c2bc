/** Changes of one operation in the order of their ledger keys, which is the reference's. */
import { ABSENT } from '../../ledger/transaction.ts';
import { comparePublicKeys } from '../entry/key-order.ts';
import type { OperationChanges } from '../operation/changes.ts';

const WIDTH = 4;

/** A list of changes that is used again for each operation. */
export class ChangesByKey {
  #cells = new Int32Array(16 * WIDTH);
  length = 0;

  /** Adds the change at which the cursor stands. */
  add({ pre, preEnd, post, postEnd }: OperationChanges): void {
    const at = this.length * WIDTH;
    if (at === this.#cells.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells.set([pre, preEnd, post, postEnd], at);
    this.length++;
  }

  /** Sorts by the bytes of the keys; changes of one entry stay in their order. */
  sort(view: DataView): void {
    if (this.length < 2) return;
    const rows = Array.from({ length: this.length }, (_, i) => this.#cells.slice(i * WIDTH, (i + 1) * WIDTH));
    const shown = (row: Int32Array) => (row[0] === ABSENT ? row[2] : row[0]);
    rows.sort((a, b) => comparePublicKeys(view, shown(a), shown(b)));
    rows.forEach((row, i) => this.#cells.set(row, i * WIDTH));
  }

  /** Where the LedgerEntry stands before the change, and where it ends; -1 when there was none. */
  pre(index: number): number {
    return this.#cells[index * WIDTH];
  }

  preEnd(index: number): number {
    return this.#cells[index * WIDTH + 1];
  }

  /** Where the LedgerEntry stands after the change, and where it ends; -1 when there is none. */
  post(index: number): number {
    return this.#cells[index * WIDTH + 2];
  }

  postEnd(index: number): number {
    return this.#cells[index * WIDTH + 3];
  }
}
