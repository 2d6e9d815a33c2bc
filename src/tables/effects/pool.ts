/** Effects on liquidity pools: deposits and withdrawals, and pools that come and go with their trust lines. */
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { atLiquidityPoolEntryConstantProduct } from '../../xdr/generated/locate.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { locatePool, poolChange } from '../operation/pool-change.ts';
import { canonicalAsset } from '../details/assets.ts';
import { member } from '../details/pieces.ts';
import type { ChangesByKey } from './changes-by-key.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';
import { writeBigStroops, writeStroops } from './values.ts';

const name = {
  amount: member('amount'),
  totalShares: member('total_shares'),
};
const piecesOf = {
  pool: new Piece(',"liquidity_pool":{"fee_bp":'),
  trustLines: new Piece(',"type":"constant_product","total_trustlines":"'),
  endTrustLines: new Piece('"'),
  reserves: new Piece(',"reserves":[{"asset":'),
  deposited: new Piece(',"reserves_deposited":[{"asset":'),
  received: new Piece(',"reserves_received":[{"asset":'),
  next: new Piece('},{"asset":'),
  endReserves: new Piece('}]'),
  endPool: new Piece('}]}'),
};

/** liquidity_pool_deposited: the pool afterwards, and what it got. */
export function addLiquidityPoolDeposit(rows: EffectRows, at: OperationAt): void {
  const change = poolChange(at);
  rows.open().shares.value(change.shares);
  writePool(rows, change.shown);
  writeReserves(rows.w, piecesOf.deposited, change.assets, change.a, change.b);
  rows.closeForSource(effectType.liquidityPoolDeposited);
}

/** liquidity_pool_withdrew: the pool afterwards, and what it gave. */
export function addLiquidityPoolWithdraw(rows: EffectRows, at: OperationAt): void {
  const change = poolChange(at);
  rows.open().shares.value(-change.shares);
  writePool(rows, change.shown);
  writeReserves(rows.w, piecesOf.received, change.assets, -change.a, -change.b);
  rows.closeForSource(effectType.liquidityPoolWithdrew);
}

/** Writes liquidity_pool_created or liquidity_pool_removed for each of the pools, which came or went. */
export function addPools(rows: EffectRows, pools: ChangesByKey): void {
  for (let i = 0; i < pools.length; i++) {
    const details = rows.open();
    const isCreated = pools.pre(i) === ABSENT;
    if (isCreated) writePool(rows, pools.post(i));
    else details.poolId = pools.pre(i) + 8;
    rows.closeForSource(isCreated ? effectType.liquidityPoolCreated : effectType.liquidityPoolRemoved);
  }
}

const parts = atLiquidityPoolEntryConstantProduct();

/** Gives the pool of the LedgerEntry at `entry`: its id to the column, the rest as a member. */
export function writePool({ w, details }: EffectRows, entry: number): void {
  const { view } = w;
  locatePool(view, entry, parts);
  details.poolId = entry + 8;
  w.piece(piecesOf.pool);
  // Parameters end in the fee.
  w.int32(parts.reserveA - 4);
  w.piece(piecesOf.trustLines);
  const { poolSharesTrustLineCount: count } = parts;
  w.signed64(view.getInt32(count), view.getUint32(count + 4));
  w.piece(piecesOf.endTrustLines);
  writeStroops(w, name.totalShares, parts.totalPoolShares);
  w.piece(piecesOf.reserves);
  const second = canonicalAsset.write(w, parts.params);
  writeStroops(w, name.amount, parts.reserveA);
  w.piece(piecesOf.next);
  canonicalAsset.write(w, second);
  writeStroops(w, name.amount, parts.reserveB);
  w.piece(piecesOf.endPool);
}

/** Writes two amounts of the assets at `params` as a member, which begins with `opening`. */
function writeReserves(w: ValueWriter, opening: Piece, params: number, a: bigint, b: bigint): void {
  w.piece(opening);
  const second = canonicalAsset.write(w, params);
  writeBigStroops(w, name.amount, a);
  w.piece(piecesOf.next);
  canonicalAsset.write(w, second);
  writeBigStroops(w, name.amount, b);
  w.piece(piecesOf.endReserves);
}
