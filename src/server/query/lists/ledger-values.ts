/** What is kept in memory of ledgers, which stays what it is: bounded by bytes. */
import { ByteCache } from '../../../core/byte-cache.ts';

interface KeptValue {
  value: unknown;
  bytes: number;
}

const MOST_BYTES = 96 * 1024 * 1024;

export class LedgerValues {
  /** By what is kept and the ledger. */
  readonly #values: ByteCache<KeptValue>;
  #generation = 0;

  constructor(most = MOST_BYTES) {
    this.#values = new ByteCache(most);
  }

  /** How many bytes the values take, about. */
  get bytes(): number {
    return this.#values.bytes;
  }

  /** Returns what was kept under a name of a ledger of this generation of the lake: in the next its rows may be others. */
  take(generation: number, name: string, ledger: number): unknown {
    if (generation > this.#generation) this.#begin(generation);
    return generation === this.#generation ? this.#values.get(keyOf(name, ledger))?.value : undefined;
  }

  /** Whether there is a value that `take` would return. */
  has(generation: number, name: string, ledger: number): boolean {
    return generation === this.#generation && this.#values.has(keyOf(name, ledger));
  }

  /** Keeps a value, unless another generation began; what nobody asked for in the longest time goes. */
  keep(generation: number, name: string, ledger: number, kept: KeptValue): void {
    if (generation === this.#generation) this.#values.put(keyOf(name, ledger), kept);
  }

  #begin(generation: number): void {
    this.#generation = generation;
    this.#values.clear();
  }
}

function keyOf(name: string, ledger: number): string {
  return `${name} ${ledger}`;
}
