/** Stored objects in memory: each is read once for all who wait for it, and stays while it is used. */
import { ByteCache } from '../core/byte-cache.ts';
import { SingleFlight } from '../core/single-flight.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import type { Store } from '../datastore/store.ts';
import { StoredLedgers } from './stored-ledgers.ts';

/** Reads objects and keeps up to `maxBytes` of their ledgers. */
export class ObjectCache {
  readonly #objects: ByteCache<StoredLedgers>;
  readonly #reading = new SingleFlight<StoredLedgers>();
  #forgets = 0;

  constructor(maxBytes: number) {
    this.#objects = new ByteCache(maxBytes);
  }

  /** Returns the ledgers of an object. Throws StoreError if unreadable, DecodeError if damaged, or the signal's reason. */
  async read(store: Store, key: string, named?: LedgerRange, signal?: AbortSignal): Promise<StoredLedgers> {
    signal?.throwIfAborted();
    const name = nameIn(store, key);
    const known = this.#objects.get(name);
    if (known) return known;
    const forgets = this.#forgets;
    return this.#reading.run(`${name}\n${forgets}`, signal, async (stop) => {
      const object = new StoredLedgers(await store.get(key, { signal: stop }), key, named);
      if (forgets === this.#forgets) this.#objects.put(name, object);
      return object;
    });
  }

  /** Drops an object, so that it is read again. Reads that run already serve their callers only. */
  forget(store: Store, key: string): void {
    this.#forgets++;
    this.#objects.delete(nameIn(store, key));
  }
}

function nameIn(store: Store, key: string): string {
  return `${store.name}\n${key}`;
}
