/**
 * Columns of few texts, as numbers of their values: as an ENUM DuckDB writes them to Parquet as they are numbered, where it would hash the
 * text of each row. Such a column gets no bloom filter; its dictionary is as short.
 */
import type { Data } from 'apache-arrow';

/** The most values that a column of terms has: types, codes, roles. Accounts and contracts, which are looked up, have more, and keep their bloom filters. */
const MOST_VALUES = 64;
/** Columns of fewer rows are written sooner than numbered. */
const FEWEST_ROWS = 512;
/** Slots of the hash table, a power of two. */
const SLOTS = 256;

/** A column as numbers. */
export interface Terms {
  /** At least one, since an ENUM has some. */
  values: readonly string[];
  /** Of each batch the number of each row's value; of a null any. */
  numbers: readonly Uint8Array<ArrayBuffer>[];
}

/** Returns a column of texts, batch after batch, as terms; nothing when it has few rows, many values, or one that an ENUM cannot have. */
export function termsOf(batches: readonly Data[]): Terms | undefined {
  if (batches.reduce((sum, { length }) => sum + length, 0) < FEWEST_ROWS) return undefined;
  const values = new Values();
  const numbers: Uint8Array<ArrayBuffer>[] = [];
  for (const batch of batches) {
    const numbered = numberRows(batch, values);
    if (!numbered) return undefined;
    numbers.push(numbered);
  }
  const texts = values.texts();
  return texts && { values: texts.length === 0 ? [''] : texts, numbers };
}

/** Returns the numbers of the rows' values, or nothing when there are too many. */
function numberRows(batch: Data, values: Values): Uint8Array<ArrayBuffer> | undefined {
  const { length, offset, nullCount, nullBitmap, valueOffsets: offsets } = batch;
  const numbers = new Uint8Array(length);
  if (nullCount === length) return numbers;
  const text: Uint8Array = batch.values;
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  for (let row = 0; row < length; row++) {
    const start = offsets[row];
    const end = offsets[row + 1];
    // Nulls are empty.
    if (start === end && nullCount > 0 && isNull(nullBitmap, offset + row)) continue;
    const number = values.find(view, start, end);
    if (number === MOST_VALUES) return undefined;
    numbers[row] = number;
  }
  return numbers;
}

function isNull(bitmap: Uint8Array, row: number): boolean {
  return ((bitmap[row >> 3] >> (row & 7)) & 1) === 0;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts, numbered in the order of their first sight. */
class Values {
  readonly #views: DataView[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Open addressing: a number plus one, or 0. */
  readonly #slots = new Uint8Array(SLOTS);

  /** Returns the number of a text, which it gets now when it is new; `MOST_VALUES` when there are as many already. */
  find(view: DataView, start: number, end: number): number {
    let slot = hashOf(view, start, end) & (SLOTS - 1);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const number = this.#slots[slot] - 1;
      if (this.#isValue(number, view, start, end)) return number;
    }
    const number = this.#starts.length;
    if (number === MOST_VALUES) return number;
    this.#views.push(view);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#slots[slot] = number + 1;
    return number;
  }

  /** Returns the values; nothing when one is not UTF-8, or holds a zero, where DuckDB would end it. */
  texts(): string[] | undefined {
    try {
      const texts = this.#starts.map((start, i) => {
        const { buffer, byteOffset } = this.#views[i];
        return decoder.decode(new Uint8Array(buffer, byteOffset + start, this.#ends[i] - start));
      });
      return texts.some((text) => text.includes('\0')) ? undefined : texts;
    } catch {
      return undefined;
    }
  }

  #isValue(number: number, view: DataView, start: number, end: number): boolean {
    const at = this.#starts[number];
    if (this.#ends[number] - at !== end - start) return false;
    return sameText(this.#views[number], at, view, start, end - start);
  }
}

/** Eight bytes at a time, the last ones with some once more: optimised code compares them without making a BigInt. */
function sameText(a: DataView, atA: number, b: DataView, atB: number, length: number): boolean {
  if (length < 8) {
    for (let i = 0; i < length; i++) if (a.getUint8(atA + i) !== b.getUint8(atB + i)) return false;
    return true;
  }
  const last = length - 8;
  for (let i = 0; i < last; i += 8) if (a.getBigInt64(atA + i) !== b.getBigInt64(atB + i)) return false;
  return a.getBigInt64(atA + last) === b.getBigInt64(atB + last);
}

/** Of the length, and the first, the middle and the last letters. */
function hashOf(view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length < 4) return length === 0 ? 0 : Math.imul(view.getUint8(start) + length, 31) + view.getUint8(end - 1);
  const middle = view.getInt32(start + ((length - 4) >> 1));
  const hash = Math.imul(view.getInt32(start) ^ Math.imul(middle, 31) ^ length, 0x9e3779b1) ^ view.getInt32(end - 4);
  return hash ^ (hash >>> 16) ^ (hash >>> 8);
}
