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

/** Returns how many of the rows from `start` on are null. */
export function nullsIn({ nullCount, nullBitmap, offset, length }: Data, start: number, count: number): number {
  if (nullCount === 0 || (nullCount === length && count > 0)) return nullCount === 0 ? 0 : count;
  let valid = 0;
  for (let row = offset + start; row < offset + start + count; row++) valid += (nullBitmap[row >> 3] >> (row & 7)) & 1;
  return count - valid;
}

/** Returns the texts of the rows from `start` on, `nulls` of which have none. */
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
  for (let row = start, to = 0; row < start + count; row++) {
    if (!isValid(data.nullBitmap, data.offset + row)) continue;
    starts[to] = offsets[row];
    ends[to++] = offsets[row + 1];
  }
  return { kind: 'texts', count: count - nulls, view, starts, ends };
}

/** Returns the numbers of the rows from `start` on, `nulls` of which have none. */
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
  for (let row = 0, to = 0; row < count; row++) {
    if (!isValid(nullBitmap, offset + start + row)) continue;
    words[to++] = all[row * width];
    if (width === 2) words[to++] = all[row * 2 + 1];
  }
  return { kind: 'words', count: count - nulls, width, words };
}

/** Returns the booleans of the rows from `start` on as bits, `nulls` of which have none. */
export function bitsOf({ values, nullBitmap, offset }: Data, start: number, count: number): Uint8Array {
  const bits = new Uint8Array((count + 7) >> 3);
  for (let row = offset + start, to = 0; row < offset + start + count; row++) {
    if (nullBitmap.length > 0 && !isValid(nullBitmap, row)) continue;
    if (isValid(values, row)) bits[to >> 3] |= 1 << (to & 7);
    to++;
  }
  return bits;
}
