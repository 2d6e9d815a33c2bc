/** Metrics of ledger queries: their number and duration by endpoint, and the size of caches. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { undecodableGauge } from '../http/undecodable-gauge.ts';
import { undecodableOf } from './undecodable.ts';
import type { ServedLake } from './view.ts';

export interface QueryMetrics {
  /** Takes in a request that was answered; `endpoint` is the path with its parameters unnamed, none for what no endpoint has. */
  answered(endpoint: string | undefined, status: number, milliseconds: number): void;
  /** Returns the lines, in the format of Prometheus. */
  page(): Promise<string>;
}

/** Upper ends of the classes of durations, in seconds: the budget of a request is 4. */
const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 10];

/** Returns new counters, and the sizes of the caches of lakes. */
export function queryMetrics(lakes: readonly ServedLake[]): QueryMetrics {
  const registers = [new Registry()];
  const requests = new Counter({
    ...{ name: 'ledgerlake_query_requests_total', help: 'ledger queries that were answered', registers },
    labelNames: ['endpoint', 'status'],
  });
  const durations = new Histogram({
    ...{
      name: 'ledgerlake_query_duration_seconds',
      help: 'time from a ledger query to its answer',
      registers,
      buckets,
    },
    labelNames: ['endpoint'],
  });
  undecodableGauge(registers, () =>
    Promise.all(lakes.map(async (lake) => [{ network: lake.network }, await undecodableOf(lake)])),
  );
  new Gauge({
    ...{ name: 'ledgerlake_query_cache_bytes', help: 'memory of cached rows and answers, about', registers },
    labelNames: ['network'],
    collect() {
      for (const { network, cache, statements } of lakes) this.set({ network }, cache.bytes + statements.cachedBytes);
    },
  });
  return {
    answered(endpoint = 'none', status, milliseconds) {
      requests.inc({ endpoint, status });
      durations.observe({ endpoint }, milliseconds / 1000);
    },
    page: () => registers[0].metrics(),
  };
}
