/** Byte strings that repeat, numbered, so that what is made of one is kept in a list under its number. */

/** How many places of the hash table are tried for a key before the next one is taken from whoever has it. */
const PROBES = 8;

/** Numbers keys from 0 in the order of their first sight. When it is full it is emptied, and counts from 0 again. */
export class KeyNumbers {
  readonly #capacity: number;
  /** Open addressing: the number of a key plus one, or 0. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  /** Where each key starts in the store; the next one's start is its end. */
  readonly #starts: Int32Array;
  #store: DataView;
  #size = 0;

  /** `capacity` is how many keys are kept, a power of two; `keyBytes` what a key usually takes. */
  constructor(capacity: number, keyBytes: number) {
    this.#capacity = capacity;
    this.#slots = new Int32Array(capacity * 2);
    this.#shift = 31 - Math.log2(capacity);
    this.#starts = new Int32Array(capacity + 1);
    this.#store = new DataView(new ArrayBuffer(capacity * keyBytes));
  }

  /**
   * Returns the number of the key from `start` to `end`, a multiple of four bytes: as it is when the key was there, and
   * its complement (`~number`) when it was added. `hash` is of the key and need not be mixed well.
   */
  find(view: DataView, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> this.#shift;
    for (let probe = 0; probe < PROBES && slots[slot] !== 0; probe++) {
      const number = slots[slot] - 1;
      if (this.#isKey(number, view, start, end)) return number;
      slot = (slot + 1) & mask;
    }
    return ~this.#add(slot, view, start, end);
  }

  /** Forgets all keys. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }

  #isKey(number: number, view: DataView, start: number, end: number): boolean {
    let at = this.#starts[number];
    if (this.#starts[number + 1] - at !== end - start) return false;
    const store = this.#store;
    // Eight bytes at a time: optimised code compares them without making a BigInt.
    for (; start + 4 < end; start += 8, at += 8) if (store.getBigInt64(at) !== view.getBigInt64(start)) return false;
    return start === end || store.getInt32(at) === view.getInt32(start);
  }

  #add(slot: number, view: DataView, start: number, end: number): number {
    if (this.#size === this.#capacity) this.clear();
    const number = this.#size++;
    let at = this.#starts[number];
    this.#reserve(at + end - start);
    for (; start < end; start += 4, at += 4) this.#store.setInt32(at, view.getInt32(start));
    this.#starts[number + 1] = at;
    this.#slots[slot] = number + 1;
    return number;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#store.byteLength) return;
    const grown = new Uint8Array(Math.max(bytes, this.#store.byteLength * 2));
    grown.set(new Uint8Array(this.#store.buffer));
    this.#store = new DataView(grown.buffer);
  }
}
