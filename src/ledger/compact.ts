/** The net change of each ledger entry in one ledger (the rules of the reference's ChangeCompactor). */
import type { DecodeError } from '../core/errors.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { skipScAddress, skipScVal } from '../xdr/generated/skip.ts';
import { ledgerFault } from './fault.ts';
import type { Ledger } from './ledger.ts';

const { ledgerEntryCreated, ledgerEntryUpdated, ledgerEntryRemoved, ledgerEntryState, ledgerEntryRestored } =
  LedgerEntryChangeType;

/** What became of one entry in one ledger. */
export interface ChangedEntry {
  /** LedgerEntryType. */
  type: number;
  /** LedgerEntryChangeType; never state. */
  change: number;
  /**
   * Where the LedgerEntry before and after stand; -1 when there is none. An entry that is updated has none before it when the
   * meta does not list its state.
   */
  pre: number;
  post: number;
  /** The LedgerKey without its discriminant, which is a part of every entry's bytes. */
  keyStart: number;
  keyEnd: number;
}

const NONE = -1;
const TYPES = 10;

/**
 * Returns the net changes of a ledger by LedgerEntryType, each list in the order in which the ledger first touched the
 * entries. An entry that was created and removed leaves no change. Throws DecodeError when changes contradict each other.
 */
export function compactChanges(ledger: Ledger): ChangedEntry[][] {
  const table = new KeyTable(ledger);
  for (const index of ledger.changes.inOrder()) addChange(ledger, table, index);
  const byType: ChangedEntry[][] = Array.from({ length: TYPES }, () => []);
  for (const entry of table.entries) if (entry.change !== NONE) byType[entry.type].push(entry);
  return byType;
}

function addChange(ledger: Ledger, table: KeyTable, index: number): void {
  const { view, changes } = ledger;
  const kind = changes.kind(index);
  if (kind === ledgerEntryState) return;
  const start = changes.start(index);
  if (kind === ledgerEntryRemoved) {
    const pre = entryBefore(ledger, index);
    if (pre === NONE) throw contradiction(ledger, start, 'a removed entry has no state before it');
    const entry = table.at(pre);
    if (!sameSpans(view, entry.keyStart, entry.keyEnd, start + 8, changes.end(index))) {
      throw contradiction(ledger, start, 'the state before a removed entry is of another entry');
    }
    return merge(ledger, entry, kind, pre, NONE);
  }
  const post = start + 4;
  const entry = table.at(post);
  // What is restored had this state all the time, out of reach.
  if (kind === ledgerEntryRestored) return merge(ledger, entry, kind, post, post);
  merge(ledger, entry, kind, kind === ledgerEntryUpdated ? updatedFrom(ledger, index, entry) : NONE, post);
}

/**
 * Returns where the LedgerEntry stands as it was before a change, or -1: the state, or the restored entry, that is listed
 * right before it.
 */
export function entryBefore({ changes }: Ledger, index: number): number {
  // What ends elsewhere than this change starts is in another list.
  if (index === 0 || changes.end(index - 1) !== changes.start(index)) return NONE;
  const kind = changes.kind(index - 1);
  return kind === ledgerEntryState || kind === ledgerEntryRestored ? changes.start(index - 1) + 4 : NONE;
}

/** Returns where the entry stands as it was before an update, or -1 when the meta does not list that. */
function updatedFrom(ledger: Ledger, index: number, entry: ChangedEntry): number {
  const { view } = ledger;
  const pre = entryBefore(ledger, index);
  if (pre === NONE || isOfKey(view, pre, entry)) return pre;
  if (view.getInt32(pre - 4) === ledgerEntryRestored) return NONE;
  throw contradiction(ledger, pre, 'the state before an updated entry is of another entry');
}

/** Whether the LedgerEntry at `pre` has the key of the entry. */
function isOfKey(view: DataView, pre: number, { type, keyStart, keyEnd }: ChangedEntry): boolean {
  if (view.getInt32(pre + 4) !== type) return false;
  const start = startOfKey(view, type, pre);
  return sameSpans(view, start, start + keyEnd - keyStart, keyStart, keyEnd);
}

function merge(ledger: Ledger, entry: ChangedEntry, kind: number, pre: number, post: number): void {
  if (entry.change === NONE) {
    entry.change = kind;
    entry.pre = pre;
    entry.post = post;
    return;
  }
  const wasRemoved = entry.change === ledgerEntryRemoved;
  switch (kind) {
    case ledgerEntryCreated:
      if (!wasRemoved) throw contradiction(ledger, post, 'an entry that exists is created');
      entry.change = ledgerEntryUpdated;
      entry.post = post;
      return;
    case ledgerEntryUpdated:
      if (wasRemoved) throw contradiction(ledger, post, 'an entry that was removed is updated');
      // Extensions of one lifetime may be listed in any order; the longest counts.
      if (entry.type === LedgerEntryType.ttl && liveUntil(ledger, post) < liveUntil(ledger, entry.post)) return;
      entry.post = post;
      return;
    case ledgerEntryRemoved:
      if (wasRemoved) throw contradiction(ledger, pre, 'an entry that was removed is removed');
      if (entry.change === ledgerEntryCreated) entry.change = NONE;
      else {
        if (entry.change === ledgerEntryRestored) entry.pre = pre;
        entry.change = ledgerEntryRemoved;
      }
      entry.post = NONE;
      return;
    case ledgerEntryRestored:
      if (entry.change !== ledgerEntryCreated) entry.change = ledgerEntryRestored;
      entry.post = post;
  }
}

