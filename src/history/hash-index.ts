/** From hashes of transactions to ledgers, by the index that `ingest` keeps beside a lake: without it a query reads every hash. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { Lookup, LOOKUP_FOLDER } from './lookup.ts';
import { hashKey } from './row-keys.ts';

/** The ledgers of a lake after a commit. */
interface Committed {
  /** Which commit. */
  number: number;
  ranges: readonly LedgerRange[];
}

/** The index of a lake, opened again when ledgers were committed: another process writes it. */
export class HashIndex {
  readonly #folder: string;
  #lookup?: Lookup;
  /** The commit that it was opened after. */
  #number = -1;

  /** Opens nothing before it is asked; `lake` is the folder of the lake. */
  constructor(lake: string) {
    this.#folder = join(lake, LOOKUP_FOLDER);
  }

  /**
   * Returns ledgers that may hold a transaction with the hash, outer or inner, in lower-case hex; of two hashes with the same
   * beginning the other's as well. Undefined where the index lacks ledgers of the snapshot, or cannot be read.
   */
  ledgers({ number, ranges }: Committed, hash: string): number[] | undefined {
    try {
      const lookup = this.#opened(number);
      const isWhole = ranges.every((range) => lookup.missing(range).length === 0);
      const found = lookup.transactions(hashKey(Buffer.from(hash, 'hex'), 0)).map(({ ledger }) => ledger);
      return isWhole ? [...new Set(found)] : undefined;
    } catch {
      // Whatever is wrong with it is told by who writes it; the lake itself has the hashes.
      this.close();
      return undefined;
    }
  }

  #opened(number: number): Lookup {
    if (this.#lookup && this.#number === number) return this.#lookup;
    this.close();
    this.#number = number;
    return (this.#lookup = new Lookup(this.#folder));
  }

  /** Lets its files go; the next question opens them again. */
  close(): void {
    this.#lookup?.close();
    this.#lookup = undefined;
  }
}
