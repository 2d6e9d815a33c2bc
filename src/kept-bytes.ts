/** What was read last, bounded by the memory that it takes. */

/** Values by their keys, each with the bytes that it takes with its key; where they take too much, those that rested longest are forgotten. */
export class KeptBytes<T extends { readonly bytes: number }> {
  readonly #most: number;
  /** The one that rested longest first, with what is counted of it. */
  readonly #values = new Map<string, { value: T; bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many bytes the values take. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): T | undefined {
    const found = this.#values.get(key);
    if (!found) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  /** Keeps a value, in place of the one that the key had; not one that is too large by itself. */
  put(key: string, value: T): void {
    this.#forget(key);
    const { bytes } = value;
    if (bytes > this.#most) return;
    this.#values.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }

  #forget(key: string): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0;
    this.#values.delete(key);
  }
}
