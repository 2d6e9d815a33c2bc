/** Movements to and from liquidity pools: what the operation did to the pool's reserves. Shares move nothing. */
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { poolChange } from '../operation/pool-change.ts';
import type { Movement } from './movement.ts';

export function derivePoolDeposit(at: OperationAt, movement: Movement): void {
  const { assets, a, b } = poolChange(at);
  if (a <= 0n || b <= 0n) throw at.fault(`deposit of ${a} and ${b} in a successful transaction`, at.body);
  deposit(at, movement, assets, a);
  deposit(at, movement, assets + assetBytes(at.view, assets), b);
}

function deposit(at: OperationAt, movement: Movement, asset: number, amount: bigint): void {
  movement.setFromSource(at);
  movement.setTo(strkeyVersion.liquidityPool, at.body);
  movement.setAmount(amount);
  movement.move(asset);
}

/** Rounding may leave nothing of an asset. */
export function derivePoolWithdraw(at: OperationAt, movement: Movement): void {
  const { assets, a, b } = poolChange(at);
  if (a > 0n || b > 0n) throw at.fault(`withdrawal of ${-a} and ${-b} in a successful transaction`, at.body);
  withdraw(at, movement, assets, -a);
  withdraw(at, movement, assets + assetBytes(at.view, assets), -b);
}

function withdraw(at: OperationAt, movement: Movement, asset: number, amount: bigint): void {
  movement.setFrom(strkeyVersion.liquidityPool, at.body);
  movement.setToDestinationSource(at);
  movement.setAmount(amount);
  movement.move(asset);
}
