/** Executes AllowTrust: an issuer sets the authorisation of a trust line by asset code. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountFlags, trustLineFlags, type AccountId, type AssetId } from '../state/entries.ts';
import { accountOf, creditOf } from '../encode/from-xdr.ts';
import type { OperationKind } from '../context.ts';
import { isAuthorized } from '../accounts/balances.ts';
import { changeFlags } from './trust-flags.ts';

/** AllowTrustOpFrame.cpp */
export const allowTrust: OperationKind<'allowTrust'> = {
  threshold: () => 'low',

  check({ allowTrustOp: { asset, authorize, trustor } }, source) {
    const isGood = authorize <= trustLineFlags.maintainLiabilities && /^[a-zA-Z0-9]+:/.test(assetOfCode(asset, source));
    return isGood && accountOf(trustor) !== source ? undefined : result(xdr.AllowTrustResult.allowTrustMalformed());
  },

  apply({ allowTrustOp }, context) {
    const { state, source } = context;
    const { authorize } = allowTrustOp;
    const isRevocable = (state.account(source)!.flags & accountFlags.revocable) !== 0;
    if (!isRevocable && authorize === 0) return result(xdr.AllowTrustResult.allowTrustCantRevoke());
    const line = state.trustLine(accountOf(allowTrustOp.trustor), assetOfCode(allowTrustOp.asset, source));
    if (!line) return result(xdr.AllowTrustResult.allowTrustNoTrustLine());
    if (!isRevocable && isAuthorized(line) && authorize === trustLineFlags.maintainLiabilities) {
      return result(xdr.AllowTrustResult.allowTrustCantRevoke());
    }
    const failure = changeFlags(context, line, (line.flags & trustLineFlags.clawback) | authorize);
    if (failure === 'low_reserve') return result(xdr.AllowTrustResult.allowTrustLowReserve());
    if (failure) return xdr.OperationResult.opTooManySponsoring();
    return result(xdr.AllowTrustResult.allowTrustSuccess());
  },
};

function assetOfCode(code: xdr.AssetCode, issuer: AccountId): AssetId {
  return creditOf(code.value.toBytes(), xdr.PublicKey.publicKeyTypeEd25519(Buffer.from(issuer, 'hex')));
}

const result = (value: xdr.AllowTrustResult) => xdr.OperationResult.opInner(xdr.OperationResultTr.allowTrust(value));
