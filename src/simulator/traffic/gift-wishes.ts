/** Encodes planned operations on claimable balances, sponsorships, flags and clawback. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Identity } from '../identity.ts';
import type { TrafficAsset } from './asset.ts';

/** What an operation is to do for someone else, or with what an issuer may do. */
export type GiftWish =
  | { kind: 'create_claimable'; asset: TrafficAsset; amount: bigint; claimants: { who: Identity; before?: bigint }[] }
  | { kind: 'claim'; balanceId: string }
  | { kind: 'begin_sponsoring'; sponsored: Identity }
  | { kind: 'end_sponsoring' }
  | { kind: 'set_flags'; flags: number }
  | { kind: 'set_line_flags'; trustor: Identity; asset: TrafficAsset; set: number; clear: number }
  | { kind: 'clawback'; from: Identity; asset: TrafficAsset; amount: bigint };

/** Whether an operation is one of these. */
export function isGift<W extends { kind: string }>(wish: W | GiftWish): wish is GiftWish {
  return kinds.has(wish.kind);
}

const kinds: ReadonlySet<string> = new Set<GiftWish['kind']>([
  'create_claimable',
  'claim',
  'begin_sponsoring',
  'end_sponsoring',
  'set_flags',
  'set_line_flags',
  'clawback',
]);

/** Returns the operation as an envelope holds it. */
export function giftXdr(wish: GiftWish): xdr.OperationBody {
  switch (wish.kind) {
    case 'create_claimable':
      return xdr.OperationBody.createClaimableBalance(
        new xdr.CreateClaimableBalanceOp({
          asset: wish.asset.asset,
          amount: wish.amount,
          claimants: wish.claimants.map(claimantXdr),
        }),
      );
    case 'claim':
      return xdr.OperationBody.claimClaimableBalance(
        new xdr.ClaimClaimableBalanceOp({
          balanceId: xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(Buffer.from(wish.balanceId, 'hex')),
        }),
      );
    case 'begin_sponsoring':
      return xdr.OperationBody.beginSponsoringFutureReserves(
        new xdr.BeginSponsoringFutureReservesOp({ sponsoredId: wish.sponsored.accountId }),
      );
    case 'end_sponsoring':
      return xdr.OperationBody.endSponsoringFutureReserves();
    case 'set_flags':
      return xdr.OperationBody.setOptions(setFlagsXdr(wish.flags));
    case 'set_line_flags':
      return xdr.OperationBody.setTrustLineFlags(
        new xdr.SetTrustLineFlagsOp({
          trustor: wish.trustor.accountId,
          asset: wish.asset.asset,
          setFlags: wish.set,
          clearFlags: wish.clear,
        }),
      );
    case 'clawback':
      return xdr.OperationBody.clawback(
        new xdr.ClawbackOp({ asset: wish.asset.asset, from: wish.from.muxed, amount: wish.amount }),
      );
    default:
      return wish satisfies never;
  }
}

function claimantXdr({ who, before }: { who: Identity; before?: bigint }): xdr.Claimant {
  const predicate =
    before === undefined
      ? xdr.ClaimPredicate.claimPredicateUnconditional()
      : xdr.ClaimPredicate.claimPredicateBeforeAbsoluteTime(before);
  return xdr.Claimant.claimantTypeV0(new xdr.ClaimantV0({ destination: who.accountId, predicate }));
}

function setFlagsXdr(setFlags: number): xdr.SetOptionsOp {
  return new xdr.SetOptionsOp({
    inflationDest: null,
    clearFlags: null,
    setFlags,
    masterWeight: null,
    lowThreshold: null,
    medThreshold: null,
    highThreshold: null,
    homeDomain: null,
    signer: null,
  });
}
