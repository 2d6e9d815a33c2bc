/** Memory that is filled piece by piece, given back all at once, and filled again: no new pages, nothing to collect. */

const BLOCK_BYTES = 16 * 1024 * 1024;
const ALIGNMENT = 8;

/** What Arrow's buffers are. */
type Values = Uint8Array | Int32Array | BigInt64Array | Float64Array;

export class Arena {
  readonly #blocks: ArrayBuffer[] = [];
  /** The block that is being filled, and how far. */
  #block = 0;
  #used = 0;

  /** Returns a copy of the values that holds until `clear`. */
  copy<T extends Values>(values: T): T {
    const [buffer, offset] = this.#room(values.byteLength);
    const make = values.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => T;
    const copy = new make(buffer, offset, values.length);
    // The kinds are the same; the compiler knows that of each, and not of all.
    (copy as Uint8Array).set(values as Uint8Array);
    return copy;
  }

  /** Takes all copies back and keeps the memory. */
  clear(): void {
    this.#block = 0;
    this.#used = 0;
  }

  #room(bytes: number): [buffer: ArrayBuffer, offset: number] {
    for (; ; this.#block++, this.#used = 0) {
      // What is larger than a block gets one of its size.
      const block = (this.#blocks[this.#block] ??= new ArrayBuffer(Math.max(BLOCK_BYTES, bytes)));
      if (this.#used + bytes > block.byteLength) continue;
      const offset = this.#used;
      this.#used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      return [block, offset];
    }
  }
}
