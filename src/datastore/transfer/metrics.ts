/** What reading a store over a network has taken. */
export interface StoreMetrics {
  /** Requests sent, further attempts included. */
  requests: number;
  /** Bytes of bodies received, those of failed attempts included: what is paid for. */
  bytes: number;
  /** Attempts after the first. */
  retries: number;
  /** Milliseconds spent between attempts, summed over parallel downloads. */
  waitMs: number;
  /** Objects that came from the cache. */
  cached: number;
  /** Whether the store has answered at all. */
  answered: boolean;
}

/** Returns metrics of nothing yet. */
export function newMetrics(): StoreMetrics {
  return { requests: 0, bytes: 0, retries: 0, waitMs: 0, cached: 0, answered: false };
}
