/** Order and filter of the rows of a result, in pieces: the page stays responsive with a million rows. */
import type { Result, ResultColumn } from './result.ts';

/** How the rows are ordered. */
export interface Sorting {
  column: number;
  isDescending: boolean;
}

const PIECE = 50_000;

/** Returns the numbers of the rows that contain the text, in the order of the sorting. */
export async function chosenRows(
  { columns, rows }: Result,
  { filter, sorting, signal }: { filter: string; sorting?: Sorting; signal: AbortSignal },
): Promise<Uint32Array> {
  const wanted = filter.toLowerCase();
  const chosen = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (row % PIECE === PIECE - 1) await pause(signal);
    if (wanted === '' || columns.some((column) => column.text(row)?.toLowerCase().includes(wanted)))
      chosen[count++] = row;
  }
  const found = chosen.subarray(0, count);
  if (!sorting) return found;
  const column = columns[sorting.column];
  const values = new Array<number | bigint | string | null>(rows);
  for (let i = 0; i < found.length; i++) {
    if (i % PIECE === PIECE - 1) await pause(signal);
    values[found[i]] = valueOf(column, found[i]);
  }
  const sign = sorting.isDescending ? -1 : 1;
  return found.sort((a, b) => compare(values[a], values[b], sign) || a - b);
}

const valueOf = (column: ResultColumn, row: number) => column.order(row);

/** NULL comes last in both orders. */
function compare(a: number | bigint | string | null, b: number | bigint | string | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -sign : a > b ? sign : 0;
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}
