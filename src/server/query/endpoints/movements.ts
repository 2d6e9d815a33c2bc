/** What endpoints that show movements of value have in common. */
import type { RowsOf } from '../../../lake/relations/single-rows.ts';
import type { Row } from '../fields.ts';
import { isAmong } from '../kept-rows.ts';
import type { Scan } from '../scan.ts';
import { rowsWith } from '../single-rows.ts';
import { sql, when, type Sql } from '../sql.ts';
import { areHashesApart } from '../transaction-hashes.ts';
import { widthOf } from '../window.ts';

interface AskedAsset {
  asset_code?: string;
  asset_issuer?: string;
}

/** Returns the filters for an asset on rows with an `asset_key`. `XLM` or `native` without an issuer is the native asset. */
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
