/** Ledgers out of stored objects: decompressed, checked, and kept while they are asked for. */
import { setTimeout } from 'node:timers/promises';
import { objectKey, type LedgerRange, type Schema } from '../datastore/keys.ts';
import { storeWith, type Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../errors.ts';
import { decompress } from '../ledger/compression.ts';
import type { OnFault } from '../ledger/frames.ts';
import { ledgersIn, newerLedger, type Ledger } from '../ledger/ledger.ts';

/** What the objects of a transaction take beside its bytes (1.0 to 1.4 kB of pubnet-p26, envelope, offsets and changes together). */
const TRANSACTION_BYTES = 1200;

/** The ledgers of one object, in its order; one of a newer protocol only if it is the last of its batch, or has a record of its own. */
export class StoredLedgers {
  /** What they take of the memory, about. */
  readonly bytes: number;
  readonly #ledgers = new Map<number, Ledger>();

  /** Throws DecodeError when the bytes are no ledgers, or are others than their batch or the object's name says. */
  constructor(stored: Uint8Array, key: string, named?: LedgerRange) {
    const bytes = decompress(stored, { file: key });
    let size = bytes.length;
    let faulty: DecodeError | undefined;
    const keep = (ledger: Ledger, sequence: number | undefined) => {
      const isNamed = !named || (ledger.sequence >= named.first && ledger.sequence <= named.last);
      if ((sequence ?? ledger.sequence) !== ledger.sequence || !isNamed) {
        throw misplaced(key, ledger.sequence, sequence, named);
      }
      this.#ledgers.set(ledger.sequence, ledger);
      size += ledger.transactions.length * TRANSACTION_BYTES;
    };
    // XDR does not say where a ledger ends that is not understood: its batch or record has to.
    const keepNewer: OnFault = (fault, lost, at) => {
      const isLast = at !== undefined && lost?.first === lost?.last;
      const ledger = isLast ? newerLedger(bytes.subarray(at.start, at.end), fault, key) : undefined;
      if (ledger) keep(ledger, lost?.first);
      else faulty ??= fault;
    };
    for (const { ledger, sequence } of ledgersIn(bytes, key, { onFault: keepNewer })) keep(ledger, sequence);
    if (faulty) throw faulty;
    this.bytes = size;
  }

  ledgers(): IterableIterator<Ledger> {
    return this.#ledgers.values();
  }

  ledger(sequence: number): Ledger | undefined {
    return this.#ledgers.get(sequence);
  }
}

function misplaced(file: string, ledger: number, batch?: number, named?: LedgerRange): DecodeError {
  const expected = batch !== undefined && batch !== ledger ? `${batch}, as the batch says` : nameOf(named);
  return new DecodeError(`${file}: the header says ledger ${ledger}, expected ${expected}`, { file, ledger });
}

function nameOf(named?: LedgerRange): string {
  return named ? `one of ${named.first} to ${named.last}, as the name says` : 'the one of the batch';
}

/** An object that is kept, or read for those who wait for it. */
interface Kept {
  object: Promise<StoredLedgers>;
  /** What it takes of the memory, 0 while it is read. */
  bytes: number;
  waiting: number;
  /** Ends the reading when nobody waits any more. */
  ending: AbortController;
}

/** Reads objects, each once while several ask for it, and keeps those asked for last up to `maxBytes` of ledgers. */
export class ObjectCache {
  readonly #maxBytes: number;
  /** In the order of use, the oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the ledgers of an object; throws StoreError when it cannot be read, DecodeError when it is damaged, and what the
   * signal's reason is when it is aborted. The reading goes on while anybody waits for it.
   */
  async read(store: Store, key: string, named?: LedgerRange, signal?: AbortSignal): Promise<StoredLedgers> {
    signal?.throwIfAborted();
    const name = nameIn(store, key);
    const kept = this.#kept.get(name) ?? this.#begin(store, key, named);
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    kept.waiting++;
    try {
      return await abortable(kept.object, signal);
    } finally {
      kept.waiting--;
      if (kept.waiting === 0 && kept.bytes === 0) this.#drop(name, kept);
    }
  }

  #begin(store: Store, key: string, named?: LedgerRange): Kept {
    const name = nameIn(store, key);
    const ending = new AbortController();
    const object = load(store, key, named, ending.signal);
    const kept: Kept = { object, bytes: 0, waiting: 0, ending };
    object.then(
      ({ bytes }) => this.#keep(name, kept, bytes),
      () => this.#drop(name, kept),
    );
    return kept;
  }

  /** One that was forgotten while it was read is not kept. */
  #keep(name: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(name) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    this.#trim();
  }

  #drop(name: string, kept: Kept): void {
    kept.ending.abort();
    if (this.#kept.get(name) === kept) this.#kept.delete(name);
  }

  /** Lets go of an object, so that it is read anew. */
  forget(store: Store, key: string): void {
    const name = nameIn(store, key);
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0;
    this.#kept.delete(name);
  }

  #trim(): void {
    for (const [name, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes || this.#kept.size === 1) return;
      if (bytes === 0) continue;
      this.#bytes -= bytes;
      this.#kept.delete(name);
    }
  }
}

