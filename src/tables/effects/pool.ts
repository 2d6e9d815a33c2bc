/** Effects on liquidity pools: deposits and withdrawals, and pools that come and go with their trust lines. */
import type { Piece } from '../../core/bytes.ts';
import { sameSpans } from '../../ledger/compact.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atLiquidityPoolEntryConstantProduct,
  locateLiquidityPoolEntryConstantProduct,
  type LiquidityPoolEntryConstantProductAt,
} from '../../xdr/generated/locate.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { canonicalAsset } from '../details/assets.ts';
import { append, member, piece } from '../details/pieces.ts';
import type { ChangesByKey } from './changes-by-key.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';
import { writeBigStroops, writeStroops } from './values.ts';

const POOL_ID = 32;
const name = {
  amount: member('amount'),
  totalShares: member('total_shares'),
};
const piecesOf = {
  pool: piece(',"liquidity_pool":{"fee_bp":'),
  trustLines: piece(',"type":"constant_product","total_trustlines":"'),
  endTrustLines: piece('"'),
  reserves: piece(',"reserves":[{"asset":'),
  deposited: piece(',"reserves_deposited":[{"asset":'),
  received: piece(',"reserves_received":[{"asset":'),
  next: piece('},{"asset":'),
  endReserves: piece('}]'),
  endPool: piece('}]}'),
};

/** liquidity_pool_deposited: the pool afterwards, and what it got. */
export function addLiquidityPoolDeposit(rows: EffectRows, at: OperationAt): void {
  const change = poolChange(at);
  rows.open().shares.value(change.shares);
  writePool(rows, change.shown);
  writeReserves(rows.w, piecesOf.deposited, change.params, change.a, change.b);
  rows.close();
  rows.source(effectType.liquidityPoolDeposited);
}

/** liquidity_pool_withdrew: the pool afterwards, and what it gave. */
export function addLiquidityPoolWithdraw(rows: EffectRows, at: OperationAt): void {
  const change = poolChange(at);
  rows.open().shares.value(-change.shares);
  writePool(rows, change.shown);
  writeReserves(rows.w, piecesOf.received, change.params, -change.a, -change.b);
  rows.close();
  rows.source(effectType.liquidityPoolWithdrew);
}

/** Writes liquidity_pool_created or liquidity_pool_removed for each of the pools, which came or went. */
export function addPools(rows: EffectRows, pools: ChangesByKey): void {
  for (let i = 0; i < pools.length; i++) {
    const details = rows.open();
    const isCreated = pools.pre(i) === ABSENT;
    if (isCreated) writePool(rows, pools.post(i));
    else details.poolId = pools.pre(i) + 8;
    rows.close();
    rows.source(isCreated ? effectType.liquidityPoolCreated : effectType.liquidityPoolRemoved);
  }
}

/** A pool that an operation changed: the entry that is shown of it, and how much its reserves and shares grew. */
export interface PoolChange {
  shown: number;
  /** Where the pool's parameters stand: its two assets, one after the other. */
  params: number;
  a: bigint;
  b: bigint;
  shares: bigint;
}

function poolChange(at: OperationAt): PoolChange {
  const { changes } = at;
  changedPool(at, at.body);
  return growth(at.view, changes.pre, changes.post);
}

/** Returns the LedgerEntry of the pool whose id is at `id`, as the operation left it. Throws DecodeError when it left it alone. */
export function changedPool(at: OperationAt, id: number): number {
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.type !== LedgerEntryType.liquidityPool) continue;
    const entry = changes.post === ABSENT ? changes.pre : changes.post;
    if (sameSpans(at.view, entry + 8, entry + 8 + POOL_ID, id, id + POOL_ID)) return entry;
  }
  throw at.fault('no change of the liquidity pool in a successful transaction', id);
}

const before = atLiquidityPoolEntryConstantProduct();
const after = atLiquidityPoolEntryConstantProduct();

/** Returns the change of a pool between two entries; one may be absent (-1). */
export function growth(view: DataView, pre: number, post: number): PoolChange {
  if (pre !== ABSENT) locateProduct(view, pre, before);
  if (post !== ABSENT) locateProduct(view, post, after);
  const grown = (field: 'reserveA' | 'reserveB' | 'totalPoolShares') =>
    (post === ABSENT ? 0n : view.getBigInt64(after[field])) - (pre === ABSENT ? 0n : view.getBigInt64(before[field]));
  return {
    shown: post === ABSENT ? pre : post,
    params: (post === ABSENT ? before : after).params,
    a: grown('reserveA'),
    b: grown('reserveB'),
    shares: grown('totalPoolShares'),
  };
}

/** Entry: last modified, type, pool id, kind of pool, constant product. */
function locateProduct(view: DataView, entry: number, parts: LiquidityPoolEntryConstantProductAt): void {
  locateLiquidityPoolEntryConstantProduct(view, entry + 8 + POOL_ID + 4, parts);
}

const parts = atLiquidityPoolEntryConstantProduct();

/** Gives the pool of the LedgerEntry at `entry`: its id to the column, the rest as a member. */
export function writePool({ w, details }: EffectRows, entry: number): void {
  const { view } = w;
  locateProduct(view, entry, parts);
  details.poolId = entry + 8;
  append(w, piecesOf.pool);
  // Parameters end in the fee.
  w.int32(parts.reserveA - 4);
  append(w, piecesOf.trustLines);
  const { poolSharesTrustLineCount: count } = parts;
  w.signed64(view.getInt32(count), view.getUint32(count + 4));
  append(w, piecesOf.endTrustLines);
  writeStroops(w, name.totalShares, parts.totalPoolShares);
  append(w, piecesOf.reserves);
  const second = canonicalAsset.write(w, parts.params);
  writeStroops(w, name.amount, parts.reserveA);
  append(w, piecesOf.next);
  canonicalAsset.write(w, second);
  writeStroops(w, name.amount, parts.reserveB);
  append(w, piecesOf.endPool);
}

/** Writes two amounts of the assets at `params` as a member, which begins with `opening`. */
function writeReserves(w: ValueWriter, opening: Piece, params: number, a: bigint, b: bigint): void {
  append(w, opening);
  const second = canonicalAsset.write(w, params);
  writeBigStroops(w, name.amount, a);
  append(w, piecesOf.next);
  canonicalAsset.write(w, second);
  writeBigStroops(w, name.amount, b);
  append(w, piecesOf.endReserves);
}
