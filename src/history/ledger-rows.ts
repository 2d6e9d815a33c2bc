/** The index rows of one ledger: its transactions, the keys of its events, and the ledger entries that it changed. */
import { keyOfEntry } from '../ledger/compact.ts';
import type { EventList } from '../ledger/event-list.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { LedgerEntryChangeType } from '../xdr/generated/enums.ts';
import { skipLedgerKey, skipScVal } from '../xdr/generated/skip.ts';
import { contractKey, entryKey, hashKey, KEY_BYTES, MAX_TOPICS, topicKey, type Key } from './row-keys.ts';
import { LEDGER_AT, mergeRows, POSITION_AT, ROW_BYTES, sortRows } from './rows.ts';

/** A position that does not fit: the transaction is looked for by its hash. */
export const UNKNOWN_POSITION = 0xffff;

/** What happened to a ledger entry: the position of its row. */
export const entryRow = { changed: 0, evicted: 1 } as const;

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

/** Returns the rows of the entries that the ledger changed or evicted, each once, sorted. */
export function entryRows({ view, sequence, changes, evictedKeys }: Ledger): Uint8Array {
  const rows = new Rows(sequence);
  for (let index = 0; index < changes.length; index++) {
    const start = changes.start(index);
    const kind = view.getInt32(start);
    if (kind === LedgerEntryChangeType.ledgerEntryState) continue;
    if (kind === LedgerEntryChangeType.ledgerEntryRemoved) {
      rows.add(entryKey(view, view.getInt32(start + 4), start + 8, changes.end(index)), entryRow.changed);
    } else {
      const { type, keyStart, keyEnd } = keyOfEntry(view, start + 4);
      rows.add(entryKey(view, type, keyStart, keyEnd), entryRow.changed);
    }
  }
  if (evictedKeys === ABSENT) return rows.sorted();
  for (let p = evictedKeys + 4, left = view.getUint32(evictedKeys); left > 0; left--) {
    const end = skipLedgerKey(view, p);
    rows.add(entryKey(view, view.getInt32(p), p + 4, end), entryRow.evicted);
    p = end;
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
