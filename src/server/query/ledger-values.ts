/** What is kept in memory of ledgers, which stays what it is: bounded by bytes. */

interface KeptValue {
  value: unknown;
  bytes: number;
}

const MOST_BYTES = 96 * 1024 * 1024;

export class LedgerValues {
  readonly #most: number;
  /** By what is kept and the ledger, the one that rested longest first. */
  readonly #values = new Map<string, KeptValue>();
  #generation = 0;
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** How many bytes the values take, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns what was kept under a name of a ledger of this generation of the lake: in the next its rows may be others. */
  take(generation: number, name: string, ledger: number): unknown {
    if (generation > this.#generation) this.#begin(generation);
    const key = keyOf(name, ledger);
    const known = generation === this.#generation ? this.#values.get(key) : undefined;
    if (!known) return undefined;
    this.#values.delete(key);
    this.#values.set(key, known);
    return known.value;
  }

  /** Whether there is a value that `take` would return. */
  has(generation: number, name: string, ledger: number): boolean {
    return generation === this.#generation && this.#values.has(keyOf(name, ledger));
  }

  /** Keeps a value, unless another generation began; what rested longest goes. */
  keep(generation: number, name: string, ledger: number, kept: KeptValue): void {
    if (generation !== this.#generation) return;
    const key = keyOf(name, ledger);
    this.#bytes += kept.bytes - (this.#values.get(key)?.bytes ?? 0);
    this.#values.delete(key);
    this.#values.set(key, kept);
    for (const [oldest, { bytes }] of this.#values) {
      if (this.#bytes <= this.#most) return;
      this.#values.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #begin(generation: number): void {
    this.#generation = generation;
    this.#values.clear();
    this.#bytes = 0;
  }
}

function keyOf(name: string, ledger: number): string {
  return `${name} ${ledger}`;
}
