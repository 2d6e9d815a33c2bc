/** Loads a store into a lake: plan, decode in workers, commit segment by segment in the main thread. */
import type { LedgerRange } from '../datastore/keys.ts';
import { missingLedger, type Plan } from '../datastore/plan.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import type { Store } from '../datastore/store.ts';
import { plainError, type DecodeError } from '../core/errors.ts';
import { Index } from '../history/index-files.ts';
import type { Lake } from '../lake/asking/lake.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import { noteStores } from '../lake/disk/stores.ts';
import { Fetcher } from '../workers/fetch.ts';
import type { LedgerHash, Progress } from '../workers/messages.ts';
import { createPool, poolSize } from '../workers/pool.ts';
import { holdsAnchor } from './anchor.ts';
import { Commits } from './commits.ts';
import { indexLeftOut } from './index-keys.ts';
import { knownOptions } from '../options/known-options.ts';
import { LOAD_OPTIONS, type ResolvedLoadOptions, type LoadOptions } from './load-options.ts';
import { countToMerge, mergeMany, MergesBeside } from './merge-segments.ts';
import { planLoad, withRange, type PlannedLoad } from './plan.ts';
import { compareLoaded } from './present.ts';
import { rangesOf, type LoadReport } from './report.ts';
import { runTasks, type Work } from './tasks.ts';

/**
 * Loads what the store holds and the lake lacks. Throws what made a segment fail; segments that were committed stay.
 * Ledgers that the lake has are compared with the store's, and others than these are a LakeError.
 */
export async function loadStore(lake: Lake, store: Store, asked: LoadOptions = {}): Promise<LoadReport> {
  const { report, newer } = await loadReadable(lake, store, asked);
  if (newer) throw newer;
  return report;
}

/** Does the same up to a ledger of a newer protocol, whose error comes with the report of what is before it. */
export async function loadReadable(
  lake: Lake,
  store: Store,
  asked: LoadOptions,
): Promise<{ report: LoadReport; newer?: DecodeError }> {
  const options = await withRange(store, knownOptions('loadStore', asked, LOAD_OPTIONS));
  const started = performance.now();
  const planned = await planLoad(lake, store, options);
  await options.agree?.(planned.plan);
  if (options.iceberg) await lake.beginIceberg();
  const pool = options.pool ?? createPool(usefulWorkers(planned, options));
  pool.onProgress = reporter(planned.plan, options);
  const fetcher = new Fetcher(store, pool, planned.listing.objects);
  try {
    if (store.paths) await noteStores(lake.path, store.paths);
    const work = { lake, fetcher, pool, options, cancel: new SharedArrayBuffer(4) };
    const { report, newer } = await loadPlanned(work, planned, store.remote !== undefined);
    if (options.iceberg) await lake.enableIceberg();
    const seconds = (performance.now() - started) / 1000;
    return { report: { ...report, seconds, ...(store.remote && { store: { ...store.remote.metrics } }) }, newer };
  } finally {
    fetcher.stop();
    delete pool.onProgress;
    if (!options.pool) await pool.close();
  }
}

async function loadPlanned(
  work: Work,
  planned: PlannedLoad,
  isRemote: boolean,
): Promise<{ report: Omit<LoadReport, 'seconds' | 'store'>; newer?: DecodeError }> {
  const { lake, options } = work;
  const { anchor, verify = true } = options;
  const index = openIndex(lake, options);
  const commits = new Commits(lake, index, options);
  const merges = new MergesBeside(lake, options);
  try {
    if (anchor) await holdsAnchor(lake, anchor);
    await compareLoaded(work, planned, isRemote);
    const { isStopped, newer } = await runTasks(work, planned.plan, async (result) => {
      await commits.add(result);
      await merges.committed(result.segments);
    });
    if (isStopped) await merges.end();
    const anchored = anchor && (await holdsAnchor(lake, anchor));
    await indexLeftOut(lake, index);
    await index.settled();
    await index.flush();
    const { totals, present, last } = commits;
    const gaps = isStopped || newer ? planned.plan.gaps : await gapsAfter(lake, planned, totals.omitted, options);
    const stopped = isStopped && { stoppedAfter: last };
    const skipped = skippedBy(planned.plan, present);
    await merges.settled();
    const compacted = merges.merged + (isStopped ? 0 : await mergeMany(lake, options));
    const segmentsToMerge = await countToMerge(lake);
    const report = { ...totals, compacted, segmentsToMerge, verified: verify, anchored, skipped, gaps, ...stopped };
    return { report, ...(newer && { newer: commits.told(newer) }) };
  } catch (error) {
    // Of two errors, the first is thrown.
    await index.flush().catch(() => undefined);
    throw commits.told(error);
  } finally {
    await merges.end().finally(() => index.close());
  }
}

/** Returns what adds up what the workers did, and tells it. */
function reporter({ units, files }: Plan, { onProgress }: LoadOptions): (step: Progress) => void {
  const total = files.length > 0 ? 0 : units.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const seen: Progress = { ledgers: 0, rows: 0, bytesRead: 0 };
  return (step) => {
    seen.ledgers += step.ledgers;
    seen.rows += step.rows;
    seen.bytesRead += step.bytesRead;
    onProgress?.({ ...seen, total });
  };
}

function openIndex(lake: Lake, { onTrouble }: LoadOptions): Index {
  const onFault = (error: unknown, what: string) => onTrouble?.(`cannot ${what}: ${plainError(error).message}`);
  return new Index(lake.path, onFault);
}

/** Ranges that were loaded before, as far as they are known from names or were met in files. */
function skippedBy({ files, skipped }: Plan, present: readonly LedgerHash[]): LedgerRange[] {
  const met = present.map(({ sequence }) => ({ first: sequence, last: sequence }));
  return files.length > 0 ? mergeRanges([...skipped, ...met]) : skipped;
}

/** Each worker takes one unit or file; objects to compare are divided among the workers. */
function usefulWorkers({ plan, listing }: PlannedLoad, { workers, onFewerWorkers }: LoadOptions): number {
  const { units, files, skipped } = plan;
  const tasks = Math.max(units.length + files.length, skipped.length > 0 ? listing.objects.length : 0);
  const started = poolSize(workers, tasks);
  if (workers !== undefined && started < workers) onFewerWorkers?.(started, workers);
  return started;
}

/** Files say what they hold only when they are read, so what they lack of an explicit range is known after the load. */
async function gapsAfter(
  lake: Lake,
  { plan, listing }: PlannedLoad,
  omitted: readonly Omission[],
  { range, allowGaps }: ResolvedLoadOptions,
): Promise<LedgerRange[]> {
  if (plan.files.length === 0 || range?.first === undefined || range.last === undefined) return plan.gaps;
  const gaps = await lake.missing({ first: range.first, last: range.last });
  const [lacking] = gaps.flatMap((gap) => subtractRanges(gap, mergeRanges(rangesOf(omitted))));
  if (lacking && !allowGaps) throw missingLedger(lacking.first, { listing }, lacking);
  return gaps;
}
