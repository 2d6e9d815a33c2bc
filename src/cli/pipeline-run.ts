/** `ledgerlake pipeline run`: one definition, or several that read the same ledgers. */
import type { Definition, RunProgress, RunResult } from '../index.ts';
import { runPipeline, UsageError, validatePipeline } from '../light.ts';
import { interruptSignal } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { line, definitionSource, definitionText } from './pipeline-file.ts';
import { showProgress, type ProgressView } from './progress.ts';
import { plural } from './text.ts';

export interface RunFlags {
  store?: string;
  lake?: string;
  dataDir: string;
  fromStart?: boolean;
  json?: boolean;
}

export async function run(files: readonly string[], flags: RunFlags): Promise<void> {
  const source = definitionSource(flags.store, flags.lake);
  const { json = false } = flags;
  const signal = interruptSignal();
  const definitions = await definitionsOf(files);
  const progress = showProgress(json ? 'none' : process.stderr.isTTY ? 'bar' : 'lines');
  const reports = await runAll(definitions, { ...flags, ...source }, signal, progress).finally(() => progress.end());
  if (reports.some(({ status }) => status === 'stopped')) process.exitCode = 130;
  const named = reports.map((report, i) => ({ name: definitions[i].metadata.name, report }));
  if (json && named.length > 1) {
    await printJson({ pipelines: named.map(({ name, report }) => ({ name, ...reportJson(report) })) });
  } else if (json) await printJson(reportJson(reports[0]));
  else for (const { name, report } of named) say((named.length > 1 ? `${name} ` : '') + reportText(report));
}

/** Returns the definitions in the files, and prints their findings. Throws UsageError. */
async function definitionsOf(files: readonly string[]): Promise<Definition[]> {
  const knows = ({ name, isSecret }: { name: string; isSecret: boolean }) =>
    !isSecret && process.env[name] !== undefined;
  const faults: string[] = [];
  const fileOf = new Map<string, string>();
  const found: Definition[] = [];
  for (const file of files) {
    const { errors, warnings, definition } = await validatePipeline(await definitionText(file), { knows });
    for (const error of errors) process.stderr.write(line(file, 'error', error));
    for (const warning of warnings) process.stderr.write(line(file, 'warning', warning));
    if (!definition) {
      faults.push(`${file} is not a valid definition: ${plural(errors.length, 'error')}`);
      continue;
    }
    const { name } = definition.metadata;
    const other = fileOf.get(name);
    if (other !== undefined) faults.push(`${other} and ${file} define the same pipeline, ${name}`);
    fileOf.set(name, file);
    found.push(definition);
  }
  if (faults.length > 0) throw new UsageError(faults.join('; '));
  return found;
}

/** Runs all at the same time; when one fails, the others end at a checkpoint, and its error is thrown. */
async function runAll(
  definitions: readonly Definition[],
  flags: RunFlags,
  interrupted: AbortSignal,
  view: ProgressView,
): Promise<RunResult[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupted, failed.signal]);
  const faults: unknown[] = [];
  const show = showTogether(view, definitions);
  const ends = await Promise.allSettled(
    definitions.map(async (definition, i) => {
      const name = definitions.length > 1 ? definition.metadata.name : undefined;
      try {
        return await runOne(definition, flags, { name, signal, onProgress: (progress) => show(i, progress) });
      } catch (error) {
        // The runs that this one aborts may fail, too.
        faults.push(error);
        failed.abort();
        throw error;
      }
    }),
  );
  if (faults.length > 0) throw faults[0];
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

interface OneRun {
  /** Begins the lines of its log. */
  name: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: RunProgress) => void;
}

async function runOne(
  definition: Definition,
  { store, lake, dataDir, fromStart = false, json = false }: RunFlags,
  { name, signal, onProgress }: OneRun,
): Promise<RunResult> {
  return runPipeline(definition, {
    ...(store !== undefined && { store }),
    ...(lake !== undefined && { lake }),
    dataDir,
    signal,
    from: fromStart ? 'start' : 'checkpoint',
    nativeSinks: 'any',
    secret: (asked) => (asked.isSecret ? undefined : process.env[asked.name]),
    onLog: ({ level, message }) => {
      if (level !== 'info' || !json) say(name === undefined ? message : `${name}: ${message}`);
    },
    onProgress,
  });
}

/** Returns what shows the progress of each run with that of the others. */
function showTogether(view: ProgressView, definitions: readonly Definition[]) {
  const done = definitions.map(() => ({ ledgers: 0, rows: 0 }));
  const total = totalOf(definitions);
  return (i: number, { ledgers, recordsIn }: RunProgress) => {
    done[i] = { ledgers, rows: recordsIn };
    const sum = done.reduce((all, one) => ({ ledgers: all.ledgers + one.ledgers, rows: all.rows + one.rows }));
    view.update({ ...sum, bytesRead: 0, total });
  };
}

/** Returns how many ledgers all have together; 0 where one has no end. */
function totalOf(definitions: readonly Definition[]): number {
  const ledgers = definitions.map(({ spec: { startLedger, endLedger } }) =>
    endLedger === undefined ? Infinity : Number(endLedger) - (Number(startLedger) || 2) + 1,
  );
  const total = ledgers.reduce((sum, count) => sum + count, 0);
  return Number.isFinite(total) ? total : 0;
}

function reportJson({
  status,
  currentLedger,
  ledgers,
  bytesRead,
  recordsOut,
  recordsSkipped,
  outputs,
  skipped,
  warnings,
}: RunResult): object {
  return {
    status,
    current_ledger: currentLedger ?? null,
    ledgers,
    bytes_read: bytesRead,
    records: recordsOut,
    records_skipped: recordsSkipped,
    outputs,
    skipped_ledgers: skipped,
    warnings,
  };
}

function reportText({ status, currentLedger, ledgers, recordsSkipped, outputs, skipped }: RunResult): string {
  const upTo = currentLedger === undefined ? 'nothing written' : `up to ledger ${currentLedger}`;
  const left = skipped.map(
    ({ ledger, record, cause }) => `left out: ledger ${ledger}${record === undefined ? '' : `, ${record}`}: ${cause}`,
  );
  const before = recordsSkipped - skipped.length;
  if (before > 0) left.unshift(`left out before these: ${before} more`);
  const wrote = outputs.flatMap(({ consumer, location, tables }) =>
    tables.map(({ name, rows }) => `${consumer}: ${plural(rows, 'row')} of ${name}${location && ` in ${location}`}`),
  );
  return [`${status}: ${plural(ledgers, 'ledger')}, ${upTo}`, ...wrote, ...left].join('\n');
}
