/** Effects on claimable balances (CAP-23, CAP-35). */
import { Piece } from '../../core/bytes.ts';
import { sameSpans } from '../../ledger/compact.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atClaimableBalanceEntry,
  locateClaimableBalanceEntry,
  type ClaimableBalanceEntryAt,
} from '../../xdr/generated/locate.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { assetBytes } from '../asset/assets.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { member } from '../details/pieces.ts';
import { writePredicate } from '../json/predicate.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';

const CLAWBACK_ENABLED = 1;
const BALANCE_ID = 36;
const predicate = member('predicate');
const clawback = new Piece(',"claimable_balance_clawback_enabled_flag":true');
const balance = atClaimableBalanceEntry();

/**
 * claimable_balance_created, claimable_balance_claimant_created of each claimant, account_debited. The claimants are those of
 * the operation: in the entry, relative times have become absolute.
 */
export function addCreateClaimableBalance(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  const entry = createdBalance(at);
  addBalanceCreated(rows, entry, body + assetBytes(view, body) + 8);
  rows.openAmount(balance.asset);
  rows.source(effectType.accountDebited);
}

/** claimable_balance_claimed and account_credited; what it was worth is in the entry before its removal. */
export function addClaimClaimableBalance(rows: EffectRows, at: OperationAt): void {
  const entry = removedBalance(at);
  if (entry === ABSENT) throw at.fault('no removal of the claimable balance that is claimed', at.body);
  locateClaimableBalanceEntry(at.view, entry + 8, balance);
  openBalance(rows, balance);
  writeClawback(rows.w, balance);
  rows.closeForSource(effectType.claimableBalanceClaimed);
  rows.openAmount(balance.asset);
  rows.source(effectType.accountCredited);
}

/** claimable_balance_clawed_back and account_credited: what is burnt counts as credited to the issuer. */
export function addClawbackClaimableBalance(rows: EffectRows, at: OperationAt): void {
  const entry = removedBalance(at);
  if (entry === ABSENT) throw at.fault('no removal of the claimable balance that is clawed back', at.body);
  rows.open().balanceId = at.body;
  rows.closeForSource(effectType.claimableBalanceClawedBack);
  locateClaimableBalanceEntry(at.view, entry + 8, balance);
  rows.openAmount(balance.asset);
  rows.source(effectType.accountCredited);
}

/** Writes the effects of a claimable balance's LedgerEntry that came to be, one for each of the list of claimants. */
export function addBalanceCreated(rows: EffectRows, entry: number, claimants = ABSENT): void {
  const { w } = rows;
  const { view } = w;
  locateClaimableBalanceEntry(view, entry + 8, balance);
  let p = claimants === ABSENT ? balance.claimants : claimants;
  openBalance(rows, balance);
  writeClawback(w, balance);
  rows.closeForSource(effectType.claimableBalanceCreated);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    w.length = 0;
    w.piece(predicate);
    // A claimant: its type, the account, the predicate.
    const end = writePredicate(w, p + 4 + PUBLIC_KEY);
    rows.close();
    rows.account(effectType.claimableBalanceClaimantCreated, p + 8);
    p = end;
  }
}

function createdBalance(at: OperationAt): number {
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.type === LedgerEntryType.claimableBalance && changes.post !== ABSENT) return changes.post;
  }
  throw at.fault('no creation of the claimable balance', at.body);
}

/** Returns the entry of the balance that the operation names, as it was before its removal, or -1. */
function removedBalance(at: OperationAt): number {
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.type !== LedgerEntryType.claimableBalance || changes.post !== ABSENT) continue;
    const id = changes.pre + 8;
    if (sameSpans(at.view, id, id + BALANCE_ID, at.body, at.body + BALANCE_ID)) return changes.pre;
  }
  return ABSENT;
}

function openBalance(rows: EffectRows, { balanceId, asset, amount }: ClaimableBalanceEntryAt): void {
  const details = rows.open();
  details.balanceId = balanceId;
  details.amount.at(rows.w.view, amount);
  details.wholeAsset = rows.asset(asset);
}

/** The flags are in the extension, behind one of its own. */
function writeClawback(w: ValueWriter, { ext }: ClaimableBalanceEntryAt): void {
  if (w.view.getInt32(ext) === 1 && w.view.getUint32(ext + 8) & CLAWBACK_ENABLED) w.piece(clawback);
}
