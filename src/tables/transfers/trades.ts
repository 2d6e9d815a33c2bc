/** Movements of operations that trade: each claim moves what the maker sold, then what it bought. */
import { OperationType } from '../../xdr/generated/enums.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import { muxedEnd, type OperationAt } from '../operation/operation-at.ts';
import type { Movement } from './movement.ts';

export function deriveOffer(at: OperationAt, movement: Movement): void {
  at.claims.open();
  moveClaims(at, movement);
}

/** All hops go through the source, which then pays the destination. */
export function derivePathPayment(at: OperationAt, movement: Movement): void {
  at.claims.open();
  moveClaims(at, movement);
  const { claims, view, body } = at;
  const destination = body + assetBytes(view, body) + 8;
  const asset = muxedEnd(view, destination);
  const isReceive = at.type === OperationType.pathPaymentStrictReceive;
  movement.setFromSource(at);
  movement.setToDestination(destination, at);
  movement.setAmountAt(isReceive ? asset + assetBytes(view, asset) : claims.paidAmount);
  movement.move(asset);
}

function moveClaims(at: OperationAt, movement: Movement): void {
  const { claims } = at;
  while (claims.next()) {
    const maker = claims.isPool ? strkeyVersion.liquidityPool : strkeyVersion.account;
    movement.setFrom(maker, claims.maker);
    movement.setToSource(at);
    movement.setAmountAt(claims.soldAmount);
    movement.move(claims.soldAsset);
    movement.setFromSource(at);
    movement.setTo(maker, claims.maker);
    movement.setAmountAt(claims.boughtAmount);
    movement.move(claims.boughtAsset);
  }
}
