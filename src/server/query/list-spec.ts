/** What an endpoint says of its list: parameters, rows, order, and what helps to find the rows of a page. */
import type { TObject } from 'typebox';
import type { Unfilled } from '../../lake/relations/file-views.ts';
import type { RowsOf } from '../../lake/relations/single-rows.ts';
import type { Json, Row } from './fields.ts';
import type { KeptRows } from './kept-rows.ts';
import type { Parameters, Values } from './parameters.ts';
import type { Key, Scan, Window } from './scan.ts';
import type { Sql } from './sql.ts';
import type { TableSpec } from './tables.ts';
import type { View } from './view.ts';
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
  window: Window;
  view: View;
  /** Whether `rowsOf` tells them, so that tables show no others. */
  isAlone: boolean;
}

export interface ListSpec<
  P extends Parameters,
  Path extends string = string,
  R extends TObject = TObject,
  B extends Parameters = Parameters,
  Ranked extends boolean = boolean,
> {
  path: Path;
  summary: string;
  legacyKey: string;
  parameters: P;
  row: R;
  /** What parameters require of rows, besides ledgers: `scan.filters` has it as SQL. */
  where?: Where<P>;
  /** The order, which is total. */
  key(values: Values<P>): readonly Key[];
  /** What `rows` needs to be told, such as the begin of a period. */
  prepare?(values: Values<P>, view: View): Promise<string | null>;
  /** The rows, in any order: the columns of the key, and those of a row or what `page` makes them of. */
  rows(values: Values<P>, scan: Scan, prepared: string | null): Sql;
  /** Makes rows of those of the page, the relation `page`, whose columns of the key must stay. */
  page?(values: Values<P>, scan: Scan): Sql;
  /** Makes the rows of a page of which the key, one column, is known, in any order: for what `page` looks for anew. */
  ofKeys?(keys: readonly string[], known: OfKeys): Sql;
  /** A column of `rows`, and the table columns that rows with given values of it leave empty: `ofKeys` is read without these. */
  unfilled?: { by: string; of(values: readonly Json[]): Unfilled };
  /** Which rows of tables `ofKeys` makes them of, where these are read one by one. */
  rowsOf?(keys: readonly string[], window: Window, view: View): RowsOf | undefined;
  /**
   * Which rows of kept relations are all that `rows` asks for of these, and a list is made of that is not in the order of ledgers: they are given where
   * they can be.
   */
  keptRowsOfKey?(values: Values<P>, scan: Scan, prepared: string | null): RowsOf | undefined;
  /** Adds to rows of the page what SQL does not know. */
  complete?(rows: readonly Row[], view: View): Promise<Row[]>;
  /** Writes a row that has no schema, and tells its columns. */
  shape?(row: Row): Row;
  columns?: TableSpec['columns'];
  /** The table that has about as many rows: with it pages are looked for near where they begin, if they are in the order of ledgers. */
  table?: string;
  /** Whether a row is of so many columns that the ledgers of a page are looked for before any is made. */
  isDear?: boolean;
  /** Its rows as they are kept of whole ledgers, where these are small: of a page its key is enough then. */
  kept?: KeptRows;
  /** Whether rows are made of ledger entries. */
  isState?: boolean;
  /** Whether there are cursors; a list without is cut at its limit. */
  isPaged?: boolean;
  /** Whether rows were left out besides those beyond the limit, which rows that were found tell. */
  isCut?(found: readonly Row[]): boolean;
  /** Whether rows are numbered from 1, over all pages. */
  isRanked?: Ranked;
  /** Whether answers change without a commit to the lake. */
  isOutside?: boolean;
  /** Whether it reads most of a relation, so that all processors are of use. */
  isWide?: boolean;
  /** Whether all of its rows are made before the first is known, however few are asked for. */
  isWhole?: boolean;
  /** What stands beside `data`. */
  beside?: B;
  readBeside?(values: Values<P>, scan: Scan, rows: readonly Row[], prepared: string | null): Promise<Row>;
  /** Throws what parameters together cannot be; runs before anything is read. */
  check?(values: Values<P>, view: View): void | Promise<void>;
  warnings?(values: Values<P>, view: View, prepared: string | null): readonly string[];
}
