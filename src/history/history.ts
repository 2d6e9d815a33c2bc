/** Ledgers by number, transactions by hash and events by key, from plain ledger files. */
import { crc32 } from 'node:zlib';
import type { LedgerRange } from '../datastore/keys.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { Listing, Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../errors.ts';
import { listEvents, type EventList } from '../ledger/event-list.ts';
import { networkId } from '../ledger/network.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import { ABSENT } from '../ledger/transaction.ts';
import type { Lookup } from './lookup.ts';
import { ObjectCache, type Datastore } from './objects.ts';
import { UNKNOWN_POSITION } from './ledger-rows.ts';
import { hashKey } from './row-keys.ts';
import { runOf } from './run.ts';

export interface HistoryOptions {
  passphrase: string;
  /** Where ledgers are looked for, in this order. */
  stores: readonly Store[];
  /** Where ledgers outside the window are found. */
  datastore?: Datastore;
  /** How many ledgers the window has at most. */
  window: number;
  lookup: Lookup;
  cache: ObjectCache;
  /** Tells what went wrong behind the scenes. */
  onError?: (error: unknown) => void;
}

/** The window: the newest ledgers that follow each other without a gap. Times are seconds since 1970. */
export interface Window extends LedgerRange {
  firstCloseTime: number;
  lastCloseTime: number;
}

/** A transaction of a ledger, from 0. */
export interface Found {
  parts: LedgerParts;
  index: number;
}

/** Takes a ledger that arrived, and the milliseconds that taking it in took. */
export type LedgerListener = (parts: LedgerParts, milliseconds: number) => void;

interface Place extends LedgerRange {
  store: Store;
  key: string;
  /** Whether the ledgers are what the object's name says. */
  isNamed: boolean;
}

/** Ledgers in several stores, of which the newest are the window that is served. */
export class History {
  readonly networkId: Uint8Array;
  readonly datastore?: Datastore;
  readonly lookup: Lookup;
  readonly #options: HistoryOptions;
  readonly #cache: ObjectCache;
  /** Sorted by ledger, none overlapping. */
  #places: Place[] = [];
  #window?: Window;
  #indexed: Promise<void> = Promise.resolve();
  /** Another attempt at what could not be indexed. */
  #again?: Promise<void>;
  #closed = false;
  /** Ledgers that are as they were indexed. */
  readonly #compared = new WeakSet<LedgerParts>();
  readonly #events = new WeakMap<LedgerParts, EventList>();
  readonly #listeners: LedgerListener[] = [];

  private constructor(options: HistoryOptions) {
    this.#options = options;
    this.#cache = options.cache;
    this.networkId = networkId(options.passphrase);
    this.datastore = options.datastore;
    this.lookup = options.lookup;
  }

