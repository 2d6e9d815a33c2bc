/** What an operation did to a liquidity pool: the change of the pool's entry. */
import { sameSpans } from '../../ledger/compact.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atLiquidityPoolEntryConstantProduct,
  locateLiquidityPoolEntryConstantProduct,
  type LiquidityPoolEntryConstantProductAt,
} from '../../xdr/generated/locate.ts';
import type { OperationAt } from './operation-at.ts';

const POOL_ID = 32;

/** A pool that an operation changed, and how much its reserves and shares grew. */
export interface PoolChange {
  /** The LedgerEntry after the change, or before it if the pool was removed. */
  shown: number;
  /** Where the pool's two assets stand, one after the other. */
  assets: number;
  a: bigint;
  b: bigint;
  shares: bigint;
}

/** Returns the change of the pool that the operation names first. Throws DecodeError when there is none. */
export function poolChange(at: OperationAt): PoolChange {
  changedPool(at, at.body);
  const { pre, post } = at.changes;
  return growth(at.view, pre, post);
}

/** Returns the LedgerEntry of the pool after the operation. Throws DecodeError if the operation did not change it. */
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

/** Returns the change of a pool between two LedgerEntries; one may be absent (-1). */
export function growth(view: DataView, pre: number, post: number): PoolChange {
  if (pre !== ABSENT) locatePool(view, pre, before);
  if (post !== ABSENT) locatePool(view, post, after);
  const grown = (field: 'reserveA' | 'reserveB' | 'totalPoolShares') =>
    (post === ABSENT ? 0n : view.getBigInt64(after[field])) - (pre === ABSENT ? 0n : view.getBigInt64(before[field]));
  return {
    shown: post === ABSENT ? pre : post,
    assets: (post === ABSENT ? before : after).params,
    a: grown('reserveA'),
    b: grown('reserveB'),
    shares: grown('totalPoolShares'),
  };
}

/** Finds the parts of the pool in a LedgerEntry: last modified, type, pool id, kind of pool, constant product. */
export function locatePool(view: DataView, entry: number, parts: LiquidityPoolEntryConstantProductAt): void {
  locateLiquidityPoolEntryConstantProduct(view, entry + 8 + POOL_ID + 4, parts);
}
