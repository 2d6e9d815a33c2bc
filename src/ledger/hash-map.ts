/** Values by hashes of 32 bytes that are known as texts and asked for where they stand in a ledger: no text is made to ask. */

const HASH_BYTES = 32;

/** Open addressing; a slot holds the number of a value plus one, or 0. */
export class HashMap<T> {
  readonly #slots: Int32Array;
  readonly #hashes: string[] = [];
  readonly #values: T[] = [];

  /** `size` is the most values that are set. */
  constructor(size: number) {
    this.#slots = new Int32Array(1 << (32 - Math.clz32(size * 2)));
  }

  /** Keeps the value under a hash, a character a byte, in the place of one that has the same hash. */
  set(hash: string, value: T): void {
    let slot = this.#slotOf((hash.charCodeAt(2) << 8) | hash.charCodeAt(3));
    for (; this.#slots[slot] !== 0; slot = this.#slotOf(slot + 1)) {
      const number = this.#slots[slot] - 1;
      if (this.#hashes[number] !== hash) continue;
      this.#values[number] = value;
      return;
    }
    this.#slots[slot] = this.#values.length + 1;
    this.#hashes.push(hash);
    this.#values.push(value);
  }

  /** Returns the value of the hash at `p`, or undefined. */
  get(view: DataView, p: number): T | undefined {
    let slot = this.#slotOf(view.getUint16(p + 2));
    for (; this.#slots[slot] !== 0; slot = this.#slotOf(slot + 1)) {
      const number = this.#slots[slot] - 1;
      if (isHash(this.#hashes[number], view, p)) return this.#values[number];
    }
  }

  #slotOf(number: number): number {
    return number & (this.#slots.length - 1);
  }
}

function isHash(hash: string, view: DataView, p: number): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (hash.charCodeAt(i) !== view.getUint8(p + i)) return false;
  return true;
}
