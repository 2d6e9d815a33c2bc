/** Texts that rows have one run after another. */
import type { Texts } from './values.ts';

/** A text and how many rows have it. */
export interface TextRun {
  text: string;
  rows: number;
}

/** Returns the texts of all rows, each different text once in the order of first sight, and of each row the number of its text. */
export function numberedRuns(runs: readonly TextRun[]): { values: Texts; texts: Texts; numbers: Uint32Array } {
  const known = new Map<string, number>();
  for (const { text } of runs) if (!known.has(text)) known.set(text, known.size);
  const bytes = Array.from(known.keys(), (text) => Buffer.from(text));
  const ends = new Int32Array(bytes.length);
  bytes.forEach(({ length }, i) => (ends[i] = length + (i > 0 ? ends[i - 1] : 0)));
  const starts = ends.map((end, i) => end - bytes[i].length);
  const all = Buffer.concat(bytes);
  const view = new DataView(all.buffer, all.byteOffset, all.length);
  const numbers = new Uint32Array(runs.reduce((sum, { rows }) => sum + rows, 0));
  let row = 0;
  for (const { text, rows } of runs) numbers.fill(known.get(text)!, row, (row += rows));
  const of = (places: Int32Array) => Int32Array.from(numbers, (number) => places[number]);
  return {
    values: { kind: 'texts', count: numbers.length, view, starts: of(starts), ends: of(ends) },
    texts: { kind: 'texts', count: bytes.length, view, starts, ends },
    numbers,
  };
}
