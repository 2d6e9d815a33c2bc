/** Derives the id of the liquidity pool of two assets. */
import { writeAsset } from '../encode/values.ts';
import { Writer } from '../encode/writer.ts';
import { sha256 } from '../identity.ts';
import type { AssetId } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { compareAssets } from '../state/keys.ts';

/** The fee of every pool, in hundredths of a percent (LIQUIDITY_POOL_FEE_V18). */
export const poolFee = 30;

/** Returns the id of the pool of two assets in any order (stellar-core, `getPoolID`). */
export function poolIdOf(a: AssetId, b: AssetId): string {
  const pair = `${a}>${b}`;
  const known = poolIds.get(pair);
  if (known) return known;
  const id = compareAssets(a, b) < 0 ? hashParameters(a, b) : hashParameters(b, a);
  if (poolIds.size >= 10_000) poolIds.clear();
  poolIds.set(pair, id);
  return id;
}

const poolIds = new Map<string, string>();

// SHA-256 of LiquidityPoolParameters: LIQUIDITY_POOL_CONSTANT_PRODUCT, both assets, the fee
function hashParameters(assetA: AssetId, assetB: AssetId): string {
  const writer = writeAsset(new Writer(256).int(0), assetA);
  return hexOf(sha256(writeAsset(writer, assetB).int(poolFee).toBytes()));
}
