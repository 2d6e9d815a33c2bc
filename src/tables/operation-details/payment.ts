/** Details of operations that pay: create account, payment, path payments, account merge. */
import { ABSENT } from '../../ledger/transaction.ts';
import { ClaimAtomType } from '../../xdr/generated/enums.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { assetBytes } from '../assets.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { writeFixedUnits, writeUnits } from './amounts.ts';
import { assetMembers, pathAsset, plainAsset } from './assets.ts';
import { writeAccount, writeAmount, writeMuxed, writeName, writeParty, writeWord } from './values.ts';

const COMMA = 44;
const QUOTE = 34;
const ZERO_TEXT = '0.0000000';
const sourceAsset = assetMembers('source_');

export function writeCreateAccount(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeParty(w, 'funder', sourceKey, sourceId);
  writeAccount(w, 'account', body);
  writeAmount(w, 'starting_balance', body + PUBLIC_KEY);
}

export function writePayment(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeParty(w, 'from', sourceKey, sourceId);
  const asset = writeMuxed(w, 'to', body);
  writeAmount(w, 'amount', plainAsset.write(w, asset));
}

export function writeAccountMerge(w: JsonWriter, at: OperationAt): void {
  writeParty(w, 'account', at.sourceKey, at.sourceId);
  writeMuxed(w, 'into', at.body);
  if (at.success !== ABSENT) writeAmount(w, 'amount', at.success);
}

/** What was sent is in the result; of a failed transaction it is a text, as in stellar-etl. */
export function writePathPaymentStrictReceive(w: JsonWriter, at: OperationAt): void {
  writeParty(w, 'from', at.sourceKey, at.sourceId);
  const sendMax = sourceAsset.write(w, at.body);
  const path = writeReceived(w, sendMax + 8);
  writeAmount(w, 'amount', path - 8);
  writeAmount(w, 'source_max', sendMax);
  if (at.transaction.successful) writeSent(w, at);
  else writeWord(w, 'source_amount', ZERO_TEXT);
  writePath(w, path);
}

/** What was received is in the result; of a failed transaction it is a text, as in stellar-etl. */
export function writePathPaymentStrictSend(w: JsonWriter, at: OperationAt): void {
  writeParty(w, 'from', at.sourceKey, at.sourceId);
  const sent = sourceAsset.write(w, at.body);
  const path = writeReceived(w, sent + 8);
  writeAmount(w, 'source_amount', sent);
  writeName(w, 'destination_min');
  w.byte(QUOTE);
  writeFixedUnits(w, w.view.getInt32(path - 8), w.view.getUint32(path - 4));
  w.byte(QUOTE);
  if (at.transaction.successful) writeAmount(w, 'amount', lastAmount(w.view, successOf(at)));
  else writeWord(w, 'amount', ZERO_TEXT);
  writePath(w, path);
}

/** Writes destination and its asset, which an amount follows, and returns where the path stands. */
function writeReceived(w: JsonWriter, p: number): number {
  const asset = writeMuxed(w, 'to', p);
  return plainAsset.write(w, asset) + 8;
}

function writePath(w: JsonWriter, p: number): void {
  writeName(w, 'path');
  const count = w.view.getUint32(p);
  if (count === 0) return w.ascii('null');
  p += 4;
  for (let i = 0; i < count; i++) {
    w.byte(i === 0 ? 91 : COMMA);
    p = pathAsset.write(w, p);
  }
  w.byte(93);
}

function successOf(at: OperationAt): number {
  if (at.success === ABSENT) throw at.fault('no success in the result of a successful transaction', at.result);
  return at.success;
}

/** Writes what the source paid: the sum of the claims of the first asset, or the amount itself when nothing was claimed. */
function writeSent(w: JsonWriter, at: OperationAt): void {
  const { view } = w;
  const claims = successOf(at);
  const count = view.getUint32(claims);
  if (count === 0) return writeAmount(w, 'source_amount', lastAmount(view, claims));
  let p = claims + 4;
  let sum = 0n;
  let first = ABSENT;
  for (let i = 0; i < count; i++) {
    const bought = boughtAsset(view, p);
    if (first === ABSENT) first = bought;
    else if (!sameAsset(view, first, bought)) break;
    p = bought + assetBytes(view, bought) + 8;
    sum += view.getBigInt64(p - 8);
  }
  writeName(w, 'source_amount');
  writeUnits(w, Number(BigInt.asIntN(32, sum >> 32n)), Number(BigInt.asUintN(32, sum)));
}

/** Where the amount of the payment that ends the result stands: claims, then destination, asset, amount. */
function lastAmount(view: DataView, claims: number): number {
  let p = claims + 4;
  for (let i = view.getUint32(claims); i > 0; i--) {
    p = boughtAsset(view, p);
    p += assetBytes(view, p) + 8;
  }
  p += PUBLIC_KEY;
  return p + assetBytes(view, p);
}

/** Where the asset that the taker gave stands in the ClaimAtom at `p`. */
function boughtAsset(view: DataView, p: number): number {
  const type = view.getInt32(p);
  const maker =
    type === ClaimAtomType.claimAtomTypeLiquidityPool ? 32 : type === ClaimAtomType.claimAtomTypeV0 ? 40 : 44;
  p += 4 + maker;
  return p + assetBytes(view, p) + 8;
}

function sameAsset(view: DataView, a: number, b: number): boolean {
  const size = assetBytes(view, a);
  for (let i = 0; i < size; i += 4) if (view.getInt32(a + i) !== view.getInt32(b + i)) return false;
  return true;
}
