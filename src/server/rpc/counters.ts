/** What the room counts. */
export interface RpcMetrics {
  /**
   * Begins to time a call of a method, which may take `limit` milliseconds; what it returns is called with the status in
   * the end.
   */
  start(method: string, limit: number): (status: string) => void;
  /** Says that a request came; what it returns is called with the milliseconds it took. */
  request(): (milliseconds: number) => void;
}

/** Returns counters that nobody reads. */
export function metrics(): RpcMetrics {
  return { start: () => () => undefined, request: () => () => undefined };
}
