/** Current offers of the order book: all, of an account, of an asset pair, and one by id. */
import { amount, big, may, fields, text, whole } from '../../fields.ts';
import { list, type Key } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where, type Sql } from '../../sql.ts';
import { Asset, assetOfKey, assetRecord, assetStruct, isAssetKey } from '../../asset.ts';

const Offer = fields({
  offer_id: big(),
  seller_id: text(),
  selling: Asset,
  buying: Asset,
  amount: amount('Amount for sale.'),
  price: text('Price of one unit for sale in the asset to buy, with seven decimal places.'),
  price_r: fields({ n: whole(), d: whole() }, { description: 'The same, exactly.' }),
  last_modified_ledger: whole(),
  sponsor: may(text()),
});

const byId: Key = { column: 'offer_id' };

/** Returns the records of live offers for which the condition holds. */
function offers(...conditions: readonly (Sql | undefined)[]): Sql {
  return sql`
    select
        offer_id,
        seller_id,
        ${assetStruct('selling_asset_')} as selling,
        ${assetStruct('buying_asset_')} as buying,
        amount,
        bronze.scaled_text(cast(bronze.price_sevenths(pricen, priced) as varchar), 7) as price,
        {n: pricen, d: priced} as price_r,
        last_modified_ledger,
        sponsor,
        pricen / priced as ratio
    from silver.offers_current
    ${where(sql`not deleted`, ...conditions)}`;
}

export const offersList = list({
  path: '/api/v1/silver/offers',
  summary: 'Offers of the order book',
  legacyKey: 'offers',
  parameters: {
    seller_id: parameter.may(parameter.account('Whose offers.')),
    selling: parameter.may(parameter.asset('Asset for sale: CODE:ISSUER or XLM.')),
    buying: parameter.may(parameter.asset('Asset to buy: CODE:ISSUER or XLM.')),
    limit: parameter.limit(100, 1000),
  },
  row: Offer,
  kind: { isState: true },
  key: () => [byId],
  rows: ({ seller_id: seller, selling, buying }) =>
    offers(
      when(seller, (id) => sql`seller_id = ${id}`),
      when(selling, (key) => isAssetKey('selling_asset_', key)),
      when(buying, (key) => isAssetKey('buying_asset_', key)),
    ),
});

export const accountOffers = list({
  path: '/api/v1/silver/accounts/{id}/offers',
  summary: 'Offers of an account',
  legacyKey: 'offers',
  parameters: { id: parameter.account(), limit: parameter.limit(100, 1000) },
  row: Offer,
  beside: { fields: { account_id: text() }, read: async ({ id }) => ({ account_id: id }) },
  kind: { isState: true },
  key: () => [byId],
  rows: ({ id }) => offers(sql`seller_id = ${id}`),
});

const missing = 'selling and buying parameters required (format: CODE:ISSUER or XLM)';
const side = (name: string) =>
  parameter.required(
    parameter.refused(parameter.asset('CODE:ISSUER or XLM.'), `invalid ${name} asset format`),
    missing,
  );

export const offersByPair = list({
  path: '/api/v1/silver/offers/pair',
  summary: 'One side of the order book of a pair of assets',
  legacyKey: 'offers',
  parameters: {
    selling: side('selling'),
    buying: side('buying'),
    sort_by: parameter.choice('sort_by', ['offer_id', 'price'], 'offer_id'),
    limit: parameter.limit(100, 1000),
  },
  row: Offer,
  beside: {
    fields: { pair: fields({ selling: Asset, buying: Asset }) },
    read: async ({ selling, buying }) => ({
      pair: { selling: assetRecord(assetOfKey(selling)), buying: assetRecord(assetOfKey(buying)) },
    }),
  },
  kind: { isState: true },
  key: ({ sort_by: sort }) => (sort === 'price' ? [{ column: 'ratio', type: 'double' }, byId] : [byId]),
  rows: ({ selling, buying }) => offers(isAssetKey('selling_asset_', selling), isAssetKey('buying_asset_', buying)),
});

export const offer = object({
  path: '/api/v1/silver/offers/{id}',
  summary: 'One offer',
  parameters: {
    id: parameter.refused(
      parameter.matching(/^\d{1,18}$/, 'Number of the offer.'),
      'invalid offer_id: must be a number',
    ),
  },
  answer: { offer: Offer },
  isState: true,
  async read({ id }, view) {
    const row = await view.row(offers(sql`offer_id = cast(${id} as bigint)`));
    if (!row) throw view.notFound('offer');
    return { body: { offer: row } };
  },
});
