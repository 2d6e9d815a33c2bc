/** Whether a lake still is what its manifests say: files, their hashes and row counts, and the chain of ledger hashes. */
import { join } from 'node:path';
import { committedSegments, ledgerHashes } from './catalog.ts';
import { quoteText, selectRows, type DuckDBConnection } from './duckdb.ts';
import { errorCode, fingerprint } from './files.ts';
import type { Lake } from './lake.ts';
import { readManifest, segmentName, type Segment, type SegmentFile } from './manifest.ts';

/** Something that is not as it should be. */
export interface Problem {
  /** The manifest's or Parquet file's path in the lake, or the segment's name. */
  where: string;
  check: 'missing-file' | 'file-hash' | 'row-count' | 'manifest' | 'ledger-hash' | 'previous-ledger-hash';
  found: string;
  expected: string;
}

export interface VerifyReport {
  segments: number;
  files: number;
  bytes: number;
  ledgers: number;
  problems: Problem[];
}

/** Returns what was checked and every problem found; throws only when the lake itself cannot be read. */
export async function verifyLake(lake: Lake, { signal }: { signal?: AbortSignal } = {}): Promise<VerifyReport> {
  const report: VerifyReport = { segments: 0, files: 0, bytes: 0, ledgers: 0, problems: [] };
  const names = await lake.exclusive(committedSegments);
  let before: { sequence: number; hash: string } | undefined;
  for (const name of names) {
    signal?.throwIfAborted();
    report.segments++;
    const segment = await readManifest(lake.path, lake.network, name).catch((error: unknown) => {
      report.problems.push({ where: name, check: 'manifest', found: messageOf(error), expected: 'a manifest' });
    });
    if (!segment) continue;
    report.problems.push(...chainProblems(segment, before));
    report.problems.push(...(await lake.exclusive((connection) => catalogProblems(connection, segment))));
    report.ledgers += segment.ledgers.length;
    before = segment.ledgers.at(-1);
    for (const file of segment.files) {
      report.files++;
      report.bytes += file.bytes;
      report.problems.push(...(await lake.exclusive((connection) => fileProblems(connection, lake.path, file))));
    }
  }
  return report;
}

/** A ledger whose previous-hash check was not made when it was loaded is checked here all the same. */
function chainProblems(segment: Segment, before: { sequence: number; hash: string } | undefined): Problem[] {
  const problems: Problem[] = [];
  let last = before;
  for (const { sequence, hash, previousHash } of segment.ledgers) {
    if (last && last.sequence + 1 === sequence && last.hash !== previousHash) {
      const where = `${segmentName(segment)}, ledger ${sequence}`;
      problems.push({ where, check: 'previous-ledger-hash', found: previousHash, expected: last.hash });
    }
    last = { sequence, hash };
  }
  return problems;
}

/** Catalog and manifest say the same of each ledger, or one of them was changed. */
async function catalogProblems(connection: DuckDBConnection, segment: Segment): Promise<Problem[]> {
  const known = await ledgerHashes(connection, segment);
  return segment.ledgers.flatMap(({ sequence, hash }): Problem[] => {
    const expected = known.get(sequence)?.hash ?? 'a ledger of the catalog';
    const where = `${segmentName(segment)}, ledger ${sequence}`;
    return hash === expected ? [] : [{ where, check: 'ledger-hash', found: hash, expected }];
  });
}

/** Returns what is wrong with one file: nothing, or the first thing found. */
export async function fileProblems(connection: DuckDBConnection, lake: string, file: SegmentFile): Promise<Problem[]> {
  const problem = (check: Problem['check'], found: string, expected: string): Problem[] => {
    return [{ where: file.path, check, found, expected }];
  };
  try {
    const { sha256 } = await fingerprint(join(lake, file.path));
    if (sha256 !== file.sha256) return problem('file-hash', sha256, file.sha256);
  } catch (error) {
    return problem('missing-file', errorCode(error) ?? messageOf(error), `${file.bytes} bytes`);
  }
  const sql = `select num_rows from parquet_file_metadata(${quoteText(join(lake, file.path))})`;
  const [row] = await selectRows(connection, sql);
  const rows = String(row?.['num_rows']);
  return rows === String(file.rows) ? [] : problem('row-count', rows, String(file.rows));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
