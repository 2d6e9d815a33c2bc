/** The runs of a server: start, report, end, resume. Callers change one pipeline at a time. */
import type { Definition, NetworkName } from '../definition/definition.ts';
import { placed, type Finding } from '../yaml/findings.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import type { PipelineSource } from '../run/open-source.ts';
import { MOST_SKIPPED, type LogLine, type NativeSinks, type RunPipeline, type RunProgress } from '../run/options.ts';
import type { PurgeOptions } from '../run/purge.ts';
import { isAtWork, KEPT_RUNS, type PipelineRecord } from '../store/record.ts';
import {
  beginRun,
  newRunRecord,
  oneLine,
  runWithoutSource,
  withProgress,
  type HostedRun,
  type RunOutcome,
} from './hosted-run.ts';
import type { SavedState } from './kept.ts';
import { withEarlier } from './outputs.ts';
import { redactorOf } from '../run/redact.ts';
import { Refusal } from './refusal.ts';
import { runFolder } from './run-files.ts';
import { missingSecrets } from './secrets-in-use.ts';
import { teamFiles } from './team-files.ts';

export interface RunsOptions {
  dataDir: string;
  run: RunPipeline;
  /** Removes the rows that a pipeline wrote to servers; absent: they stay. */
  purge?: (definition: Definition, options: PurgeOptions) => Promise<void>;
  /** Returns the store of a network; undefined if the server has none. */
  sourceOf: (network: NetworkName) => PipelineSource | undefined;
  nativeSinks: NativeSinks;
  /** Folders whose files definitions may name, besides those of their teams. */
  fileFolders?: readonly string[];
  /** Milliseconds that a stop waits for the current batch; by default 9,500. */
  stopTime?: number;
  now?: () => Date;
  /** Receives lines for the server log, without secrets. */
  onEvent?: (message: string, fields: Record<string, unknown>) => void;
}

const STOP_MS = 9500;
/** Most milliseconds that the end of the server waits for the current batches: all of it ends within 5 s. */
const CLOSE_MS = 3000;
/** Milliseconds between writes of the counters to disk. */
const SAVE_MS = 5000;

type Earlier = Pick<PipelineRecord, 'outputs' | 'skipped'>;

/** A run in progress. */
interface InHand {
  run: HostedRun;
  /** Rows and skipped ledgers of the earlier runs that this one continues. */
  earlier: Earlier;
  savedAt: number;
  /** It did not stop in time; its further messages are ignored. */
  isAbandoned: boolean;
  /** Resolves when the end of the run is on disk. */
  settled: Promise<void>;
}

export class PipelineRuns {
  readonly #kept: SavedState;
  readonly #options: RunsOptions;
  readonly #inHand = new Map<string, InHand>();
  #isClosing = false;

  constructor(kept: SavedState, options: RunsOptions) {
    this.#kept = kept;
    this.#options = options;
  }

