/** The values of a column that are not null, where they lie. */
import type { Data } from 'apache-arrow';

/** Texts or byte strings. */
export interface Texts {
  kind: 'texts';
  count: number;
  view: DataView;
  starts: Int32Array;
  ends: Int32Array;
}

/** Numbers of one or two words of 32 bits, the low one first. */
export interface Words {
  kind: 'words';
  count: number;
  width: 1 | 2;
  words: Int32Array;
}

/** Returns whether a row of the column has a value. */
function isValid(bits: Uint8Array, row: number): boolean {
  return ((bits[row >> 3] >> (row & 7)) & 1) === 1;
}

/** Returns the first row from `row` on that has a value, of up to `end`: of eight without one are none looked at alone. */
export function nextValid(bits: Uint8Array, row: number, end: number): number {
  while (row < end && !isValid(bits, row)) row = bits[row >> 3] === 0 ? (row | 7) + 1 : row + 1;
  return row;
}

/** Returns how many of the rows from `start` on are null. */
export function nullsIn({ nullCount, nullBitmap, offset, length }: Data, start: number, count: number): number {
  if (nullCount === 0 || count === length) return nullCount;
  if (nullCount === length) return count;
  let valid = 0;
  for (let row = offset + start; row < offset + start + count; row++) valid += (nullBitmap[row >> 3] >> (row & 7)) & 1;
  return count - valid;
}

/** Returns the texts of the rows from `start` on; `nulls` of the rows are null. */
export function textsOf({ values, valueOffsets, ...data }: Data, start: number, count: number, nulls: number): Texts {
  const bytes: Uint8Array = values;
  const offsets: Int32Array = valueOffsets;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (nulls === 0) {
    const starts = offsets.subarray(start, start + count);
    return { kind: 'texts', count, view, starts, ends: offsets.subarray(start + 1, start + count + 1) };
  }
  const starts = new Int32Array(count - nulls);
  const ends = new Int32Array(count - nulls);
  const { nullBitmap: bits, offset } = data;
  const end = offset + start + count;
  let to = 0;
  for (let row = nextValid(bits, offset + start, end); row < end; row = nextValid(bits, row + 1, end)) {
    starts[to] = offsets[row - offset];
    ends[to++] = offsets[row - offset + 1];
  }
  return { kind: 'texts', count: count - nulls, view, starts, ends };
}

/** Returns the numbers of the rows from `start` on; `nulls` of the rows are null. */
export function wordsOf(
  { values, nullBitmap, offset }: Data,
  width: 1 | 2,
  start: number,
  count: number,
  nulls: number,
): Words {
  const all = new Int32Array(values.buffer, values.byteOffset + start * width * 4, count * width);
  if (nulls === 0) return { kind: 'words', count, width, words: all };
  const words = new Int32Array((count - nulls) * width);
  const first = offset + start;
  const end = first + count;
  let to = 0;
  for (let row = nextValid(nullBitmap, first, end); row < end; row = nextValid(nullBitmap, row + 1, end)) {
    words[to++] = all[(row - first) * width];
    if (width === 2) words[to++] = all[(row - first) * 2 + 1];
  }
  return { kind: 'words', count: count - nulls, width, words };
}

/** Returns the booleans of the rows from `start` on as bits; `nulls` of the rows are null. */
export function bitsOf({ values, nullBitmap, offset }: Data, start: number, count: number): Uint8Array {
  const bits = new Uint8Array((count + 7) >> 3);
  for (let row = offset + start, to = 0; row < offset + start + count; row++) {
    if (nullBitmap.length > 0 && !isValid(nullBitmap, row)) continue;
    if (isValid(values, row)) bits[to >> 3] |= 1 << (to & 7);
    to++;
  }
  return bits;
}
