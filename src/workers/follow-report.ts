/** What many loads did together. */
import type { LoadReport } from './load.ts';

export interface FollowReport extends LoadReport {
  /** How many segments were merged while following. */
  compacted: number;
}

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
  };
}
