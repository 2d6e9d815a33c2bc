/**
 * Rows of the index: 6 bytes of a key, the ledger, and a position or row kinds, 12 bytes in all. Rows sort as bytes. Keys
 * are pieces of hashes, so results are compared in full.
 */
import { PAGE_CONTENT } from './pages.ts';
import { KEY_BYTES, type RowKey } from './row-keys.ts';

export const ROW_BYTES = 12;
/** Rows that are looked at together: those of a page. */
const BLOCK = PAGE_CONTENT / ROW_BYTES;
/** Batch size of a reader of all rows. */
export const READ_ROWS = 12 * BLOCK;
export const LEDGER_AT = KEY_BYTES;
export const POSITION_AT = 10;

/** Sorted rows, in memory or in a file. */
export interface RowSource {
  readonly count: number;
  /** Returns rows `first` to `end`, less when there are fewer. */
  read(first: number, end: number): Uint8Array;
  /** Returns the rows of the block with the number, from 0; none after the last. */
  block(number: number): Uint8Array;
  /** The number of the block with the first row that has the key and a ledger not below `ledger`, or comes after those. */
  near(key: RowKey, ledger: number): number;
  /** Returns the number of the first row that has the key and a ledger not below `ledger`, or comes after those. */
  bound(key: RowKey, ledger: number): number;
}

/** What a row says. */
export interface Posting {
  ledger: number;
  position: number;
}

/** Yields what the rows of a key say, from a ledger on, in the order of ledgers. */
export function* postings(source: RowSource, key: RowKey, ledger: number): Generator<Posting> {
  for (let block = source.near(key, ledger); block * BLOCK < source.count; block++) {
    const rows = source.block(block);
    const view = bufferOf(rows);
    for (let at = 0; at < rows.length; at += ROW_BYTES) {
      const found = view.readUIntBE(at, KEY_BYTES);
      if (found > key) return;
      const at6 = view.readUInt32BE(at + LEDGER_AT);
      if (found === key && at6 >= ledger) yield { ledger: at6, position: view.readUInt16BE(at + POSITION_AT) };
    }
  }
}

/** Request for the rows `first` to `end` of a key, of some kinds. */
interface RowsAsked {
  first: number;
  end: number;
  /** Kinds as bits: a row matches if its position has one of them. */
  kinds: number;
  isDescending: boolean;
  /** So many at most. */
  count: number;
}

/** Returns the ledgers of rows, the last ones first where they descend; no more is read than about that takes. */
export function ledgersOfRows(source: RowSource, { first, end, kinds, isDescending, count }: RowsAsked): number[] {
  const ledgers: number[] = [];
  let [low, high] = [first, end];
  for (let step = Math.max(count, BLOCK); low < high && ledgers.length < count; step *= 2) {
    const rows = Math.min(step, READ_ROWS, high - low);
    const from = isDescending ? high - rows : low;
    const view = viewOf(source.read(from, from + rows));
    for (let i = 0; i < rows && ledgers.length < count; i++) {
      const at = (isDescending ? rows - 1 - i : i) * ROW_BYTES;
      if ((view.getUint16(at + POSITION_AT) & kinds) !== 0) ledgers.push(view.getUint32(at + LEDGER_AT));
    }
    if (isDescending) high = from;
    else low = from + rows;
  }
  return ledgers;
}

function viewOf(rows: Uint8Array): DataView {
  return new DataView(rows.buffer, rows.byteOffset, rows.length);
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Returns rows of a list of `count` that can be searched; `read` gives them, and `peek` one alone. */
export function rowSource(
  count: number,
  read: (first: number, end: number) => Uint8Array,
  peek: (row: number) => Uint8Array = (row) => read(row, row + 1),
): RowSource {
  return new SearchedRows(count, read, peek);
}

const KEY_COUNT = 2 ** (8 * KEY_BYTES);

class SearchedRows implements RowSource {
  readonly count: number;
  readonly read: (first: number, end: number) => Uint8Array;
  readonly #peek: (row: number) => Uint8Array;
  /** The block read last. */
  #number = -1;
  #rows: Uint8Array = new Uint8Array(0);

  constructor(count: number, read: (first: number, end: number) => Uint8Array, peek: (row: number) => Uint8Array) {
    this.count = count;
    this.read = read;
    this.#peek = peek;
  }

  block(number: number): Uint8Array {
    if (number * BLOCK >= this.count) return new Uint8Array(0);
    if (number !== this.#number) this.#rows = this.read(number * BLOCK, (number + 1) * BLOCK);
    this.#number = number;
    return this.#rows;
  }

  /**
   * Searches single rows without checking them, then compares with checked blocks. If a damaged row misled the search,
   * repeats it with checked blocks, which throw.
   */
  near(key: RowKey, ledger: number): number {
    const found = this.#proved(
      this.#search(key, ledger, (block) => bufferOf(this.#peek(block * BLOCK))),
      key,
      ledger,
    );
    return found ?? this.#search(key, ledger, (block) => bufferOf(this.block(block)));
  }

  bound(key: RowKey, ledger: number): number {
    for (let block = this.near(key, ledger); block * BLOCK < this.count; block++) {
      const rows = bufferOf(this.block(block));
      if (isBefore(rows, rows.length - ROW_BYTES, key, ledger)) continue;
      let [low, high] = [0, rows.length / ROW_BYTES - 1];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (isBefore(rows, middle * ROW_BYTES, key, ledger)) low = middle + 1;
        else high = middle;
      }
      return block * BLOCK + low;
    }
    return this.count;
  }

  /**
   * Returns the last block whose first row comes before the key and ledger, or 0. Keys are evenly distributed, so
   * interpolation lands a few blocks away.
   */
  #search(key: RowKey, ledger: number, rowOf: (block: number) => Buffer): number {
    const blocks = Math.ceil(this.count / BLOCK);
    const comesBefore = (block: number) => isBefore(rowOf(block), 0, key, ledger);
    const guess = Math.floor((key / KEY_COUNT) * blocks);
    let low = guess;
    for (let step = 1; low > 0 && !comesBefore(low); step *= 2) low = Math.max(low - step, 0);
    let high = low < guess ? guess : Math.min(guess + 1, blocks);
    for (let step = 1; high < blocks && comesBefore(high); step *= 2) high = Math.min(high + step, blocks);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comesBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  /** Returns the block from which on to look when the key can be in none before; undefined when that is not so. */
  #proved(number: number, key: RowKey, ledger: number): number | undefined {
    const rows = bufferOf(this.block(number));
    if (rows.length === 0) return number;
    if (number > 0 && !isBefore(rows, 0, key, ledger)) return undefined;
    if (!isBefore(rows, rows.length - ROW_BYTES, key, ledger)) return number;
    const next = bufferOf(this.block(number + 1));
    return next.length === 0 || !isBefore(next, 0, key, ledger) ? number + 1 : undefined;
  }
}

function isBefore(rows: Buffer, at: number, key: RowKey, ledger: number): boolean {
  return (rows.readUIntBE(at, KEY_BYTES) - key || rows.readUInt32BE(at + LEDGER_AT) - ledger) < 0;
}

/** Returns rows that are held in memory as a source. */
export function memoryRows(rows: Uint8Array): RowSource {
  return rowSource(rows.length / ROW_BYTES, (first, end) => rows.subarray(first * ROW_BYTES, end * ROW_BYTES));
}
