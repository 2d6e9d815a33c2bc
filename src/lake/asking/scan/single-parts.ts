/**
 * Rows of kept relations that have values in columns, read one by one out of their parts, and given: a statement over them stays planned,
 * where one that reads Parquet is planned again at each run.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RowReader, RowValue } from '../../../parquet/read/row-reader.ts';
import { givenRows } from '../../duckdb/given-rows.ts';
import { partsName, type Materialised } from '../../meaning/kept.ts';
import type { StandingParts } from './shown-parts.ts';
import { ROW_GROUP } from '../../disk/table-files.ts';
import { RowsNotRead, type GivenRows, type SingleRows } from './single-rows.ts';

/** Rows of parts, with DuckDB's names of the types of their columns. */
export interface PartRows extends SingleRows {
  types: readonly string[];
}

/** Rows of row groups in which rows are looked for: a group that was not read yet is decoded, in 12 to 30 ms of the thread. */
const MOST_SEARCHED = 4 * ROW_GROUP;
/** Rows of a relation whose row groups stay decoded: one of accounts takes 3.3 MB. */
const MOST_HELD = 16 * ROW_GROUP;
/** Each is opened. */
const MOST_FILES = 32;

/**
 * Returns the rows of the parts in a lake, and of the state that they stand on, of a relation whose columns are short. Throws RowsNotRead where there
 * are no parts, or segments lack some, where files are many, have other columns than the first, or types that are not read, and where too many rows are
 * found, looked at, or held.
 */
export async function readPartRows(
  reader: RowReader,
  lake: string,
  { kept, files, lacking, state }: StandingParts,
  asked: GivenRows,
): Promise<PartRows> {
  // A state is larger than what came after it.
  const all = [...state, ...files];
  const notRead = (isLasting: boolean) => new RowsNotRead(kept.id, isLasting);
  if (files.length === 0 || lacking.length > 0 || all.length > MOST_FILES) throw notRead(true);
  const [{ columns }] = files;
  const rows: RowValue[][] = [];
  let types: readonly string[] | undefined;
  const limits = { most: asked.most, mostSearched: MOST_SEARCHED, mostHeld: MOST_HELD };
  for (const file of all) {
    if (file.columns.length !== columns.length) throw notRead(true);
    // What is wrong with a file DuckDB tells.
    const read = reader.rowsOfText(join(lake, file.path), asked, limits, columns);
    const found = await read.catch(() => Promise.reject(notRead(false)));
    // Nothing is found of a file that lacks one of the columns.
    if (!found || !isDeepStrictEqual(found.types, (types ??= found.types))) throw notRead(true);
    if (!found.rows) throw notRead(false);
    limits.most -= found.rows.length;
    limits.mostSearched -= found.searched;
    limits.mostHeld -= found.held;
    rows.push(...found.rows);
  }
  return { columns, types: types ?? [], rows };
}

/** Returns the statement that makes the relation of parts of such rows, which are given under the name of the relation. */
export function partRowsRelation(kept: Materialised, { columns, types }: PartRows): string {
  const rows = givenRows(
    kept.id,
    columns.map((name, i) => [name, types[i]]),
  );
  return `create or replace view ${partsName(kept)} as from ${rows}`;
}
