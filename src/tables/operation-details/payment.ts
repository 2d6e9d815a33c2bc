/** Details of operations that pay: create account, payment, path payments, account merge. */
import { ABSENT } from '../../ledger/transaction.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { ClaimAtoms, sentAmount } from '../claim-atoms.ts';
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
const claims = new ClaimAtoms();

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
  if (claims.open(at)) writeSent(w, sentAmount(claims, at.view));
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
  if (claims.open(at)) writeAmount(w, name.amount, claims.paidAmount);
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

function writeSent(w: JsonWriter, stroops: bigint): void {
  append(w, name.sourceAmount);
  writeUnits(w, Number(BigInt.asIntN(32, stroops >> 32n)), Number(BigInt.asUintN(32, stroops)));
}
