/** Executes LiquidityPoolWithdraw: exchanges shares of a pool for its two assets. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, poolAddress } from '../events/log.ts';
import { addBalance } from '../exchange/holdings.ts';
import { poolWithdrawal } from '../exchange/pool.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { poolShares } from '../state/keys.ts';
import type { OperationKind } from '../context.ts';

/** LiquidityPoolWithdrawOpFrame.cpp */
export const liquidityPoolWithdraw: OperationKind<'liquidityPoolWithdraw'> = {
  check({ liquidityPoolWithdrawOp: { amount, minAmountA, minAmountB } }) {
    return amount <= 0n || minAmountA < 0n || minAmountB < 0n ? failed('Malformed') : undefined;
  },

  apply({ liquidityPoolWithdrawOp: op }, { state, view, source, events, muxedId }) {
    const poolId = hexOf(op.liquidityPoolId.toBytes());
    const shareLine = state.trustLine(source, poolShares(poolId));
    if (!shareLine) return failed('NoTrust');
    if (shareLine.balance < op.amount) return failed('Underfunded');
    const pool = state.liquidityPool(poolId)!;
    const { amountA, amountB, shares } = poolWithdrawal(pool, op.amount);
    if (amountA < op.minAmountA) return failed('UnderMinimum');
    if (!addBalance(state, view, source, pool.assetA, amountA)) return failed('LineFull');
    if (amountB < op.minAmountB) return failed('UnderMinimum');
    if (!addBalance(state, view, source, pool.assetB, amountB)) return failed('LineFull');
    state.put({ ...shareLine, balance: shareLine.balance - shares });
    state.put({
      ...pool,
      reserveA: pool.reserveA - amountA,
      reserveB: pool.reserveB - amountB,
      totalShares: pool.totalShares - shares,
    });
    events.move(pool.assetA, poolAddress(poolId), accountAddress(source), amountA, { muxedId });
    events.move(pool.assetB, poolAddress(poolId), accountAddress(source), amountB, { muxedId });
    return result(xdr.LiquidityPoolWithdrawResult.liquidityPoolWithdrawSuccess());
  },
};

type WithdrawFailure = 'Malformed' | 'NoTrust' | 'Underfunded' | 'LineFull' | 'UnderMinimum';

const failed = (failure: WithdrawFailure) =>
  result(xdr.LiquidityPoolWithdrawResult[`liquidityPoolWithdraw${failure}`]());
const result = (value: xdr.LiquidityPoolWithdrawResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.liquidityPoolWithdraw(value));
