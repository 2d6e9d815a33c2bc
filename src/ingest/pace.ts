/** How often a store that grows is asked for its next object. */

export interface Pace {
  /** Returns milliseconds until the next object can be there. */
  untilDue(): number;
  /** Returns milliseconds to wait after so many questions in vain. */
  untilNext(misses: number): number;
  /** Notes that an object is there. */
  appeared(): void;
}

const LOCAL_POLL_MS = 200;
/** The network closes a ledger about this often; how often objects come is learned from them. */
const CLOSE_MS = 5000;
const FIRST_POLL_MS = 250;

/** A look into a folder costs nothing. */
export const localPace: Pace = {
  untilDue: () => 0,
  untilNext: () => LOCAL_POLL_MS,
  appeared: () => undefined,
};

/** Asks shortly before an object is due, then at pauses that grow to twice the time between objects. */
export class RemotePace implements Pace {
  #intervalMs = CLOSE_MS;
  #appearedAt: number | undefined;

  untilDue(): number {
    if (this.#appearedAt === undefined) return 0;
    return Math.max(0, this.#appearedAt + 0.8 * this.#intervalMs - performance.now());
  }

  untilNext(misses: number): number {
    return Math.min(FIRST_POLL_MS * 1.5 ** misses, this.#intervalMs * 2);
  }

  appeared(): void {
    const now = performance.now();
    if (this.#appearedAt !== undefined) {
      const between = Math.min(Math.max(now - this.#appearedAt, 500), 4 * CLOSE_MS);
      this.#intervalMs = 0.8 * this.#intervalMs + 0.2 * between;
    }
    this.#appearedAt = now;
  }
}
