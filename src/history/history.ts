/** Ledgers by number, transactions by hash and events by key, from plain ledger files. */
import { setTimeout } from 'node:timers/promises';
import type { LedgerRange } from '../datastore/keys.ts';
import type { Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../core/errors.ts';
import { networkId } from '../ledger/network.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EventStore } from './events/event-store.ts';
import { eventsOf, type LedgerEvents } from './events/ledger-events.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { metaChecksum } from '../ledger/verify.ts';
import { Indexing } from './indexing.ts';
import type { KeptStates } from './kept-states.ts';
import type { Lookup } from './lookup.ts';
import type { Datastore } from './datastore.ts';
import type { ObjectCache } from './object-cache.ts';
import { paired } from './paired.ts';
import { firstOfWindow, Places, type Place } from './places.ts';
import { indexOf } from './position.ts';
import { hashKey } from './row-keys.ts';
import { runOf, type Run } from './run.ts';
import { DamagedRun } from './run-file.ts';
import type { StoredLedgers } from './stored-ledgers.ts';
import { extendedWindow, newestWindow, type Window } from './window.ts';

interface HistoryOptions {
  passphrase: string;
  /** Where ledgers are looked for, in this order. */
  stores: readonly Store[];
  /** Where ledgers outside the window are found. */
  datastore?: Datastore;
  /** How many ledgers the window has at most. */
  window: number;
  lookup: Lookup;
  /** Where events are kept apart from ledgers. */
  events?: EventStore;
  /** States that were read whole. */
  states?: KeptStates;
  cache: ObjectCache;
  /** Tells what went wrong behind the scenes, and what of it cannot be done. */
  onError?: (error: unknown, what: string) => void;
}

/** A transaction of a ledger, from 0. */
interface Found {
  ledger: Ledger;
  index: number;
}

/** A ledger whose protocol this version does not read. */
export interface Undecodable {
  ledger: number;
  protocol: number;
}

/** Receives a new ledger and the milliseconds it took. `fault` is set if its protocol is unknown. */
export type LedgerListener = (ledger: Ledger, milliseconds: number) => void;

/** Ledgers in several stores; the newest ones are the served window. */
export class History {
  readonly networkId: Uint8Array;
  readonly datastore?: Datastore;
  readonly lookup: Lookup;
  readonly states?: KeptStates;
  readonly #options: HistoryOptions;
  readonly #places: Places;
  readonly #indexing: Indexing;
  #window?: Window;
  #closed = false;
  /** Why the index could not be put into its folder. */
  #unkept = '';
  /** Ledgers that are as they were indexed. */
  readonly #compared = new WeakSet<Ledger>();
  readonly #events = new WeakMap<Ledger, LedgerEvents>();
  readonly #ending = new AbortController();
  #filling: Promise<void> = Promise.resolve();
  readonly #listeners: LedgerListener[] = [];
  readonly #newerTold = new Set<number>();
  #undecodable?: Undecodable;

  private constructor(options: HistoryOptions) {
    const { passphrase, datastore, lookup, states, cache, onError } = options;
    this.#options = options;
    this.#places = new Places(cache);
    this.networkId = networkId(passphrase);
    this.datastore = datastore;
    this.lookup = lookup;
    this.states = states;
    this.#indexing = new Indexing({
      lookup,
      window: () => this.#window,
      read: (sequence, signal) => this.#toIndex(sequence, signal),
      add: async (run, ledger) => {
        await this.#index(run);
        await options.events?.add(ledger);
      },
      onError: (error) => onError?.(error, 'index a ledger'),
    });
  }

  /**
   * Lists the stores and begins to index the window. Throws what listing and reading throw. Reports damaged objects to
   * `onError`; those at an end of the window, and files with unknown names, are not served.
   */
  static async open(options: HistoryOptions): Promise<History> {
    const history = new History(options);
    const onDamaged = (error: DecodeError) => options.onError?.(error, 'serve a ledger file');
    for (const store of options.stores) {
      const newest = await firstOfWindow(store, options.window);
      const range = newest === undefined ? undefined : { first: newest };
      history.#places.add(await history.#places.listed(store, { range, onDamaged }));
    }
    history.#window = await newestWindow(history.#places, options.window, (sequence) => history.#attempt(sequence));
    history.#indexing.start();
    history.#filling = history.#fillEvents();
    return history;
  }

  /** The window, undefined while there are no ledgers. */
  window(): Window | undefined {
    return this.#window;
  }

  /** The first known ledger whose protocol this version does not read: it is served as XDR, or waited for. */
  undecodable(): Undecodable | undefined {
    return this.#undecodable;
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
  async ledger(sequence: number, signal?: AbortSignal): Promise<Ledger> {
    const ledger = await this.rawLedger(sequence, signal);
    if (ledger.fault) throw ledger.fault;
    return ledger;
  }

  /** Returns a ledger of any protocol. If this version does not read it, only its header and bytes are there. */
  async rawLedger(sequence: number, signal?: AbortSignal): Promise<Ledger> {
    const place = this.#places.find(sequence);
    if (!place) throw new StoreError(`no store holds ledger ${sequence}`);
    const ledger = (await this.#places.read(place, signal)).ledger(sequence);
    if (!ledger) throw lacking(place, sequence);
    this.#compare(ledger, place);
    return ledger;
  }

  /** Returns a ledger. Reports a damaged or missing object and returns undefined; throws other read errors. */
  async #attempt(sequence: number, signal?: AbortSignal): Promise<Ledger | undefined> {
    try {
      return await this.rawLedger(sequence, signal);
    } catch (error) {
      const place = this.#places.find(sequence);
      const isLost = error instanceof DecodeError || !place || (await this.#places.isGone(place, error, signal));
      if (!isLost) throw error;
      this.#options.onError?.(error, 'serve a ledger file');
      return undefined;
    }
  }

  /**
   * Throws DecodeError when a ledger is not what it was when it was indexed, but for its SCP messages; the object is read anew
   * the next time.
   */
  #compare(ledger: Ledger, place: Place): void {
    if (this.#compared.has(ledger)) return;
    const { sequence } = ledger;
    const { key } = place;
    const expected = this.lookup.checksum(sequence);
    if (expected === undefined) return;
    if (metaChecksum(ledger) !== expected) {
      this.#places.forget(place);
      throw new DecodeError(`${key}: ledger ${sequence} is not what was indexed`, { file: key, ledger: sequence });
    }
    this.#compared.add(ledger);
  }

  /** Returns the same to be indexed; undefined of a newer protocol. */
  async #toIndex(sequence: number, signal: AbortSignal): Promise<Ledger | undefined> {
    const ledger = await this.rawLedger(sequence, signal);
    if (!ledger.fault) return paired(ledger, this.networkId);
    this.#tellNewer(ledger.fault, ledger);
    return undefined;
  }

  /** Returns a ledger with its envelopes paired. */
  async transactions(sequence: number, signal?: AbortSignal): Promise<Ledger> {
    return paired(await this.ledger(sequence, signal), this.networkId);
  }

  /** Returns the events of a ledger whose envelopes are paired. */
  events(ledger: Ledger): LedgerEvents {
    let events = this.#events.get(ledger);
    if (!events) this.#events.set(ledger, (events = eventsOf(ledger)));
    return events;
  }

  /** Returns the events of an indexed ledger that are kept apart from it, undefined where they are not. */
  keptEvents(sequence: number): LedgerEvents | undefined {
    const { events, lookup } = this.#options;
    if (!events?.has(sequence)) return undefined;
    const checksum = lookup.checksum(sequence);
    return checksum === undefined ? undefined : events.read(sequence, checksum);
  }

  /** Resolves when the events of all ledgers that were there at the start are kept apart, where they are kept. */
  eventsKept(): Promise<void> {
    return this.#filling;
  }

  /** Keeps the events of indexed ledgers of stores on this machine, newest first; it takes about half of a core. */
  async #fillEvents(): Promise<void> {
    const { events } = this.#options;
    await this.#indexing.done();
    const window = this.#window;
    const { signal } = this.#ending;
    for (let sequence = window?.last ?? 0; window && sequence >= window.first && !signal.aborted; sequence--) {
      const place = this.#places.find(sequence);
      if (!events || !place || place.store.remote || events.has(sequence) || !this.lookup.has(sequence)) continue;
      const started = performance.now();
      const ledger = await this.transactions(sequence, signal).catch(() => undefined);
      if (ledger) await events.add(ledger);
      await setTimeout(performance.now() - started, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when every ledger of the window that can be read is in the index; those that could not be are tried again. */
  indexed(): Promise<void> {
    return this.#indexing.done();
  }

  /** Adds to the index. A write error is reported once; the next addition retries. */
  async #index(run: Run): Promise<void> {
    try {
      await this.lookup.add(run);
      this.#unkept = '';
    } catch (error) {
      this.#tellUnkept(error);
    }
  }

  /** Reports each protocol once that this version does not read. */
  #tellNewer(fault: DecodeError, { sequence, protocolVersion: protocol }: Ledger): void {
    this.#note({ ledger: sequence, protocol });
    if (this.#newerTold.has(protocol)) return;
    this.#newerTold.add(protocol);
    this.#options.onError?.(fault, `index ledgers of protocol ${protocol}, which are served as XDR alone`);
  }

  #note(found: Undecodable): void {
    if (found.ledger < (this.#undecodable?.ledger ?? Infinity)) this.#undecodable = found;
  }

  #tellUnkept(error: unknown): void {
    const why = String(error);
    if (why !== this.#unkept) this.#options.onError?.(error, 'keep the index');
    this.#unkept = why;
  }

  /**
   * Returns the transaction with this outer or inner hash in a range of ledgers, undefined when there is none. Throws
   * StoreError when it may be in a ledger that is not in the index.
   */
  async find(hash: Uint8Array, range: LedgerRange, signal?: AbortSignal): Promise<Found | undefined> {
    try {
      return await this.#find(hash, range, signal);
    } catch (error) {
      if (!(error instanceof DamagedRun)) throw error;
      await this.indexed();
      return this.#find(hash, range, signal);
    }
  }

  async #find(hash: Uint8Array, { first, last }: LedgerRange, signal?: AbortSignal): Promise<Found | undefined> {
    for (const { ledger: sequence, position } of this.lookup.transactions(hashKey(hash, 0))) {
      if (sequence < first || sequence > last) continue;
      const ledger = await this.transactions(sequence, signal);
      const index = indexOf(ledger, hash, position);
      if (index !== ABSENT) return { ledger, index };
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
   * there may be more. Throws what listing and reading throw, and StoreError when the next ledger is lacking alone.
   */
  async refresh({ most, signal }: { most?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    const before = this.#window?.last;
    let later: number | undefined;
    for (const store of this.#options.stores) {
      const { last } = this.#window ?? {};
      const range = last === undefined ? { first: 0 } : { first: last + 1, last: most && last + most };
      for (const place of await this.#places.listed(store, { range, signal })) {
        await this.#arrive(place, signal);
        later = Math.max(later ?? 0, place.first);
      }
    }
    const now = this.#window?.last;
    if (now !== undefined && now === before && later !== undefined && later > now + 1 && !this.#closed) {
      throw new StoreError(`ledger ${now + 1} is in no store, though ${later} is: waiting for it`);
    }
    return most !== undefined && now !== undefined && before !== undefined && now - before >= most;
  }

  /** Takes in what follows the window. A ledger is served only when it was read whole, checked and indexed. */
  async #arrive(place: Place, signal?: AbortSignal): Promise<void> {
    const newest = this.#window?.last ?? place.first - 1;
    for (let sequence = newest + 1; sequence >= place.first && sequence <= place.last && !this.#closed; sequence++) {
      if (this.#window && sequence !== this.#window.last + 1) return;
      const started = performance.now();
      const arrived = (await this.#stored(place, signal)).ledger(sequence);
      if (!arrived && this.#window) throw lacking(place, sequence);
      if (!arrived) continue;
      const { fault } = arrived;
      if (fault) this.#tellNewer(fault, arrived);
      else if (this.#undecodable?.ledger === sequence) this.#undecodable = undefined;
      const ledger = fault ? arrived : paired(arrived, this.networkId);
      const run = fault || this.lookup.has(sequence) ? undefined : runOf(ledger);
      const attempt = (first: number) => this.#attempt(first, signal);
      const window = await extendedWindow(this.#window, ledger, this.#options.window, this.#places, attempt);
      // Index and window change together: a concurrent call sees neither change or both.
      const kept = run && this.#index(run);
      this.#places.add([{ ...place, first: sequence, last: sequence }]);
      this.#window = window;
      for (const listener of this.#listeners) listener(ledger, performance.now() - started);
      await kept;
      if (!fault) await this.#options.events?.add(ledger);
    }
  }

  /** Returns the ledgers of an object; notes one of a newer protocol that keeps the object from being read. */
  async #stored(place: Place, signal?: AbortSignal): Promise<StoredLedgers> {
    try {
      return await this.#places.read(place, signal);
    } catch (error) {
      const { ledger, protocol } = error instanceof DecodeError ? error.fields : {};
      if (typeof ledger === 'number' && typeof protocol === 'number') this.#note({ ledger, protocol });
      throw error;
    }
  }

  /** Stops indexing and writes the index into its folder; reports a write error. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#ending.abort();
    await this.#indexing.stop();
    await this.#filling;
    await this.#options.events?.flush();
    this.#options.events?.close();
    try {
      await this.lookup.flush();
    } catch (error) {
      this.#tellUnkept(error);
    } finally {
      this.lookup.close();
    }
  }
}

function lacking({ store, key }: Place, sequence: number): StoreError {
  return new StoreError(`${store.name}: object ${key} does not hold ledger ${sequence}`, { key });
}
