/** One merge of sorted rows, in memory and from files: sources are read side by side, a little at a time. */
import { POSITION_AT, READ_ROWS, ROW_BYTES, type RowSource } from './rows.ts';

/** Others have their turn after so many rows, which take 2 ms. */
const TURN_ROWS = 16_384;

export interface MergeTo {
  write: (rows: Uint8Array) => void;
  /** Whether only the last row of each key and position is written: what a ledger did to an entry, later ones undid. */
  newestOnly: boolean;
}

/** Merges sorted rows and returns how many were written. It yields now and then, so that a caller can let others work. */
export function* mergeRows(sources: readonly RowSource[], { write, newestOnly }: MergeTo): Generator<void, number> {
  const [only] = sources;
  if (sources.length === 1 && !newestOnly) {
    write(only.read(0, only.count));
    return only.count;
  }
  const out = new RowWriter(write, newestOnly);
  const heap = sources.map((source) => new RowReader(source)).filter((reader) => reader.next());
  for (let i = heap.length >> 1; i-- > 0;) sink(heap, i);
  for (let rows = 1; heap.length > 0; rows++) {
    out.add(heap[0]);
    if (!heap[0].next()) {
      const last = heap.pop()!;
      if (heap.length === 0) break;
      heap[0] = last;
    }
    sink(heap, 0);
    if (rows % TURN_ROWS === 0) yield;
  }
  out.end();
  return out.count;
}

/** Moves a reader down until none of the two below it has a smaller row. */
function sink(heap: RowReader[], at: number): void {
  const reader = heap[at];
  for (let below = 2 * at + 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && heap[below + 1].isBefore(heap[below])) below++;
    if (!heap[below].isBefore(reader)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = reader;
}

/** Returns sorted rows as one, in memory. */
export function mergedRows(sources: readonly RowSource[], newestOnly = false): Uint8Array {
  const merged = Buffer.allocUnsafe(sources.reduce((sum, { count }) => sum + count, 0) * ROW_BYTES);
  let at = 0;
  const write = (rows: Uint8Array) => {
    merged.set(rows, at);
    at += rows.length;
  };
  const merging = mergeRows(sources, { write, newestOnly });
  while (!merging.next().done);
  return merged.subarray(0, at);
}

/** One row as three words, which sort as its bytes do. */
interface RowWords {
  a: number;
  b: number;
  c: number;
}

class RowReader implements RowWords {
  a = 0;
  b = 0;
  c = 0;
  readonly #source: RowSource;
  #row = 0;
  #at = 0;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** Goes to the next row; returns whether there is one. */
  next(): boolean {
    if (this.#at === this.#view.byteLength && !this.#fill()) return false;
    const view = this.#view;
    this.a = view.getUint32(this.#at);
    this.b = view.getUint32(this.#at + 4);
    this.c = view.getUint32(this.#at + 8);
    this.#at += ROW_BYTES;
    return true;
  }

  #fill(): boolean {
    if (this.#row >= this.#source.count) return false;
    const rows = this.#source.read(this.#row, this.#row + READ_ROWS);
    this.#row += READ_ROWS;
    this.#view = new DataView(rows.buffer, rows.byteOffset, rows.length);
    this.#at = 0;
    return true;
  }

  isBefore({ a, b, c }: RowWords): boolean {
    if (this.a !== a) return this.a < a;
    return this.b === b ? this.c < c : this.b < b;
  }
}

/** Writes sorted rows; with `newestOnly` of those with one key and position the last alone. */
class RowWriter {
  count = 0;
  readonly #write: (rows: Uint8Array) => void;
  readonly #newestOnly: boolean;
  readonly #rows = Buffer.allocUnsafe(READ_ROWS * ROW_BYTES);
  #at = 0;
  /** Rows of one key that newer ones may still take the place of, by position. */
  #pending: RowWords[] = [];

  constructor(write: (rows: Uint8Array) => void, newestOnly: boolean) {
    this.#write = write;
    this.#newestOnly = newestOnly;
  }

  add(row: RowWords): void {
    if (!this.#newestOnly) return this.#put(row);
    const before = this.#pending[0];
    if (before && !isSameKey(before, row)) this.#putPending();
    const { a, b, c } = row;
    this.#pending = this.#pending.filter((other) => positionOf(other) !== positionOf(row));
    this.#pending.push({ a, b, c });
  }

  end(): void {
    this.#putPending();
    this.#flush();
  }

  #putPending(): void {
    for (const row of this.#pending.splice(0)) this.#put(row);
  }

  #put({ a, b, c }: RowWords): void {
    if (this.#at === this.#rows.length) this.#flush();
    this.#rows.writeUInt32BE(a, this.#at);
    this.#rows.writeUInt32BE(b, this.#at + 4);
    this.#rows.writeUInt32BE(c, this.#at + 8);
    this.#at += ROW_BYTES;
    this.count++;
  }

  #flush(): void {
    this.#write(this.#rows.subarray(0, this.#at));
    this.#at = 0;
  }
}

/** The key is the first word and half of the second. */
function isSameKey(one: RowWords, other: RowWords): boolean {
  return one.a === other.a && one.b >>> 16 === other.b >>> 16;
}

const POSITION_BITS = (ROW_BYTES - POSITION_AT) * 8;

function positionOf({ c }: RowWords): number {
  return c & ((1 << POSITION_BITS) - 1);
}
