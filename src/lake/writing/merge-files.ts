/** Files of Parquet, in the order of their ledgers, merged into one for each folder. */
import { join } from 'node:path';
import type { LedgerRange } from '../../datastore/keys.ts';
import { LakeError } from '../../core/errors.ts';
import { addPageChecksums } from '../../parquet/page-checksums.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { openPassingDatabase, quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { asLakeError, publish, removeFiles, TEMPORARY } from '../disk/files.ts';
import { partQuery, type KeptVersion } from '../meaning/kept.ts';
import type { Lake } from '../asking/lake.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { interruptOn } from '../asking/query/query.ts';
import { damageIn, isOfDamage } from '../disk/file-checks.ts';
import { freePath, hasBlob } from '../disk/table-files.ts';
import { copyParquet } from './copy-parquet.ts';
import { pathList } from '../meaning/views.ts';

/** Of which lake files are merged, with the relations that are kept there, and which ledgers they are named for. */
export interface FileMerge {
  lake: Lake;
  relations: readonly KeptVersion[];
  range: LedgerRange;
}

export interface MergeOptions {
  signal?: AbortSignal | undefined;
  threads?: number | undefined;
}

/**
 * Merges the files of each folder into one and returns them. Throws a LakeError if a file cannot be read or written, or the
 * signal's reason; then it leaves no file.
 */
export async function mergeFiles(
  merge: FileMerge,
  byFolder: ReadonlyMap<string, SegmentFile[]>,
  { signal, threads }: MergeOptions = {},
): Promise<SegmentFile[]> {
  const { lake, range } = merge;
  const { first, last } = range;
  const merged: SegmentFile[] = [];
  const limits = { ...lake.limits, threads: threads ?? lake.limits.threads };
  const instance = await openPassingDatabase({ ...limits, tempDirectory: lake.spool });
  const connection = await instance.connect();
  const stop = interruptOn(signal, connection);
  try {
    for (const macro of new Set(merge.relations.flatMap(({ macros }) => macros))) await connection.run(macro);
    for (const [folder, files] of byFolder) {
      signal?.throwIfAborted();
      const { table, version } = files[0];
      const path = await freePath(lake.path, folder, first, last);
      const columns = [...new Set(files.flatMap((file) => file.columns))];
      merged.push({ table, version, path, first, last, rows: 0, bytes: 0, sha256: '', columns });
      await mergeTable(connection, merge, files, merged.at(-1)!);
    }
    await Promise.all(merged.map(({ path }) => publish(join(lake.path, path))));
    return merged;
  } catch (error) {
    await removeFiles(
      lake.path,
      merged.flatMap(({ path }) => [path, path + TEMPORARY]),
    );
    throw signal?.aborted ? signal.reason : asMergeError(lake.path, error);
  } finally {
    stop();
    connection.closeSync();
    instance.closeSync();
  }
}

function asMergeError(lake: string, error: unknown): unknown {
  const [message] = messageOf(error).split('\n');
  if (!isOfDamage(message)) return asLakeError(lake, error);
  const { text, fields } = damageIn(message, lake);
  return new LakeError(`lake ${lake} has a file that cannot be read: ${text}`, { lake, ...fields }, error);
}

/** Returns the table whose files these are; undefined of parts, and of a table that this program does not know. */
function shapeOf(lake: Lake, { table, version }: SegmentFile): TableShape | undefined {
  return version === undefined ? lake.tables.find(({ name }) => name === table) : undefined;
}

/** One scan over the files in the order of their ledgers keeps the order of the rows; columns are matched by name. */
async function mergeTable(
  connection: DuckDBConnection,
  { lake, relations }: FileMerge,
  files: SegmentFile[],
  merged: SegmentFile,
): Promise<void> {
  const { table, version, path, columns } = merged;
  const absolute = files.map((file) => ({ ...file, path: join(lake.path, file.path) }));
  const shape = shapeOf(lake, merged);
  const select = `select ${columns.map(quoteName).join(', ')}
    from read_parquet(${pathList(absolute)}, hive_partitioning = false, union_by_name = true)`;
  // Parts of a relation that this program does not know, or has another version of, may stand one after another.
  const known = relations.find(({ kept, version: own }) => kept.id === table && own === version);
  const query = known ? partQuery(known.kept, select) : select;
  // Of a table that this program does not know it is not known whether it has a BLOB column.
  const withBlob = shape ? hasBlob(shape) : !known;
  const expected = files.reduce((sum, { rows }) => sum + rows, 0);
  const partBytes = version === undefined ? Infinity : files.reduce((sum, { bytes }) => sum + bytes, 0);
  merged.rows = await copyParquet(connection, query, join(lake.path, path), { withBlob, expected, partBytes });
  const written = join(lake.path, path + TEMPORARY);
  Object.assign(merged, await addPageChecksums(written, `${written}${TEMPORARY}`));
}
