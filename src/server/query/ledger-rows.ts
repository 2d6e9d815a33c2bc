/**
 * Rows of whole ledgers in memory: pages of many accounts are of the same new ledgers. To read 100 operations of an account takes DuckDB
 * 40 ms of processor, and no more to read all of their ledgers, where these are small.
 */
import { bytesOf, type JsonRows } from '../../lake/kept-results.ts';
import type { Window } from './scan.ts';
import type { Sql } from './sql.ts';
import { hullOf, rangesOf } from './window.ts';
import type { View } from './view.ts';

/** What is kept of ledgers: rows that are made of their own ledger alone, whatever was asked. */
export interface OfLedgers<T extends object> {
  /** Tells it from others. */
  name: string;
  /** The table that has about as many rows. */
  table: string;
  /** Returns the rows of a window of ledgers, with `ledger_sequence`. */
  rows(window: Window, view: View): Sql;
  /** Returns what is kept of the rows of one ledger. */
  make(names: readonly string[], rows: JsonRows['rows']): T;
}

/** What a ledger has besides its rows. */
const LEDGER_BYTES = 200;
/** So many rows are read at once: where ledgers have more, pages are read without the others of their ledgers. */
const MOST_ROWS = 4096;

/** Returns what is kept of each of the ledgers, which the view has, read as far as it is not in memory; throws as `View.rows` does. */
export async function ofLedgers<T extends object>(
  view: View,
  kind: OfLedgers<T>,
  ledgers: readonly number[],
): Promise<Map<number, T>> {
  const { ledgerValues } = view.served;
  const { epoch } = view.snapshot;
  const found = new Map<number, T>();
  for (const ledger of ledgers) {
    const known = ledgerValues.take(epoch, kind.name, ledger);
    if (known !== undefined) found.set(ledger, known as T);
  }
  const others = ledgers.filter((ledger) => !found.has(ledger));
  if (others.length === 0) return found;
  const window = { ...hullOf(others), ledgers: others };
  const { names, rows } = await view.table(kind.rows(window, view), rangesOf(window));
  const at = names.indexOf('ledger_sequence');
  const byLedger = Map.groupBy(rows, (row) => Number(row[at]));
  for (const ledger of others) {
    const own = byLedger.get(ledger) ?? [];
    const value = kind.make(names, own);
    found.set(ledger, value);
    ledgerValues.keep(epoch, kind.name, ledger, { value, bytes: LEDGER_BYTES + bytesOf(own) });
  }
  return found;
}

/** Whether all rows of the ledgers of so many rows are few enough to be read, by how many the table has in a ledger. */
export function areFew({ snapshot }: View, { table }: Pick<OfLedgers<object>, 'table'>, rows: number): boolean {
  const ledgers = snapshot.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return rows * (snapshot.totals[table]?.rows ?? 0) <= MOST_ROWS * ledgers;
}
