/** Metrics of ledger queries: their number and duration by endpoint, and the size of caches. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readScrubState } from '../../lake/disk/scrub-state.ts';
import type { Scrub } from '../../library/scrub.ts';
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

/** Returns new counters, the sizes of the caches of lakes, and how far their background verification is. */
export function queryMetrics(lakes: readonly ServedLake[], scrubs: readonly Scrub[] = []): QueryMetrics {
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
  scrubGauges(registers, lakes, scrubs);
  return {
    answered(endpoint = 'none', status, milliseconds) {
      requests.inc({ endpoint, status });
      durations.observe({ endpoint }, milliseconds / 1000);
    },
    page: () => registers[0].metrics(),
  };
}

function scrubGauges(registers: Registry[], lakes: readonly ServedLake[], scrubs: readonly Scrub[]): void {
  if (scrubs.length === 0) return;
  const labelNames = ['network'];
  new Counter({
    ...{
      name: 'ledgerlake_scrub_bytes_total',
      help: 'bytes of the lake verified in the background',
      registers,
      labelNames,
    },
    collect() {
      this.reset();
      for (const [i, { network }] of lakes.entries()) this.inc({ network }, scrubs[i].bytes);
    },
  });
  const states = () =>
    Promise.all(lakes.map(async ({ network, lake }) => ({ network, state: await readScrubState(lake.path) })));
  new Gauge({
    ...{
      name: 'ledgerlake_scrub_damaged_files',
      help: 'damaged files that were found and not repaired',
      registers,
      labelNames,
    },
    async collect() {
      for (const { network, state } of await states()) this.set({ network }, state?.damaged.length ?? 0);
    },
  });
  new Gauge({
    ...{
      name: 'ledgerlake_scrub_last_pass_timestamp_seconds',
      help: 'end of the last whole pass',
      registers,
      labelNames,
    },
    async collect() {
      this.reset();
      for (const { network, state } of await states())
        if (state?.finished !== undefined) this.set({ network }, Date.parse(state.finished) / 1000);
    },
  });
}
