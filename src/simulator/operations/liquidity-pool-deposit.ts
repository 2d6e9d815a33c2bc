/** Executes LiquidityPoolDeposit: exchanges two assets for shares of a pool. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, poolAddress } from '../events/log.ts';
import { settleBalance } from '../exchange/holdings.ts';
import { maxInt64 } from '../exchange/int64.ts';
import { isBadDepositPrice, poolDeposit } from '../exchange/pool.ts';
import { comparePrices } from '../exchange/price.ts';
import type { AssetId, LiquidityPool } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { poolShares } from '../state/keys.ts';
import { available, holderOf, isAuthorized } from '../accounts/balances.ts';
import type { OperationContext, OperationKind } from '../context.ts';

/** LiquidityPoolDepositOpFrame.cpp */
export const liquidityPoolDeposit: OperationKind<'liquidityPoolDeposit'> = {
  check({ liquidityPoolDepositOp: { maxAmountA, maxAmountB, minPrice, maxPrice } }) {
    const terms = [minPrice.n, minPrice.d, maxPrice.n, maxPrice.d];
    const isValid = maxAmountA > 0n && maxAmountB > 0n && terms.every((term) => term > 0);
    return isValid && comparePrices(minPrice, maxPrice) <= 0 ? undefined : failed('Malformed');
  },

  apply({ liquidityPoolDepositOp: op }, context) {
    const { state, view, source, events } = context;
    const poolId = hexOf(op.liquidityPoolId.toBytes());
    const shareLine = state.trustLine(source, poolShares(poolId));
    if (!shareLine) return failed('NoTrust');
    const pool = state.liquidityPool(poolId)!;
    const availableA = availableOf(pool.assetA, context);
    const availableB = availableOf(pool.assetB, context);
    if (availableA === undefined || availableB === undefined) return failed('NotAuthorized');
    const deposit = poolDeposit(pool, op.maxAmountA, op.maxAmountB);
    const { amountA, amountB, shares } = deposit;
    if (availableA < amountA || availableB < amountB) return failed('Underfunded');
    if (isBadDepositPrice(deposit, op.minPrice, op.maxPrice)) return failed('BadPrice');
    if (shareLine.limit - shareLine.balance < shares) return failed('LineFull');
    const after: LiquidityPool = {
      ...pool,
      reserveA: pool.reserveA + amountA,
      reserveB: pool.reserveB + amountB,
      totalShares: pool.totalShares + shares,
    };
    if (after.reserveA > maxInt64 || after.reserveB > maxInt64 || after.totalShares > maxInt64)
      return failed('PoolFull');
    settleBalance(state, view, source, pool.assetA, -amountA);
    settleBalance(state, view, source, pool.assetB, -amountB);
    state.put({ ...shareLine, balance: shareLine.balance + shares });
    state.put(after);
    events.move(pool.assetA, accountAddress(source), poolAddress(poolId), amountA);
    events.move(pool.assetB, accountAddress(source), poolAddress(poolId), amountB);
    return result(xdr.LiquidityPoolDepositResult.liquidityPoolDepositSuccess());
  },
};

// undefined when the trust line may not move its asset
function availableOf(asset: AssetId, { state, view, source }: OperationContext): bigint | undefined {
  const holder = holderOf(state, source, asset);
  if (holder === 'issuer') return maxInt64;
  if (!holder || (holder.kind === 'trust_line' && !isAuthorized(holder))) return undefined;
  return available(holder, view);
}

type DepositFailure = 'Malformed' | 'NoTrust' | 'NotAuthorized' | 'Underfunded' | 'LineFull' | 'BadPrice' | 'PoolFull';

const failed = (failure: DepositFailure) => result(xdr.LiquidityPoolDepositResult[`liquidityPoolDeposit${failure}`]());
const result = (value: xdr.LiquidityPoolDepositResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.liquidityPoolDeposit(value));