function liveUntil(ledger: Ledger, entry: number): number {
  return ledger.view.getUint32(entry + 8 + 32);
}

function contradiction(ledger: Ledger, offset: number, what: string): DecodeError {
  return ledgerFault(ledger, `changes contradict each other: ${what}`, offset);
}

/** Entries by their key's bytes: open addressing, no key is copied. */
class KeyTable {
  readonly entries: ChangedEntry[] = [];
  readonly #view: DataView;
  /** The number of an entry plus one, or 0; at most half of them are taken, since each entry has a change. */
  readonly #slots: Int32Array;

  constructor({ view, changes }: Ledger) {
    this.#view = view;
    this.#slots = new Int32Array(1 << (32 - Math.clz32(changes.length * 2)));
  }

  /** Returns what is known of the entry whose LedgerEntry stands at `p`. */
  at(p: number): ChangedEntry {
    const { entries } = this;
    const view = this.#view;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const type = view.getInt32(p + 4);
    const keyStart = startOfKey(view, type, p);
    const keyEnd = endOfKey(view, type, keyStart);
    let slot = hashOf(view, type, keyStart, keyEnd) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = entries[slots[slot] - 1];
      if (known.type === type && sameSpans(view, known.keyStart, known.keyEnd, keyStart, keyEnd)) return known;
    }
    const entry = { type, change: NONE, pre: NONE, post: NONE, keyStart, keyEnd };
    slots[slot] = entries.push(entry);
    return entry;
  }
}

/** Returns type and key of the LedgerEntry at `p`. */
export function keyOfEntry(view: DataView, p: number): Pick<ChangedEntry, 'type' | 'keyStart' | 'keyEnd'> {
  const type = view.getInt32(p + 4);
  const keyStart = startOfKey(view, type, p);
  return { type, keyStart, keyEnd: endOfKey(view, type, keyStart) };
}

/** Where the key of the LedgerEntry at `p` starts: after the extension that contract entries begin with. */
function startOfKey(view: DataView, type: number, p: number): number {
  if (type === LedgerEntryType.contractData) return p + 12;
  return type === LedgerEntryType.contractCode ? codeHash(view, p + 8) : p + 8;
}

/** Where the key of the entry of this type ends; keys are a run of the entry's own bytes, of whole words. */
export function endOfKey(view: DataView, type: number, p: number): number {
  switch (type) {
    case LedgerEntryType.account:
    case LedgerEntryType.claimableBalance:
      return p + 36;
    case LedgerEntryType.trustline:
      return p + 36 + [4, 44, 52, 36][view.getInt32(p + 36)];
    case LedgerEntryType.offer:
      return p + 44;
    case LedgerEntryType.data:
      return p + 40 + ((view.getUint32(p + 36) + 3) & ~3);
    case LedgerEntryType.contractData:
      return skipScVal(view, skipScAddress(view, p)) + 4;
    case LedgerEntryType.configSetting:
      return p + 4;
    default:
      return p + 32;
  }
}

/** The hash of the code follows an extension, which holds the cost inputs since protocol 21. */
function codeHash(view: DataView, p: number): number {
  return view.getInt32(p) === 0 ? p + 4 : p + 4 + 48;
}

/** Of all words; the even and the odd ones apart, so that no multiplication waits for the one before it. */
function hashOf(view: DataView, type: number, start: number, end: number): number {
  let even = type;
  let odd = end - start;
  for (; start + 4 < end; start += 8) {
    even = Math.imul(even ^ view.getInt32(start), 0x9e3779b1);
    odd = Math.imul(odd ^ view.getInt32(start + 4), 0x85ebca6b);
  }
  if (start < end) even = Math.imul(even ^ view.getInt32(start), 0x9e3779b1);
  const hash = Math.imul(even ^ (even >>> 15), 0x2c1b3c6d) ^ Math.imul(odd ^ (odd >>> 15), 0x297a2d39);
  return hash ^ (hash >>> 16);
}

/** Whether the words from `a` to `endA` and from `b` to `endB` are the same. */
export function sameSpans(view: DataView, a: number, endA: number, b: number, endB: number): boolean {
  if (endA - a !== endB - b) return false;
  // Eight bytes at a time: optimised code compares them without making a BigInt.
  for (; a + 4 < endA; a += 8, b += 8) if (view.getBigInt64(a) !== view.getBigInt64(b)) return false;
  return a === endA || view.getInt32(a) === view.getInt32(b);
}
