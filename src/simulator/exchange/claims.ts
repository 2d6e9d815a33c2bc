/** Encodes trades with offers and pools as ClaimAtoms and logs their transfer events. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, poolAddress, type EventLog } from '../events/log.ts';
import type { AccountId, AssetId } from '../state/entries.ts';
import { assetOf } from '../encode/from-xdr.ts';

/** An asset by the name that entries have for it, and as results write it. */
export interface TradedAsset {
  id: AssetId;
  xdr: xdr.Asset;
}

/** Returns an asset as trades name it. */
export const tradedAsset = (asset: xdr.Asset): TradedAsset => ({ id: assetOf(asset), xdr: asset });

/** A trade with one offer or pool: it gave wheat and took sheep. */
export type Claim = ({ kind: 'offer'; seller: AccountId; offerId: bigint } | { kind: 'pool'; poolId: string }) & {
  wheat: TradedAsset;
  wheatReceived: bigint;
  sheep: TradedAsset;
  sheepSent: bigint;
};

/** Returns a trade as results write it; before protocol 18 in a form of its own. */
export function claimAtom(claim: Claim, protocol: number): xdr.ClaimAtom {
  const amounts = {
    assetSold: claim.wheat.xdr,
    amountSold: claim.wheatReceived,
    assetBought: claim.sheep.xdr,
    amountBought: claim.sheepSent,
  };
  if (claim.kind === 'pool') {
    const liquidityPoolId = new xdr.PoolId(Buffer.from(claim.poolId, 'hex'));
    return xdr.ClaimAtom.claimAtomTypeLiquidityPool(new xdr.ClaimLiquidityAtom({ liquidityPoolId, ...amounts }));
  }
  const { offerId } = claim;
  const key = Buffer.from(claim.seller, 'hex');
  if (protocol < 18) {
    return xdr.ClaimAtom.claimAtomTypeV0(new xdr.ClaimOfferAtomV0({ sellerEd25519: key, offerId, ...amounts }));
  }
  const sellerId = xdr.AccountId.publicKeyTypeEd25519(key);
  return xdr.ClaimAtom.claimAtomTypeOrderBook(new xdr.ClaimOfferAtom({ sellerId, offerId, ...amounts }));
}

/** Tells of both movements of every trade (stellar-core, `eventsForClaimAtoms`). */
export function logClaims(events: EventLog, source: AccountId, claims: readonly Claim[]): void {
  const taker = accountAddress(source);
  for (const claim of claims) {
    const maker = claim.kind === 'pool' ? poolAddress(claim.poolId) : accountAddress(claim.seller);
    events.move(claim.sheep.id, taker, maker, claim.sheepSent);
    events.move(claim.wheat.id, maker, taker, claim.wheatReceived);
  }
}
