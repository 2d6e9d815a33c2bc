/** Rows of keys: the ledgers with a bronze row of an account, contract, pool, claimable balance or issuer. */
import type { Data, RecordBatch } from 'apache-arrow';
import type { Dictionary } from '../parquet/write/distinct.ts';
import type { OnTexts } from '../parquet/write/parquet-file.ts';
import { nextValid, type Texts } from '../parquet/write/values.ts';
import { ASSET_KEY, KEY_COLUMNS, ROWS_APART, type KeyColumns } from './key-columns.ts';
import { textKey, type RowKey } from './row-keys.ts';
import { mergedRows } from './merge.ts';
import { LEDGER_AT, memoryRows, POSITION_AT, ROW_BYTES } from './rows.ts';

const LEDGER = 'ledger_sequence';
/** Letters of an account's address. */
const ISSUER = 56;

/** The rows of keys while they are collected: each key once a ledger, with the kinds of rows that have it there. */
export class KeyRows {
  readonly #columns: KeyColumns;
  /** Pairs of ledgers of a block, by the number of the block, and keys. */
  readonly #blocks = new Map<number, PairSet>();
  /** Of each number of a column its key, the ledger in which it was met last, and for which kinds. */
  #keys = new Float64Array(0);
  #met = new Int32Array(0);
  #metFor = new Int32Array(0);

  constructor(columns = KEY_COLUMNS) {
    this.#columns = columns;
  }

  /** Returns what adds the keys in texts of a table's rows, as they are written; nothing where the table has none. */
  of(table: string, batch: RecordBatch): OnTexts | undefined {
    const columns = this.#columns.get(table);
    if (!columns) return undefined;
    const names = batch.schema.fields.map(({ name }) => name);
    const { children } = batch.data;
    const ledgers = children[names.indexOf(LEDGER)].values as Int32Array;
    const apart = ROWS_APART.get(table);
    const found = apart && rowsWith(children[names.indexOf(apart.column)], apart.value);
    return (column, start, rows, numbered) => {
      const name = names[column];
      const kinds = columns.get(name);
      if (kinds === undefined) return;
      const each = found && (kinds & apart.kind) !== 0 ? kindsOfRows(found, kinds, apart.kind) : kinds;
      const data = children[column];
      if (numbered) this.#addNumbered(data, ledgers, each, name === ASSET_KEY, start, rows, numbered);
      else this.addColumn(data, ledgers, each, name === ASSET_KEY, start, start + rows);
    };
  }

  /**
   * Adds the keys in a text column, for rows of these ledgers and kinds; ignores empty texts and nulls. For `CODE:ISSUER`
   * the key is the issuer.
   */
  addColumn(
    data: Data,
    ledgers: Int32Array,
    kinds: number | Int32Array,
    isAsset = false,
    start = 0,
    end = data.length,
  ): void {
    const { valueOffsets } = data;
    const values = data.values as Uint8Array;
    const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
    for (let row = start; row < end; row++) {
      const key = keyIn(view, valueOffsets[row], valueOffsets[row + 1], isAsset);
      if (key !== NONE) this.#pair(ledgers[row], key, typeof kinds === 'number' ? kinds : kinds[row]);
    }
  }

  /** Adds the same of texts that have numbers: each is read once, and looked for once a ledger. */
  #addNumbered(
    { nullBitmap, nullCount, offset }: Data,
    ledgers: Int32Array,
    kinds: number | Int32Array,
    isAsset: boolean,
    start: number,
    rows: number,
    { values: { count, view, starts, ends }, numbers }: Dictionary<Texts>,
  ): void {
    if (count > this.#keys.length) {
      this.#keys = new Float64Array(count * 2);
      this.#met = new Int32Array(count * 2);
      this.#metFor = new Int32Array(count * 2);
    }
    const [keys, met, metFor] = [this.#keys, this.#met, this.#metFor];
    metFor.fill(0, 0, count);
    for (let number = 0; number < count; number++) keys[number] = keyIn(view, starts[number], ends[number], isAsset);
    const end = offset + start + rows;
    const next = (row: number) => (nullCount === 0 ? row : nextValid(nullBitmap, row, end));
    let i = 0;
    for (let row = next(offset + start); row < end; row = next(row + 1)) {
      const number = numbers[i++];
      const ledger = ledgers[row - offset];
      const kind = typeof kinds === 'number' ? kinds : kinds[row - offset];
      const known = met[number] === ledger ? metFor[number] : 0;
      if ((known & kind) === kind || keys[number] === NONE) continue;
      met[number] = ledger;
      metFor[number] = known | kind;
      this.#pair(ledger, keys[number], kind);
    }
  }

  #number = -1;
  #block!: PairSet;

  #pair(ledger: number, key: RowKey, kinds: number): void {
    const number = ledger >>> LEDGER_BITS;
    if (number !== this.#number) {
      this.#number = number;
      let block = this.#blocks.get(number);
      if (!block) this.#blocks.set(number, (block = new PairSet()));
      this.#block = block;
    }
    const high = (key / 65536) >>> 0;
    this.#block.add(high, ((key - high * 65536) << LEDGER_BITS) | (ledger & LEDGER_MASK), kinds);
  }

  /** Returns each row once, sorted, and forgets them. */
  take(): Uint8Array {
    const lists = Array.from(this.#blocks, ([number, pairs]) => memoryRows(pairs.rows(number << LEDGER_BITS)));
    this.#blocks.clear();
    this.#number = -1;
    return mergedRows(lists);
  }
}

