/** Details of operations on liquidity pools. What went in and out is the change of the pool's entry. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atLiquidityPoolEntryConstantProduct,
  locateLiquidityPoolEntryConstantProduct,
} from '../../xdr/generated/locate.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import type { DetailRow } from './columns.ts';
import { priceNames, writePrice } from './offer.ts';

const POOL_ID = 32;
const name = { maxPrice: priceNames('max_'), minPrice: priceNames('min_') };

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

export function writeLiquidityPoolDeposit(w: JsonWriter, at: OperationAt, out: DetailRow): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const { columns } = out;
  const p = at.body + POOL_ID;
  out.pool(at.view, at.body);
  writeReserves(at, out, change.assets);
  out.int64(columns.reserve_a_max_amount_stroops, at.view, p);
  out.stroops(columns.reserve_a_deposit_amount_stroops, change.a);
  out.int64(columns.reserve_b_max_amount_stroops, at.view, p + 8);
  out.stroops(columns.reserve_b_deposit_amount_stroops, change.b);
  writePrice(w, name.minPrice, p + 16);
  writePrice(w, name.maxPrice, p + 24);
  out.stroops(columns.shares_received_stroops, change.shares);
}

export function writeLiquidityPoolWithdraw(_: JsonWriter, at: OperationAt, out: DetailRow): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const { columns } = out;
  const p = at.body + POOL_ID;
  out.pool(at.view, at.body);
  writeReserves(at, out, change.assets);
  out.int64(columns.shares_stroops, at.view, p);
  out.int64(columns.reserve_a_min_amount_stroops, at.view, p + 8);
  out.stroops(columns.reserve_a_withdraw_amount_stroops, -change.a);
  out.int64(columns.reserve_b_min_amount_stroops, at.view, p + 16);
  out.stroops(columns.reserve_b_withdraw_amount_stroops, -change.b);
}

const NATIVE = new DataView(new ArrayBuffer(4));

function writeReserves({ view }: OperationAt, out: DetailRow, assets: number): void {
  const { reserveA, reserveB } = out;
  if (assets !== ABSENT) out.writeAsset(reserveB, view, out.writeAsset(reserveA, view, assets));
  else {
    out.writeAsset(reserveA, NATIVE, 0);
    out.writeAsset(reserveB, NATIVE, 0);
  }
}

/** Returns what the operation did to the pool that it names first. Throws DecodeError when it did nothing. */
export function poolChange(at: OperationAt): PoolChange {
  const { view, body } = at;
  const changes = at.changes.open();
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
