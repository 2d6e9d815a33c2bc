/** What an endpoint says of its list: parameters, rows, order, and what helps to find the rows of a page. */
import type { TObject } from 'typebox';
import type { Unfilled } from '../../../lake/asking/scan/file-views.ts';
import type { RowsOf } from '../../../lake/asking/scan/single-rows.ts';
import type { Json, Row } from '../fields.ts';
import type { KeptRows } from './kept-rows.ts';
import type { Parameters, Values } from '../parameters.ts';
import type { ScanKey, Scan, ScanWindow } from './scan.ts';
import type { Sql } from '../sql.ts';
import type { ResultTable } from '../tables.ts';
import type { View } from '../view.ts';
import type { Where } from './where.ts';

/** The parameters of lists that pages are found by. */
export interface Common {
  limit: number;
  cursor?: string;
  start_ledger?: number;
  end_ledger?: number;
  tx_hash?: string;
}

/** What is known of the rows of a page besides their keys. */
export interface OfKeys {
  window: ScanWindow;
  view: View;
  /** Whether `rowsOf` tells them, so that tables show no others. */
  isAlone: boolean;
}

/** Makes SQL of the rows of the relation `page`. */
type PageMaker<P extends Parameters> = (values: Values<P>, scan: Scan) => Sql;

/** Rows of so many columns that keys of a page, which are one column, are found first. */
export interface Records {
  /** Makes the rows of keys, in any order. */
  ofKeys(keys: readonly string[], known: OfKeys): Sql;
  /** A column of `rows`, and the table columns that rows with given values of it leave empty: `ofKeys` is read without these. */
  unfilled: { by: string; of(values: readonly Json[]): Unfilled };
  /** Returns the rows of tables that `ofKeys` needs, if these are read one by one. */
  rowsOf(keys: readonly string[], window: ScanWindow, view: View): RowsOf | undefined;
}

/** How rows without a schema are written. */
interface Written {
  shape(row: Row): Row;
  columns?: ResultTable['columns'];
}

/** What stands beside `data`. */
interface Beside<P extends Parameters> {
  fields: Parameters;
  read(values: Values<P>, scan: Scan, rows: readonly Row[], prepared: string | null): Promise<Row>;
}

/** How a list differs from one of pages in the order of ledgers. */
interface Kind {
  /** True if rows are made of ledger entries. */
  isState?: boolean;
  /** False if there are no cursors; the list is cut at its limit. */
  isPaged?: boolean;
  /** Returns true if rows were left out besides those beyond the limit. */
  isCut?(found: readonly Row[]): boolean;
  /** True if rows are numbered from 1, over all pages. */
  isRanked?: boolean;
  /** True if answers change without a commit to the lake. */
  isOutside?: boolean;
  /** True if it reads most of a relation, or makes all rows before the first is known: one result answers most limits. */
  isWhole?: boolean;
}

export interface ListSpec<P extends Parameters> {
  path: string;
  summary: string;
  legacyKey: string;
  parameters: P;
  row: TObject;
  /** What parameters require of rows, besides ledgers: `scan.filters` has it as SQL. */
  where?: Where<P>;
  /** The order, which is total. */
  key(values: Values<P>): readonly ScanKey[];
  /** Returns what `rows` needs to know, such as the begin of a period; throws ApiError if parameters contradict each other. */
  prepare?(values: Values<P>, view: View): Promise<string | null>;
  /** The rows, in any order: the columns of the key, and those of a row or what `page` makes them of. */
  rows(values: Values<P>, scan: Scan, prepared: string | null): Sql;
  /** Makes rows of those of the page, the relation `page`, whose columns of the key must stay; or of their keys. */
  page?: PageMaker<P> | Records;
  /** Adds to rows of the page what SQL does not know. */
  complete?(rows: readonly Row[], view: View): Promise<Row[]>;
  /** How rows without a schema are written. */
  written?: Written;
  /** The table with about as many rows, or how rows of whole ledgers are kept: the list is in the order of ledgers. */
  of?: string | KeptRows;
  kind?: Kind;
  /** What stands beside `data`. */
  beside?: Beside<P>;
  warnings?(values: Values<P>, view: View, prepared: string | null): readonly string[];
}
