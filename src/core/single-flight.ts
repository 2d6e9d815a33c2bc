/** Work that several callers want at once is done once for all of them. */

/** Work for all who wait for it. */
interface Running<T> {
  result: Promise<T>;
  waiting: number;
  stop: AbortController;
}

export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Returns the result of a key's work, which runs once for all callers; throws as it does. A caller whose signal aborts
   * throws its reason. When the last one leaves, the work is aborted and awaited.
   */
  async run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#begin(key, work);
    running.waiting++;
    const left = Promise.withResolvers<undefined>();
    const leave = () => left.resolve(undefined);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const done = await Promise.race([running.result.then((value) => ({ value })), left.promise]);
      if (done) return done.value;
      running.waiting--;
      if (running.waiting === 0) await this.#end(key, running, signal?.reason);
      throw signal?.reason;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController();
    const running: Running<T> = { result: work(stop.signal), waiting: 0, stop };
    this.#running.set(key, running);
    void running.result.catch(() => undefined).then(() => this.#forget(key, running));
    return running;
  }

  /** Who asks from now on begins anew. */
  async #end(key: string, running: Running<T>, reason: unknown): Promise<void> {
    this.#forget(key, running);
    running.stop.abort(reason);
    await running.result.catch(() => undefined);
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
