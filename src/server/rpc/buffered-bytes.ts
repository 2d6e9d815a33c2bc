/** How many bytes of answers may be held: by calls that write them, and by connections whose clients read slowly. */

/** Answers are held up to this size, all together, so that an error can still take their place. */
const HELD_BYTES = 16 * 1024 * 1024;
/** What a call may always hold, however many bytes wait: less would be sent in parts that are too small. */
const LEAST_BYTES = 64 * 1024;

/** The bytes that are held of all answers. */
export class HeldBytes {
  /** How many calls are writing. */
  writers = 0;
  #waiting = 0;

  /** How many bytes of its answer a call may hold. */
  mayHold(): number {
    return Math.max((HELD_BYTES - this.#waiting) / Math.max(this.writers, 1), LEAST_BYTES);
  }

  /** Says that a part waits to be taken; what is returned says that it waits no longer. */
  wait(part: Uint8Array): () => void {
    // A part of a buffer keeps all of it.
    const size = part.buffer.byteLength;
    this.#waiting += size;
    return () => {
      this.#waiting -= size;
    };
  }
}
