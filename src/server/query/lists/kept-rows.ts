/** Rows of lists as they are kept of whole ledgers. */
import type { OfLedgers } from './ledger-rows.ts';
import type { Row } from '../json.ts';
import type { Scan } from './scan.ts';
import { inLedgers } from './range.ts';
import type { Sql } from '../sql.ts';
import { rowOf } from '../view.ts';

/** The rows of a ledger in the order of their keys. */
export type KeptRows = OfLedgers<readonly Row[]> & Pick<KeptRowsSpec, 'isDear'>;

export interface KeptRowsSpec {
  /** Tells them from others: lists that have the same rows share them. */
  name: string;
  /** The table that has about as many rows. */
  table: string;
  /** The columns of the key, which are integers. */
  key: readonly string[];
  /** True if rows have so many columns that large ledgers are not read whole for a page. */
  isDear?: boolean;
  /** Returns all rows of the list of the scan's window of ledgers, with `ledger_sequence`. */
  rows(scan: Scan): Sql;
}

/** Returns how rows are kept that are made of their own ledger alone, whatever is asked. */
export function keptRows({ name, table, key, isDear = false, rows }: KeptRowsSpec): KeptRows {
  return {
    name,
    table,
    isDear,
    rows: (window, view) => {
      const filters = [inLedgers(window)];
      return rows({ view, ceiling: window.last, latest: window.last, window, limit: 0, filters });
    },
    make: (names, found) => {
      const keyed = found.map((values) => rowOf(names, values)).map((row) => ({ row, key: rowKey(key, row) }));
      return keyed.sort((one, other) => compareKeys(one.key, other.key)).map(({ row }) => row);
    },
  };
}

/** Returns which of two rows comes first by columns of integers: below zero where it is the first. */
export function compareRowKeys(columns: readonly string[], one: Row, other: Row): number {
  return compareKeys(rowKey(columns, one), rowKey(columns, other));
}

function rowKey(columns: readonly string[], row: Row): bigint[] {
  return columns.map((column) => BigInt(String(row[column])));
}

function compareKeys(one: readonly bigint[], other: readonly bigint[]): number {
  const at = one.findIndex((value, i) => value !== other[i]);
  if (at < 0) return 0;
  return one[at] < other[at] ? -1 : 1;
}
