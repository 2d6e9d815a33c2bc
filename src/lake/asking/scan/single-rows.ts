/**
 * Single rows, read from Parquet by id or key without DuckDB.
 * DuckDB would read whole columns of the row group, again for each request.
 */
import { join } from 'node:path';
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { RowReader, RowValue, TextAsked } from '../../../parquet/read/row-reader.ts';
import { sqlType, type TableShape } from '../../duckdb/bridge.ts';
import { givenRows, type GivenRow } from '../../duckdb/given-rows.ts';
import { quoteName } from '../../duckdb/duckdb.ts';
import { BATCH_ID, ledgerColumn, PARTITION_LEDGERS } from '../../disk/table-files.ts';
import type { KnownFile } from '../../disk/snapshot/snapshot.ts';
import {
  isStored,
  LEDGER_FOLDER,
  rawView,
  ROW_ID,
  shownColumns,
  type ColumnNames,
  type RowsOfIds,
} from '../../meaning/views.ts';

/** Rows with a value in one of the columns. The query selects no other rows of its ledgers, so others may be hidden. */
export type RowsOfValue = TextAsked;

/** The same, but other rows must be hidden. Throws RowsNotRead for more than `most` rows, or for unreadable files. */
export interface GivenRows extends RowsOfValue {
  most: number;
}

/** The rows that a query selects of a table: by ids or by a value. */
export type RowSelection = RowsOfIds | RowsOfValue | GivenRows;

export const areGiven = (asked: RowSelection | undefined): asked is GivenRows => asked !== undefined && 'most' in asked;

/** The rows cannot be read singly; the caller must select them in SQL. */
export class RowsNotRead extends Error {}

/** Selected rows by table name. Other tables show all rows. */
export type RowsOf = ReadonlyMap<string, RowSelection>;

/** Rows of a table, with some of its columns. */
export interface SingleRows {
  columns: readonly string[];
  rows: readonly RowValue[][];
}

/** Selected rows of a table, its wanted columns, and columns known to be null. */
export interface RowsWanted {
  asked: RowSelection;
  /** The ledgers that the query selects. */
  ledgers: readonly LedgerRange[] | undefined;
  wanted: ColumnNames | undefined;
  unfilled: ColumnNames | undefined;
}

/** Above this many rows, DuckDB reads faster than rows can be passed to it. */
const MOST_ROWS = 4096;

/**
 * Returns the selected rows. If they cannot be read singly, returns undefined, or throws RowsNotRead if other rows must be
 * hidden. DuckDB then reads the file and reports damage.
 */
export async function readSingleRows(
  reader: RowReader,
  lake: string,
  table: TableShape,
  files: readonly KnownFile[],
  wanted: RowsWanted,
): Promise<SingleRows | undefined> {
  const rows = await readRows(reader, lake, table, files, wanted);
  if (!rows && areGiven(wanted.asked)) throw new RowsNotRead(table.name);
  return rows;
}

async function readRows(
  reader: RowReader,
  lake: string,
  table: TableShape,
  files: readonly KnownFile[],
  { asked, ledgers, wanted, unfilled }: RowsWanted,
): Promise<SingleRows | undefined> {
  const ledger = ledgerColumn(table);
  const columns = shownColumns(table, wanted).filter((name) => isStored(table, name) && unfilled?.has(name) !== true);
  const at = columns.indexOf(ledger);
  // Without the ledger column, rows of later ledgers cannot be removed.
  if (at < 0) return undefined;
  const rows: RowValue[][] = [];
  const read = (path: string) => {
    if ('ids' in asked) return reader.rows(path, asked.by ?? ROW_ID, asked.ids, columns);
    const room = (areGiven(asked) ? asked.most : MOST_ROWS) - rows.length;
    return ledgers && reader.rowsWith(path, asked, { column: ledger, ranges: ledgers, most: room }, columns);
  };
  for (const file of files) {
    const found = await read(join(lake, file.path))?.catch(() => undefined);
    if (!found) return undefined;
    const last = file.upTo ?? Infinity;
    for (const row of found) if (Number(row[at]) <= last) rows.push(row);
  }
  return { columns, rows };
}

/** Returns the view `bronze.<table>_raw_v1` over single rows, which are given under the name of the table. */
export function singleRowsRelation(
  table: TableShape,
  { columns }: SingleRows,
  { wanted, unfilled }: Pick<RowsWanted, 'wanted' | 'unfilled'>,
): string {
  const rows = givenRows(
    table.name,
    columns.map((name) => [name, typeOf(table, name)]),
  );
  const found = new Set(columns);
  const shown = shownColumns(table, wanted).flatMap((name) => {
    if (isStored(table, name))
      return found.has(name) ? quoteName(name) : `null::${typeOf(table, name)} as ${quoteName(name)}`;
    return name === LEDGER_FOLDER ? `${folderOf(table)} as ${name}` : [];
  });
  return rawView(table, `select ${shown.join(', ')} from ${rows}`, wanted, unfilled);
}

/** The name of the row with the value that all given rows have. */
const GIVEN_VALUE = 'value';

/** Returns the relation of that value, whose column is `text`. */
export const givenValue = () => givenRows(GIVEN_VALUE, [['text', 'VARCHAR']]);

/** Returns the value of given rows, by its name. */
export function valueGiven(rowsOf: RowsOf | undefined): Map<string, readonly GivenRow[]> {
  const values = [...(rowsOf?.values() ?? [])].filter(areGiven);
  return new Map(values.map(({ value }) => [GIVEN_VALUE, [[value]]]));
}

const typeOf = (table: TableShape, name: string) => sqlType(name === BATCH_ID ? 'utf8' : table.columns[name].kind);
/** The first ledger of the folder that the row's file is in. */
const folderOf = (table: TableShape) =>
  `(${quoteName(ledgerColumn(table))} // ${PARTITION_LEDGERS} * ${PARTITION_LEDGERS})::integer`;
