/** Writes parts of kept relations: what a segment's rows come to, or what the parts of several segments do. */
import { join } from 'node:path';
import { LakeError, QueryError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import { selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { failingRow } from './failing-row.ts';
import { asLakeError, removeFiles, TEMPORARY } from '../disk/files.ts';
import { segmentQuery, type Materialised } from '../meaning/kept.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { folderOf, freePath, type WrittenFile } from '../disk/table-files.ts';
import { copyParquet } from './copy-parquet.ts';

/** Why there is no part of a relation. */
export interface PartFailure {
  relation: string;
  message: string;
}

/** What was written for a segment. */
export interface MadeParts {
  files: SegmentFile[];
  /** The kept relations that have all of it, by version. */
  kept: Record<string, number>;
  failed: PartFailure[];
}

/** What is written where no relation is kept. */
export const noParts: MadeParts = { files: [], kept: {}, failed: [] };

/** Where the part of a segment goes, and of what. */
export interface PartTask {
  lake: string;
  first: number;
  last: number;
  kept: Materialised;
  version: number;
  /** About how many bytes it will have. */
  partBytes: number;
}

/** Returns about how many bytes a part of a segment has: on 13 ledgers of pubnet the largest has a 17th of the tables' bytes. */
export function expectedPartBytes(files: readonly SegmentFile[]): number {
  return files.reduce((sum, { bytes, version }) => sum + (version === undefined ? bytes : 0), 0) / 16;
}

/** The columns of parts by relation: their statement is planned once for that. */
export type KnownColumns = Map<string, string[]>;

/**
 * Writes a part under its temporary name, unless it is empty. Throws a QueryError with relation, segment and row if the SQL
 * fails, a LakeError if the disk does. @internal
 */
export async function writePart(
  connection: DuckDBConnection,
  task: PartTask,
  known: KnownColumns = new Map(),
): Promise<WrittenFile | undefined> {
  const { lake, first, last, kept, version, partBytes } = task;
  const path = await freePath(lake, folderOf({ table: kept.id, version }), first, last);
  try {
    const query = segmentQuery(kept);
    const columns = known.get(kept.id) ?? (await columnsOf(connection, kept, query));
    known.set(kept.id, columns);
    const rows = await copyParquet(connection, query, join(lake, path), { partBytes });
    if (rows > 0) return { table: kept.id, version, path, first, last, rows, columns };
    await removeFiles(lake, [path + TEMPORARY]);
    return undefined;
  } catch (error) {
    await removeFiles(lake, [path + TEMPORARY]);
    const cause = asLakeError(lake, error);
    if (cause instanceof LakeError) throw cause;
    const why = messageOf(error).split('\n')[0];
    const row = isOfRow.test(why) ? await failingRow(connection, task) : undefined;
    const place = row === undefined ? '' : ` (${row})`;
    throw new QueryError(
      `${kept.id} has no part of ledgers ${first}-${last}: ${why}${place}`,
      { file: kept.file.file },
      error,
    );
  }
}

/** What DuckDB says of a value, not of the statement or the machine. */
const isOfRow = /^(?:Conversion|Out of Range|Invalid Input) Error/;

/** DuckDB 1.5.5 writes HUGEINT to Parquet as DOUBLE, which loses digits, and finds nothing in a BLOB that has a bloom filter. */
async function columnsOf(connection: DuckDBConnection, { id }: Materialised, query: string): Promise<string[]> {
  const rows = await selectRows(connection, `describe ${query}`);
  const columns = rows.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }));
  const bad = columns.find(({ type }) => /HUGEINT|BLOB/.test(type));
  if (bad) throw new Error(`column ${bad.name} of ${id} is ${bad.type}, which a part cannot hold: cast it`);
  return columns.map(({ name }) => name);
}
