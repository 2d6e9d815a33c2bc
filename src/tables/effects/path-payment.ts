/** Effects of path payments: the received and sent amounts, and the trades on the way. */
import { assetBytes } from '../asset/assets.ts';
import { sentAmount } from '../operation/claim-atoms.ts';
import { muxedEnd, type OperationAt } from '../operation/operation-at.ts';
import type { EffectRows } from './rows.ts';
import { addTrades } from './trade.ts';
import { effectType } from './types.ts';

/** account_credited, account_debited, trades. The operation has the received amount; the claims have the sent one. */
export function addPathPaymentStrictReceive(rows: EffectRows, at: OperationAt): void {
  const { claims, view, body } = at;
  claims.open();
  const destination = body + assetBytes(view, body) + 8;
  rows.openAmount(muxedEnd(view, destination));
  rows.muxed(effectType.accountCredited, destination);
  rows.openAmount(body).amount.value(sentAmount(claims, view));
  rows.source(effectType.accountDebited);
  addTrades(rows, at, true);
}

/** account_credited, account_debited, trades. The operation has the sent amount; the result has the received one. */
export function addPathPaymentStrictSend(rows: EffectRows, at: OperationAt): void {
  const { claims, view, body } = at;
  claims.open();
  const destination = body + assetBytes(view, body) + 8;
  rows.openAmount(muxedEnd(view, destination), claims.paidAmount);
  rows.muxed(effectType.accountCredited, destination);
  rows.openAmount(body);
  rows.source(effectType.accountDebited);
  addTrades(rows, at, false);
}
