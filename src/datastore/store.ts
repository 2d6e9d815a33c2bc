import { StoreError } from '../errors.ts';
import { parseKey, type LedgerRange } from './keys.ts';
import type { Manifest } from './manifest.ts';
import type { AskedRange } from './range.ts';
import { mergeRanges, subtractRanges } from './spans.ts';

/** An object of a store; `key` is what `get` takes. */
export interface StoreObject {
  key: string;
  bytes: number;
}

/** An object whose name says its ledgers. */
export interface LedgerObject extends StoreObject, LedgerRange {}

/** What a store holds. */
export interface Listing {
  /** Sorted by ledger, none overlapping. */
  objects: LedgerObject[];
  /** Files whose names say nothing of their ledgers, in the order they were given. */
  files: StoreObject[];
}

export interface ListOptions {
  /** Objects that lie wholly outside may be left out. */
  range?: AskedRange;
  signal?: AbortSignal;
}

export interface ReadOptions {
  signal?: AbortSignal;
}

/** A place that ledger objects are read from: a folder, files, a bucket. Every method throws StoreError. */
export interface Store {
  /** What a person calls the store, for messages. */
  readonly name: string;
  /** Returns what `.config.json` says, undefined when the store has none. */
  manifest(options?: ReadOptions): Promise<Manifest | undefined>;
  /** Returns what the store holds; throws when that is no ledger at all, or one ledger twice. */
  list(options?: ListOptions): Promise<Listing>;
  /** Returns the bytes of an object as they are stored; throws when it is not there. */
  get(key: string, options?: ReadOptions): Promise<Uint8Array>;
  exists(key: string, options?: ReadOptions): Promise<boolean>;
}

/** Returns whether any ledger of `range` was asked for. */
export function isAsked({ first, last }: LedgerRange, asked: AskedRange = {}): boolean {
  return last >= (asked.first ?? 0) && first <= (asked.last ?? Infinity);
}

/** Returns the objects as a listing: those with ledger names sorted, the rest as files; throws StoreError when two hold one ledger. */
export function toListing(name: string, found: readonly StoreObject[]): Listing {
  const objects: LedgerObject[] = [];
  const files: StoreObject[] = [];
  for (const { key, bytes } of found) {
    const parsed = parseKey(key);
    if (parsed) objects.push({ key, bytes, first: parsed.first, last: parsed.last });
    else files.push({ key, bytes });
  }
  objects.sort((a, b) => a.first - b.first || (a.key < b.key ? -1 : 1));
  checkOverlap(name, objects);
  return { objects, files };
}

/** Returns the ledgers missing between the first and the last of the sorted objects. */
export function findGaps(objects: readonly LedgerObject[]): LedgerRange[] {
  const first = objects[0]?.first;
  const last = objects.at(-1)?.last;
  if (first === undefined || last === undefined) return [];
  return subtractRanges({ first, last }, mergeRanges(objects));
}

function checkOverlap(store: string, objects: readonly LedgerObject[]): void {
  for (let i = 1; i < objects.length; i++) {
    const before = objects[i - 1]!;
    const object = objects[i]!;
    if (object.first > before.last) continue;
    throw new StoreError(
      `${store}: ledger ${object.first} is in two objects, ${before.key} and ${object.key}; take one of them away`,
      { store, key: object.key },
    );
  }
}
