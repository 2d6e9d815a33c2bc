/** Details of operations on offers. */
import type { Piece } from '../../bytes.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation-at.ts';
import { writePriceValue } from './amounts.ts';
import { assetMembers } from './assets.ts';
import { append, member, piece } from './pieces.ts';
import { writeAmount, writeInt64 } from './values.ts';

const PRICE = 8;
const buyingAsset = assetMembers('buying_');
const sellingAsset = assetMembers('selling_');
const name = { amount: member('amount'), offerId: member('offer_id'), price: priceNames() };
const numerator = piece('{"n":');
const denominator = piece(',"d":');
const CLOSE = 125;

/** The names under which a price is written. */
export interface PriceNames {
  decimal: Piece;
  ratio: Piece;
}

/** Returns a price's names, after a prefix. */
export function priceNames(prefix = ''): PriceNames {
  return { decimal: member(`${prefix}price`), ratio: member(`${prefix}price_r`) };
}

/** Of manage sell offer and manage buy offer, whose fields are alike. */
export function writeManageOffer(w: JsonWriter, { body }: OperationAt): void {
  const price = writeAssetsAndAmount(w, body);
  writePrice(w, name.price, price);
  writeInt64(w, name.offerId, price + PRICE);
}

export function writeCreatePassiveSellOffer(w: JsonWriter, { body }: OperationAt): void {
  writePrice(w, name.price, writeAssetsAndAmount(w, body));
}

function writeAssetsAndAmount(w: JsonWriter, p: number): number {
  const amount = buyingAsset.write(w, sellingAsset.write(w, p));
  writeAmount(w, name.amount, amount);
  return amount + 8;
}

/** Writes the Price at `p` as a decimal and as its two numbers. */
export function writePrice(w: JsonWriter, names: PriceNames, p: number): void {
  append(w, names.decimal);
  writePriceValue(w, p);
  append(w, names.ratio);
  append(w, numerator);
  w.int32(p);
  append(w, denominator);
  w.int32(p + 4);
  w.byte(CLOSE);
}
