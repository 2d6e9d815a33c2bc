/** What endpoints that show movements of value have in common. */
import type { RowsOf } from '../../../lake/relations/single-rows.ts';
import type { Row } from '../fields.ts';
import { isAmong } from '../kept-rows.ts';
import type { Scan } from '../scan.ts';
import { rowsWith } from '../single-rows.ts';
import { sql, when, type Sql } from '../sql.ts';
import { areHashesApart } from '../transaction-hashes.ts';
import type { View } from '../view.ts';
import { placesOf } from './movement-places.ts';
import { widthOf } from '../window.ts';

interface AskedAsset {
  asset_code?: string;
  asset_issuer?: string;
}

/** Returns the conditions of an asset on rows with an `asset_key`: XLM, or native, without issuer is the native one (A06). */
export function assetFilters(values: AskedAsset): (Sql | undefined)[] {
  const { asset_code: code, asset_issuer: issuer } = values;
  if (issuer === undefined && (code === 'XLM' || code === 'native')) return [sql`asset_key = 'native'`];
  return [
    when(code, (text) => sql`asset_code = ${text} and asset_key != 'native'`),
    when(issuer, (id) => sql`asset_issuer = ${id}`),
  ];
}

/** Whether a row, with the code and the issuer of its asset, is of the asset that is asked for, as `assetFilters` says it in SQL. */
export function isOfAsset({ asset_code: code, asset_issuer: issuer }: Row, asked: AskedAsset): boolean {
  const isNative = code === 'XLM' && issuer === null;
  if (asked.asset_issuer === undefined && (asked.asset_code === 'XLM' || asked.asset_code === 'native'))
    return isNative;
  const isOfCode = asked.asset_code === undefined || (code === asked.asset_code && !isNative);
  return isOfCode && isAmong(asked.asset_issuer, issuer);
}

/** Whether movements of an account, which either gave or got, are looked for in ledgers that lie far apart: most row groups have one of the page. */
export function isFarApart(account: string | undefined, { window, areGiven }: Scan): boolean {
  return account !== undefined && window?.ledgers !== undefined && areGiven !== true;
}

/** Returns which rows of tables have a key in columns, where hashes of their transactions are not read with them. */
export function rowsWithoutHashes({ view, window }: Scan, ...of: Parameters<typeof rowsWith>): RowsOf | undefined {
  return areHashesApart(view, widthOf(window)) ? rowsWith(...of) : undefined;
}

/**
 * Returns the rows with `event_index` as the position among the events of the operation, or of what else of a transaction they are of
 * (A08). They must have `ledger_sequence` and `ledger_index`, the position in the ledger.
 */
export async function withPlaces(rows: readonly Row[], view: View): Promise<Row[]> {
  const places = await placesOf(view, rows);
  return rows.map((row) => ({
    ...row,
    event_index: places.get(`${String(row['ledger_sequence'])}:${String(row['ledger_index'])}`)?.event_index ?? null,
  }));
}
