/** Effects of operations that move lumens or an asset between two accounts. */
import { Piece } from '../../core/bytes.ts';
import { PUBLIC_KEY, muxedEnd, type OperationAt } from '../operation/operation-at.ts';
import { assetBytes, LUMENS } from '../asset/assets.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';

const firstWeight = new Piece(',"weight":1');

/** account_created, account_debited of who pays, signer_created of the new account's own key. */
export function addCreateAccount(rows: EffectRows, { body }: OperationAt): void {
  const key = body + 4;
  const balance = body + PUBLIC_KEY;
  rows.open().amount.at(rows.w.view, balance);
  rows.close();
  rows.account(effectType.accountCreated, key);
  addLumens(rows, balance);
  rows.source(effectType.accountDebited);
  rows.open().signer = key;
  rows.w.piece(firstWeight);
  rows.close();
  rows.account(effectType.signerCreated, key);
}

/** account_credited and account_debited. */
export function addPayment(rows: EffectRows, { view, body }: OperationAt): void {
  rows.openAmount(muxedEnd(view, body));
  rows.muxed(effectType.accountCredited, body);
  rows.source(effectType.accountDebited);
}

/** account_credited and account_debited: what is clawed back is burnt, but counts as credited to the issuer. */
export function addClawback(rows: EffectRows, { view, body }: OperationAt): void {
  const from = body + assetBytes(view, body);
  rows.openAmount(body, muxedEnd(view, from));
  rows.source(effectType.accountCredited);
  rows.muxed(effectType.accountDebited, from);
}

/** account_debited, account_credited and account_removed; the amount is in the result. */
export function addAccountMerge(rows: EffectRows, at: OperationAt): void {
  addLumens(rows, at.done);
  rows.source(effectType.accountDebited);
  rows.muxed(effectType.accountCredited, at.body);
  rows.open();
  rows.closeForSource(effectType.accountRemoved);
}

const PAYOUT = PUBLIC_KEY + 8;

/** account_credited of each payout in the result. */
export function addInflation(rows: EffectRows, at: OperationAt): void {
  let p = at.done;
  const count = at.view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++, p += PAYOUT) {
    addLumens(rows, p + PUBLIC_KEY);
    rows.account(effectType.accountCredited, p + 4);
  }
}

/** Writes the details of an amount of lumens. */
function addLumens(rows: EffectRows, amount: number): void {
  const details = rows.open();
  details.amount.at(rows.w.view, amount);
  details.asset = LUMENS;
  rows.close();
}
