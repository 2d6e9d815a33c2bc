/** Merges small neighbouring segments, and folds parts of many, so that a query opens fewer files. */
import { knownOptions } from '../../options/known-options.ts';
import * as kind from '../../options/kinds.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { FileChecks } from '../disk/file-checks.ts';
import { foldParts } from './fold-parts.ts';
import type { Lake } from '../asking/lake.ts';
import {
  rangeOfName,
  segmentName,
  type Segment,
  type SegmentFile,
  type SegmentSource,
} from '../disk/snapshot/manifest.ts';
import { mergeFiles, type MergeOptions } from './merge-files.ts';
import { folderOf, PARTITION_LEDGERS, partitionOf } from '../disk/table-files.ts';

/** What `compactLake` merged. */
export interface CompactReport {
  /** How many segments went into how many. */
  segments: { before: number; after: number };
  /** How many files of tables these have. */
  files: { before: number; after: number };
  /** How many bytes these files have. */
  bytes: { before: number; after: number };
}

/** Options of `compactLake`. */
export interface CompactOptions {
  /** Stops the merge in progress, too; what is not merged is merged another time. */
  signal?: AbortSignal;
  /** Merges only segments with all their ledgers in this range; by default all segments. */
  range?: LedgerRange;
  /** How many threads merge, by default as many as the lake's. */
  threads?: number;
  /** Called after each merge. */
  onMerge?: (merged: { first: number; last: number; segments: number }) => void;
}

const OPTIONS: Record<keyof CompactOptions, kind.Kind> = {
  signal: kind.signal,
  range: kind.object,
  threads: kind.whole(),
  onMerge: kind.call,
};

/**
 * Merges runs of adjacent segments, each inside one partition of 10,000 ledgers, and returns what it did. Queries see the rows
 * once at any moment, and cut off at any moment it leaves a lake that holds them once. Throws a LakeError when the lake cannot
 * be written, or a file is not what was committed: its merged rows would have a hash of their own.
 */
export async function compactLake(lake: Lake, options: CompactOptions = {}): Promise<CompactReport> {
  const { signal, range, threads, onMerge } = knownOptions('compactLake', options, OPTIONS);
  const report: CompactReport = {
    segments: { before: 0, after: 0 },
    files: { before: 0, after: 0 },
    bytes: { before: 0, after: 0 },
  };
  const all = (await lake.snapshot()).segments;
  const some = range ? all.filter(({ first, last }) => range.first <= first && last <= range.last) : all;
  for (const run of findRuns(some.map(({ name }) => name))) {
    signal?.throwIfAborted();
    const segments: Segment[] = [];
    for (const { name } of run) segments.push(await lake.segment(name));
    const merged = await mergeSegments(lake, segments, { signal, threads });
    await lake.replace(merged);
    report.segments.before += segments.length;
    report.segments.after++;
    segments.forEach(({ files }) => addFiles(report, 'before', files));
    addFiles(report, 'after', merged.files);
    onMerge?.({ first: merged.first, last: merged.last, segments: segments.length });
  }
  await foldParts(lake, { signal, threads });
  return report;
}

function addFiles(report: CompactReport, side: 'before' | 'after', files: SegmentFile[]): void {
  report.files[side] += files.length;
  report.bytes[side] += files.reduce((sum, { bytes }) => sum + bytes, 0);
}

interface Span {
  name: string;
  first: number;
  last: number;
}

/** Returns the runs of segments that are worth merging; names are in the order of their ledgers. */
export function findRuns(names: readonly string[]): Span[][] {
  const runs: Span[][] = [];
  for (const name of names) {
    const { first, last } = rangeOfName(name);
    const before = runs.at(-1)?.at(-1);
    const joins = before && before.last + 1 === first && partitionOf(before.first) === partitionOf(last);
    if (joins) runs.at(-1)!.push({ name, first, last });
    else runs.push([{ name, first, last }]);
  }
  return runs.map(worthMerging).filter((run) => run.length > 1);
}

/**
 * While a partition grows, a segment that is larger than all that follow it stays as it is: so each ledger is written again
 * only about log2(10,000) times.
 */
function worthMerging(run: Span[]): Span[] {
  const last = run.at(-1)!.last;
  let start = 0;
  if (last - run[0].first + 1 < PARTITION_LEDGERS) {
    while (start < run.length - 1 && isLarger(run[start], last)) start++;
  }
  return run.slice(start);
}

/** Merge this many adjacent segments of similar size before their partition is complete, */
const TIER = 16;
/** if the result covers at most this many ledgers. */
const MOST_OF_TIER = PARTITION_LEDGERS / 4;

/** Returns runs of adjacent segments of similar size that are worth merging while their partition grows. */
export function tiersOf(segments: readonly LedgerRange[]): LedgerRange[] {
  const found: LedgerRange[] = [];
  let run: LedgerRange[] = [];
  for (const segment of segments) {
    const before = run.at(-1);
    const joins = before && before.last + 1 === segment.first && tierOf(before) === tierOf(segment);
    run = joins ? [...run, segment] : [segment];
    const { first } = run[0];
    if (run.length < TIER || segment.last - first >= MOST_OF_TIER) continue;
    found.push({ first, last: segment.last });
    run = [];
  }
  return found;
}

/** Returns the size class of a segment: the logarithm of its ledgers to the base TIER. */
export function tierOf({ first, last }: LedgerRange): number {
  return Math.floor(Math.log2(last - first + 1) / Math.log2(TIER));
}

function isLarger({ first, last }: Span, end: number): boolean {
  return last - first + 1 > end - last;
}

async function mergeSegments(lake: Lake, segments: Segment[], how: MergeOptions): Promise<Segment> {
  const first = segments[0].first;
  const last = segments.at(-1)!.last;
  await new FileChecks(lake.path, true).check(segments.flatMap(({ files }) => files));
  const kept = keptByAll(segments);
  const all = segments.flatMap(({ files }) => files);
  const wanted = all.filter(({ table, version }) => version === undefined || kept[table] === version);
  const relations = await lake.kept();
  const files = await mergeFiles({ lake, relations, range: { first, last } }, Map.groupBy(wanted, folderOf), how);
  return { ...mergeLedgers(segments), first, last, files, replaces: segments.map(segmentName), kept };
}

/** What lacks a part of any of them has no part of all. */
function keptByAll(segments: readonly Segment[]): Record<string, number> {
  const [{ kept = {} }, ...others] = segments;
  return Object.fromEntries(
    Object.entries(kept).filter(([id, version]) => others.every((other) => other.kept?.[id] === version)),
  );
}

/** A source that was cut between segments is named by each of them, and once by the merged one. */
function mergeLedgers(segments: Segment[]): Pick<Segment, 'ledgers' | 'sources' | 'decoderVersion' | 'loadedAt'> {
  const places = new Map<string, number>();
  const sources: SegmentSource[] = [];
  const place = (source: SegmentSource): number => {
    const key = `${source.object} ${source.sha256}`;
    if (!places.has(key)) places.set(key, sources.push({ ...source }) - 1);
    const at = places.get(key)!;
    sources[at].lastLedger = Math.max(sources[at].lastLedger, source.lastLedger);
    return at;
  };
  const ledgers = segments.flatMap((segment) => {
    const renumbered = segment.sources.map(place);
    return segment.ledgers.map((ledger) => ({ ...ledger, source: renumbered[ledger.source] }));
  });
  const { decoderVersion } = segments.at(-1)!;
  const loadedAt = segments
    .map(({ loadedAt }) => loadedAt ?? '')
    .sort()
    .at(-1)!;
  return { ledgers, sources, decoderVersion, loadedAt };
}
