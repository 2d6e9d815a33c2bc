/** What the admin listener tells: counters in the format of Prometheus, under the reference's names. */
import { Gauge, Registry, Summary, collectDefaultMetrics } from 'prom-client';
import { decoderVersion } from '../version.ts';
import { methodNames } from './rpc/config.ts';
import type { RpcMetrics } from './rpc/metrics.ts';
import type { Logger } from './log.ts';

const PREFIX = 'soroban_rpc_';
const percentiles = [0.5, 0.9, 0.99];
const MAX_AGE_SECONDS = 600;

export interface NodeMetrics extends RpcMetrics {
  /** Returns the page. */
  page(): Promise<string>;
  /** Takes in a ledger that arrived: how long its parts took, in seconds. */
  ledger(transactions: number, seconds: number): void;
}

/** Returns the counters of a node; `latest` tells its newest ledger. */
export function nodeMetrics(logger: Logger, latest: () => number): NodeMetrics {
  const registers = [new Registry()];
  collectDefaultMetrics({ register: registers[0] });
  const durations = summary(registers, 'json_rpc_request_duration_seconds', 'JSON RPC request duration', [
    'endpoint',
    'status',
  ]);
  const ingested = summary(registers, 'ingest_ledger_ingestion_duration_seconds', 'ledger ingestion durations', [
    'type',
  ]);
  const transactions = summary(registers, 'transactions_count', 'transactions of the ledgers that arrived', []);
  const inHand = methodNames.map((name) => {
    const label = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, gauge(registers, `network_${label}_inflight_requests`, `calls of ${name} in hand`)] as const;
  });
  const running = new Map<string, Gauge>(inHand);
  gauge(registers, 'ingest_local_latest_ledger', 'sequence number of the newest ledger', (own) => own.set(latest()));
  const info = new Gauge({
    ...{ name: `${PREFIX}build_info`, help: 'what was built', registers },
    labelNames: ['branch', 'build_timestamp', 'commit', 'goversion', 'version'],
  });
  info.set({ branch: '', build_timestamp: '', commit: '', goversion: '', version: decoderVersion }, 1);
  for (const level of ['debug', 'info', 'warn', 'error', 'panic']) {
    gauge(registers, `log_${level}_total`, `lines of level ${level}`, (own) => own.set(logger.count(level)));
  }
  return {
    page: () => registers[0]!.metrics(),
    ledger(count, seconds) {
      transactions.observe(count);
      ingested.observe({ type: 'total' }, seconds);
    },
    start(method) {
      running.get(method)?.inc();
      const end = durations.startTimer({ endpoint: method });
      return (status) => {
        running.get(method)?.dec();
        end({ status });
      };
    },
  };
}

function summary(registers: Registry[], name: string, help: string, labelNames: string[]): Summary {
  return new Summary({
    ...{ name: PREFIX + name, help, labelNames, registers, percentiles },
    ...{ maxAgeSeconds: MAX_AGE_SECONDS, ageBuckets: 5 },
  });
}

function gauge(registers: Registry[], name: string, help: string, collect?: (own: Gauge) => void): Gauge {
  return new Gauge({
    ...{ name: PREFIX + name, help, registers },
    ...(collect && {
      collect() {
        collect(this);
      },
    }),
  });
}
