/** What the admin listener tells: counters in the format of Prometheus, under the reference's names. */
import { Counter, Gauge, Registry, Summary, collectDefaultMetrics } from 'prom-client';
import { decoderVersion } from '../../version.ts';
import type { RpcConfig } from './rpc-config.ts';
import { methods } from './methods/index.ts';
import type { History } from '../../history/history.ts';
import { undecodableGauge } from '../http/undecodable-gauge.ts';
import type { RpcMetrics } from './counters.ts';
import type { Logger } from '../http/log.ts';

const PREFIX = 'soroban_rpc_';
const percentiles = [0.5, 0.9, 0.99];
const MAX_AGE_SECONDS = 600;

export interface NodeMetrics extends RpcMetrics {
  /** Returns the page. */
  page(): Promise<string>;
  /** Takes in a ledger that arrived: how long its parts took, in seconds. */
  ledger(transactions: number, seconds: number): void;
}

/** Returns the counters of a node within the room's limits. */
export function nodeMetrics(
  logger: Logger,
  config: RpcConfig,
  history: Pick<History, 'window' | 'undecodable'>,
): NodeMetrics {
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
  const stored = summary(
    registers,
    'transactions_operation_duration_seconds',
    'what finding transactions again costs',
    ['operation'],
  );
  const limits = new Map<string, Thresholds>(
    Object.keys(methods).map((name) => {
      const label = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [name, thresholds(registers, label, 'execution_threshold', `calls of ${name}`)];
    }),
  );
  const all = thresholds(registers, 'global', 'request_execution_duration_threshold', 'requests');
  const stats = counter(registers, 'ingest_ledger_stats_total', 'what the ledgers that arrived hold', ['type']);
  gauge(registers, 'ingest_local_latest_ledger', 'sequence number of the newest ledger', (own) => {
    own.set(history.window()?.last ?? 0);
  });
  undecodableGauge(registers, () => Promise.resolve([[{}, history.undecodable()]]));
  programGauges(registers, logger);
  return {
    page: () => registers[0].metrics(),
    ledger(count, seconds) {
      transactions.observe(count);
      stats.inc({ type: 'transactions' }, count);
      stats.inc({ type: 'ledgers' });
      ingested.observe({ type: 'total' }, seconds);
      // One walk reads a ledger and indexes its transactions.
      stored.observe({ operation: 'ingest' }, seconds);
    },
    start(method, limit) {
      const observe = limits.get(method)?.start(limit / 3, limit);
      const end = durations.startTimer({ endpoint: method });
      return (status) => {
        const seconds = end({ status });
        observe?.(seconds * 1000);
      };
    },
    request: () => all.start(config.warnDuration, config.maxDuration),
  };
}

/** Adds the gauges of the build and of the log's lines. */
function programGauges(registers: Registry[], logger: Logger): void {
  const info = new Gauge({
    ...{ name: `${PREFIX}build_info`, help: 'what was built', registers },
    labelNames: ['branch', 'build_timestamp', 'commit', 'goversion', 'version'],
  });
  info.set({ branch: '', build_timestamp: '', commit: '', goversion: '', version: decoderVersion }, 1);
  for (const level of ['debug', 'info', 'warn', 'error', 'panic']) {
    gauge(registers, `log_${level}_total`, `lines of level ${level}`, (own) => own.set(logger.count(level)));
  }
}

/** What is in hand, and how often it took longer than it should and than it may. */
interface Thresholds {
  /** Takes milliseconds, and so does what it returns. */
  start(warning: number, limit: number): (milliseconds: number) => void;
}

function thresholds(registers: Registry[], label: string, name: string, what: string): Thresholds {
  const inHand = gauge(registers, `network_${label}_inflight_requests`, `${what} in hand`);
  const slow = counter(registers, `network_${label}_${name}_warning`, `${what} that took longer than they should`);
  const late = counter(registers, `network_${label}_${name}_limit`, `${what} that took longer than they may`);
  return {
    start(warning, limit) {
      inHand.inc();
      return (milliseconds) => {
        inHand.dec();
        if (milliseconds > warning) slow.inc();
        if (milliseconds >= limit) late.inc();
      };
    },
  };
}

function counter(registers: Registry[], name: string, help: string, labelNames: string[] = []): Counter {
  return new Counter({ name: PREFIX + name, help, labelNames, registers });
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
