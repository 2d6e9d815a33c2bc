/** Which rows of a column hold no value, and flags as the bits that Arrow has. */

/** How many values are filled in one by one: a call of fill() costs as much as a dozen. */
export const FEW = 12;
const FIRST_CAPACITY = 1024;

/** Which rows of a column are null: a byte a row, 1 for null; allocated at the first null. */
export class Nulls {
  count = 0;
  #flags = new Uint8Array(0);

  mark(row: number): void {
    if (row >= this.#flags.length) this.#reserve(row);
    this.#flags[row] = 1;
    this.count++;
  }

  /** Marks the rows from `start` to `end`. */
  markAll(start: number, end: number): void {
    if (end > this.#flags.length) this.#reserve(end);
    const flags = this.#flags;
    if (end - start <= FEW) for (let row = start; row < end; row++) flags[row] = 1;
    else flags.fill(1, start, end);
    this.count += end - start;
  }

  /** Makes room in whole words of four flags, which `packBits` reads. */
  #reserve(rows: number): void {
    const grown = new Uint8Array(Math.ceil((rows + FIRST_CAPACITY) / 2) * 4);
    grown.set(this.#flags);
    this.#flags = grown;
  }

  /** Forgets the rows from `length` on. */
  truncate(length: number): void {
    if (this.count === 0) return;
    this.#flags.fill(0, length);
    this.count = this.#flags.subarray(0, length).reduce((sum, isNull) => sum + isNull, 0);
  }

  /** The Arrow validity bitmap (bit 1 = valid), or nothing when no value is null. */
  bitmap(length: number): Uint8Array | undefined {
    return this.count === 0 ? undefined : packBits(this.#flags, length, 0xff);
  }
}

/**
 * Returns a bit for each of the first `length` flags (bytes of 0 or 1; those that are missing are 0), all of them flipped where
 * `flip` has ones. There are flags in whole words of four.
 */
export function packBits(flags: Uint8Array, length: number, flip: number): Uint8Array {
  const bits = new Uint8Array((length + 7) >> 3);
  fillBits(bits, new Uint32Array(flags.buffer, 0, flags.length >> 2), flip);
  if ((length & 7) > 0) bits[length >> 3] &= (1 << (length & 7)) - 1;
  return bits;
}

/** Apart, because V8 otherwise compiles the loop too early and discards the code each time. */
function fillBits(bits: Uint8Array, words: Uint32Array, flip: number): void {
  for (let byte = 0; byte < bits.length; byte++) {
    bits[byte] = (fourBits(words[byte * 2]) | (fourBits(words[byte * 2 + 1]) << 4)) ^ flip;
  }
}

/** The four flags of a little-endian word as four bits. */
function fourBits(word = 0): number {
  return (word | (word >>> 7) | (word >>> 14) | (word >>> 21)) & 15;
}
