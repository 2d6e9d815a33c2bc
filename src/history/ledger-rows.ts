/** The index rows of one ledger: its transactions, the keys of its events, and the ledger entries that it changed. */
import { keyOfEntry } from '../ledger/compact.ts';
import { operationEventLists } from '../ledger/meta-events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { LedgerEntryChangeType } from '../xdr/generated/enums.ts';
import { skipLedgerKey, skipScVal } from '../xdr/generated/skip.ts';
import { contractKey, entryKey, hashKey, MAX_TOPICS, topicKey, type RowKey } from './row-keys.ts';
import { LEDGER_AT, POSITION_AT, ROW_BYTES } from './rows.ts';

/** A position that does not fit: the transaction is looked for by its hash. */
export const UNKNOWN_POSITION = 0xffff;

/** What happened to a ledger entry: the position of its row. */
export const entryRow = { changed: 0, evicted: 1 } as const;

/** Returns the rows of the ledger's transactions, by outer and by inner hash, sorted. */
export function transactionRows({ bytes, sequence, transactions }: Ledger): Uint8Array {
  const rows = new Rows(sequence);
  for (const { order, pair, innerPair } of transactions) {
    const position = Math.min(order - 1, UNKNOWN_POSITION);
    rows.add(hashKey(bytes, pair), position);
    if (innerPair !== ABSENT) rows.add(hashKey(bytes, innerPair), position);
  }
  return rows.sorted();
}

/** Returns the rows of the contracts and topics that the ledger's events have, each once, sorted. */
export function eventRows({ view, sequence, transactions }: Ledger): Uint8Array {
  const rows = new Rows(sequence);
  for (const transaction of transactions) {
    for (const list of operationEventLists(view, transaction)) addEvents(rows, view, list, 0);
    if (transaction.events !== ABSENT) addEvents(rows, view, transaction.events, STAGE_BYTES);
  }
  return rows.sorted();
}

/** A TransactionEvent is a stage and a ContractEvent. */
const STAGE_BYTES = 4;

/** Adds the events of a list, past `prefix` bytes of each element. */
function addEvents(rows: Rows, view: DataView, list: number, prefix: number): void {
  let p = list + 4;
  for (let left = view.getUint32(list); left > 0; left--) {
    p += prefix + 4;
    const hasContract = view.getUint32(p) === 1;
    if (hasContract) rows.add(contractKey(view, p + 4), 0);
    p += hasContract ? 36 : 4;
    const topics = view.getUint32(p + 8);
    p += 12;
    for (let place = 0; place < topics; place++) {
      const start = p;
      p = skipScVal(view, p);
      if (place < MAX_TOPICS) rows.add(topicKey(view, start, p, place), 0);
    }
    p = skipScVal(view, p);
  }
}

/** Returns the rows of the entries that the ledger changed or evicted, each once, sorted. */
export function entryRows({ view, sequence, changes, evictedKeys }: Ledger): Uint8Array {
  const rows = new Rows(sequence);
  for (let index = 0; index < changes.length; index++) {
    const kind = changes.kind(index);
    if (kind === LedgerEntryChangeType.ledgerEntryState) continue;
    const start = changes.start(index);
    if (kind === LedgerEntryChangeType.ledgerEntryRemoved) {
      rows.add(entryKey(view, changes.type(index), start + 8, changes.end(index)), entryRow.changed);
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

/** Where a number of 64 bits, as two of 32, has its halves on this machine. */
const LOW = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** Rows as numbers of 64 bits, key before position, which sort without a comparison of ours; grown as needed. */
let numbers = new BigUint64Array(4096);
let words = new Uint32Array(numbers.buffer);

/** The rows of one ledger while they are collected; one at a time. */
class Rows {
  readonly #ledger: number;
  #count = 0;

  constructor(ledger: number) {
    this.#ledger = ledger;
  }

  add(key: RowKey, position: number): void {
    if (this.#count === numbers.length) grow();
    const high = (key / 65536) >>> 0;
    const at = this.#count++ * 2;
    words[at + LOW] = ((key - high * 65536) << 16) | position;
    words[at + HIGH] = high;
  }

  /** Returns each row once. */
  sorted(): Uint8Array {
    numbers.subarray(0, this.#count).sort();
    const rows = new Uint8Array(this.#count * ROW_BYTES);
    const view = new DataView(rows.buffer);
    let to = 0;
    for (let at = 0; at < this.#count * 2; at += 2) {
      const high = words[at + HIGH];
      const low = words[at + LOW];
      if (at > 0 && low === words[at - 2 + LOW] && high === words[at - 2 + HIGH]) continue;
      view.setUint32(to, high);
      view.setUint16(to + 4, low >>> 16);
      view.setUint32(to + LEDGER_AT, this.#ledger);
      view.setUint16(to + POSITION_AT, low);
      to += ROW_BYTES;
    }
    return rows.subarray(0, to);
  }
}

function grow(): void {
  const grown = new BigUint64Array(numbers.length * 2);
  grown.set(numbers);
  numbers = grown;
  words = new Uint32Array(grown.buffer);
}