  /** Lists the stores and begins to index what the window lacks; throws what listing and reading its two ends throw. */
  static async open(options: HistoryOptions): Promise<History> {
    const history = new History(options);
    for (const store of options.stores) {
      const newest = await firstOfWindow(store, options.window);
      history.#place(
        await history.#placesOf(store, await list(store, newest === undefined ? undefined : { first: newest })),
      );
    }
    await history.#settle();
    history.#indexed = history.#index();
    return history;
  }

  /** The window, undefined while there are no ledgers. */
  window(): Window | undefined {
    return this.#window;
  }

  /** The ledgers that some store holds, and those missing between. */
  coverage(): LedgerRange[] {
    return contiguous(this.#places);
  }

  /** Whether a store lists the ledger. */
  has(sequence: number): boolean {
    return this.#find(sequence) !== undefined;
  }

  /** Returns a ledger that a store lists; throws StoreError or DecodeError when it cannot be read. */
  async ledger(sequence: number, signal?: AbortSignal): Promise<LedgerParts> {
    const place = this.#find(sequence);
    if (!place) throw new StoreError(`no store holds ledger ${sequence}`);
    const { store, key, isNamed } = place;
    const object = await this.#cache.read(store, key, isNamed ? place : undefined, signal);
    const parts = object.ledger(sequence);
    if (!parts) throw new StoreError(`${store.name}: object ${key} does not hold ledger ${sequence}`, { key });
    this.#compare(parts, store, key);
    return parts;
  }

  /** Throws DecodeError when a ledger is not what it was when it was indexed; the object is read anew the next time. */
  #compare(parts: LedgerParts, store: Store, key: string): void {
    if (this.#compared.has(parts)) return;
    const { sequence: ledger, bytes } = parts;
    const expected = this.lookup.checksum(ledger);
    if (expected === undefined) return;
    if (crc32(bytes) !== expected) {
      this.#cache.forget(store, key);
      throw new DecodeError(`${key}: ledger ${ledger} is not what was indexed`, { file: key, ledger });
    }
    this.#compared.add(parts);
  }

  /** Returns a ledger with its envelopes paired. */
  async transactions(sequence: number, signal?: AbortSignal): Promise<LedgerParts> {
    return (await this.ledger(sequence, signal)).pairEnvelopes(this.networkId);
  }

  /** Returns the events of a ledger whose envelopes are paired. */
  events(parts: LedgerParts): EventList {
    let events = this.#events.get(parts);
    if (!events) this.#events.set(parts, (events = listEvents(parts)));
    return events;
  }

  /** Resolves when every ledger of the window that can be read is in the index; those that could not be are tried again. */
  async indexed(): Promise<void> {
    await this.#indexed;
    if (!this.#window || this.lookup.missing(this.#window).length === 0) return;
    this.#again ??= this.#index().finally(() => (this.#again = undefined));
    await this.#again;
  }

  /**
   * Returns the transaction with this outer or inner hash in a range of ledgers, undefined when there is none. Throws
   * StoreError when it may be in a ledger that is not in the index.
   */
  async find(hash: Uint8Array, { first, last }: LedgerRange, signal?: AbortSignal): Promise<Found | undefined> {
    for (const { ledger, position } of this.lookup.transactions(hashKey(hash, 0))) {
      if (ledger < first || ledger > last) continue;
      const parts = await this.transactions(ledger, signal);
      const index =
        position === UNKNOWN_POSITION ? search(parts, hash) : isAt(parts, position, hash) ? position : ABSENT;
      if (index !== ABSENT) return { parts, index };
    }
    const [missing] = this.lookup.missing({ first, last });
    if (missing) throw new StoreError(`ledger ${missing.first} is not in the index: it cannot be read`);
    return undefined;
  }

  /** Calls `listener` with every ledger that arrives from now on, after it is in the window. */
  onLedger(listener: LedgerListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Looks for new ledgers, `most` at once where their number is known, and takes them in one by one; returns whether
   * there may be more. Throws what listing and reading throw.
   */
  async refresh({ most, signal }: { most?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    const before = this.#window?.last;
    for (const store of this.#options.stores) {
      const { last } = this.#window ?? {};
      const range = last === undefined ? { first: 0 } : { first: last + 1, last: most && last + most };
      await this.#arrive(await this.#placesOf(store, await list(store, range, signal)), signal);
    }
    const now = this.#window?.last;
    return most !== undefined && now !== undefined && before !== undefined && now - before >= most;
  }

  /** A ledger is served only when it was read whole, checked and indexed. */
  async #arrive(places: Place[], signal?: AbortSignal): Promise<void> {
    const known = this.#window;
    for (const place of places) {
      for (let sequence = Math.max(place.first, (known?.last ?? -1) + 1, 2); sequence <= place.last; sequence++) {
        if (this.#closed) return;
        const next = this.#window ? this.#window.last + 1 : sequence;
        if (sequence !== next) return;
        const started = performance.now();
        const object = await this.#cache.read(place.store, place.key, place.isNamed ? place : undefined, signal);
        const parts = object.ledger(sequence)?.pairEnvelopes(this.networkId);
        if (!parts) continue;
        const run = this.lookup.has(sequence) ? undefined : runOf(parts);
        const window = await this.#windowWith(parts);
        // Index and window change at once: what is asked meanwhile sees neither or both.
        const kept = run && this.lookup.add(run);
        this.#place([{ ...place, first: sequence, last: sequence }]);
        this.#window = window;
        for (const listener of this.#listeners) listener(parts, performance.now() - started);
        await kept;
      }
    }
  }

  /** Returns the window that ends with the next ledger. */
  async #windowWith({ sequence, closeTime }: LedgerParts): Promise<Window> {
    const old = this.#window;
    const first = Math.max(old?.first ?? sequence, sequence - this.#options.window + 1);
    const firstCloseTime =
      first === old?.first ? old.firstCloseTime : first === sequence ? closeTime : (await this.ledger(first)).closeTime;
    return { first, last: sequence, firstCloseTime, lastCloseTime: closeTime };
  }

  /** Stops indexing and puts the index into its folder. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#indexed;
    await this.#again;
    await this.lookup.flush();
    this.lookup.close();
  }

  async #placesOf(store: Store, { objects, files }: Listing): Promise<Place[]> {
    const places: Place[] = objects
      .filter(({ last }) => last > 1)
      .map(({ first, last, key }) => ({ store, key, first: Math.max(first, 2), last, isNamed: true }));
    for (const { key } of files) places.push(...(await this.#placesIn(store, key)));
    return places;
  }

  /** A file whose name says nothing is read to learn its ledgers. */
  async #placesIn(store: Store, key: string): Promise<Place[]> {
    const object = await this.#cache.read(store, key);
    return [...object.ledgers()].map(({ sequence }) => ({
      ...{ store, key, first: sequence, last: sequence, isNamed: false },
    }));
  }

  /** Adds places for ledgers that no place holds: what is known comes first. */
  #place(places: Place[]): void {
    const added = places.filter(({ first, last }) => !this.#find(first) && !this.#find(last));
    const isNext = added.length === 1 && added[0]!.first > (this.#places.at(-1)?.last ?? 0);
    this.#places.push(...added);
    if (!isNext) this.#places.sort((a, b) => a.first - b.first);
  }

  #find(sequence: number): Place | undefined {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle]!.last < sequence) low = middle + 1;
      else high = middle;
    }
    const place = this.#places[low];
    return place && place.first <= sequence ? place : undefined;
  }

  async #settle(): Promise<void> {
    const newest = contiguous(this.#places).at(-1);
    if (!newest) return;
    const { last } = newest;
    const first = Math.max(newest.first, last - this.#options.window + 1);
    const [oldest, latest] = [await this.ledger(first), await this.ledger(last)];
    this.#window = { first, last, firstCloseTime: oldest.closeTime, lastCloseTime: latest.closeTime };
  }

  async #index(): Promise<void> {
    if (!this.#window) return;
    for (const { first, last } of this.lookup.missing(this.#window)) {
      for (let sequence = first; sequence <= last && !this.#closed; sequence++) {
        try {
          await this.lookup.add(runOf(await this.transactions(sequence)));
        } catch (error) {
          this.#options.onError?.(error);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}

/** Of a store that can tell its newest ledger only the window is listed: the whole may be millions of objects. */
async function firstOfWindow(store: Store, window: number): Promise<number | undefined> {
  try {
    return store.latest && Math.max((await store.latest()) - window + 1, 0);
  } catch (error) {
    if (isEmpty(error)) return undefined;
    throw error;
  }
}

function isEmpty(error: unknown): boolean {
  return error instanceof StoreError && error.message.startsWith('no valid ledger files');
}

async function list(store: Store, range?: AskedRange, signal?: AbortSignal): Promise<Listing> {
  try {
    return await store.list({ range, signal });
  } catch (error) {
    if (isEmpty(error)) return NOTHING;
    throw error;
  }
}

const NOTHING: Listing = { objects: [], files: [] };

function contiguous(places: readonly Place[]): LedgerRange[] {
  const ranges: LedgerRange[] = [];
  for (const { first, last } of places) {
    const range = ranges.at(-1);
    if (range?.last === first - 1) range.last = last;
    else ranges.push({ first, last });
  }
  return ranges;
}

function search(parts: LedgerParts, hash: Uint8Array): number {
  for (let index = 0; index < parts.count; index++) if (isAt(parts, index, hash)) return index;
  return ABSENT;
}

function isAt(parts: LedgerParts, index: number, hash: Uint8Array): boolean {
  if (index >= parts.count) return false;
  const inner = parts.innerHash(index);
  return same(parts.bytes, parts.pair(index), hash) || (inner !== ABSENT && same(parts.bytes, inner, hash));
}

function same(bytes: Uint8Array, at: number, hash: Uint8Array): boolean {
  for (let i = 0; i < 32; i++) if (bytes[at + i] !== hash[i]) return false;
  return true;
}
