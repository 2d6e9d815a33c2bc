/**
 * Rows of tables that are asked for by their ids, or by a key among their columns, read one by one out of Parquet: for a row DuckDB reads whole
 * columns of its row group, again at each request.
 */
import { join } from 'node:path';
import type { LedgerRange } from '../../datastore/keys.ts';
import type { RowReader, RowValue, TextAsked } from '../../parquet/row-reader.ts';
import { sqlType, type TableShape } from '../bridge/bridge.ts';
import { givenText } from '../bridge/given-texts.ts';
import { quoteName, quoteText } from '../duckdb.ts';
import { BATCH_ID, ledgerColumn, PARTITION_LEDGERS } from '../segments/table-files.ts';
import type { KnownFile } from '../snapshot/snapshot.ts';
import { isStored, LEDGER_FOLDER, rawView, ROW_ID, shownColumns, type ColumnNames, type RowsOfIds } from './views.ts';

/** Rows that have a value in one of the columns: all that is asked for of some ledgers, so that others need not be shown. */
export type RowsOfValue = TextAsked;

/** The same, where no others are shown: RowsNotRead is thrown where they are more than `most`, or cannot be read one by one. */
export interface GivenRows extends RowsOfValue {
  most: number;
}

/** Rows of a table, or of a kept relation by what is given alone: those with these ids, in a column of them or as their own, which alone are shown then, or those of a value. */
export type RowsAsked = RowsOfIds | RowsOfValue | GivenRows;

export const areGiven = (asked: RowsAsked | undefined): asked is GivenRows => asked !== undefined && 'most' in asked;

/** Rows that were to be given are to be read by SQL that says which they are. */
export class RowsNotRead extends Error {
  /** Whether none of that can be read as long as the snapshot is the same, and not only those of the value that was asked for, or now. */
  readonly isLasting: boolean;

  constructor(of: string, isLasting = false) {
    super(of);
    this.isLasting = isLasting;
  }
}

/** Which rows are asked for, by the names of tables and the ids of kept relations, `silver.accounts_current`; of others all. */
export type RowsOf = ReadonlyMap<string, RowsAsked>;

/** Rows of a table, with some of its columns. */
export interface SingleRows {
  columns: readonly string[];
  rows: readonly RowValue[][];
}

/** What is read of a table, of which some columns are wanted and others known to be null. */
export interface RowsWanted {
  asked: RowsAsked;
  /** The ledgers that are asked for. */
  ledgers: readonly LedgerRange[] | undefined;
  wanted: ColumnNames | undefined;
  unfilled: ColumnNames | undefined;
}

/** More rows than these DuckDB reads sooner than they are written down for it. */
const MOST_ROWS = 4096;

/**
 * Returns the rows that a lake has of those; undefined where they cannot be read so: DuckDB tells what is wrong with a file. Throws RowsNotRead where
 * no others are to be shown.
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
  // Which rows are of later ledgers than are asked for is not told without it.
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

/** Returns the statement that makes `bronze.<table>_raw_v1` of single rows, which are given as the text that `singleRowsText` returns. */
export function singleRowsRelation(
  table: TableShape,
  { columns }: SingleRows,
  { wanted, unfilled }: Pick<RowsWanted, 'wanted' | 'unfilled'>,
): string {
  const types = columns.map((name) => `${JSON.stringify(name)}:["${writtenType(table, name)}"]`);
  const lists = `select from_json(text, ${quoteText(`{${types.join()}}`)}) as lists from ${givenText(table.name)}`;
  const read = columns.map((name) => `unnest(lists.${quoteName(name)}) as ${quoteName(name)}`);
  const found = new Set(columns);
  const shown = shownColumns(table, wanted).flatMap((name) => {
    if (isStored(table, name))
      return `${found.has(name) ? valueOf(table, name) : `null::${typeOf(table, name)}`} as ${quoteName(name)}`;
    return name === LEDGER_FOLDER ? `${folderOf(table)} as ${name}` : [];
  });
  const select = `select ${shown.join(', ')} from (select ${read.join(', ')} from (${lists}))`;
  return rawView(table, select, wanted, unfilled);
}

/** The name under which the value is given that rows have which alone are shown. */
const GIVEN_VALUE = 'value';

/** Returns the relation of that value, whose column is `text`. */
export const givenValue = () => givenText(GIVEN_VALUE);

/** Returns what is given of what is asked besides rows: the value that these have, and texts by their names. */
export function textsGiven(
  rowsOf: RowsOf | undefined,
  texts: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const values = [...(rowsOf?.values() ?? [])]
    .filter(areGiven)
    .map(({ value }): [string, string] => [GIVEN_VALUE, value]);
  return new Map([...values, ...texts]);
}

/** Returns rows as JSON, a list for each column. */
export function singleRowsText({ columns, rows }: SingleRows): string {
  const lists = columns.map((name, i) => `${JSON.stringify(name)}:[${rows.map((row) => jsonOf(row[i])).join()}]`);
  return `{${lists.join()}}`;
}

const kindOf = (table: TableShape, name: string) => (name === BATCH_ID ? 'utf8' : table.columns[name].kind);
const typeOf = (table: TableShape, name: string) => sqlType(kindOf(table, name));
const isTime = (table: TableShape, name: string) => kindOf(table, name) === 'timestamp';
/** The type under which a value stands in JSON: a time as its microseconds. */
const writtenType = (table: TableShape, name: string) => (isTime(table, name) ? 'bigint' : typeOf(table, name));
const valueOf = (table: TableShape, name: string) =>
  isTime(table, name) ? `make_timestamp(${quoteName(name)})` : quoteName(name);
/** The first ledger of the folder that the row's file is in. */
const folderOf = (table: TableShape) =>
  `(${quoteName(ledgerColumn(table))} // ${PARTITION_LEDGERS} * ${PARTITION_LEDGERS})::integer`;

/** Returns a value as JSON. */
export function jsonOf(value: RowValue): string {
  if (Object.is(value, -0)) return '-0.0';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
