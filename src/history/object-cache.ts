/** Stored objects in memory: each is read once while several requests wait for it, and kept while it is used. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { Store } from '../datastore/store.ts';
import { StoredLedgers } from './stored-ledgers.ts';

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