/** Returns what the promise gives, or rejects with the signal's reason when that comes first. */
async function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function nameIn(store: Store, key: string): string {
  return `${store.name}\n${key}`;
}

async function load(store: Store, key: string, named?: LedgerRange, signal?: AbortSignal): Promise<StoredLedgers> {
  return new StoredLedgers(await store.get(key, { signal }), key, named);
}

/** How a datastore is read ahead; the wait is milliseconds. */
export interface ReadAhead {
  bufferSize: number;
  workers: number;
  /** How many ledgers are read ahead for one request; without it as many as the workers give. */
  ledgersAhead?: number;
  /** How many objects are read at once for all requests; without it any number. */
  atOnce?: number;
  retryLimit: number;
  retryWait: number;
}

/** Extensions of objects: what everybody writes today, and what was written before. */
const EXTENSIONS = ['zst', 'zstd'];

/** A datastore whose objects are found by arithmetic, without a listing. */
export class Datastore {
  readonly store: Store;
  readonly #schema: Schema;
  readonly #ahead: ReadAhead;
  readonly #inTurn: Store;
  readonly #cache: ObjectCache;

  constructor(store: Store, schema: Schema, ahead: ReadAhead, cache: ObjectCache) {
    this.store = store;
    this.#schema = schema;
    this.#ahead = ahead;
    this.#cache = cache;
    this.#inTurn = takingTurns(store, ahead.atOnce ?? Infinity);
  }

  /** Yields the ledgers of a range in order, several objects read at a time. Throws StoreError in the reference's words. */
  async *ledgers({ first, last }: LedgerRange, signal?: AbortSignal): AsyncGenerator<Ledger> {
    const { bufferSize, workers, ledgersAhead = Infinity } = this.#ahead;
    const fault = bufferSize < 1 ? 'buffer size must be > 0' : 'number of workers must be <= BufferSize';
    if (bufferSize < 1 || workers > bufferSize) {
      throw new StoreError(`failed to create buffered storage backend: ${fault}`);
    }
    const ahead = Math.min(Math.max(workers, 1) * this.#schema.ledgersPerFile, ledgersAhead);
    const ending = new AbortController();
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    const coming: Promise<Ledger>[] = [];
    try {
      for (let sequence = first; sequence <= last || coming.length > 0;) {
        while (sequence <= last && coming.length < ahead) {
          const next = this.ledger(sequence++, either);
          next.catch(() => undefined);
          coming.push(next);
        }
        yield await coming.shift()!.catch((error: unknown) => {
          throw prefixed(error);
        });
      }
    } finally {
      ending.abort();
    }
  }

  /** Returns a ledger; throws StoreError when no object holds it. */
  async ledger(sequence: number, signal?: AbortSignal): Promise<Ledger> {
    const key = objectKey(sequence, this.#schema, EXTENSIONS[0]);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#read(sequence, key, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Missing || error instanceof DecodeError) throw error;
        if (attempt >= this.#ahead.retryLimit) {
          throw new StoreError(
            `maximum retries exceeded for downloading object containing sequence ${sequence}`,
            { key },
            error,
          );
        }
        await setTimeout(this.#ahead.retryWait, undefined, { signal }).catch(() => signal?.throwIfAborted());
      }
    }
  }

  async #read(sequence: number, key: string, signal?: AbortSignal): Promise<Ledger> {
    for (const extension of EXTENSIONS) {
      const name = objectKey(sequence, this.#schema, extension);
      try {
        const object = await this.#cache.read(this.#inTurn, name, undefined, signal);
        const found = object.ledger(sequence);
        if (found) return found;
        throw new DecodeError(`ledger object ${name} does not hold ledger ${sequence}`, {
          file: name,
          ledger: sequence,
        });
      } catch (error) {
        if (!(error instanceof StoreError) || (await this.store.exists(name, { signal }))) throw error;
      }
    }
    throw new Missing(
      `ledger object containing sequence ${sequence} is missing: unable to retrieve file: ${key}: file does not exist`,
      { key },
    );
  }
}

/** Returns the store with no more than so many objects read at once. */
function takingTurns(store: Store, most: number): Store {
  const waiting: (() => void)[] = [];
  let reading = 0;
  return storeWith(store, {
    async get(key, options) {
      if (reading < most) reading++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await store.get(key, options);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else reading--;
      }
    },
  });
}

/** An object that is not there: it is not asked for again. */
class Missing extends StoreError {}

function prefixed(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new StoreError(`failed getting next ledger batch from queue: ${error.message}`, error.fields, error);
}
