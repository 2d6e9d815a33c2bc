/** Which ledgers rows can be of that pass the filters of a scan: by its column of ledgers, a transaction's hash, and keys. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { intersectRanges } from '../../datastore/spans.ts';
import { keysAsked, type KeyColumns } from './asked-values.ts';
import type { KeyOfKinds, RowsApart } from './key-ledgers.ts';
import { rangeOf } from './plan-filters.ts';

/** What tables and views call the hash of a row's transaction. */
export const HASH = 'transaction_hash';

/** What is known of one snapshot; undefined where it is not known of all of it. */
export interface Known {
  /** Returns the ledgers that may hold a transaction with the hash. */
  ofHash?: (hash: string) => readonly number[] | undefined;
  /**
   * Returns ranges with the ledgers that may have a row with one of the keys in its columns; `isAll` tells that nothing else is asked of rows.
   */
  ofKeys?: (keys: readonly KeyOfKinds[], isAll: boolean) => readonly LedgerRange[] | undefined;
}

/** A table whose rows are of ledgers, the column that says which, the one of the transaction's hash, and those whose values are keys. */
export interface Bounding {
  table: string;
  column: string;
  hash?: string;
  keys: KeyColumns;
  /** Rows whose keys are of a kind of their own. */
  apart?: RowsApart | undefined;
}

/** Returns ranges that hold every ledger whose rows pass the filters. */
export function rangesOf(
  filters: readonly string[],
  { column, hash, keys, apart }: Bounding,
  { ofHash, ofKeys }: Known,
): LedgerRange[] {
  let ranges = [rangeOf(filters, column)];
  const left = kindsLeftOut(filters, apart);
  for (const filter of filters) {
    const ledgers = hashesOf(filter, hash)?.map((one) => ofHash?.(one));
    if (ledgers?.every((found) => found !== undefined)) {
      return intersectRanges(
        ranges[0],
        ledgers.flat().map((ledger) => ({ first: ledger, last: ledger })),
      );
    }
    const named = ofKeys && keysAsked(filter, keys)?.map(({ key, kinds }) => ({ key, kinds: kinds & ~left }));
    const found = named && ofKeys(named, isAlone(filter, filters));
    if (found) ranges = ranges.flatMap((range) => intersectRanges(range, found));
  }
  return ranges;
}

/** Whether a filter is one condition and there is no other: what is optional follows from others, or from an order. */
function isAlone(filter: string, filters: readonly string[]): boolean {
  return !filter.includes(' AND ') && filters.every((one) => one === filter || one.startsWith('optional: '));
}

/** Returns the kind of rows that are set apart where none passes the filters: one is `c!='…'`, alone or with other texts; 0 else. */
export function kindsLeftOut(filters: readonly string[], apart: RowsApart | undefined): number {
  if (!apart) return 0;
  const { column, value, kind } = apart;
  const other = `${column}!='[^']*'`;
  const isOfOthers = new RegExp(`^${other}(?: AND ${other})*$`);
  const isLeftOut = filters.some(
    (filter) => isOfOthers.test(filter) && filter.split(' AND ').includes(`${column}!='${value}'`),
  );
  return isLeftOut ? kind : 0;
}

/** Returns the hashes one of which passes the filter, as `c='…'` or `c IN ('…', '…')`; undefined where it does not tell. */
export function hashesOf(filter: string, column: string | undefined): string[] | undefined {
  const one = `'[0-9a-f]{64}'`;
  const told = new RegExp(`^(?:optional: )?${column}(?:=${one}| IN \\(${one}(?:, ${one})*\\))$`);
  if (column === undefined || !told.test(filter)) return undefined;
  return [...filter.matchAll(/'([0-9a-f]+)'/g)].map(([, hash]) => hash);
}
