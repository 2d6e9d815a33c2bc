/** Prices of one asset in another, from trades in both directions: traded pairs, latest price, candles. */
import { ApiError, invalid } from '../../errors.ts';
import { amount, may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { hoursOf, within } from '../../lists/period.ts';
import { raw, sql, when, where, type Sql } from '../../sql.ts';
import { assetOfKey, isAssetKey } from '../../asset.ts';

export const tradePairs = list({
  path: '/api/v1/silver/prices/pairs',
  summary: 'Pairs of assets that were traded',
  legacyKey: 'pairs',
  parameters: { limit: parameter.limit(100, 1000) },
  row: fields({
    base_asset_code: text('Code of the base asset.'),
    base_asset_issuer: may(text()),
    counter_asset_code: text('Code of the counter asset.'),
    counter_asset_issuer: may(text()),
    trade_count: whole(),
  }),
  kind: { isWhole: true },
  key: () => [
    { column: 'trade_count', descending: true },
    { column: 'base', type: 'varchar' },
    { column: 'counter', type: 'varchar' },
  ],
  rows: (_values, { ceiling }) => sql`
    select
        selling_asset_key as base,
        buying_asset_key as counter,
        if(base = 'native', 'XLM', split_part(base, ':', 1)) as base_asset_code,
        split_part(base, ':', 2) as base_asset_issuer,
        if(counter = 'native', 'XLM', split_part(counter, ':', 1)) as counter_asset_code,
        split_part(counter, ':', 2) as counter_asset_issuer,
        count(*) as trade_count
    from bronze.history_trades
    where ledger_sequence <= ${ceiling}
    group by selling_asset_key, buying_asset_key`,
});

const badAsset = 'invalid asset format, expected CODE:ISSUER or XLM';
const named = (what: string) =>
  parameter.refused(
    parameter.matching(
      /^([A-Za-z0-9]{1,12}|[A-Za-z0-9]{1,12}:G[A-D][A-Z2-7]{54})$/,
      `${what}: CODE:ISSUER, XLM, or a code whose issuer is given apart.`,
    ),
    badAsset,
  );
const issuedBy = (side: string) => parameter.may(parameter.address(['G'], `Issuer of the ${side} asset.`));
const pair = {
  base: named('Base asset: the asset that is priced'),
  counter: named('Counter asset: the unit of the price'),
  base_issuer: issuedBy('base'),
  counter_issuer: issuedBy('counter'),
};

/** Returns the keys of both assets; throws ApiError where a code has no issuer. */
function keysOf(values: parameter.Values<typeof pair>): { base: string; counter: string } {
  const keyOf = (name: string, issuer: string | undefined) => {
    const key = parameter.readAsset(issuer === undefined || name.includes(':') ? name : `${name}:${issuer}`);
    if (key === undefined) throw invalid(badAsset);
    return key;
  };
  return { base: keyOf(values.base, values.base_issuer), counter: keyOf(values.counter, values.counter_issuer) };
}

/** Trades of two assets, whichever was sold, as amounts of both in stroops. */
function tradesOf({ base, counter }: { base: string; counter: string }, ...conditions: readonly (Sql | undefined)[]) {
  const isSold = sql`(${isAssetKey('selling_asset_', base)} and ${isAssetKey('buying_asset_', counter)})`;
  const isBought = sql`(${isAssetKey('selling_asset_', counter)} and ${isAssetKey('buying_asset_', base)})`;
  return sql`
    select
        [history_operation_id, "order"] as place,
        ledger_closed_at as closed_at,
        cast(bronze.stroops(if(selling_asset_key = ${base}, selling_amount, buying_amount)) as hugeint) as base_amount,
        cast(bronze.stroops(if(selling_asset_key = ${base}, buying_amount, selling_amount)) as hugeint) as counter_amount
    from bronze.history_trades
    ${where(sql`(${isSold} or ${isBought})`, ...[base, counter].map(ofIssuer), ...conditions)}`;
}

/** An index has the ledgers of an issuer, of each column apart. */
function ofIssuer(key: string): Sql | undefined {
  const { issuer } = assetOfKey(key);
  return when(issuer ?? undefined, (id) => sql`(selling_asset_issuer = ${id} or buying_asset_issuer = ${id})`);
}

/** Returns a price with ten places, halves rounded up; null where there was none of the base asset. */
const priceOf = (base: string, counter: string) =>
  raw(`bronze.scaled_text(cast((20000000000 * ${counter} + ${base}) // nullif(2 * ${base}, 0) as varchar), 10)`);

export const latestPrice = object({
  path: '/api/v1/silver/prices/{base}/{counter}/latest',
  summary: 'The last price of an asset in another',
  parameters: pair,
  answer: {
    base_asset: text('native or CODE:ISSUER.'),
    counter_asset: text('native or CODE:ISSUER.'),
    price: text('Price of the last trade in the counter asset, with ten decimal places.'),
    timestamp: time(),
    volume_24h: amount('Amount of the base asset.'),
    counter_volume_24h: amount(),
    trade_count_24h: whole(),
  },
  async read(values, view) {
    const assets = keysOf(values);
    const day = within(await hoursOf(view, 24));
    const row = await view.row(sql`
      select
          ${priceOf('last.base_amount', 'last.counter_amount')} as price,
          last.closed_at as timestamp,
          bronze.token_units(volume) as volume_24h,
          bronze.token_units(counter_volume) as counter_volume_24h,
          trades as trade_count_24h
      from (
          select
              arg_max({base_amount: base_amount, counter_amount: counter_amount, closed_at: closed_at}, place) filter (base_amount > 0) as last,
              coalesce(sum(base_amount) filter (${day}), 0) as volume,
              coalesce(sum(counter_amount) filter (${day}), 0) as counter_volume,
              count(*) filter (${day}) as trades
          from (${tradesOf(assets)})
      )
      where last is not null`);
    if (!row) throw new ApiError(404, `no trades found for pair ${assets.base}/${assets.counter}`);
    return { body: { base_asset: assets.base, counter_asset: assets.counter, ...row } };
  },
});

const widths = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 day',
  '1w': '7 days',
} as const;
const intervals = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;

