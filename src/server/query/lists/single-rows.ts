/**
 * Which rows of a page the row reader reads: those in few row groups. Payments of an account take 46 to 57 ms in place of 158
 * to 289 of processor. The first read of a row group takes up to four times as long as DuckDB.
 */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { RowsOf } from '../../../lake/asking/scan/single-rows.ts';
import { ROW_GROUP } from '../../../lake/disk/table-files.ts';
import { rowsOfLedger } from './ledger-rows.ts';
import type { View } from '../view.ts';

/** Of more row groups the first time takes too long. */
const MOST_GROUPS = 64;
/** Hashes never repeat: of 24,576 rows they take 1.7 MB, columns of operations 60 kB at the mean. */
const MOST_GROUPS_WITH_HASHES = 16;

/** Returns the rows if they lie in few row groups and nobody asks for an explanation; undefined otherwise. */
export function singly(
  view: View,
  { first, last }: LedgerRange,
  rows: RowsOf | undefined,
  { hasHash = false }: { hasHash?: boolean } = {},
): RowsOf | undefined {
  if (!rows || view.explained) return undefined;
  const most = hasHash ? MOST_GROUPS_WITH_HASHES : MOST_GROUPS;
  const groupsOf = (table: string) => ((last - first + 1) * rowsOfLedger(view, { table })) / ROW_GROUP;
  return [...rows.keys()].every((table) => groupsOf(table) < most) ? rows : undefined;
}
