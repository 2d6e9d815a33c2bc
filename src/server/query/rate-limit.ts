/** Limits the requests of each caller per minute. */
import { ApiError } from './errors.ts';

const MINUTE_MS = 60_000;

export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  /** The requests of each caller in the minute that runs. */
  #counts = new Map<string, number>();
  #minute = 0;

  /** `perMinute` 0 is no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request, and returns the headers that tell the limit; throws ApiError when it is one too many. */
  take(caller: string): Record<string, string> {
    if (this.#perMinute === 0) return {};
    const count = this.#countOf(caller) + 1;
    this.#counts.set(caller, count);
    const headers = this.told(caller);
    if (count <= this.#perMinute) return headers;
    const seconds = Math.max(1, Math.ceil(this.#reset - this.#now() / 1000));
    throw new ApiError(429, 'rate limit exceeded', { ...headers, 'Retry-After': String(seconds) });
  }

  /** Returns the headers that tell the limit to a caller, of whom nothing is counted for this. */
  told(caller: string): Record<string, string> {
    if (this.#perMinute === 0) return {};
    const left = Math.max(0, this.#perMinute - this.#countOf(caller));
    return {
      'X-RateLimit-Limit': String(this.#perMinute),
      'X-RateLimit-Remaining': String(left),
      'X-RateLimit-Reset': String(this.#reset),
    };
  }

  /** When the minute ends, in seconds. */
  get #reset(): number {
    return ((this.#minute + 1) * MINUTE_MS) / 1000;
  }

  #countOf(caller: string): number {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    return this.#counts.get(caller) ?? 0;
  }
}
