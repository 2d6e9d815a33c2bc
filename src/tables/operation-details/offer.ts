/** Details of operations on offers. */
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation-at.ts';
import { writePriceValue } from './amounts.ts';
import { assetMembers } from './assets.ts';
import { writeAmount, writeInt64, writeName } from './values.ts';

const PRICE = 8;
const buyingAsset = assetMembers('buying_');
const sellingAsset = assetMembers('selling_');

/** Of manage sell offer and manage buy offer, whose fields are alike. */
export function writeManageOffer(w: JsonWriter, { body }: OperationAt): void {
  const price = writeAssetsAndAmount(w, body);
  writePrice(w, '', price);
  writeInt64(w, 'offer_id', price + PRICE);
}

export function writeCreatePassiveSellOffer(w: JsonWriter, { body }: OperationAt): void {
  writePrice(w, '', writeAssetsAndAmount(w, body));
}

function writeAssetsAndAmount(w: JsonWriter, p: number): number {
  const amount = buyingAsset.write(w, sellingAsset.write(w, p));
  writeAmount(w, 'amount', amount);
  return amount + 8;
}

/** Writes the Price at `p` as a decimal and as its two numbers. */
export function writePrice(w: JsonWriter, prefix: string, p: number): void {
  writeName(w, `${prefix}price`);
  writePriceValue(w, p);
  writeName(w, `${prefix}price_r`);
  w.ascii('{"n":');
  w.int32(p);
  w.ascii(',"d":');
  w.int32(p + 4);
  w.ascii('}');
}
