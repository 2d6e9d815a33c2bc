/** Executes ClaimClaimableBalance: pays a claimable balance to its claimant and removes it. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, balanceAddress } from '../events/log.ts';
import { hexOf } from '../encode/from-xdr.ts';
import type { OperationKind } from '../context.ts';
import { holds } from './predicates.ts';
import { removeEntry } from '../accounts/reserves.ts';
import { credit, type TransferFailure } from './transfer.ts';

/** ClaimClaimableBalanceOpFrame.cpp */
export const claimClaimableBalance: OperationKind<'claimClaimableBalance'> = {
  threshold: () => 'low',

  apply({ claimClaimableBalanceOp: { balanceId } }, context) {
    const { state, view, source, muxedId, events } = context;
    const id = hexOf(balanceId.v0.toBytes());
    const balance = state.claimableBalance(id);
    if (!balance) return result(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceDoesNotExist());
    const claimant = balance.claimants.find(({ account }) => account === source);
    if (!claimant || !holds(claimant.predicate, view.closeTime)) {
      return result(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceCannotClaim());
    }
    const { asset, amount } = balance;
    const refused = credit(context, source, asset, amount);
    if (refused) return result(failures[refused]());
    // the account is written even when only a trust line of it changes
    state.put(state.account(source)!);
    removeEntry(context, balance, source);
    events.move(asset, balanceAddress(id), accountAddress(source), amount, { muxedId });
    return result(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceSuccess());
  },
};

const failures: Record<TransferFailure, () => xdr.ClaimClaimableBalanceResult> = {
  underfunded: xdr.ClaimClaimableBalanceResult.claimClaimableBalanceLineFull,
  no_trust: xdr.ClaimClaimableBalanceResult.claimClaimableBalanceNoTrust,
  not_authorized: xdr.ClaimClaimableBalanceResult.claimClaimableBalanceNotAuthorized,
  line_full: xdr.ClaimClaimableBalanceResult.claimClaimableBalanceLineFull,
};

const result = (value: xdr.ClaimClaimableBalanceResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.claimClaimableBalance(value));
