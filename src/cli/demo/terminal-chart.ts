/** A line of numbers drawn with Braille characters: two dots wide and four high each. */

/** Where the dots of a character stand in its code point, by row and column. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

const BLANK = 0x2800;

/** How a chart is drawn: its size in characters, and what stands under its left and right end. */
export interface TerminalChart {
  width: number;
  height: number;
  ends: readonly [string, string];
}

/**
 * Returns a line chart of evenly spread values, with the least and greatest at its left. Equal values are a line in the middle.
 */
export function terminalChart(values: readonly number[], { width, height, ends }: TerminalChart): string {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const dots = height * 4 - 1;
  const level = (value: number) => (most === least ? dots >> 1 : Math.round(((value - least) / (most - least)) * dots));
  const cells = Array.from({ length: height }, () => new Array<number>(width).fill(BLANK));
  let before: number | undefined;
  for (let x = 0; x < width * 2; x++) {
    const at = level(values[Math.round((x / (width * 2 - 1)) * (values.length - 1))]);
    const [low, high] = [Math.min(at, before ?? at), Math.max(at, before ?? at)];
    for (let y = low; y <= high; y++) cells[height - 1 - (y >> 2)][x >> 1] |= DOTS[3 - (y & 3)][x & 1];
    before = at;
  }
  const labels = most === least ? { [height >> 1]: labelOf(most) } : { 0: labelOf(most), [height - 1]: labelOf(least) };
  return framed(cells, labels, ends);
}

function labelOf(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 5 });
}

/** Puts labels, by line, at the left of the cells, and what the ends are below. */
function framed(cells: readonly number[][], labels: Record<number, string>, [from, to]: readonly string[]): string {
  const margin = Math.max(...Object.values(labels).map(({ length }) => length));
  const lines = cells.map((row, i) => `${(labels[i] ?? '').padStart(margin)} ┤${String.fromCodePoint(...row)}`);
  const gap = Math.max(1, cells[0].length - from.length - to.length);
  return [...lines, `${' '.repeat(margin + 2)}${from}${' '.repeat(gap)}${to}`].map((line) => `${line}\n`).join('');
}
