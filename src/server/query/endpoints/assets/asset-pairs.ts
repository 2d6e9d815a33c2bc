/** Assets that an asset is traded against. */
import { amount, may, fields, text, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { hoursOf, within, type Period } from '../../lists/period.ts';
import { counted, sql } from '../../sql.ts';
import { Asset, assetOfKey, assetRecord, assetStruct, isAssetKey, readKnownAsset } from '../../asset.ts';

export const assetPairs = list({
  path: '/api/v1/silver/assets/{asset}/pairs',
  summary: 'Assets that an asset was traded for, whichever was sold',
  legacyKey: 'pairs',
  parameters: {
    asset: parameter.assetOrContract('CODE:ISSUER, XLM, or the contract of an asset.'),
    limit: parameter.limit(10, 100),
  },
  row: fields({
    counter_asset: Asset,
    trade_count_24h: whole(),
    base_volume_24h: amount('Of the asset.'),
    counter_volume_24h: amount('Of the other.'),
    trade_count: whole('Number of trades in all loaded ledgers.'),
    last_price: may(text('Price of one unit in the other asset, with ten decimal places.')),
  }),
  beside: {
    fields: { asset: Asset, pair_count: whole('Before paging.') },
    async read(_values, { view }, [first], prepared) {
      const { key } = partsOf(prepared);
      const total = first ?? (await view.row(sql`select count(*) as pair_count from (${pairs(prepared)})`));
      return { asset: assetRecord(assetOfKey(key)), pair_count: Number(total?.['pair_count']) };
    },
  },
  async prepare({ asset }, view) {
    const { key } = await readKnownAsset(view, asset);
    return JSON.stringify({ key, day: await hoursOf(view, 24) });
  },
  key: () => [
    { column: 'trade_count_24h', descending: true },
    { column: 'trade_count', descending: true },
    { column: 'counter', type: 'varchar' },
  ],
  rows: (_values, _scan, prepared) => pairs(prepared),
});

/** The key of the asset, and the day of which trades are counted apart. */
function partsOf(prepared: string | null): { key: string; day: Period } {
  return JSON.parse(prepared ?? '') as { key: string; day: Period };
}

function pairs(prepared: string | null) {
  const { key, day } = partsOf(prepared);
  const { issuer } = assetOfKey(key);
  const ofIssuer =
    issuer === null ? undefined : sql`and (selling_asset_issuer = ${issuer} or buying_asset_issuer = ${issuer})`;
  const known = sql`
    with trades as (
        select
            selling_asset_key = ${key} as is_sold,
            if(is_sold, buying_asset_key, selling_asset_key) as counter,
            if(is_sold, ${assetStruct('buying_asset_')}, ${assetStruct('selling_asset_')}) as counter_asset,
            cast(bronze.stroops(if(is_sold, selling_amount, buying_amount)) as hugeint) as base_amount,
            cast(bronze.stroops(if(is_sold, buying_amount, selling_amount)) as hugeint) as counter_amount,
            ${within(day, 'ledger_closed_at')} as in_day,
            [history_operation_id, "order"] as place
        from bronze.history_trades
        where (${isAssetKey('selling_asset_', key)} or ${isAssetKey('buying_asset_', key)}) ${ofIssuer}
    )
    select
        counter,
        any_value(counter_asset) as counter_asset,
        count(*) filter (in_day) as trade_count_24h,
        bronze.token_units(coalesce(sum(base_amount) filter (in_day), 0)) as base_volume_24h,
        bronze.token_units(coalesce(sum(counter_amount) filter (in_day), 0)) as counter_volume_24h,
        count(*) as trade_count,
        bronze.scaled_text(
            cast(
                arg_max((20000000000 * counter_amount + base_amount) // nullif(2 * base_amount, 0), place) as varchar
            ),
            10
        ) as last_price
    from trades
    group by counter`;
  return counted(known, 'pair_count');
}
