/** Values of a page, found by their number when they are asked. */
import type { PackedNumbers, Span } from './runs-reader.ts';
import type { ValueKind } from './schema-reader.ts';

/** A value of a row: microseconds are bigints, as are other numbers of 64 bits. */
export type RowValue = string | number | bigint | boolean | null;

/** Values that are not null. */
export interface PageValues {
  /** How much memory they take. */
  bytes: number;
  at(index: number): RowValue;
  /** Returns which in the spans, which ascend, are a text; nothing has it where they are no texts. */
  placesOf?(text: Uint8Array, spans: readonly Span[]): number[];
  /** All of them, where they are of 64 bits and none is a number of another. */
  longs?: BigInt64Array;
}

const numberBytes = { int32: 4, int64: 8, float64: 8 } as const;

/** Returns `count` values that lie in the bytes as they are, which it keeps. Throws a RangeError where they are damaged. */
export function plainValues(kind: ValueKind, source: Uint8Array, count: number): PageValues {
  if (kind === 'utf8') return textsOf(ownBytes(source), count);
  const needed = kind === 'bool' ? Math.ceil(count / 8) : count * numberBytes[kind];
  if (needed > source.length) throw new RangeError(`${count} values of ${kind} in ${source.length} bytes`);
  const { buffer } = new Uint8Array(source.subarray(0, needed));
  const bytes = buffer.byteLength;
  switch (kind) {
    case 'bool': {
      const bits = new Uint8Array(buffer);
      return { bytes, at: (index) => ((bits[index >> 3] >> (index & 7)) & 1) === 1 };
    }
    case 'int32': {
      const values = new Int32Array(buffer);
      return { bytes, at: (index) => values[index] };
    }
    case 'int64': {
      const longs = new BigInt64Array(buffer);
      return { bytes, longs, at: (index) => longs[index] };
    }
    case 'float64': {
      const values = new Float64Array(buffer);
      return { bytes, at: (index) => values[index] };
    }
  }
}

/** Returns the values of a dictionary that have the numbers. */
export function numberedValues({ at, placesOf }: PageValues, values: number, numbers: PackedNumbers): PageValues {
  return {
    bytes: numbers.bytes,
    placesOf(text, spans) {
      const [number] = placesOf?.(text, [[0, values]]) ?? [];
      return number === undefined ? [] : numbers.placesOf(number, spans);
    },
    at(index) {
      const number = numbers.at(index);
      if (number >= values) throw new RangeError(`number ${number} of a dictionary of ${values}`);
      return at(number);
    },
  };
}

/** Texts are decoded when they are asked: a page has few of them to give. */
function textsOf(source: Uint8Array, count: number): PageValues {
  if (count * 4 > source.length) throw new RangeError(`${count} texts in ${source.length} bytes`);
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 4 > source.length) throw new RangeError(`${i} of ${count} texts in ${source.length} bytes`);
    starts[i] = at + 4;
    at += 4 + view.getUint32(at, true);
    ends[i] = at <= source.length ? endOf(view, starts[i], at) : 0;
  }
  if (at > source.length) throw new RangeError(`a text ends at ${at} of ${source.length} bytes`);
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return {
    bytes: source.buffer.byteLength + starts.byteLength + ends.byteLength,
    placesOf(text, spans) {
      const found: number[] = [];
      const { length } = text;
      const last = endOf(new DataView(text.buffer, text.byteOffset, length), 0, length);
      for (const [start, end] of spans) {
        for (let i = start; i < end; i++) {
          if (ends[i] !== last) continue;
          const first = starts[i];
          if (view.getUint32(first - 4, true) !== length) continue;
          // Keys of one kind begin alike.
          let left = length - 1;
          while (left >= 0 && source[first + left] === text[left]) left--;
          if (left < 0) found.push(i);
        }
      }
      return found;
    },
    at: (index) => buffer.toString('utf8', starts[index], starts[index] + view.getUint32(starts[index] - 4, true)),
  };
}

/** Returns the last four bytes of a text, or those that it has, as a number: texts that differ mostly differ in it. */
function endOf(view: DataView, start: number, end: number): number {
  if (end - start >= 4) return view.getUint32(end - 4, true);
  let number = 0;
  for (let at = start; at < end; at++) number = number * 256 + view.getUint8(at);
  return number;
}

/** Returns the bytes in memory that holds little else, so that to keep them keeps little else. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > bytes.length * 1.25 ? new Uint8Array(bytes) : bytes;
}
