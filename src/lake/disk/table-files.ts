/** Parquet files of a lake: their partitions, paths and row groups. */
import { join } from 'node:path';
import { exists } from '../../core/folders.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { addPageChecksums } from '../../parquet/page-checksums.ts';
import { publish, TEMPORARY } from './files.ts';
import type { SegmentFile } from './snapshot/manifest.ts';

/** How many ledgers a `ledger_range=<n>` folder holds. */
export const PARTITION_LEDGERS = 10_000;

/** Returns the first ledger of the partition that the ledger is in. */
export function partitionOf(ledger: number): number {
  return Math.floor(ledger / PARTITION_LEDGERS) * PARTITION_LEDGERS;
}

/** Returns the column that holds a row's ledger; throws when the table has none. */
export function ledgerColumn({ name, columns }: TableShape): string {
  const found = ['ledger_sequence', 'sequence'].find((column) => column in columns);
  if (!found) throw new Error(`table ${name} has no column ledger_sequence or sequence`);
  return found;
}

/** Rows of a row group, the smallest unit that DuckDB reads. A row of one ledger is read 2.5 times as fast as with 122,880. */
export const ROW_GROUP = 24_576;
const LARGE_ROW_GROUP = 122_880;
/** The metadata of row groups stays in memory, a kilobyte per column and group. */
const MOST_ROW_GROUPS = 64;

/** Returns the rows per row group for a file of about `rows` rows: a multiple of 2,048. */
export function rowGroupRows(rows: number): number {
  const needed = Math.ceil(rows / MOST_ROW_GROUPS / 2048) * 2048;
  return Math.min(LARGE_ROW_GROUP, Math.max(ROW_GROUP, needed));
}

/**
 * Cuts a batch into row groups. A row group stays inside one partition and has about the rows of a small file's group.
 * `ledgers` has the ledger of each row.
 */
export function rowGroups(ledgers: Int32Array, rows: number): { start: number; rows: number }[] {
  const groups: { start: number; rows: number }[] = [];
  for (let start = 0; start < rows;) {
    const partition = partitionOf(ledgers[start]);
    let end = start + 1;
    while (end < rows && ledgers[end] < partition + PARTITION_LEDGERS) end++;
    const each = Math.ceil((end - start) / Math.max(1, Math.floor((end - start) / ROW_GROUP)));
    for (; start < end; start += each) groups.push({ start, rows: Math.min(each, end - start) });
    start = end;
  }
  return groups;
}

/** Returns whether a column of the table is a BLOB in Parquet. */
export function hasBlob({ columns }: TableShape): boolean {
  return Object.values(columns).some(({ kind }) => kind === 'binary');
}

/** The column with the `file_id` of a row's ledger file (as in `meta.ledger_files`); Hubble's name for a load. */
export const BATCH_ID = 'batch_id';

/** Which ledgers a segment holds, and the lake it is for. */
export interface SegmentRange {
  lake: string;
  first: number;
  last: number;
  /** The file that each ledger came from, in their order. */
  fileIds: readonly string[];
}

/** A file under its temporary name. */
export type WrittenFile = Omit<SegmentFile, 'bytes' | 'sha256'>;

/** Seals and measures a part and gives it its name, durably. */
export async function settle(lake: string, { columns, ...file }: WrittenFile): Promise<SegmentFile> {
  const path = join(lake, file.path);
  const measured = await addPageChecksums(path + TEMPORARY, path + TEMPORARY + TEMPORARY);
  await publish(path);
  return { ...file, ...measured, columns };
}

/** Returns where in a lake the files of a table are, or the parts of one version of a relation. */
export function folderOf({ table, version }: Pick<SegmentFile, 'table' | 'version'>): string {
  return version === undefined ? `bronze/${table}` : `${table.replace('.', '/')}_v${version}`;
}

/** Returns where parts are that were folded over segments. */
export function foldedFolderOf(file: Pick<SegmentFile, 'table' | 'version'>): string {
  return `${folderOf(file)}${FOLDED}`;
}

const FOLDED = '_folded';

/** Returns whether a file of the lake is in such a folder. */
export function isFolded(path: string): boolean {
  return path.split('/')[1]?.endsWith(FOLDED) === true;
}

/** A committed file is never written over: a segment written a second time gets names of its own. */
export async function freePath(lake: string, folder: string, first: number, last: number): Promise<string> {
  const stem = `${folder}/ledger_range=${partitionOf(first)}/${first}-${last}`;
  let path = `${stem}.parquet`;
  for (let copy = 2; await exists(join(lake, path)); copy++) path = `${stem}.${copy}.parquet`;
  return path;
}
