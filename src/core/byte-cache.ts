/** The one cache that is bounded by the memory that its values take. */

/** Entries that one `put` passes over at most: passing over 100,000 would take a tenth of a second. */
const MOST_PASSED_OVER = 64;

/** A value, what is counted of it, and whether it was asked for since it was last passed over. */
interface Kept<T> {
  value: T;
  bytes: number;
  isAsked: boolean;
}

/**
 * Values by their keys, each with its bytes. If they exceed the bound, about the least recently used go first: a use is noted, and
 * does not move the value, because that takes longer than to find it.
 */
export class ByteCache<T extends { readonly bytes: number }, Key = string> {
  readonly #most: number;
  /** The one that is looked at next where there are too many first. */
  readonly #values = new Map<Key, Kept<T>>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many bytes the values take. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: Key): boolean {
    return this.#values.has(key);
  }

  get(key: Key): T | undefined {
    const found = this.#values.get(key);
    if (!found) return undefined;
    found.isAsked = true;
    return found.value;
  }

  /** Keeps a value and drops the key's earlier one; ignores a value larger than the limit. */
  put(key: Key, value: T): void {
    this.delete(key);
    const { bytes } = value;
    if (bytes > this.#most) return;
    this.#values.set(key, { value, bytes, isAsked: false });
    this.#bytes += bytes;
    let passedOver = 0;
    // Those that are put behind the others are met again.
    for (const [next, kept] of this.#values) {
      if (this.#bytes <= this.#most) return;
      if (next === key) continue;
      if (kept.isAsked && passedOver++ < MOST_PASSED_OVER) {
        kept.isAsked = false;
        this.#values.delete(next);
        this.#values.set(next, kept);
      } else this.delete(next);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }

  delete(key: Key): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0;
    this.#values.delete(key);
  }
}
