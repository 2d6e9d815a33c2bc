/** How many batches are made durable together. */
import { BATCH_LEDGERS, BATCH_ROWS } from './part-size.ts';

/** What is read slowly is not held back for longer. */
const MOST_MS = 1000;

interface Size {
  ledgers: number;
  records: number;
}

/** The batches since the last commit. */
export class Joining {
  readonly #now: () => number;
  #size: Size = { ledgers: 0, records: 0 };
  #since: number;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Adds a batch. Returns true if more may join: together they must not exceed the size of one batch. */
  add({ ledgers, records }: Size): boolean {
    this.#size = { ledgers: this.#size.ledgers + ledgers, records: this.#size.records + records };
    const isFull = this.#size.ledgers >= BATCH_LEDGERS || this.#size.records >= BATCH_ROWS;
    if (!isFull && this.#now() - this.#since < MOST_MS) return true;
    this.#size = { ledgers: 0, records: 0 };
    this.#since = this.#now();
    return false;
  }
}
