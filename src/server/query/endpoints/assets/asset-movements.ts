/** Movements of an asset in the last day: hourly sums for its whole hours, single movements for the hour in which it begins. */
import type { Row } from '../../fields.ts';
import { hourAfter, lastHours, within, type LastHours } from '../../lists/period.ts';
import { inLedgers } from '../../lists/range.ts';
import { raw, sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { withoutFees } from '../../asset.ts';

/** Returns the figures of the day before the view's latest ledger closed; throws as `View.row` does. */
export async function dayMovedOf(view: View, contract: string): Promise<Row | undefined> {
  const day = await lastHours(view, 24);
  const hour = sql`cast(${hourAfter(day.start)} as timestamp)`;
  // Hourly sums do not tell movements before the latest close from later ones.
  const isLast = await endsWithLatest(view, day);
  const [isWhole, isSingle] = isLast
    ? [sql`hour_agg >= ${hour}`, sql`closed_at < ${hour}`]
    : [raw('false'), raw('true')];
  return view.row(sql`
    with movements as materialized (
        select "from", "to", amount_integer as stroops
        from bronze.token_transfers_raw
        where contract_id = ${contract} and ${inLedgers(day.ledgers[0])} and ${within(day)} and ${isSingle}
            ${withoutFees(view, contract)}
    ),
    moved as (
        select address, sent_count as transfers, sent_raw as stroops
        from silver.hourly_transfer_agg_address
        where contract_id = ${contract} and ${isWhole}
        union all
        select "from", 1, stroops from movements
        union all
        select "to", 0, 0 from movements
    )
    select
        cast(coalesce(sum(transfers), 0) as bigint) as transfers_24h,
        cast(coalesce(bronze.token_units(sum(stroops)), 0) as decimal(38, 7)) as volume_24h,
        count(distinct address) as unique_accounts_24h
    from moved`);
}

/** Returns whether no ledger closed after the latest one: close times need not rise. */
async function endsWithLatest(view: View, { end, ledgers }: LastHours): Promise<boolean> {
  const later = sql`
    select 1 as closed
    from bronze.history_ledgers
    where ${inLedgers(ledgers[0], 'sequence')} and closed_at > cast(${end} as timestamp)
    limit 1`;
  return (await view.row(later, ledgers)) === undefined;
}
