/** A datastore that is read ledger by ledger, some ahead of the reader. */
import { setTimeout } from 'node:timers/promises';
import { objectKey, type LedgerRange, type StoreSchema } from '../datastore/keys.ts';
import { storeWith, type Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../core/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ObjectCache } from './object-cache.ts';

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
  readonly #schema: StoreSchema;
  readonly #ahead: ReadAhead;
  readonly #inTurn: Store;
  readonly #cache: ObjectCache;

  constructor(store: Store, schema: StoreSchema, ahead: ReadAhead, cache: ObjectCache) {
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
