/** What endpoints that show movements of value have in common. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { sql, when, type Sql } from '../sql.ts';
import { eventPlaces } from './event-places.ts';

/** Returns the conditions of an asset on rows with an `asset_key`: XLM, or native, without issuer is the native one (A06). */
export function assetFilters(values: { asset_code?: string; asset_issuer?: string }): (Sql | undefined)[] {
  const { asset_code: code, asset_issuer: issuer } = values;
  if (issuer === undefined && (code === 'XLM' || code === 'native')) return [sql`asset_key = 'native'`];
  return [
    when(code, (text) => sql`asset_code = ${text} and asset_key != 'native'`),
    when(issuer, (id) => sql`asset_issuer = ${id}`),
  ];
}

/**
 * Returns the rows with `event_index` as the position among the events of the operation, or of what else of a transaction they are of
 * (A08). They must have `ledger_sequence` and `ledger_index`, the position in the ledger, and be of the window if there is one.
 */
export function placed(rows: Sql, window?: LedgerRange): Sql {
  return sql`
    with placed as (${eventPlaces(sql`select ledger_sequence from (${rows})`, window)})
    from (${rows}) as moved
    left join placed using (ledger_sequence, ledger_index)`;
}
