/** How much of an asset came into being in a period, without what went out of it. */
import type { Row } from '../../fields.ts';
import { sql, type Sql } from '../../sql.ts';
import type { Coverage, View } from '../../view.ts';
import type { KnownAsset } from '../../asset.ts';

/** A point of a timeline, and how far entries are known then. */
export interface Point {
  row: Row;
  ledger: number;
  coverage: Coverage;
}

/** Returns units in stroops; null where there are none. */
export function stroopsOf(units: Row[string] | undefined): bigint | null {
  return units === undefined || units === null ? null : BigInt(String(units).replace('.', ''));
}

/**
 * Returns how much more of an asset came into being than went out of it between the first point and the last; null where that is not known. v1
 * counts accounts alone, into which other holders give, so that it is a difference of totals.
 */
export async function netMinted(
  view: View,
  asset: KnownAsset,
  points: readonly Point[],
  isV2: boolean,
): Promise<bigint | null> {
  const [first, last] = [points[0], points.at(-1)!];
  if (!isV2) {
    const [start, end] = [first, last].map(({ row }) => stroopsOf(row['total_supply']));
    return start === null || end === null ? null : end - start;
  }
  const isWhole = view.snapshot.ranges.some((run) => run.first <= first.ledger && last.ledger <= run.last);
  if (!isWhole || points.some(({ row }) => row['in_gap'] === true)) return null;
  const row = await view.row(asset.issuer === null ? coinsMade(first.ledger, last.ledger) : minted(asset, first, last));
  const found = row?.['minted'] ?? null;
  return found === null ? null : BigInt(String(found));
}

/** Lumens come into being by inflation, and go into the fee pool. */
const coinsMade = (first: number, last: number): Sql => sql`
    select
        cast(max(total_coins - fee_pool) filter (sequence = ${last}) as hugeint)
            - max(total_coins - fee_pool) filter (sequence = ${first}) as minted
    from bronze.history_ledgers_raw_v1
    where sequence in (${first}, ${last})`;

const minted = ({ key, issuer }: KnownAsset, first: Point, last: Point): Sql => sql`
    select
        if(count(*) = count(amount), coalesce(sum(amount) filter (flow = 'mint'), 0) - coalesce(sum(amount) filter (flow != 'mint'), 0), null)
            as minted
    from (
        select
            semantic.flow_type("from", "to", ${issuer}) as flow,
            cast(bronze.summable(amount_raw) as hugeint) as amount
        from bronze.token_transfers_raw_raw_v1
        where asset_key = ${key} and event_topic != 'fee' and ledger_sequence > ${first.ledger} and ledger_sequence <= ${last.ledger}
    )
    where flow in ('mint', 'burn')`;
