/** Details of operations on offers. */
import { Piece } from '../../core/bytes.ts';
import { OperationType } from '../../xdr/generated/enums.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { writePriceValue } from './amounts.ts';
import type { DetailRow } from './columns.ts';
import { member } from './pieces.ts';

const PRICE = 8;
const numerator = new Piece('{"n":');
const denominator = new Piece(',"d":');
const CLOSE = 125;

/** The names under which a price is written. */
export interface PriceNames {
  decimal: Piece;
  ratio: Piece;
}

/** Returns a price's names, after a prefix. */
export function priceNames(prefix: string): PriceNames {
  return { decimal: member(`${prefix}price`), ratio: member(`${prefix}price_r`) };
}

/** Of manage sell offer and manage buy offer, whose fields are alike. */
export function writeManageOffer(_: JsonWriter, at: OperationAt, out: DetailRow): void {
  const price = writeTerms(at, out);
  out.int64(out.columns.offer_id, at.view, price + PRICE);
}

export function writeCreatePassiveSellOffer(_: JsonWriter, at: OperationAt, out: DetailRow): void {
  writeTerms(at, out);
}

/** Writes assets, amount, which a buy offer has of the asset bought, and price, and returns where the price stands. */
function writeTerms({ type, view, body }: OperationAt, out: DetailRow): number {
  const { amount_stroops, price_n, price_d } = out.columns;
  const isBuy = type === OperationType.manageBuyOffer;
  const buying = out.writeAsset(out.sellingAsset, view, body, !isBuy);
  const amount = out.writeAsset(out.buyingAsset, view, buying, isBuy);
  out.int64(amount_stroops, view, amount);
  const price = amount + 8;
  out.int32(price_n, view, price);
  out.int32(price_d, view, price + 4);
  return price;
}

/** Writes the Price at `p` as a decimal and as its two numbers. */
export function writePrice(w: JsonWriter, names: PriceNames, p: number): void {
  w.piece(names.decimal);
  writePriceValue(w, p);
  w.piece(names.ratio);
  w.piece(numerator);
  w.int32(p);
  w.piece(denominator);
  w.int32(p + 4);
  w.byte(CLOSE);
}
