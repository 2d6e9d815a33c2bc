/**
 * Rows of the index: which ledger holds a key, and where. A row is 12 bytes, 6 of the key, the ledger and a position, and
 * rows sort as bytes. Keys are pieces of hashes: a row says where to look, and what is found there is compared in full.
 */
import { KEY_BYTES, type Key } from './row-keys.ts';

export const ROW_BYTES = 12;
export const LEDGER_AT = KEY_BYTES;
export const POSITION_AT = 10;

/** Returns sorted lists of rows as one. */
export function mergeRows(lists: readonly Uint8Array[]): Uint8Array {
  let merged = [...lists];
  while (merged.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < merged.length; i += 2)
      next.push(merged[i + 1] ? mergeTwo(merged[i]!, merged[i + 1]!) : merged[i]!);
    merged = next;
  }
  return merged[0] ?? new Uint8Array(0);
}

function mergeTwo(a: Uint8Array, b: Uint8Array): Uint8Array {
  const merged = Buffer.allocUnsafe(a.length + b.length);
  const [left, right, target] = [a, b, merged].map(viewOf);
  let i = 0;
  let j = 0;
  for (let at = 0; at < merged.length; at += ROW_BYTES) {
    const fromLeft = j === b.length || (i < a.length && compareRows(left!, i, right!, j) <= 0);
    copyRow(target!, at, fromLeft ? left! : right!, fromLeft ? i : j);
    if (fromLeft) i += ROW_BYTES;
    else j += ROW_BYTES;
  }
  return merged;
}

/** Returns the last of the sorted rows of each key and position: what a ledger did to an entry, later ones undid. */
export function newestRows(rows: Uint8Array): Uint8Array {
  const view = viewOf(rows);
  const kept = Buffer.allocUnsafe(rows.length);
  const target = viewOf(kept);
  let to = rows.length;
  let seen: number[] = [];
  for (let at = rows.length - ROW_BYTES; at >= 0; at -= ROW_BYTES) {
    if (to === rows.length || !sameKey(view, at, at + ROW_BYTES)) seen = [];
    const position = view.getUint16(at + POSITION_AT);
    if (seen.includes(position)) continue;
    seen.push(position);
    to -= ROW_BYTES;
    copyRow(target, to, view, at);
  }
  return kept.subarray(to);
}

function sameKey(view: DataView, a: number, b: number): boolean {
  return view.getUint32(a) === view.getUint32(b) && view.getUint16(a + 4) === view.getUint16(b + 4);
}

function viewOf(rows: Uint8Array): DataView {
  return new DataView(rows.buffer, rows.byteOffset, rows.length);
}

function compareRows(a: DataView, i: number, b: DataView, j: number): number {
  return (
    a.getUint32(i) - b.getUint32(j) ||
    a.getUint32(i + 4) - b.getUint32(j + 4) ||
    a.getUint32(i + 8) - b.getUint32(j + 8)
  );
}

function copyRow(to: DataView, at: number, from: DataView, start: number): void {
  to.setUint32(at, from.getUint32(start));
  to.setUint32(at + 4, from.getUint32(start + 4));
  to.setUint32(at + 8, from.getUint32(start + 8));
}

/** Sorted rows, in memory or in a file. */
export interface RowSource {
  readonly count: number;
  /** Returns rows `first` to `end`, less when there are fewer. */
  read(first: number, end: number): Uint8Array;
  /** A row number at or before the first row with the key and a ledger not below `ledger`. */
  near(key: Key, ledger: number): number;
}

/** What a row says. */
export interface Posting {
  ledger: number;
  position: number;
}

const BLOCK = 128;

/** Yields what the rows of a key say, from a ledger on, in the order of ledgers. */
export function* postings(source: RowSource, key: Key, ledger: number): Generator<Posting> {
  for (let first = source.near(key, ledger); first < source.count; first += BLOCK) {
    const rows = source.read(first, first + BLOCK);
    const view = Buffer.from(rows.buffer, rows.byteOffset, rows.length);
    for (let at = 0; at < rows.length; at += ROW_BYTES) {
      const found = view.readUIntBE(at, KEY_BYTES);
      if (found > key) return;
      const at6 = view.readUInt32BE(at + LEDGER_AT);
      if (found === key && at6 >= ledger) yield { ledger: at6, position: view.readUInt16BE(at + POSITION_AT) };
    }
  }
}

/** The rows that the first halvings of a search look at are the same for all searches, and kept: 1,023 of a list. */
const KEPT_HALVINGS = 10;

/** Returns rows that can be searched; `read` gives rows of a list of `count`. Nothing is read before it is searched. */
export function rowSource(count: number, read: (first: number, end: number) => Uint8Array): RowSource {
  const kept = new Map<number, Buffer>();
  const firstOf = (block: number, isKept: boolean): Buffer => {
    const known = kept.get(block);
    if (known) return known;
    const row = Buffer.from(read(block * BLOCK, block * BLOCK + 1));
    if (isKept) kept.set(block, row);
    return row;
  };
  return {
    count,
    read,
    near(key, ledger) {
      let low = 0;
      let high = Math.ceil(count / BLOCK);
      for (let halvings = 0; low < high; halvings++) {
        const middle = (low + high) >>> 1;
        const row = firstOf(middle, halvings < KEPT_HALVINGS);
        const order = row.readUIntBE(0, KEY_BYTES) - key || row.readUInt32BE(LEDGER_AT) - ledger;
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return Math.max(low - 1, 0) * BLOCK;
    },
  };
}

/** Returns rows that are held in memory as a source. */
export function memoryRows(rows: Uint8Array): RowSource {
  return rowSource(rows.length / ROW_BYTES, (first, end) => rows.subarray(first * ROW_BYTES, end * ROW_BYTES));
}
