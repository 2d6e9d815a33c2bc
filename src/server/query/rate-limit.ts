/** How many requests a minute each caller may make (contract 1.11). */
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
    const now = this.#now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    const reset = ((minute + 1) * MINUTE_MS) / 1000;
    const headers = {
      'X-RateLimit-Limit': String(this.#perMinute),
      'X-RateLimit-Remaining': String(Math.max(0, this.#perMinute - count)),
      'X-RateLimit-Reset': String(reset),
    };
    if (count <= this.#perMinute) return headers;
    const seconds = Math.max(1, Math.ceil(reset - now / 1000));
    throw new ApiError(429, 'rate limit exceeded', { ...headers, 'Retry-After': String(seconds) });
  }
}