  /** Returns the current time in the format of answers. */
  now(): string {
    return (this.#options.now?.() ?? new Date()).toISOString();
  }

  /** Starts a run and returns its pipeline. If a secret is missing, marks the pipeline as failed and throws Refusal. */
  async begin(before: PipelineRecord, from: 'checkpoint' | 'start'): Promise<PipelineRecord> {
    const { pipeline_id: id, team } = before;
    const last = this.#inHand.get(id);
    // The run has ended; its end is being written.
    if (last && !last.isAbandoned) await last.settled;
    if (this.#inHand.has(id)) throw new Refusal('conflict', 'the run before has not ended yet', { record: before });
    const { definition, redactor } = await this.#prepare(before);
    const { dataDir, nativeSinks, fileFolders } = this.#options;
    const source = this.#options.sourceOf(definition.spec.network);
    const folder = runFolder(dataDir, team);
    const fileAt = teamFiles(dataDir, team, fileFolders);
    const options = { ...source, dataDir: folder, pipelineId: id, from, fileAt, nativeSinks };
    const run = beginRun({
      run: source ? this.#options.run : runWithoutSource,
      definition,
      redactor,
      secret: (placeholder) => this.#kept.secret(team, placeholder),
      options,
      onProgress: (progress) => this.#progress(id, run, progress),
      onLog: (line) => this.#log(id, run.id, line),
    });
    const earlier = from === 'start' ? { outputs: [], skipped: [] } : before;
    const inHand: InHand = {
      run,
      earlier,
      savedAt: performance.now(),
      isAbandoned: false,
      settled: run.ended.then((outcome) => this.#settle(id, inHand, outcome)),
    };
    this.#inHand.set(id, inHand);
    return this.#begun(before, run.id, from === 'start');
  }

  /** Removes what a pipeline has written to servers. Throws Refusal; then nothing else of it is to be removed. */
  async purge(record: PipelineRecord): Promise<void> {
    const { dataDir, nativeSinks, fileFolders, purge } = this.#options;
    const { pipeline_id: pipelineId, team } = record;
    const { definition, redactor } = this.#opened(record);
    const secret = redactor.telling((placeholder: Placeholder) => this.#kept.secret(team, placeholder));
    const places = { dataDir: runFolder(dataDir, team), fileAt: teamFiles(dataDir, team, fileFolders) };
    try {
      await purge?.(definition, { ...places, pipelineId, secret, nativeSinks });
    } catch (error) {
      const message = `what it wrote cannot be removed: ${oneLine(redactor.error(error))}; without purge it is left there`;
      throw new Refusal('conflict', message, { record });
    }
  }

  #opened(record: PipelineRecord) {
    const { definition, literals } = this.#kept.unseal(record);
    return { definition, redactor: redactorOf(literals, (placeholder) => this.#kept.secret(record.team, placeholder)) };
  }

  async #begun(before: PipelineRecord, runId: string, isReset: boolean): Promise<PipelineRecord> {
    const now = this.now();
    const number = (before.runs[0]?.number ?? 0) + 1;
    const record = newRunRecord(before.definition, runId, number, now);
    const runs = [record, ...before.runs].slice(0, KEPT_RUNS);
    const after: PipelineRecord = { ...before, status: 'running', updated_at: now, isReset, runs };
    delete after.error;
    // This was the progress of the previous run.
    if (isReset) delete after.checkpoint;
    this.#log(before.pipeline_id, runId, { level: 'info', message: `run ${number} began` });
    await this.#kept.pipelines.save(after);
    return after;
  }

  /** Decrypts the literal secrets of a definition, and checks that its named secrets exist. */
  async #prepare(record: PipelineRecord) {
    try {
      const { definition, redactor } = this.#opened(record);
      const missing = missingSecrets(definition, (placeholder) => this.#kept.knows(record.team, placeholder));
      if (missing[0]) throw new Refusal('invalid', `${missing[0].code}: ${missing[0].message}`, { errors: missing });
      return { definition, redactor };
    } catch (error) {
      const failed = await this.#failed(record, oneLine(error));
      const errors: readonly Finding[] = error instanceof Refusal ? error.errors : [];
      throw new Refusal('invalid', failed.error ?? 'it cannot begin', { errors, record: failed });
    }
  }

  async #failed(record: PipelineRecord, error: string): Promise<PipelineRecord> {
    const failed: PipelineRecord = { ...record, status: 'failed', error, updated_at: this.now() };
    await this.#kept.pipelines.save(failed);
    return failed;
  }

  /** Stops the run of a pipeline within the time limit. A run that does not end is abandoned and logged. */
  async stop(record: PipelineRecord): Promise<PipelineRecord> {
    const { pipeline_id: id } = record;
    const inHand = this.#inHand.get(id);
    if (inHand) await this.#end(id, inHand);
    const now = this.#kept.pipelines.get(id) ?? record;
    if (now.status === 'stopped') return now;
    const stopped: PipelineRecord = { ...now, status: 'stopped', updated_at: this.now() };
    await this.#kept.pipelines.save(stopped);
    return stopped;
  }

  async #end(id: string, inHand: InHand, most = STOP_MS): Promise<void> {
    const { stopTime = STOP_MS } = this.#options;
    inHand.run.stop();
    if (await endsWithin(inHand.settled, Math.min(stopTime, most))) return;
    inHand.isAbandoned = true;
    this.#log(id, inHand.run.id, { level: 'warning', message: 'the run did not end in time and was left' });
    await this.#endRun(id, inHand.run.id, { status: 'stopped' });
  }

  #progress(id: string, run: HostedRun, progress: RunProgress): void {
    const inHand = this.#inHand.get(id);
    const record = this.#kept.pipelines.get(id);
    const [current, ...others] = record?.runs ?? [];
    if (!record || inHand?.run !== run || inHand.isAbandoned || current?.run_id !== run.id) return;
    const runs = [withProgress(current, progress, this.now()), ...others];
    const after = withCounters(record, { runs, progress, earlier: inHand.earlier, now: this.now() });
    if (performance.now() - inHand.savedAt < SAVE_MS) return this.#kept.pipelines.hold(after);
    inHand.savedAt = performance.now();
    // A failed write is tried again later, and at the end.
    void this.#kept.pipelines.save(after).catch((error: unknown) => {
      this.#options.onEvent?.('a pipeline cannot be kept', { pipeline: id, error: oneLine(error) });
    });
  }

  #log(id: string, runId: string, line: LogLine): void {
    this.#kept.logs.add(id, { time: this.now(), run_id: runId, ...line });
  }

  async #settle(id: string, inHand: InHand, outcome: RunOutcome): Promise<void> {
    try {
      if (!inHand.isAbandoned) await this.#record(id, inHand, outcome);
    } catch (error) {
      this.#options.onEvent?.('a pipeline cannot be kept', { pipeline: id, error: oneLine(error) });
    } finally {
      this.#inHand.delete(id);
    }
  }

  async #record(id: string, { run: { id: runId }, earlier }: InHand, outcome: RunOutcome): Promise<void> {
    if ('error' in outcome) {
      this.#log(id, runId, { level: 'error', message: outcome.error });
      this.#options.onEvent?.('a pipeline failed', { pipeline: id, error: outcome.error });
      return this.#endRun(id, runId, { status: 'failed', error: outcome.error });
    }
    const { result } = outcome;
    const record = this.#kept.pipelines.get(id);
    const [current, ...others] = record?.runs ?? [];
    if (record && current && result) {
      const runs = [withProgress(current, result, this.now()), ...others];
      const counted = withCounters(record, { runs, progress: result, earlier, now: this.now() });
      this.#kept.pipelines.hold(counted);
    }
    const status = result?.status ?? 'stopped';
    const mapped = (result?.warnings ?? []).filter(({ code }) => code === 'mapped_consumer');
    const told = [`the run ${status}`, ...mapped.map(({ message }) => message)].join('; ');
    this.#log(id, runId, { level: 'info', message: told });
    await this.#endRun(id, runId, { status });
  }

  async #endRun(
    id: string,
    runId: string,
    { status, error }: { status: 'stopped' | 'failed' | 'completed'; error?: string },
  ): Promise<void> {
    const record = this.#kept.pipelines.get(id);
    const [current, ...others] = record?.runs ?? [];
    if (!record || current?.run_id !== runId) return;
    const now = this.now();
    const failure = error !== undefined && { last_error: error, errors: Math.max(1, current.errors) };
    const ended = { ...current, status, ended_at: now, ...failure };
    // The next server continues pipelines that were running.
    const isResumed = this.#isClosing && status === 'stopped';
    const state = { ...(!isResumed && { status }), ...(error !== undefined && { error }) };
    await this.#kept.pipelines.save({ ...record, ...state, updated_at: now, runs: [ended, ...others] });
  }

  /** Continues pipelines that ran when the server ended, or marks them as stopped. */
  async resume(isWanted: boolean): Promise<void> {
    for (const record of this.#kept.pipelines.list().filter(isAtWork)) {
      const [last, ...others] = record.runs;
      const wasCut = last?.status === 'running';
      // Its last word, as far as it reached the disk.
      const [at] = [last?.started_at ?? '', record.checkpoint?.updated_at ?? ''].sort().reverse();
      const runs = wasCut ? [{ ...last, status: 'stopped' as const, ended_at: at }, ...others] : record.runs;
      const stopped: PipelineRecord = { ...record, status: 'stopped', runs };
      // A pipeline that cannot start is marked as failed, with the reason.
      if (isWanted) await this.begin(stopped, record.isReset ? 'start' : 'checkpoint').catch(() => undefined);
      else await this.#kept.pipelines.save(stopped);
    }
  }

  /** Ends every run. They continue when the folder is opened again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#inHand].map(([id, inHand]) => this.#end(id, inHand, CLOSE_MS)));
  }
}

interface Counted {
  runs: PipelineRecord['runs'];
  progress: RunProgress;
  earlier: Earlier;
  now: string;
}

function withCounters(record: PipelineRecord, { runs, progress, earlier, now }: Counted): PipelineRecord {
  const { currentLedger, components, outputs, ledgers, warnings } = progress;
  const checkpoint = currentLedger === undefined ? undefined : { ledger: currentLedger, updated_at: now };
  const isReset = record.isReset && ledgers === 0;
  const skipped = [...earlier.skipped, ...progress.skipped].slice(-MOST_SKIPPED);
  // Before its consumers open, a run has no state of them.
  const told = outputs.length > 0 && {
    outputs: withEarlier(outputs, earlier.outputs),
    runWarnings: placed(warnings, record.places),
  };
  return { ...record, runs, components, skipped, isReset, ...(checkpoint && { checkpoint }), ...told };
}

/** Returns true if the promise settles within the milliseconds. */
async function endsWithin(promise: Promise<unknown>, time: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), time)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
