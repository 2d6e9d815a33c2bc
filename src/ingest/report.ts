/** What a load did, and what many did together. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { StoreMetrics } from '../datastore/transfer/metrics.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import type { Counts, Progress } from '../workers/messages.ts';

/** How far a load is; `total` ledgers is 0 while files of unknown range are to be read. */
export interface LoadProgress extends Progress {
  /** How many ledgers the load will read; 0 while it is unknown. */
  total: number;
}

/** What a load did. */
export interface LoadReport extends Counts {
  /** Size of the Parquet files that were committed, in bytes. */
  bytesWritten: number;
  /** How many segments were committed. */
  segments: number;
  /** How many segments of the lake, whenever they were loaded, `compactLake` would merge. */
  segmentsToMerge: number;
  /** How many segments were merged. */
  compacted: number;
  /** How long the load took, planning included. */
  seconds: number;
  /** False if the load ran with `verify: false`. */
  verified: boolean;
  /** Ranges that the lake had already. */
  skipped: { first: number; last: number }[];
  /** Ranges that were requested and are in no object of the store; empty if there are none. */
  gaps: { first: number; last: number }[];
  /** What was passed over because it could not be decoded. */
  omitted: Omission[];
  /** With an anchor: whether the lake now has its ledger, whose hash is then the anchor's. */
  anchored?: boolean;
  /** Set when the signal stopped the load: the last ledger of the last commit. */
  stoppedAfter?: number;
  /** What reading a store over a network took. */
  store?: StoreMetrics;
}

/** Returns the ranges of what was passed over, as far as they are known. */
export function rangesOf(omitted: readonly Omission[]): LedgerRange[] {
  return omitted.flatMap(({ first, last }) => (first === undefined || last === undefined ? [] : [{ first, last }]));
}

/** What following did. */
export type FollowReport = LoadReport;

/** Returns the report of no load; ranges that were there before and gaps are those of the first one. */
export function noReport(
  { skipped, gaps }: Pick<LoadReport, 'skipped' | 'gaps'> = { skipped: [], gaps: [] },
): FollowReport {
  return {
    ledgers: 0,
    transactions: 0,
    operations: 0,
    bytesRead: 0,
    bytesWritten: 0,
    rows: {},
    segments: 0,
    segmentsToMerge: 0,
    seconds: 0,
    verified: true,
    skipped,
    gaps,
    omitted: [],
    compacted: 0,
  };
}

/** Returns the sum of what was done before and a further load; to be stopped is how following ends, so that is left out. */
export function addReports(before: FollowReport, report: LoadReport): FollowReport {
  const rows = { ...before.rows };
  for (const [table, count] of Object.entries(report.rows)) rows[table] = (rows[table] ?? 0) + count;
  return {
    ...before,
    verified: report.verified,
    anchored: report.anchored ?? before.anchored,
    rows,
    omitted: [...before.omitted, ...report.omitted],
    ledgers: before.ledgers + report.ledgers,
    transactions: before.transactions + report.transactions,
    operations: before.operations + report.operations,
    bytesRead: before.bytesRead + report.bytesRead,
    bytesWritten: before.bytesWritten + report.bytesWritten,
    segments: before.segments + report.segments,
    segmentsToMerge: report.segmentsToMerge,
  };
}
