/** Copies the text of a value whose bytes equal those of the value before, which costs less than writing it again. */
import { sameSpans } from '../ledger/compact.ts';
import { ABSENT } from '../ledger/transaction.ts';

/** Where in a ledger the value stands that was written last to the columns of a table. */
export class LastValue {
  #start = 0;
  #end = 0;

  /**
   * Returns where the value at `p`, of the same XDR type as the last one, ends when it has the bytes of that, else -1. No value of a
   * type begins with another of it.
   */
  endOfSame(view: DataView, p: number): number {
    const end = p + this.#end - this.#start;
    if (end === p || end > view.byteLength) return ABSENT;
    return sameSpans(view, this.#start, this.#end, p, end) ? end : ABSENT;
  }

  /** Takes the value from `start` to `end` as the last one. */
  set(start: number, end: number): void {
    this.#start = start;
    this.#end = end;
  }

  /** Takes none as the last one: other rows follow that. */
  forget(): void {
    this.set(0, 0);
  }
}
