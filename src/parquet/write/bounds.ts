/** The least and the greatest value of a column, by which readers pass over row groups. */
import type { ColumnKind } from '../../arrow/columns.ts';
import type { Texts, Words } from './values.ts';

/** As Parquet holds values, texts without their length. */
export interface Bounds {
  min: Uint8Array;
  max: Uint8Array;
}

/** Longer texts are no bounds: a footer has them for each row group. */
const LONGEST = 256;

/** Returns the bounds of at least one value; nothing where they have no order, or are long. */
export function boundsOf(kind: ColumnKind, values: Texts | Words): Bounds | undefined {
  if (values.kind === 'texts') return boundsOfTexts(values);
  if (kind === 'float64') return boundsOfDoubles(values);
  return values.width === 1 ? boundsOfInt32(values) : boundsOfInt64(values);
}

function boundsOfTexts({ count, view, starts, ends }: Texts): Bounds | undefined {
  let [min, max] = [0, 0];
  for (let i = 1; i < count; i++) {
    if (compare(view, starts[i], ends[i], starts[min], ends[min]) < 0) min = i;
    else if (compare(view, starts[i], ends[i], starts[max], ends[max]) > 0) max = i;
  }
  const at = (i: number) => new Uint8Array(view.buffer, view.byteOffset + starts[i], ends[i] - starts[i]).slice();
  const bounds = { min: at(min), max: at(max) };
  return bounds.min.length <= LONGEST && bounds.max.length <= LONGEST ? bounds : undefined;
}

/** Compares byte by byte, as Parquet orders texts; less than 0 when the first is less. */
function compare(view: DataView, a: number, aEnd: number, b: number, bEnd: number): number {
  const common = Math.min(aEnd - a, bEnd - b);
  let i = 0;
  for (; i + 4 <= common; i += 4) {
    const difference = view.getUint32(a + i) - view.getUint32(b + i);
    if (difference !== 0) return difference;
  }
  for (; i < common; i++) {
    const difference = view.getUint8(a + i) - view.getUint8(b + i);
    if (difference !== 0) return difference;
  }
  return aEnd - a - (bEnd - b);
}

function boundsOfInt32({ words, count }: Words): Bounds {
  let [min, max] = [words[0], words[0]];
  for (let i = 1; i < count; i++) {
    if (words[i] < min) min = words[i];
    else if (words[i] > max) max = words[i];
  }
  return { min: bytesOf(Int32Array.of(min)), max: bytesOf(Int32Array.of(max)) };
}

function boundsOfInt64({ words, count }: Words): Bounds {
  let [min, max] = [0, 0];
  for (let i = 1; i < count; i++) {
    if (isLess(words, i, min)) min = i;
    else if (isLess(words, max, i)) max = i;
  }
  const at = (i: number) => bytesOf(words.slice(i * 2, i * 2 + 2));
  return { min: at(min), max: at(max) };
}

function isLess(words: Int32Array, a: number, b: number): boolean {
  const difference = words[a * 2 + 1] - words[b * 2 + 1];
  return difference < 0 || (difference === 0 && words[a * 2] >>> 0 < words[b * 2] >>> 0);
}

/** A NaN is beyond any order, and a zero bound stands for both signs. */
function boundsOfDoubles({ words, count }: Words): Bounds | undefined {
  const doubles = new Float64Array(new Int32Array(words.subarray(0, count * 2)).buffer);
  if (doubles.some(Number.isNaN)) return undefined;
  const min = doubles.reduce((a, b) => Math.min(a, b));
  const max = doubles.reduce((a, b) => Math.max(a, b));
  return { min: bytesOf(Float64Array.of(min || -0)), max: bytesOf(Float64Array.of(max || 0)) };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
