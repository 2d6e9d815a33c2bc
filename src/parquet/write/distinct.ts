/** Values that repeat, numbered in the order of their first sight: what a dictionary page has, and a data page names. */
import type { Texts, Words } from './values.ts';

/** A column as numbers of its distinct values. */
export interface Dictionary<V> {
  /** The distinct values. */
  values: V;
  /** Of each value the number of its like; memory that is used again. */
  numbers: Uint32Array;
}

/** So many values are looked at before a column is taken for one whose values do not repeat. */
const FIRST_LOOK = 1024;
/** Probes per value after which a column is left as it is: its hashes were made to collide. */
const MOST_STEPS = 8;
const FIRST_SLOTS = 4096;
/** Longer texts are hashed by samples. */
const WHOLE_HASH = 96;
const SAMPLES = 8;

/** Open addressing: the number of a value plus one, or 0; grown as it fills. */
class Slots {
  slots = new Int32Array(FIRST_SLOTS);
  hashes = new Int32Array(FIRST_SLOTS / 2);

  /** Doubles the room for values; `size` of them exist. */
  grow(size: number): void {
    const slots = new Int32Array(this.slots.length * 2);
    const hashes = new Int32Array(slots.length / 2);
    hashes.set(this.hashes);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number++) {
      let slot = hashes[number] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
    this.hashes = hashes;
  }
}

/** Numbers columns, one after another, in the same memory. */
export class Distinct {
  readonly #table = new Slots();
  #numbers = new Uint32Array(0);
  #starts = new Int32Array(FIRST_SLOTS);
  #ends = new Int32Array(FIRST_SLOTS);
  /** Low and high word of each number. */
  #words = new Int32Array(FIRST_SLOTS);
  #size = 0;
  /** How often something else was in the slot that a value wanted. */
  #steps = 0;

  /** Returns the texts by number, or nothing when they hardly repeat. */
  ofTexts({ count, view, starts, ends }: Texts): Dictionary<Texts> | undefined {
    const numbers = this.#begin(count);
    for (let i = 0, last = 0; i < count; i++) {
      const start = starts[i];
      const length = ends[i] - start;
      // What follows its like needs no hash.
      if (i === 0 || !this.#isText(last, view, start, length)) last = this.#textNumber(view, start, length);
      if (last === this.#size && !this.#hasAdded(i, 2)) return undefined;
      numbers[i] = last;
    }
    const values: Texts = { kind: 'texts', count: this.#size, view, starts: this.#starts, ends: this.#ends };
    return { values, numbers };
  }

  /** Returns the numbers by number, or nothing when they hardly repeat. */
  ofWords({ count, width, words }: Words): Dictionary<Words> | undefined {
    const numbers = this.#begin(count);
    for (let i = 0, last = 0; i < count; i++) {
      const low = words[i * width];
      const high = width === 2 ? words[i * 2 + 1] : 0;
      if (i === 0 || !this.#isPair(last, low, high)) last = this.#pairNumber(low, high);
      if (last === this.#size && !this.#hasAdded(i, 4)) return undefined;
      numbers[i] = last;
    }
    return {
      values: { kind: 'words', count: this.#size, width, words: packed(this.#words, this.#size, width) },
      numbers,
    };
  }

  #begin(count: number): Uint32Array {
    if (this.#numbers.length < count) this.#numbers = new Uint32Array(count);
    this.#table.slots.fill(0);
    this.#size = 0;
    this.#steps = 0;
    return this.#numbers;
  }

  /** Returns a text's number: that of its like, or the next one, which `#hasAdded` has to be asked about. */
  #textNumber(view: DataView, start: number, length: number): number {
    const { slots, hashes } = this.#table;
    const mask = slots.length - 1;
    const hash = hashOfText(view, start, length);
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask, this.#steps++) {
      const number = slots[slot] - 1;
      if (hashes[number] === hash && this.#isText(number, view, start, length)) return number;
    }
    const number = this.#size;
    if (number === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
    }
    this.#starts[number] = start;
    this.#ends[number] = start + length;
    hashes[number] = hash;
    slots[slot] = number + 1;
    return number;
  }

  #pairNumber(low: number, high: number): number {
    const { slots, hashes } = this.#table;
    const mask = slots.length - 1;
    const hash = mixed(Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b));
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask, this.#steps++) {
      if (this.#isPair(slots[slot] - 1, low, high)) return slots[slot] - 1;
    }
    const number = this.#size;
    if (number * 2 === this.#words.length) this.#words = grown(this.#words);
    this.#words[number * 2] = low;
    this.#words[number * 2 + 1] = high;
    hashes[number] = hash;
    slots[slot] = number + 1;
    return number;
  }

  /** Counts a new value. Returns false if, after `i` values, more than one in `share` was new. */
  #hasAdded(i: number, share: number): boolean {
    this.#size++;
    if (this.#size * 2 >= this.#table.slots.length) this.#table.grow(this.#size);
    return i <= FIRST_LOOK || (this.#size * share <= i && this.#steps <= i * MOST_STEPS);
  }

  #isText(number: number, view: DataView, start: number, length: number): boolean {
    const at = this.#starts[number];
    return this.#ends[number] - at === length && sameText(view, at, start, length);
  }

  #isPair(number: number, low: number, high: number): boolean {
    return this.#words[number * 2] === low && this.#words[number * 2 + 1] === high;
  }
}

function packed(pairs: Int32Array, size: number, width: 1 | 2): Int32Array {
  if (width === 2) return pairs.subarray(0, size * 2);
  return Int32Array.from({ length: size }, (_, i) => pairs[i * 2]);
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Eight bytes at a time, the last ones with some once more: optimised code compares them without making a BigInt. */
function sameText(view: DataView, a: number, b: number, length: number): boolean {
  if (length < 8) {
    for (let i = 0; i < length; i++) if (view.getUint8(a + i) !== view.getUint8(b + i)) return false;
    return true;
  }
  const last = length - 8;
  for (let i = 0; i < last; i += 8) if (view.getBigInt64(a + i) !== view.getBigInt64(b + i)) return false;
  return view.getBigInt64(a + last) === view.getBigInt64(b + last);
}

function hashOfText(view: DataView, start: number, length: number): number {
  const end = start + length;
  if (length < 8) {
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash, 0x01000193) ^ view.getUint8(at);
    return mixed(hash);
  }
  let a = length;
  let b = view.getInt32(end - 4);
  const step = length <= WHOLE_HASH ? 8 : Math.max(8, Math.floor(length / SAMPLES));
  for (let at = start; at + 8 <= end; at += step) {
    a = Math.imul(a ^ view.getInt32(at), 0x9e3779b1);
    b = Math.imul(b ^ view.getInt32(at + 4), 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return mixed(a ^ Math.imul(b ^ view.getInt32(end - 8), 0xc2b2ae35));
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return once ^ (once >>> 13);
}
