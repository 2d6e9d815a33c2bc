/** Numbers that are runs of the same one, or packed eight by eight: of dictionaries, and which rows have a value. */

/** Numbers from the first on, and before the last. */
export type Span = readonly [start: number, end: number];

/** Bits of a bitmap that share a count of those before. */
const BLOCK = 64;
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Of two: to ask for one takes many times as long. */
const POWERS = Float64Array.from({ length: 33 }, (_, i) => 2 ** i);
/** Numbers of so many bits lie in four bytes, wherever they begin. */
const MOST_IN_FOUR = 24;

/** Runs while they are counted. */
let scratch = new Uint32Array(4096);

/** Calls `take` with each run of `count` numbers of `width` bits: the first one's number, how many, where they lie, and how. */
function eachRun(
  bytes: Uint8Array,
  start: number,
  width: number,
  count: number,
  take: (first: number, length: number, at: number, isPacked: boolean) => void,
): void {
  let at = start;
  for (let first = 0; first < count;) {
    let head = 0;
    for (let scale = 1, byte = 128; byte > 127; scale *= 128) {
      if (at >= bytes.length || scale > 2 ** 28) throw new RangeError(`runs end at ${first} of ${count} numbers`);
      byte = bytes[at++];
      head += (byte & 127) * scale;
    }
    const isPacked = head % 2 === 1;
    const size = Math.floor(head / 2);
    const length = Math.min(count - first, isPacked ? size * 8 : size);
    const needed = Math.ceil(((isPacked ? length : 1) * width) / 8);
    if (at + needed > bytes.length) throw new RangeError(`a run of ${length} numbers ends behind its page`);
    if (length > 0) take(first, length, at, isPacked);
    at += isPacked ? size * width : needed;
    first += length;
  }
}

/** Numbers of a dictionary, which stay packed: to find a run of them takes less than to unpack them all for a few rows. */
export class PackedNumbers {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  /** Of each run the number of its first, and where it lies, twice, plus one where it is packed. */
  readonly #runs: Uint32Array;
  /** The run that was asked for last: the next number is often of it. */
  #last = 0;

  /** Reads the width and the places of the runs of `count` numbers. Throws a RangeError if damaged. */
  constructor(bytes: Uint8Array, count: number) {
    const width = bytes.length > 0 ? bytes[0] : 33;
    if (width > 32) throw new RangeError(`numbers of ${width} bits`);
    this.#bytes = bytes;
    this.#width = width;
    let end = 0;
    if (width > 0) {
      eachRun(bytes, 1, width, count, (first, _, at, isPacked) => {
        if (end === scratch.length) scratch = larger(scratch);
        scratch[end++] = first;
        scratch[end++] = at * 2 + (isPacked ? 1 : 0);
      });
    }
    this.#runs = scratch.slice(0, end);
  }

  /** How much memory it takes. */
  get bytes(): number {
    return this.#bytes.buffer.byteLength + this.#runs.byteLength;
  }

