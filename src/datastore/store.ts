/** Defines the Store interface, its listings and options, and helpers that every kind of store uses. */
import { StoreError } from '../core/errors.ts';
import type { StoreMetrics } from './transfer/metrics.ts';
import { parseKey, type Layout, type LedgerRange } from './keys.ts';
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
  /** Set when the store cannot be listed: the objects are those that its layout says, their sizes a guess from a few. */
  computed?: true;
}

export interface ListOptions {
  /** Objects that lie wholly outside may be left out. */
  range?: AskedRange;
  signal?: AbortSignal;
}

export interface ReadOptions {
  signal?: AbortSignal;
}

export interface GetOptions extends ReadOptions {
  /** Only these bytes. */
  range?: ByteRange;
  /** From the store itself, whatever a cache has. */
  fresh?: boolean;
  /** Called when the bytes have the hash that the store keeps of the object; many keep none. */
  onHash?: () => void;
}

/** Bytes of an object, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An object as it is stored. */
export interface ObjectMetadata {
  bytes: number;
  /** When it was written, ISO 8601. */
  modified?: string;
  /** What the writer noted, such as `start-ledger`; none on folders and plain HTTP. */
  notes: Record<string, string>;
}

/** How objects are downloaded ahead. */
export interface BufferSettings {
  /** `buffer_size`: objects that are held or under way. */
  size: number;
  /** `num_workers`: downloads at a time. */
  workers: number;
  /** Bytes that are held or under way; a single larger object still comes. */
  bytes: number;
}

/** How a store that lies behind a network is read, and what that has taken so far. */
export interface Remote {
  /** Whether it tells which objects it has. */
  readonly isListed: boolean;
  readonly metrics: StoreMetrics;
  readonly buffer: Partial<BufferSettings>;
  /** True if the reader pays. */
  readonly requesterPays: boolean;
}

/** A place that ledger objects are read from: a folder, files, a bucket. Every method throws StoreError. */
export interface Store {
  /** What a person calls the store, for messages. */
  readonly name: string;
  /** What opens the same store in another thread; none when objects come over a network. */
  readonly paths?: readonly string[];
  /** Set when objects come over a network. */
  readonly remote?: Remote;
  /** Returns what `.config.json` says, undefined when the store has none. */
  manifest(options?: ReadOptions): Promise<Manifest | undefined>;
  /** Returns what the store holds; throws when that is no ledger at all, or one ledger twice. */
  list(options?: ListOptions): Promise<Listing>;
  /** Returns the bytes of an object as they are stored, or those of a range of it; throws when it is not there. */
  get(key: string, options?: GetOptions): Promise<Uint8Array>;
  /** Returns true if the store has an object of this key. */
  exists(key: string, options?: ReadOptions): Promise<boolean>;
  /** Returns size and notes of an object; throws when it is not there. */
  metadata(key: string, options?: ReadOptions): Promise<ObjectMetadata>;
  /** Returns how keys are made, from manifest, configuration or keys; throws when nothing says it. */
  layout(options?: ReadOptions): Promise<Layout>;
  /** Returns the last ledger that was there when the store was last looked at; only where listing everything takes long. */
  latest?(options?: ReadOptions): Promise<number>;
  /** Lets connections go. */
  close?(): void;
}

/** Returns the store with other answers to some questions. */
export function storeWith(store: Store, answers: Partial<Store>): Store {
  return {
    name: store.name,
    paths: store.paths,
    remote: store.remote,
    manifest: (options) => store.manifest(options),
    list: (options) => store.list(options),
    get: (key, options) => store.get(key, options),
    exists: (key, options) => store.exists(key, options),
    metadata: (key, options) => store.metadata(key, options),
    layout: (options) => store.layout(options),
    latest: store.latest && ((options) => store.latest!(options)),
    close: () => store.close?.(),
    ...answers,
  };
}

/** Returns whether any ledger of `range` was asked for. */
export function isAsked({ first, last }: LedgerRange, asked: AskedRange = {}): boolean {
  return last >= (asked.first ?? 0) && first <= (asked.last ?? Infinity);
}

/** Returns the error for a store that holds no ledgers, in the reference's words and ours. */
export function emptyStore(store: string, why: string): StoreError {
  return new StoreError(`no valid ledger files found on the data store: ${why}`, { store, kind: 'empty' });
}

/** Returns the objects as a listing: ledger names sorted, then files. Throws StoreError if two hold one ledger. */
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
    const before = objects[i - 1];
    const object = objects[i];
    if (object.first > before.last) continue;
    throw new StoreError(
      `${store}: ledger ${object.first} is in two objects, ${before.key} and ${object.key}; take one of them away`,
      { store, key: object.key },
    );
  }
}
