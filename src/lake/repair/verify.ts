/** Whether a lake still is what its manifests say: files, their hashes and row counts, and the chain of ledger hashes. */
import { join } from 'node:path';
import { quotePath, selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { brokenLink } from '../../ledger/chain.ts';
import { errorCode, messageOf } from '../../core/system-errors.ts';
import { fingerprint } from '../disk/files.ts';
import type { Lake } from '../asking/lake.ts';
import {
  manifestPath,
  readManifest,
  segmentName,
  type Segment,
  type SegmentFile,
  type SegmentLedger,
} from '../disk/snapshot/manifest.ts';
import { snapshotProblems } from '../disk/snapshot/page-check.ts';
import type { Problem } from '../disk/snapshot/problem.ts';
import { EnteringSegments } from '../disk/snapshot/publish-snapshot.ts';
import type { KnownSegment } from '../disk/snapshot/snapshot.ts';

export interface VerifyReport {
  segments: number;
  files: number;
  bytes: number;
  ledgers: number;
  problems: Problem[];
}

/** Returns what was checked and every problem found; throws only when the lake itself cannot be read. */
export async function verifyFiles(lake: Lake, { signal }: { signal?: AbortSignal } = {}): Promise<VerifyReport> {
  const report: VerifyReport = { segments: 0, files: 0, bytes: 0, ledgers: 0, problems: [] };
  // On a session, so that the files of the snapshot stay while they are read.
  const { snapshot, connection, release } = await lake.session();
  try {
    let before: SegmentLedger | undefined;
    const manifests = new EnteringSegments();
    for (const known of snapshot.segments) {
      signal?.throwIfAborted();
      const segment = await committed(lake, known, report);
      if (!segment) continue;
      manifests.add({ segment, manifest: known.manifest });
      report.problems.push(...chainProblems(segment, before));
      report.ledgers += segment.ledgers.length;
      before = segment.ledgers.at(-1);
      for (const file of segment.files) {
        signal?.throwIfAborted();
        report.files++;
        report.bytes += file.bytes;
        report.problems.push(...(await fileProblems(connection, lake.path, file)));
      }
    }
    if (report.problems.length === 0) report.problems.push(...snapshotProblems(snapshot, manifests));
    for (const file of [...snapshot.baselines, ...snapshot.folded].flatMap(({ files }) => files)) {
      report.files++;
      report.bytes += file.bytes;
      report.problems.push(...(await fileProblems(connection, lake.path, file)));
    }
    return report;
  } finally {
    await release();
  }
}

/** Returns the segment as its manifest has it, which may have been changed since its commit; nothing when that cannot be read. */
async function committed(
  lake: Lake,
  { name, manifest }: KnownSegment,
  report: VerifyReport,
): Promise<Segment | undefined> {
  report.segments++;
  const problem = (found: string, expected: string): void => {
    report.problems.push({ where: manifestPath(name), check: 'manifest', found, expected });
  };
  try {
    const { segment, sha256 } = await readManifest(lake.path, lake.network, name);
    if (sha256 !== manifest) problem(sha256, manifest);
    return segment;
  } catch (error) {
    problem(messageOf(error), 'a manifest');
    return undefined;
  }
}

/** A ledger whose previous-hash check was not made when it was loaded is checked here all the same. */
function chainProblems(segment: Segment, before: SegmentLedger | undefined): Problem[] {
  const problems: Problem[] = [];
  let last = before;
  for (const ledger of segment.ledgers) {
    const broken = brokenLink(last, ledger);
    const where = `${segmentName(segment)}, ledger ${ledger.sequence}`;
    if (broken) problems.push({ where, check: 'previous-ledger-hash', ...broken });
    last = ledger;
  }
  return problems;
}

/** Returns what is wrong with one file: nothing, or the first thing found. @internal */
export async function fileProblems(connection: DuckDBConnection, lake: string, file: SegmentFile): Promise<Problem[]> {
  const problem = (check: Problem['check'], found: string, expected: string): Problem[] => {
    return [{ where: file.path, check, found, expected }];
  };
  try {
    const { sha256 } = await fingerprint(join(lake, file.path));
    if (sha256 !== file.sha256) return problem('file-hash', sha256, file.sha256);
  } catch (error) {
    const code = errorCode(error);
    return problem('missing-file', code === 'ENOENT' ? 'gone' : (code ?? messageOf(error)), `${file.bytes} bytes`);
  }
  const sql = `select num_rows from parquet_file_metadata(${quotePath(join(lake, file.path))})`;
  const [row] = await selectRows(connection, sql);
  const rows = String(row?.['num_rows']);
  return rows === String(file.rows) ? [] : problem('row-count', rows, String(file.rows));
}