  /** Returns where in the spans, which ascend, a number is; it must fit the width. */
  placesOf(number: number, spans: readonly Span[]): number[] {
    const found: number[] = [];
    const runs = this.#runs;
    for (const [start, end] of spans) {
      if (this.#width === 0) for (let i = start; i < end; i++) found.push(i);
      for (let run = this.#runOf(start); 2 * run < runs.length && runs[2 * run] < end; run++) {
        const [first, place] = [runs[2 * run], runs[2 * run + 1]];
        const next = 2 * run + 2 < runs.length ? runs[2 * run + 2] : end;
        const [from, to] = [Math.max(first, start), Math.min(next, end)];
        if (place % 2 === 1) this.#findPacked(number, first, { from, to, at: place >>> 1 }, found);
        else if (this.at(first) === number) for (let i = from; i < to; i++) found.push(i);
      }
    }
    return found;
  }

  /** Adds where a number is among packed ones, which begin at a byte. */
  #findPacked(
    number: number,
    first: number,
    { from, to, at }: { from: number; to: number; at: number },
    found: number[],
  ): void {
    const [bytes, width] = [this.#bytes, this.#width];
    if (width > MOST_IN_FOUR) {
      for (let i = from; i < to; i++) if (this.at(i) === number) found.push(i);
      return;
    }
    const mask = (1 << width) - 1;
    const bit = (from - first) * width;
    let byte = at + (bit >> 3);
    let have = 8 - (bit & 7);
    let pending = bytes[byte++] >> (bit & 7);
    for (let i = from; i < to; i++) {
      for (; have < width; have += 8) pending |= bytes[byte++] << have;
      if ((pending & mask) === number) found.push(i);
      pending >>>= width;
      have -= width;
    }
  }

  /** Returns a number. */
  at(index: number): number {
    const [bytes, width, runs] = [this.#bytes, this.#width, this.#runs];
    if (width === 0) return 0;
    const last = this.#last;
    const isSame = runs[2 * last] <= index && (2 * last + 2 >= runs.length || index < runs[2 * last + 2]);
    const run = isSame ? last : (this.#last = this.#runOf(index));
    const place = runs[2 * run + 1];
    const bit = place % 2 === 1 ? (index - runs[2 * run]) * width : 0;
    const shift = bit & 7;
    let at = (place >>> 1) + (bit - shift) / 8;
    if (width <= MOST_IN_FOUR) {
      let four = bytes[at];
      if (shift + width > 8) four |= bytes[at + 1] << 8;
      if (shift + width > 16) four |= bytes[at + 2] << 16;
      if (shift + width > 24) four |= bytes[at + 3] << 24;
      return (four >>> shift) & ((1 << width) - 1);
    }
    let number = bytes[at] >> shift;
    for (let have = 8 - shift; have < width; have += 8) number += bytes[++at] * POWERS[have];
    return number % POWERS[width];
  }

  /** Returns which run has a number. */
  #runOf(index: number): number {
    const runs = this.#runs;
    let low = 0;
    for (let high = runs.length / 2; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (runs[2 * middle] <= index) low = middle;
      else high = middle;
    }
    return low;
  }
}

function larger(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(values.length * 2);
  grown.set(values);
  return grown;
}

/** Which rows have a value, a bit each. */
export class Bitmap {
  /** How many rows have one. */
  readonly count: number;
  readonly #bits: Uint8Array;
  /** How many rows before each block have one. */
  readonly #before: Uint32Array;

  /** Reads definition levels of a column that is not nested. Throws a RangeError where they are damaged. */
  constructor(levels: Uint8Array, rows: number) {
    const bits = bitsOf(levels, rows);
    const before = new Uint32Array(Math.ceil(rows / BLOCK));
    let count = 0;
    for (let block = 0, i = 0; block < before.length; block++) {
      before[block] = count;
      for (const end = Math.min(i + BLOCK / 8, bits.length); i < end; i++) count += ONES[bits[i]];
    }
    this.#bits = bits;
    this.#before = before;
    this.count = count;
  }

  /** How much memory it takes. */
  get bytes(): number {
    return this.#bits.length + 4 * this.#before.length;
  }

  /** Returns how many rows before this one, or before the end, have a value. */
  before(row: number): number {
    const byte = row >> 3;
    if (byte >= this.#bits.length) return this.count;
    const block = Math.floor(row / BLOCK);
    let count = this.#before[block] + ONES[this.#bits[byte] & ((1 << (row & 7)) - 1)];
    for (let i = block * (BLOCK / 8); i < byte; i++) count += ONES[this.#bits[i]];
    return count;
  }

  /** Returns the row that has the value of a number. */
  row(number: number): number {
    let low = 0;
    for (let high = this.#before.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.#before[middle] <= number) low = middle;
      else high = middle;
    }
    let left = number - this.#before[low];
    let byte = low * (BLOCK / 8);
    for (; left >= ONES[this.#bits[byte]]; byte++) left -= ONES[this.#bits[byte]];
    for (let bit = 0; ; bit++) if ((this.#bits[byte] >> bit) & 1 && left-- === 0) return byte * 8 + bit;
  }

  /** Returns how many rows before this one have a value; -1 where it has none. */
  rank(row: number): number {
    return ((this.#bits[row >> 3] >> (row & 7)) & 1) === 0 ? -1 : this.before(row);
  }
}

function bitsOf(levels: Uint8Array, rows: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rows / 8));
  eachRun(levels, 0, 1, rows, (first, length, at, isPacked) => {
    if (isPacked) putBits(bits, first, levels.subarray(at, at + Math.ceil(length / 8)));
    else if (levels[at] === 1) fillBits(bits, first, first + length);
    else if (levels[at] !== 0) throw new RangeError(`a definition level of ${levels[at]}`);
  });
  // What is packed ends with a whole group of eight.
  if (rows % 8 > 0) bits[bits.length - 1] &= (1 << (rows % 8)) - 1;
  return bits;
}

function putBits(bits: Uint8Array, first: number, packed: Uint8Array): void {
  const byte = first >> 3;
  const shift = first & 7;
  if (shift === 0) return bits.set(packed, byte);
  for (let i = 0; i < packed.length; i++) {
    bits[byte + i] |= packed[i] << shift;
    if (byte + i + 1 < bits.length) bits[byte + i + 1] = packed[i] >> (8 - shift);
  }
}

function fillBits(bits: Uint8Array, first: number, end: number): void {
  let at = first;
  for (; at < end && (at & 7) !== 0; at++) bits[at >> 3] |= 1 << (at & 7);
  if (end - at >= 8) bits.fill(255, at >> 3, end >> 3);
  for (at = Math.max(at, end & ~7); at < end; at++) bits[at >> 3] |= 1 << (at & 7);
}
