/** What reading a store over a network took, as words and as JSON. */
import type { StoreMetrics } from '../index.ts';
import { costOf } from '../light.ts';
import { duration, plural, size } from './text.ts';

/** Returns the metrics as one object. */
export function metricsJson({ requests, bytes, retries, waitMs, cached }: StoreMetrics, pricePerGb: number) {
  return { requests, bytes, retries, wait_seconds: waitMs / 1000, cached, cost_usd: costOf(bytes, pricePerGb) };
}

/** Returns the metrics as a line of text. */
export function metricsText({ requests, bytes, retries, waitMs, cached }: StoreMetrics, pricePerGb: number): string {
  const parts = [`from the store: ${plural(requests, 'request')}, ${size(bytes)}`];
  if (retries > 0) {
    parts.push(`${retries === 1 ? '1 retry' : `${retries} retries`} after ${duration(waitMs / 1000)} of waiting`);
  }
  if (cached > 0) parts.push(`${plural(cached, 'object')} from the cache`);
  if (pricePerGb > 0) parts.push(`about ${costOf(bytes, pricePerGb).toFixed(2)} USD`);
  return parts.join(', ');
}
