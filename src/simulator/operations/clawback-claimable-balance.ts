/** Executes ClawbackClaimableBalance: an issuer destroys a claimable balance of its asset. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { balanceAddress } from '../events/log.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { issuerOf } from '../state/keys.ts';
import type { OperationKind } from '../context.ts';
import { removeEntry } from '../accounts/reserves.ts';

/** ClawbackClaimableBalanceOpFrame.cpp */
export const clawbackClaimableBalance: OperationKind<'clawbackClaimableBalance'> = {
  apply({ clawbackClaimableBalanceOp: { balanceId } }, context) {
    const { state, source, events } = context;
    const id = hexOf(balanceId.v0.toBytes());
    const balance = state.claimableBalance(id);
    if (!balance) return result(xdr.ClawbackClaimableBalanceResult.clawbackClaimableBalanceDoesNotExist());
    if (issuerOf(balance.asset) !== source) {
      return result(xdr.ClawbackClaimableBalanceResult.clawbackClaimableBalanceNotIssuer());
    }
    if (!balance.flags) {
      return result(xdr.ClawbackClaimableBalanceResult.clawbackClaimableBalanceNotClawbackEnabled());
    }
    // the issuer is written, too, though nothing changes of it
    state.put(state.account(source)!);
    removeEntry(context, balance, source);
    events.clawback(balance.asset, balanceAddress(id), balance.amount);
    return result(xdr.ClawbackClaimableBalanceResult.clawbackClaimableBalanceSuccess());
  },
};

const result = (value: xdr.ClawbackClaimableBalanceResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.clawbackClaimableBalance(value));
