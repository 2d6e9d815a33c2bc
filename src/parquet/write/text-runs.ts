/** Texts that rows have one run after another. */
import type { Texts } from './values.ts';

/** A text and how many rows have it. */
export interface TextRun {
  text: string;
  rows: number;
}

/** Returns the distinct texts in the order of first sight, and each row's number among them. */
export function numberedRuns(runs: readonly TextRun[]): { values: Texts; texts: Texts; numbers: Uint32Array } {
  const known = new Map<string, number>();
  for (const { text } of runs) if (!known.has(text)) known.set(text, known.size);
  const bytes = Array.from(known.keys(), (text) => Buffer.from(text));
  const ends = new Int32Array(bytes.length);
  bytes.forEach(({ length }, i) => (ends[i] = length + (i > 0 ? ends[i - 1] : 0)));
  const starts = ends.map((end, i) => end - bytes[i].length);
  const all = Buffer.concat(bytes);
  const view = new DataView(all.buffer, all.byteOffset, all.length);
  const count = runs.reduce((sum, { rows }) => sum + rows, 0);
  const numbers = new Uint32Array(count);
  const values: Texts = { kind: 'texts', count, view, starts: new Int32Array(count), ends: new Int32Array(count) };
  let row = 0;
  for (const { text, rows } of runs) {
    const number = known.get(text)!;
    values.starts.fill(starts[number], row, row + rows);
    values.ends.fill(ends[number], row, row + rows);
    numbers.fill(number, row, (row += rows));
  }
  return { values, texts: { kind: 'texts', count: bytes.length, view, starts, ends }, numbers };
}
