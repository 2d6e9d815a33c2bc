/** What a server keeps in memory of a lake, in one cache that is bounded by bytes. */
import { ByteCache } from '../../core/byte-cache.ts';

interface KeptValue {
  value: unknown;
  bytes: number;
}

const MOST_BYTES = 96 * 1024 * 1024;
/** Bytes of a small value with its key, about. */
const SMALL_BYTES = 200;

/** Values by key. They are of one generation of the lake: in the next one, rows of a ledger may be others. */
export class LakeCache {
  readonly #values: ByteCache<KeptValue>;
  #generation = 0;

  constructor(most = MOST_BYTES) {
    this.#values = new ByteCache(most);
  }

  /** How many bytes the values take, about. */
  get bytes(): number {
    return this.#values.bytes;
  }

  /** Returns a value; undefined if it is of another generation. */
  get<T>(generation: number, key: string): T | undefined {
    if (generation > this.#generation) this.#begin(generation);
    return generation === this.#generation ? (this.#values.get(key)?.value as T | undefined) : undefined;
  }

  /** Returns true if `get` would return a value. */
  has(generation: number, key: string): boolean {
    return generation === this.#generation && this.#values.has(key);
  }

  /** Keeps a value, unless a later generation began. Values that were not read for the longest time go first. */
  put(generation: number, key: string, value: unknown, bytes = SMALL_BYTES): void {
    if (generation > this.#generation) this.#begin(generation);
    if (generation === this.#generation) this.#values.put(key, { value, bytes });
  }

  #begin(generation: number): void {
    this.#generation = generation;
    this.#values.clear();
  }
}
