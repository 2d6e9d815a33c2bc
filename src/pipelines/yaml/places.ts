/** Lines and columns of a text, each found in no more time than another: a hostile text has all its values on one long line. */
import type { Position } from './findings.ts';

const LOW_SURROGATE = /[\udc00-\udfff]/g;

/** Returns what tells the place of an offset; columns count Unicode code points. */
export function placesOf(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  // The second half of a pair is no code point of its own.
  const halves = Array.from(text.matchAll(LOW_SURROGATE), ({ index }) => index);
  return (offset) => {
    const line = countBelow(starts, offset + 1);
    const start = starts[line - 1] ?? 0;
    return { line, column: offset - start + 1 - (countBelow(halves, offset) - countBelow(halves, start)) };
  };
}

/** Returns how many of the ascending numbers are below another. */
function countBelow(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < most) low = middle + 1;
    else high = middle;
  }
  return low;
}
