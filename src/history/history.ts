/** Ledgers by number, transactions by hash and events by key, from plain ledger files. */
import { crc32 } from 'node:zlib';
import type { LedgerRange } from '../datastore/keys.ts';
import type { Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../errors.ts';
import { listEvents, type EventList } from '../ledger/event-list.ts';
import { networkId } from '../ledger/network.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { Indexing } from './indexing.ts';
import type { Lookup } from './lookup.ts';
import type { Datastore, ObjectCache } from './objects.ts';
import { firstOfWindow, Places, type Place } from './places.ts';
import { indexOf } from './position.ts';
import { hashKey } from './row-keys.ts';
import { runOf } from './run.ts';
import { extendedWindow, newestWindow, type Window } from './window.ts';

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
  /** Tells what went wrong behind the scenes, and what of it cannot be done. */
  onError?: (error: unknown, what: string) => void;
}

/** A transaction of a ledger, from 0. */
export interface Found {
  parts: LedgerParts;
  index: number;
}

/** Takes a ledger that arrived, and the milliseconds that taking it in took. */
export type LedgerListener = (parts: LedgerParts, milliseconds: number) => void;

/** Ledgers in several stores, of which the newest are the window that is served. */
export class History {
  readonly networkId: Uint8Array;
  readonly datastore?: Datastore;
  readonly lookup: Lookup;
  readonly #options: HistoryOptions;
  readonly #places: Places;
  readonly #indexing: Indexing;
  #window?: Window;
  #closed = false;
  /** Ledgers that are as they were indexed. */
  readonly #compared = new WeakSet<LedgerParts>();
  readonly #events = new WeakMap<LedgerParts, EventList>();
  readonly #listeners: LedgerListener[] = [];

  private constructor(options: HistoryOptions) {
    const { passphrase, datastore, lookup, cache, onError } = options;
    this.#options = options;
    this.#places = new Places(cache);
    this.networkId = networkId(passphrase);
    this.datastore = datastore;
    this.lookup = lookup;
    this.#indexing = new Indexing({
      lookup,
      window: () => this.#window,
      read: (sequence) => this.transactions(sequence),
      onError: (error) => onError?.(error, 'index a ledger'),
    });
  }

  /**
   * Lists the stores and begins to index what the window lacks; throws what listing and reading throw. Damaged objects are told
   * to `onError`: those at an end of the window, and files whose names say nothing, are not served.
   */
  static async open(options: HistoryOptions): Promise<History> {
    const history = new History(options);
    const onDamaged = (error: DecodeError) => options.onError?.(error, 'serve a ledger file');
    for (const store of options.stores) {
      const newest = await firstOfWindow(store, options.window);
      const range = newest === undefined ? undefined : { first: newest };
      history.#places.add(await history.#places.listed(store, { range, onDamaged }));
    }
    const read = (sequence: number) => history.ledger(sequence);
    history.#window = await newestWindow(history.#places, options.window, read, onDamaged);
    history.#indexing.start();
    return history;
  }

  /** The window, undefined while there are no ledgers. */
  window(): Window | undefined {
    return this.#window;
  }

  /** The ledgers that some store holds, and those missing between. */
  coverage(): LedgerRange[] {
    return this.#places.ranges();
  }

  /** Whether a store lists the ledger. */
  has(sequence: number): boolean {
    return this.#places.find(sequence) !== undefined;
  }

  /** Returns a ledger that a store lists; throws StoreError or DecodeError when it cannot be read. */
  async ledger(sequence: number, signal?: AbortSignal): Promise<LedgerParts> {
    const place = this.#places.find(sequence);
    if (!place) throw new StoreError(`no store holds ledger ${sequence}`);
    const { store, key } = place;
    const parts = (await this.#places.read(place, signal)).ledger(sequence);
    if (!parts) throw new StoreError(`${store.name}: object ${key} does not hold ledger ${sequence}`, { key });
    this.#compare(parts, place);
    return parts;
  }

  /** Throws DecodeError when a ledger is not what it was when it was indexed; the object is read anew the next time. */
  #compare(parts: LedgerParts, place: Place): void {
    if (this.#compared.has(parts)) return;
    const { sequence: ledger, bytes } = parts;
    const { key } = place;
    const expected = this.lookup.checksum(ledger);
    if (expected === undefined) return;
    if (crc32(bytes) !== expected) {
      this.#places.forget(place);
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
  indexed(): Promise<void> {
    return this.#indexing.done();
  }

  /**
   * Returns the transaction with this outer or inner hash in a range of ledgers, undefined when there is none. Throws
   * StoreError when it may be in a ledger that is not in the index.
   */
  async find(hash: Uint8Array, { first, last }: LedgerRange, signal?: AbortSignal): Promise<Found | undefined> {
    for (const { ledger, position } of this.lookup.transactions(hashKey(hash, 0))) {
      if (ledger < first || ledger > last) continue;
      const parts = await this.transactions(ledger, signal);
      const index = indexOf(parts, hash, position);
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
      for (const place of await this.#places.listed(store, { range, signal })) await this.#arrive(place, signal);
    }
    const now = this.#window?.last;
    return most !== undefined && now !== undefined && before !== undefined && now - before >= most;
  }

  /** Takes in what follows the window. A ledger is served only when it was read whole, checked and indexed. */
  async #arrive(place: Place, signal?: AbortSignal): Promise<void> {
    const newest = this.#window?.last ?? place.first - 1;
    for (let sequence = newest + 1; sequence >= place.first && sequence <= place.last && !this.#closed; sequence++) {
      if (this.#window && sequence !== this.#window.last + 1) return;
      const started = performance.now();
      const parts = (await this.#places.read(place, signal)).ledger(sequence)?.pairEnvelopes(this.networkId);
      if (!parts) continue;
      const run = this.lookup.has(sequence) ? undefined : runOf(parts);
      const window = await extendedWindow(this.#window, parts, this.#options.window, (first) => this.ledger(first));
      // Index and window change at once: what is asked meanwhile sees neither or both.
      const kept = run && this.lookup.add(run);
      this.#places.add([{ ...place, first: sequence, last: sequence }]);
      this.#window = window;
      for (const listener of this.#listeners) listener(parts, performance.now() - started);
      await kept;
    }
  }

  /** Stops indexing and puts the index into its folder. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#indexing.stop();
    await this.lookup.flush();
    this.lookup.close();
  }
}
