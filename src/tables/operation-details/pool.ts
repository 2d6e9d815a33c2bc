/** Details of operations on liquidity pools. What went in and out is the change of the pool's entry. */
import type { Piece } from '../../bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atLiquidityPoolEntryConstantProduct,
  locateLiquidityPoolEntryConstantProduct,
} from '../../xdr/generated/locate.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation-at.ts';
import { writeUnits } from './amounts.ts';
import { assetMembers } from './assets.ts';
import { OperationChanges } from './changes.ts';
import { priceNames, writePrice } from './offer.ts';
import { append, idNames, member } from './pieces.ts';
import { writeAmount, writePoolId } from './values.ts';

const POOL_ID = 32;
const reserveA = assetMembers('reserve_a_');
const reserveB = assetMembers('reserve_b_');
const name = {
  depositA: member('reserve_a_deposit_amount'),
  depositB: member('reserve_b_deposit_amount'),
  maxA: member('reserve_a_max_amount'),
  maxB: member('reserve_b_max_amount'),
  maxPrice: priceNames('max_'),
  minA: member('reserve_a_min_amount'),
  minB: member('reserve_b_min_amount'),
  minPrice: priceNames('min_'),
  pool: idNames('liquidity_pool_id'),
  received: member('shares_received'),
  shares: member('shares'),
  withdrawA: member('reserve_a_withdraw_amount'),
  withdrawB: member('reserve_b_withdraw_amount'),
};

/** A pool before and after an operation: its assets, and how much its reserves and shares grew. */
export interface PoolChange {
  /** Where the two assets stand, or -1. */
  assets: number;
  a: bigint;
  b: bigint;
  shares: bigint;
}

/** Of a failed transaction the assets are native and the amounts 0, as in stellar-etl. */
const unchanged: PoolChange = { assets: ABSENT, a: 0n, b: 0n, shares: 0n };

export function writeLiquidityPoolDeposit(w: JsonWriter, at: OperationAt): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const p = at.body + POOL_ID;
  writePoolId(w, name.pool, at.view, at.body);
  writeReserves(w, change.assets);
  writeAmount(w, name.maxA, p);
  writeBigAmount(w, name.depositA, change.a);
  writeAmount(w, name.maxB, p + 8);
  writeBigAmount(w, name.depositB, change.b);
  writePrice(w, name.minPrice, p + 16);
  writePrice(w, name.maxPrice, p + 24);
  writeBigAmount(w, name.received, change.shares);
}

export function writeLiquidityPoolWithdraw(w: JsonWriter, at: OperationAt): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const p = at.body + POOL_ID;
  writePoolId(w, name.pool, at.view, at.body);
  writeReserves(w, change.assets);
  writeAmount(w, name.shares, p);
  writeAmount(w, name.minA, p + 8);
  writeBigAmount(w, name.withdrawA, -change.a);
  writeAmount(w, name.minB, p + 16);
  writeBigAmount(w, name.withdrawB, -change.b);
}

const NATIVE = new Uint8Array(4);
const nativeView = new DataView(NATIVE.buffer);

function writeReserves(w: JsonWriter, assets: number): void {
  if (assets !== ABSENT) reserveB.write(w, reserveA.write(w, assets));
  else {
    reserveA.writeFrom(w, nativeView, NATIVE, 0);
    reserveB.writeFrom(w, nativeView, NATIVE, 0);
  }
}

function writeBigAmount(w: JsonWriter, amount: Piece, stroops: bigint): void {
  append(w, amount);
  writeUnits(w, Number(BigInt.asIntN(32, stroops >> 32n)), Number(BigInt.asUintN(32, stroops)));
}

const changes = new OperationChanges();

/** Returns what the operation did to the pool that it names first. Throws DecodeError when it did nothing. */
export function poolChange(at: OperationAt): PoolChange {
  const { view, body } = at;
  changes.open(at);
  while (changes.next()) {
    const { type, pre, post } = changes;
    const shown = post === ABSENT ? pre : post;
    if (type !== LedgerEntryType.liquidityPool || !samePool(view, shown + 8, body)) continue;
    return poolDelta(view, pre, post);
  }
  throw at.fault('no change of the liquidity pool in a successful transaction', body);
}

/** Returns what became of a pool whose LedgerEntry stood at `pre` and stands at `post`; -1 is for none. */
export function poolDelta(view: DataView, pre: number, post: number): PoolChange {
  const before = reservesOf(view, pre);
  const after = reservesOf(view, post);
  return {
    assets: (post === ABSENT ? before : after).assets,
    a: after.a - before.a,
    b: after.b - before.b,
    shares: after.shares - before.shares,
  };
}

const parts = atLiquidityPoolEntryConstantProduct();

function reservesOf(view: DataView, entry: number): PoolChange {
  if (entry === ABSENT) return unchanged;
  // Entry: last modified, type, pool id, kind of pool, constant product.
  locateLiquidityPoolEntryConstantProduct(view, entry + 8 + POOL_ID + 4, parts);
  return {
    assets: parts.params,
    a: view.getBigInt64(parts.reserveA),
    b: view.getBigInt64(parts.reserveB),
    shares: view.getBigInt64(parts.totalPoolShares),
  };
}

function samePool(view: DataView, a: number, b: number): boolean {
  for (let i = 0; i < POOL_ID; i += 4) if (view.getInt32(a + i) !== view.getInt32(b + i)) return false;
  return true;
}
