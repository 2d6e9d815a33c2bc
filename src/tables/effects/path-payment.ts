/** Effects of path payments: what arrived, what was given for it, and the trades on the way. */
import { assetBytes } from '../assets.ts';
import { ClaimAtoms, sentAmount } from '../claim-atoms.ts';
import { muxedEnd, type OperationAt } from '../operation-at.ts';
import { plainNames } from '../operation-details/assets.ts';
import { member } from '../operation-details/pieces.ts';
import type { EffectRows } from './rows.ts';
import { addTrades } from './trade.ts';
import { effectType } from './types.ts';
import { writeBigStroops, writeStroops } from './values.ts';

const amount = member('amount');
const claims = new ClaimAtoms();

/** account_credited, account_debited, trades. The operation says what arrives; what was given for it is in the claims. */
export function addPathPaymentStrictReceive(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  claims.open(at);
  const destination = body + assetBytes(view, body) + 8;
  let w = rows.open();
  writeStroops(w, amount, plainNames.write(w, muxedEnd(view, destination)));
  rows.close();
  rows.muxed(effectType.accountCredited, destination);
  w = rows.open();
  plainNames.write(w, body);
  writeBigStroops(w, amount, sentAmount(claims, view));
  rows.close();
  rows.source(effectType.accountDebited);
  addTrades(rows, at, true);
}

/** account_credited, account_debited, trades. The operation says what is given; what arrived is in the result. */
export function addPathPaymentStrictSend(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  claims.open(at);
  const destination = body + assetBytes(view, body) + 8;
  let w = rows.open();
  plainNames.write(w, muxedEnd(view, destination));
  writeStroops(w, amount, claims.paidAmount);
  rows.close();
  rows.muxed(effectType.accountCredited, destination);
  w = rows.open();
  writeStroops(w, amount, plainNames.write(w, body));
  rows.close();
  rows.source(effectType.accountDebited);
  addTrades(rows, at, false);
}