/** Marks a missing key. */
const NONE = -1;

/** Returns the key of a text, or of the issuer of an asset; -1 where there is none. */
function keyIn(view: DataView, start: number, end: number, isAsset: boolean): RowKey {
  const from = isAsset ? Math.max(start, end - ISSUER) : start;
  return end === from || (isAsset && from === start) ? NONE : textKey(view, from, end);
}

/** Returns 1 of each row that has a value in a column of texts, 0 of others. */
function rowsWith({ length, valueOffsets, values }: Data, value: string): Uint8Array {
  const sought = Buffer.from(value);
  const bytes = values as Uint8Array;
  const found = new Uint8Array(length);
  for (let row = 0; row < length; row++) {
    const start = valueOffsets[row];
    if (valueOffsets[row + 1] - start !== sought.length) continue;
    let same = 0;
    while (same < sought.length && bytes[start + same] === sought[same]) same++;
    if (same === sought.length) found[row] = 1;
  }
  return found;
}

/** Returns the kinds of a column in each row: of those found their own, of others what else the column has. */
function kindsOfRows(found: Uint8Array, kinds: number, own: number): Int32Array {
  const each = new Int32Array(found.length);
  for (let row = 0; row < found.length; row++) each[row] = found[row] === 1 ? own : kinds & ~own;
  return each;
}

const LEDGER_BITS = 16;
const LEDGER_MASK = 0xffff;

/** Where a number of 64 bits, as two of 32, has its halves on this machine. */
const LOW = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** How many words a place has: the halves of a number and its kinds, which are found together in the processor's cache. */
const PLACE = 3;
const KINDS_AT = 2;

/** A set of numbers of 64 bits, each the 48 bits of a key and the last 16 of a ledger, with 16 bits of kinds. */
class PairSet {
  /** Kinds are 0 in a place that is free. */
  #words = new Uint32Array(PLACE * 16_384);
  #places = 16_384;
  #count = 0;

  add(high: number, low: number, kinds: number): void {
    const words = this.#words;
    const at = this.#placeOf(high, low >>> 0);
    const known = words[at + KINDS_AT];
    words[at + KINDS_AT] = known | kinds;
    if (known !== 0) return;
    words[at] = low;
    words[at + 1] = high;
    if (++this.#count * 2 > this.#places) this.#grow();
  }

  /** Returns where a number is in the words, or belongs. */
  #placeOf(high: number, low: number): number {
    const words = this.#words;
    const mask = this.#places - 1;
    let place = (Math.imul(low, 0x9e3779b1) ^ high) & mask;
    for (; ; place = (place + 1) & mask) {
      const at = place * PLACE;
      if (words[at + KINDS_AT] === 0 || (words[at] === low && words[at + 1] === high)) return at;
    }
  }

  #grow(): void {
    const words = this.#words;
    this.#places *= 2;
    this.#words = new Uint32Array(PLACE * this.#places);
    for (let from = 0; from < words.length; from += PLACE) {
      if (words[from + KINDS_AT] === 0) continue;
      const to = this.#placeOf(words[from + 1], words[from]);
      for (let i = 0; i < PLACE; i++) this.#words[to + i] = words[from + i];
    }
  }

  /** Returns rows of the keys and of the ledgers, counted from `base` on. */
  rows(base: number): Uint8Array {
    const numbers = new BigUint64Array(this.#count);
    const halves = new Uint32Array(numbers.buffer);
    const words = this.#words;
    for (let from = 0, to = 0; from < words.length; from += PLACE) {
      if (words[from + KINDS_AT] === 0) continue;
      halves[to + LOW] = words[from];
      halves[to + HIGH] = words[from + 1];
      to += 2;
    }
    numbers.sort();
    const rows = new Uint8Array(numbers.length * ROW_BYTES);
    const view = new DataView(rows.buffer);
    for (let i = 0, to = 0; i < numbers.length; i++, to += ROW_BYTES) {
      const [high, low] = [halves[i * 2 + HIGH], halves[i * 2 + LOW]];
      view.setUint32(to, high);
      view.setUint16(to + 4, low >>> LEDGER_BITS);
      view.setUint32(to + LEDGER_AT, base + (low & LEDGER_MASK));
      view.setUint16(to + POSITION_AT, words[this.#placeOf(high, low) + KINDS_AT]);
    }
    return rows;
  }
}
