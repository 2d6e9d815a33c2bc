/** What reading a store over a network took, as words and as JSON. */
import type { StoreMetrics } from '../datastore/metrics.ts';
import { duration, plural, size } from './text.ts';

/** Returns the metrics as one object. */
export function metricsJson({ requests, bytes, retries, waitMs, cached }: StoreMetrics) {
  return { requests, bytes, retries, wait_seconds: waitMs / 1000, cached };
}

/** Returns the metrics as a line of text. */
export function metricsText({ requests, bytes, retries, waitMs, cached }: StoreMetrics): string {
  const parts = [`from the store: ${plural(requests, 'request')}, ${size(bytes)}`];
  if (retries > 0) {
    parts.push(`${retries === 1 ? '1 retry' : `${retries} retries`} after ${duration(waitMs / 1000)} of waiting`);
  }
  if (cached > 0) parts.push(`${plural(cached, 'object')} from the cache`);
  return parts.join(', ');
}
