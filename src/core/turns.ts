/** One thing at a time for each name, in the order in which they were asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all that was asked for under the name before, and returns what it returns. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
