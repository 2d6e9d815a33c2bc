/** What the rows of a list are made for, and the order in which they stand. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { Sql } from '../sql.ts';
import type { View } from '../view.ts';

/** A part of the order of a list: a column of its rows that is never null. */
export interface ScanKey {
  column: string;
  /** Largest first. */
  descending?: boolean;
  /** As DuckDB names it; BIGINT unless it says otherwise. */
  type?: string;
}

/** Returns the key of rows in the order of whole numbers in columns, or in its reverse, as the request asks. */
export function inOrder(...columns: string[]): (values: { order: 'asc' | 'desc' }) => ScanKey[] {
  return ({ order }) => columns.map((column) => ({ column, descending: order === 'desc' }));
}

/** Ledgers among which rows are looked for: a range, and those in it that are meant where it is not all. */
export interface ScanWindow extends LedgerRange {
  ledgers?: readonly number[];
}

/** What the SQL of a list is made for. */
export interface Scan {
  view: View;
  /** No row is of a ledger above; it stays the same from page to page. */
  ceiling: number;
  /** The latest ledger when the first page was made: what comes later is not known to any page. */
  latest: number;
  /** The ledgers of which rows are wanted, where the rows of a page are looked for among a part of them first. */
  window?: ScanWindow;
  /** True if tables show the rows of the key in these ledgers, and no others. */
  areGiven?: boolean;
  /** The conditions of the request and of the scan: its filters, and its ledgers by `ledger_sequence`. */
  filters: readonly Sql[];
  /** The last row of the page before, by columns of the key. */
  after?: ReadonlyMap<string, string>;
  limit: number;
}
