/** Downloads ahead of whoever decodes: in order, in parallel, and never more than fits. */
import { StoreError } from '../../core/errors.ts';
import { FIRST_LEDGER, parseKey } from '../keys.ts';
import { missingObject } from '../plan.ts';
import type { BufferSettings, Store, StoreObject } from '../store.ts';

const BUFFER_BYTES = 256 * 1024 * 1024;

/** Returns the settings for objects of so many ledgers, where nobody says anything else: more ledgers, fewer objects. */
export function bufferSettings(ledgersPerFile: number, given: Partial<BufferSettings> = {}): BufferSettings {
  const usual =
    ledgersPerFile <= 1
      ? { size: 100, workers: 10 }
      : ledgersPerFile <= 100
        ? { size: 10, workers: 5 }
        : { size: 10, workers: 2 };
  const size = given.size ?? Math.max(usual.size, given.workers ?? 0);
  return { size, workers: given.workers ?? Math.min(usual.workers, size), bytes: given.bytes ?? BUFFER_BYTES };
}

/** An object with its bytes. */
export interface Fetched {
  key: string;
  bytes: Uint8Array;
}

/**
 * What the readers of one store share: so many downloads at a time, so many objects and bytes held. Readers get equal shares,
 * since one that held everything would leave the others' decoders idle.
 */
export class Downloads {
  readonly #store: Store;
  readonly #settings: BufferSettings;
  readonly #signal: AbortSignal | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The most bytes that were held or under way together. */
  peakBytes = 0;
  #bytes = 0;

  constructor(store: Store, settings: BufferSettings, signal?: AbortSignal) {
    this.#store = store;
    this.#settings = settings;
    this.#signal = signal;
  }

  /**
   * Returns a reader of the objects in their order, which begins at once to fill its share of the buffer: one of `shares`.
   * What a download throws is thrown when its object's turn has come.
   */
  reader(objects: readonly StoreObject[], shares = 1): ObjectReader {
    const { size, bytes } = this.#settings;
    const share = { size: Math.max(1, Math.floor(size / shares)), bytes: Math.max(1, Math.floor(bytes / shares)) };
    return new ObjectReader(
      objects,
      share,
      (object, signal) => this.#fetch(object, signal),
      (change) => this.#hold(change),
    );
  }

  #hold(change: number): void {
    this.#bytes += change;
    this.peakBytes = Math.max(this.peakBytes, this.#bytes);
  }

  async #fetch({ key }: StoreObject, signal: AbortSignal): Promise<Uint8Array> {
    await this.#turn();
    try {
      const both = this.#signal ? AbortSignal.any([signal, this.#signal]) : signal;
      return await this.#store.get(key, { signal: both });
    } catch (error) {
      throw namingLedger(error, key);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#settings.workers) await new Promise<void>((start) => this.#waiting.push(start));
    this.#running++;
  }
}

/** Says in the reference's words which ledgers are not to be had. */
function namingLedger(error: unknown, key: string): unknown {
  const parsed = parseKey(key);
  if (!parsed || !(error instanceof StoreError)) return error;
  const ledger = Math.max(parsed.first, FIRST_LEDGER);
  if (error.kind === 'missing') return missingObject(ledger, key);
  if (error.kind !== 'passing') return error;
  const text = `maximum retries exceeded for downloading object containing sequence ${ledger}`;
  return new StoreError(`${text}: ${error.message}`, error.fields, error);
}

/** Gives objects one after another. */
export class ObjectReader {
  readonly #objects: readonly StoreObject[];
  readonly #share: { size: number; bytes: number };
  readonly #fetch: (object: StoreObject, signal: AbortSignal) => Promise<Uint8Array>;
  readonly #hold: (change: number) => void;
  readonly #stop = new AbortController();
  readonly #ahead: { object: StoreObject; bytes: Promise<Uint8Array> }[] = [];
  #next = 0;
  #held = 0;

  constructor(
    objects: readonly StoreObject[],
    share: { size: number; bytes: number },
    fetch: (object: StoreObject, signal: AbortSignal) => Promise<Uint8Array>,
    hold: (change: number) => void,
  ) {
    this.#objects = objects;
    this.#share = share;
    this.#fetch = fetch;
    this.#hold = hold;
    this.#fill();
  }

  /** Returns the next object, undefined after the last one. The caller has the bytes from then on. */
  async next(): Promise<Fetched | undefined> {
    const head = this.#ahead.shift();
    if (!head) return undefined;
    try {
      return { key: head.object.key, bytes: await head.bytes };
    } finally {
      this.#change(-head.object.bytes);
      this.#fill();
    }
  }

  /** Ends the downloads under way. */
  close(): void {
    this.#next = this.#objects.length;
    this.#stop.abort();
    for (const { object } of this.#ahead.splice(0)) this.#change(-object.bytes);
  }

  #fill(): void {
    while (this.#next < this.#objects.length && this.#hasRoom(this.#objects[this.#next])) {
      const object = this.#objects[this.#next++];
      const bytes = this.#fetch(object, this.#stop.signal);
      // Whoever takes it meets the error; until then it is not one that nobody handles.
      bytes.catch(() => undefined);
      this.#ahead.push({ object, bytes });
      this.#change(object.bytes);
    }
  }

  #hasRoom({ bytes }: StoreObject): boolean {
    if (this.#ahead.length === 0) return true;
    return this.#ahead.length < this.#share.size && this.#held + bytes <= this.#share.bytes;
  }

  #change(bytes: number): void {
    this.#held += bytes;
    this.#hold(bytes);
  }
}
