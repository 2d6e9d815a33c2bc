/** A limit on the time that work takes; the time in which a client takes its answer does not count. */
export class TimeLimit {
  readonly #milliseconds: number;
  readonly #onOver: () => void;
  #worked = 0;
  #since?: number;
  #timer?: NodeJS.Timeout;
  #hasEnded = false;

  /** Begins to count; `onOver` is called once the time is up, unless the limit has ended by then. */
  constructor(milliseconds: number, onOver: () => void) {
    this.#milliseconds = milliseconds;
    this.#onOver = onOver;
    this.#start();
  }

  /** How many milliseconds were worked. */
  get worked(): number {
    return this.#worked + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Whether the time is up, told or not: while the process is busy no timer fires. */
  get isOver(): boolean {
    return this.worked > this.#milliseconds;
  }

  /** Waits without counting. */
  async pausedFor(wait: () => Promise<void>): Promise<void> {
    this.#stop();
    await wait();
    if (!this.#hasEnded) this.#start();
  }

  /** Ends it. */
  end(): void {
    this.#hasEnded = true;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#worked = this.worked;
    this.#since = undefined;
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onOver, Math.max(this.#milliseconds - this.#worked, 1));
  }
}