const moment = (name: string, description: string) =>
  parameter.may(parameter.time(`invalid ${name}: must be RFC3339 (e.g. 2024-01-15T00:00:00Z)`, description));

export const candles = list({
  path: '/api/v1/silver/prices/{base}/{counter}/ohlc',
  summary: 'Candles of the price of an asset in another',
  legacyKey: 'candles',
  parameters: {
    ...pair,
    interval: parameter.choice('interval', intervals, '1h'),
    start: moment('start', 'The first time.'),
    end: moment('end', 'The time before which it ends.'),
    limit: parameter.limit(500, 1000),
  },
  row: fields({
    timestamp: time('When the interval began; weeks begin on Monday.'),
    open: text('Prices are in the counter asset, with ten decimal places.'),
    high: text(),
    low: text(),
    close: text(),
    volume: amount('Amount of the base asset.'),
    counter_volume: amount(),
    trade_count: whole(),
  }),
  beside: {
    fields: { base: text(), counter: text(), interval: text() },
    read: async (values) => ({ ...keysOf(values), interval: values.interval }),
  },
  key: () => [{ column: 'timestamp', type: 'timestamp' }],
  rows: (values, { ceiling }) => sql`
    select
        time_bucket(interval '${raw(widths[values.interval])}', closed_at) as timestamp,
        arg_min(price, place) as open,
        arg_max(price, cast(price as decimal(38, 10))) as high,
        arg_min(price, cast(price as decimal(38, 10))) as low,
        arg_max(price, place) as close,
        bronze.token_units(sum(base_amount)) as volume,
        bronze.token_units(sum(counter_amount)) as counter_volume,
        count(*) as trade_count
    from (
        select *, ${priceOf('base_amount', 'counter_amount')} as price
        from (
            ${tradesOf(
              keysOf(values),
              sql`ledger_sequence <= ${ceiling}`,
              when(values.start, (from) => sql`ledger_closed_at >= cast(${from} as timestamp)`),
              when(values.end, (to) => sql`ledger_closed_at < cast(${to} as timestamp)`),
            )}
        )
        where base_amount > 0
    )
    group by time_bucket(interval '${raw(widths[values.interval])}', closed_at)`,
});
