/** Whether a lake still is what its manifests say: files, their hashes and row counts, and the chain of ledger hashes. */
import { join } from 'node:path';
import { quotePath, selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { brokenLink, type Link } from '../../ledger/chain.ts';
import { errorCode, messageOf } from '../../core/system-errors.ts';
import { fingerprint, type ReadPace } from '../disk/files.ts';
import { checkSealedFiles } from '../disk/sealed-files.ts';
import type { Lake } from '../asking/lake.ts';
import { manifestPath, readManifest, segmentName, type Segment, type SegmentFile } from '../disk/snapshot/manifest.ts';
import { snapshotProblems } from '../disk/snapshot/page-check.ts';
import type { Problem } from '../disk/snapshot/problem.ts';
import { EnteringSegments } from '../disk/snapshot/publish-snapshot.ts';
import type { KnownSegment, Snapshot } from '../disk/snapshot/snapshot.ts';

export interface VerifyReport {
  segments: number;
  files: number;
  bytes: number;
  ledgers: number;
  problems: Problem[];
}

/** How files are verified. */
export interface VerifyOptions {
  signal?: AbortSignal | undefined;
  /** Bounds how fast files are read; it rejects at the signal. */
  pace?: ReadPace | undefined;
}

/** What files are verified with. @internal */
export interface Verifying extends VerifyOptions {
  connection: DuckDBConnection;
  lake: Lake;
  /** Takes what was checked and found. */
  report: VerifyReport;
}

/** Returns a report of nothing. */
export function emptyReport(): VerifyReport {
  return { segments: 0, files: 0, bytes: 0, ledgers: 0, problems: [] };
}

/** Returns what was checked and every problem found; throws only when the lake itself cannot be read. */
export async function verifyFiles(lake: Lake, { signal }: { signal?: AbortSignal } = {}): Promise<VerifyReport> {
  const report = emptyReport();
  // On a session, so that the files of the snapshot stay while they are read.
  const { snapshot, connection, release } = await lake.session();
  const verifying = { connection, lake, report, signal };
  try {
    await verifySealedFiles(verifying);
    let before: Link | undefined;
    const manifests = new EnteringSegments();
    for (const known of snapshot.segments) {
      const segment = await verifySegment(verifying, known, before);
      if (!segment) continue;
      manifests.add({ segment, manifest: known.manifest });
      before = segment.ledgers.at(-1);
    }
    if (report.problems.length === 0) report.problems.push(...snapshotProblems(snapshot, manifests));
    for (const file of otherFiles(snapshot)) await verifyFile(verifying, file);
    return report;
  } finally {
    await release();
  }
}

/** Returns the files of a snapshot that are of no segment. */
export function otherFiles(snapshot: Snapshot): SegmentFile[] {
  return [...snapshot.baselines, ...snapshot.folded].flatMap(({ files }) => files);
}

/**
 * Verifies a segment: its manifest, its files, and the hashes that link it to the ledger before. Returns what its manifest
 * says; undefined if that cannot be read. @internal
 */
export async function verifySegment(
  verifying: Verifying,
  known: KnownSegment,
  before: Link | undefined,
): Promise<Segment | undefined> {
  const { lake, report, signal } = verifying;
  signal?.throwIfAborted();
  const segment = await committed(lake, known, report);
  if (!segment) return undefined;
  report.problems.push(...chainProblems(segment, before));
  report.ledgers += segment.ledgers.length;
  for (const file of segment.files) await verifyFile(verifying, file);
  return segment;
}

/** Verifies one file. @internal */
export async function verifyFile(verifying: Verifying, file: SegmentFile): Promise<void> {
  const { connection, lake, report, signal, pace } = verifying;
  signal?.throwIfAborted();
  const problems = await fileProblems(connection, lake.path, file, pace);
  // A pace that the signal ended looks like a file that cannot be read.
  signal?.throwIfAborted();
  report.files++;
  report.bytes += file.bytes;
  report.problems.push(...problems);
}

/** Verifies the files that hold a hash of their own text: `lake.json`, the snapshot and lists. Needs no session. @internal */
export async function verifySealedFiles({ lake, report, pace }: Omit<Verifying, 'connection'>): Promise<void> {
  for await (const { bytes, problem } of checkSealedFiles(lake.path)) {
    if (problem) report.problems.push(problem);
    await pace?.(bytes);
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
    if (isOfProcess(errorCode(error))) throw error;
    problem(messageOf(error), 'a manifest');
    return undefined;
  }
}

/** A ledger whose previous-hash check was not made when it was loaded is checked here all the same. */
function chainProblems(segment: Segment, before: Link | undefined): Problem[] {
  const problems: Problem[] = [];
  let last: Link | undefined = before;
  for (const ledger of segment.ledgers) {
    const broken = brokenLink(last, ledger);
    const where = `${segmentName(segment)}, ledger ${ledger.sequence}`;
    if (broken) problems.push({ where, check: 'previous-ledger-hash', ...broken });
    last = ledger;
  }
  return problems;
}

/** Returns what is wrong with one file: nothing, or the first thing found. @internal */
export async function fileProblems(
  connection: DuckDBConnection,
  lake: string,
  file: SegmentFile,
  pace?: ReadPace,
): Promise<Problem[]> {
  const problem = (check: Problem['check'], found: string, expected: string): Problem[] => {
    return [{ where: file.path, check, found, expected }];
  };
  try {
    const { sha256 } = await fingerprint(join(lake, file.path), pace);
    if (sha256 !== file.sha256) return problem('file-hash', sha256, file.sha256);
  } catch (error) {
    const code = errorCode(error);
    if (isOfProcess(code)) throw error;
    return problem('missing-file', code === 'ENOENT' ? 'gone' : (code ?? messageOf(error)), `${file.bytes} bytes`);
  }
  const sql = `select num_rows from parquet_file_metadata(${quotePath(join(lake, file.path))})`;
  const [row] = await selectRows(connection, sql);
  const rows = String(row?.['num_rows']);
  return rows === String(file.rows) ? [] : problem('row-count', rows, String(file.rows));
}

/** Returns whether a system error says that this process has too much open, which tells nothing of a file. */
function isOfProcess(code: string | undefined): boolean {
  return code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM';
}
