/** Details of operations that pay: create account, payment, path payments, account merge. */
import { ABSENT } from '../../ledger/transaction.ts';
import { ClaimAtomType } from '../../xdr/generated/enums.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { assetBytes } from '../assets.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { writeFixedUnits, writeUnits } from './amounts.ts';
import { assetMembers, pathAsset, plainAsset } from './assets.ts';
import { append, member, party, piece } from './pieces.ts';
import { writeAccount, writeAmount, writeMuxed, writeParty } from './values.ts';

const COMMA = 44;
const QUOTE = 34;
const name = {
  account: party('account'),
  amount: member('amount'),
  created: member('account'),
  destinationMin: member('destination_min'),
  from: party('from'),
  funder: party('funder'),
  into: party('into'),
  path: member('path'),
  sourceAmount: member('source_amount'),
  sourceMax: member('source_max'),
  startingBalance: member('starting_balance'),
  to: party('to'),
};
const zeroAmount = piece(',"amount":"0.0000000"');
const zeroSourceAmount = piece(',"source_amount":"0.0000000"');
const sourceAsset = assetMembers('source_');

export function writeCreateAccount(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeParty(w, name.funder, sourceKey, sourceId);
  writeAccount(w, name.created, body);
  writeAmount(w, name.startingBalance, body + PUBLIC_KEY);
}

export function writePayment(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeParty(w, name.from, sourceKey, sourceId);
  const asset = writeMuxed(w, name.to, body);
  writeAmount(w, name.amount, plainAsset.write(w, asset));
}

export function writeAccountMerge(w: JsonWriter, at: OperationAt): void {
  writeParty(w, name.account, at.sourceKey, at.sourceId);
  writeMuxed(w, name.into, at.body);
  if (at.success !== ABSENT) writeAmount(w, name.amount, at.success);
}

/** What was sent is in the result; of a failed transaction it is a text, as in stellar-etl. */
export function writePathPaymentStrictReceive(w: JsonWriter, at: OperationAt): void {
  writeParty(w, name.from, at.sourceKey, at.sourceId);
  const sendMax = sourceAsset.write(w, at.body);
  const path = writeReceived(w, sendMax + 8);
  writeAmount(w, name.amount, path - 8);
  writeAmount(w, name.sourceMax, sendMax);
  if (at.transaction.successful) writeSent(w, at);
  else append(w, zeroSourceAmount);
  writePath(w, path);
}

/** What was received is in the result; of a failed transaction it is a text, as in stellar-etl. */
export function writePathPaymentStrictSend(w: JsonWriter, at: OperationAt): void {
  writeParty(w, name.from, at.sourceKey, at.sourceId);
  const sent = sourceAsset.write(w, at.body);
  const path = writeReceived(w, sent + 8);
  writeAmount(w, name.sourceAmount, sent);
  append(w, name.destinationMin);
  w.byte(QUOTE);
  writeFixedUnits(w, w.view.getInt32(path - 8), w.view.getUint32(path - 4));
  w.byte(QUOTE);
  if (at.transaction.successful) writeAmount(w, name.amount, lastAmount(w.view, successOf(at)));
  else append(w, zeroAmount);
  writePath(w, path);
}

/** Writes destination and its asset, which an amount follows, and returns where the path stands. */
function writeReceived(w: JsonWriter, p: number): number {
  const asset = writeMuxed(w, name.to, p);
  return plainAsset.write(w, asset) + 8;
}

function writePath(w: JsonWriter, p: number): void {
  append(w, name.path);
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
  if (count === 0) return writeAmount(w, name.sourceAmount, lastAmount(view, claims));
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
  append(w, name.sourceAmount);
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
