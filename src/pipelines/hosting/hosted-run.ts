/** One run of a pipeline in a server: its counters, its log, and its end, without a secret in any of them. */
import { randomUUID } from 'node:crypto';
import { PipelineError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { Definition } from '../definition/definition.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import type { LogLine, RunOptions, RunPipeline, RunProgress, RunResult } from '../run/options.ts';
import type { RunRecord } from '../store/record.ts';
import { runRedacted } from '../run/redacted.ts';
import type { Redactor } from '../run/redact.ts';

/** How a run ended; `undefined` for one that was cut short by a stop before it had anything to tell. */
export type RunOutcome = { result: RunResult | undefined } | { error: string };

/** What a run is given. */
export interface RunInputs {
  run: RunPipeline;
  definition: Definition;
  redactor: Redactor;
  secret: (placeholder: Placeholder) => string | undefined;
  options: Pick<RunOptions, 'store' | 'lake' | 'dataDir' | 'pipelineId' | 'from' | 'nativeSinks' | 'fileAt'>;
  onProgress: (progress: RunProgress) => void;
  onLog: (line: LogLine) => void;
}

export interface HostedRun {
  id: string;
  /** Asks it to end at a checkpoint. */
  stop(): void;
  /** Never rejects. */
  ended: Promise<RunOutcome>;
}

/** Begins a run; what it tells comes later, never before this returns. */
export function beginRun({ run, definition, redactor, options, ...inputs }: RunInputs): HostedRun {
  const id = randomUUID();
  const controller = new AbortController();
  const { onProgress, onLog } = inputs;
  const secret = redactor.telling(inputs.secret);
  const told: RunOptions = { ...options, runId: id, secret, signal: controller.signal, onProgress, onLog };
  const ended = Promise.resolve()
    .then(() => runRedacted(run, definition, told, redactor))
    .then(
      (result): RunOutcome => ({ result }),
      (error: unknown): RunOutcome =>
        controller.signal.aborted && isAbort(error) ? { result: undefined } : { error: oneLine(error) },
    );
  return { id, stop: () => controller.abort(), ended };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

const MOST_LETTERS = 1000;

/** Returns an error with its code as one line. Hide secrets before: a line break or cut would change them. */
export function oneLine(error: unknown): string {
  const code = error instanceof PipelineError ? error.fields.code : undefined;
  const message = messageOf(error).replaceAll(/\s+/g, ' ').trim();
  const told = code === undefined || message.includes(code) ? message : `${code}: ${message}`;
  return told.slice(0, MOST_LETTERS);
}

/** Runs a pipeline whose network has no source on this server: one that follows waits until it is stopped, any other fails. */
export const runWithoutSource: RunPipeline = ({ spec }, { signal }) => {
  const { network, startLedger } = spec;
  if (startLedger !== 'latest') {
    return Promise.reject(new PipelineError(noSource(network), { code: 'range_outside_source' }));
  }
  return new Promise((resolve) => {
    const end = () => resolve(nothingRead);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
};

/** Returns what is said where no ledgers of a network are served. */
export function noSource(network: string): string {
  return `no ledgers of ${network} are served: start the server with --store or --lake`;
}

/** What a run has done that was stopped before it read anything. */
export const nothingRead: RunResult = {
  status: 'stopped',
  currentLedger: undefined,
  ledgers: 0,
  bytesRead: 0,
  recordsIn: 0,
  recordsOut: 0,
  recordsSkipped: 0,
  components: [],
  outputs: [],
  warnings: [],
  skipped: [],
};

/** Returns the record of a run that begins. */
export function newRunRecord({ spec }: Definition, runId: string, number: number, now: string): RunRecord {
  return {
    run_id: runId,
    number,
    status: 'running',
    started_at: now,
    start_ledger: spec.startLedger,
    ...(spec.endLedger !== undefined && { end_ledger: spec.endLedger }),
    current_ledger: null,
    ledgers_processed: 0,
    records_in: 0,
    records_out: 0,
    records_skipped: 0,
    bytes_read: 0,
    ledgers_per_second: 0,
    errors: 0,
  };
}

/** Returns the record of a run with what it has done by a time. */
export function withProgress(record: RunRecord, progress: RunProgress, now: string): RunRecord {
  const seconds = (Date.parse(now) - Date.parse(record.started_at)) / 1000;
  const last = progress.components.findLast(({ lastError }) => lastError !== undefined)?.lastError;
  const told: RunRecord = {
    ...record,
    current_ledger: progress.currentLedger ?? null,
    ledgers_processed: progress.ledgers,
    records_in: progress.recordsIn,
    records_out: progress.recordsOut,
    records_skipped: progress.recordsSkipped,
    bytes_read: progress.bytesRead,
    ledgers_per_second: seconds > 0 ? Math.round((progress.ledgers / seconds) * 10) / 10 : 0,
    errors: progress.components.reduce((sum, { errors }) => sum + errors, 0),
  };
  if (last === undefined) delete told.last_error;
  else told.last_error = last;
  return told;
}
