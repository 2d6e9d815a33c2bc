/** Executes SetTrustLineFlags: an issuer changes the authorisation and clawback flags of a trust line. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountFlags, trustLineFlags, type AccountId } from '../state/entries.ts';
import { accountOf, assetOf } from '../encode/from-xdr.ts';
import { issuerOf } from '../state/keys.ts';
import { isValidAsset } from './assets.ts';
import type { OperationKind } from '../context.ts';
import { changeFlags } from './trust-flags.ts';

/** SetTrustLineFlagsOpFrame.cpp */
export const setTrustLineFlags: OperationKind<'setTrustLineFlags'> = {
  threshold: () => 'low',

  check({ setTrustLineFlagsOp }, source) {
    return isMalformed(setTrustLineFlagsOp, source)
      ? result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsMalformed())
      : undefined;
  },

  apply({ setTrustLineFlagsOp }, context) {
    const { state, source } = context;
    const { trustor, asset, setFlags, clearFlags } = setTrustLineFlagsOp;
    // without the right to revoke, nothing may go that is not set higher
    const isRevocable = (state.account(source)!.flags & accountFlags.revocable) !== 0;
    if (!isRevocable && clearFlags & authFlags && !(setFlags & trustLineFlags.authorized)) {
      return result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsCantRevoke());
    }
    const line = state.trustLine(accountOf(trustor), assetOf(asset));
    if (!line) return result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsNoTrustLine());
    const flags = (line.flags & ~clearFlags) | setFlags;
    if ((flags & authFlags) === authFlags) return result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsInvalidState());
    const failure = changeFlags(context, line, flags);
    if (failure === 'low_reserve') return result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsLowReserve());
    if (failure) return xdr.OperationResult.opTooManySponsoring();
    return result(xdr.SetTrustLineFlagsResult.setTrustLineFlagsSuccess());
  },
};

function isMalformed({ trustor, asset, setFlags, clearFlags }: xdr.SetTrustLineFlagsOp, source: AccountId): boolean {
  if (!isValidAsset(asset) || issuerOf(assetOf(asset)) !== source || accountOf(trustor) === source) return true;
  if (setFlags & clearFlags || (setFlags & authFlags) === authFlags) return true;
  return (setFlags & ~authFlags) !== 0 || (clearFlags & ~(authFlags | trustLineFlags.clawback)) !== 0;
}

const authFlags = trustLineFlags.authorized | trustLineFlags.maintainLiabilities;
const result = (value: xdr.SetTrustLineFlagsResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.setTrustLineFlags(value));
