/**
 * Rows of the index: which ledger holds a key, and where. A row is 12 bytes, 6 of the key, the ledger and a position, and
 * rows sort as bytes. Keys are pieces of hashes: a row says where to look, and what is found there is compared in full.
 */
import type { EventList } from '../ledger/event-list.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { skipScVal } from '../xdr/generated/skip.ts';

export const ROW_BYTES = 12;
const KEY_BYTES = 6;
const LEDGER_AT = 6;
const POSITION_AT = 10;

/** A position that does not fit: the transaction is looked for by its hash. */
export const UNKNOWN_POSITION = 0xffff;

/** A key as a number below 2^48, which sorts as its bytes do. */
export type Key = number;

/** Topics beyond the fourth cannot be asked for. */
const MAX_TOPICS = 4;

/** Returns the key of a transaction hash. */
export function hashKey(bytes: Uint8Array, at: number): Key {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, KEY_BYTES).readUIntBE(0, KEY_BYTES);
}

/** Returns the key of events of a contract. */
export function contractKey(bytes: Uint8Array, at: number): Key {
  return mix(bytes, at, at + 32, MAX_TOPICS);
}

/** Returns the key of events whose topic at `place`, from 0, is the ScVal `bytes[start, end)`. */
export function topicKey(bytes: Uint8Array, start: number, end: number, place: number): Key {
  return mix(bytes, start, end, place);
}

/** FNV-1a over two lanes: 48 bits of a hash that need not withstand anybody. */
function mix(bytes: Uint8Array, start: number, end: number, seed: number): Key {
  let high = 0x811c9dc5 ^ seed;
  let low = 0x1b873593 + seed;
  for (let i = start; i < end; i++) {
    high = Math.imul(high ^ bytes[i]!, 0x01000193);
    low = Math.imul(low ^ bytes[i]!, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return ((high ^ (high >>> 15)) >>> 0) * 65536 + (low >>> 16);
}

/** Returns the rows of the ledger's transactions, by outer and by inner hash, sorted. */
export function transactionRows(parts: LedgerParts): Uint8Array {
  const rows = new Rows(parts.sequence);
  for (let index = 0; index < parts.count; index++) {
    const position = Math.min(index, UNKNOWN_POSITION);
    rows.add(hashKey(parts.bytes, parts.pair(index)), position);
    const inner = parts.innerHash(index);
    if (inner !== ABSENT) rows.add(hashKey(parts.bytes, inner), position);
  }
  return rows.sorted();
}

/** Returns the rows of the contracts and topics that the ledger's events have, each once, sorted. */
export function eventRows(parts: LedgerParts, events: EventList): Uint8Array {
  const { bytes, view } = parts;
  const rows = new Rows(parts.sequence);
  for (let index = 0; index < events.length; index++) {
    let p = events.start(index) + 4;
    if (view.getUint32(p) === 1) rows.add(contractKey(bytes, p + 4), 0);
    p += view.getUint32(p) === 1 ? 36 : 4;
    const topics = view.getUint32(p + 8);
    p += 12;
    for (let place = 0; place < Math.min(topics, MAX_TOPICS); place++) {
      const start = p;
      p = skipScVal(view, p);
      rows.add(topicKey(bytes, start, p, place), 0);
    }
  }
  return rows.sorted();
}

/** The rows of one ledger while they are collected. */
class Rows {
  readonly #ledger: number;
  readonly #found = new Map<Key, number>();
  readonly #again: [Key, number][] = [];

  constructor(ledger: number) {
    this.#ledger = ledger;
  }

  add(key: Key, position: number): void {
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, position);
    else if (known !== position) this.#again.push([key, position]);
  }

  sorted(): Uint8Array {
    const keys = Float64Array.from(this.#found.keys()).sort();
    const rows = Buffer.alloc((keys.length + this.#again.length) * ROW_BYTES);
    let at = 0;
    const write = (key: Key, position: number) => {
      rows.writeUIntBE(key, at, KEY_BYTES);
      rows.writeUInt32BE(this.#ledger, at + LEDGER_AT);
      rows.writeUInt16BE(position, at + POSITION_AT);
      at += ROW_BYTES;
    };
    for (const key of keys) write(key, this.#found.get(key)!);
    if (this.#again.length === 0) return rows;
    for (const [key, position] of this.#again) write(key, position);
    return mergeRows([rows.subarray(0, keys.length * ROW_BYTES), sortRows(rows.subarray(keys.length * ROW_BYTES))]);
  }
}

/** Two transactions of a ledger share 48 bits once in a hundred million ledgers. */
function sortRows(rows: Uint8Array): Uint8Array {
  const parts = Array.from({ length: rows.length / ROW_BYTES }, (_, i) => rowAt(rows, i));
  return Buffer.concat(parts.sort(Buffer.compare));
}

function rowAt(rows: Uint8Array, index: number): Buffer {
  return Buffer.from(rows.buffer, rows.byteOffset + index * ROW_BYTES, ROW_BYTES);
}

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
  const [left, right, target] = [a, b, merged].map((list) => new DataView(list.buffer, list.byteOffset, list.length));
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

/** Every `BLOCK`th row of a list, to begin a search with. */
export class Sample {
  readonly #keys: Float64Array;
  readonly #ledgers: Uint32Array;

  /** `read` gives single rows. */
  constructor(count: number, read: (index: number) => Uint8Array) {
    const size = Math.ceil(count / BLOCK);
    this.#keys = new Float64Array(size);
    this.#ledgers = new Uint32Array(size);
    for (let i = 0; i < size; i++) {
      const row = Buffer.from(read(i * BLOCK));
      this.#keys[i] = row.readUIntBE(0, KEY_BYTES);
      this.#ledgers[i] = row.readUInt32BE(LEDGER_AT);
    }
  }

  near(key: Key, ledger: number): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#keys[middle]! - key || this.#ledgers[middle]! - ledger;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0) * BLOCK;
  }
}

/** Returns rows that are held in memory as a source. */
export function memoryRows(rows: Uint8Array): RowSource {
  const count = rows.length / ROW_BYTES;
  const read = (first: number, end: number) => rows.subarray(first * ROW_BYTES, end * ROW_BYTES);
  const sample = new Sample(count, (index) => read(index, index + 1));
  return { count, read, near: (key, ledger) => sample.near(key, ledger) };
}
