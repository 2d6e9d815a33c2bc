/** Offers on the order book. */
import type { Int64Column } from '../arrow/columns.ts';
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import type { ChangedEntry } from '../ledger/compact.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atOfferEntry, locateOfferEntry } from '../xdr/generated/locate.ts';
import { assetColumns, assetFrom, pushAsset } from './asset/assets.ts';
import { pushAccount, type Context } from './context.ts';
import { changeColumn, commonColumns, eachEntry, pushSponsor, sponsorColumn } from './entry/entry.ts';

export const offers = defineTable({
  name: 'offers',
  grain: 'One row per offer and ledger in which it changed.',
  key: ['offer_id', 'ledger_sequence'],
  columns: {
    seller_id: column('utf8', 'Account that made the offer.'),
    offer_id: column('int64', 'Id of the offer.'),
    ...assetColumns('selling_asset', 'sold'),
    ...assetColumns('buying_asset', 'bought'),
    amount_stroops: column('int64', 'Amount of the sold asset on offer.', 'stroops'),
    amount_change_stroops: changeColumn('that amount'),
    pricen: column('int32', 'Numerator of the price of one unit sold, in units bought.'),
    priced: column('int32', 'Denominator of the price of one unit sold, in units bought.'),
    price: column('float64', 'Price of one unit sold, in units bought; exact as pricen / priced.'),
    flags: column('int32', '1 if the offer is passive, else 0.'),
    sponsor: sponsorColumn,
    ...commonColumns,
  },
});

const at = atOfferEntry();
const before = atOfferEntry();

export function extractOffers(context: Context, out: ColumnsOf<typeof offers>): void {
  const { view } = context;
  const selling = assetFrom(out, 'selling_asset');
  const buying = assetFrom(out, 'buying_asset');
  eachEntry(context, LedgerEntryType.offer, out, (data, entry) => {
    locateOfferEntry(view, data, at);
    pushAccount(out.seller_id, context, at.sellerId);
    out.offer_id.pushAt(view, at.offerId);
    pushAsset(selling, context.decoder.assets.at(view, at.selling));
    pushAsset(buying, context.decoder.assets.at(view, at.buying));
    out.amount_stroops.pushAt(view, at.amount);
    pushAmountChange(out.amount_change_stroops, view, entry);
    out.pricen.push(view.getInt32(at.price));
    out.priced.push(view.getInt32(at.price + 4));
    out.price.push(view.getInt32(at.price) / view.getInt32(at.price + 4));
    out.flags.push(view.getUint32(at.flags));
    pushSponsor(out.sponsor, context, at.end);
  });
}

/** The assets, which come before the amount, may have been exchanged for others of another size. */
function pushAmountChange(column: Int64Column, view: DataView, { change, pre, post }: ChangedEntry): void {
  if (pre < 0 && change !== LedgerEntryChangeType.ledgerEntryCreated) {
    column.pushNull();
    return;
  }
  if (pre >= 0) locateOfferEntry(view, pre + 8, before);
  column.pushDifference(view, post < 0 ? -1 : at.amount, pre < 0 ? -1 : before.amount);
}
