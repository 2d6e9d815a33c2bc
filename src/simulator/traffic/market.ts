/** Models asset prices that drift from ledger to ledger, and the pools that users trade with. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { poolFee } from '../exchange/pool-id.ts';
import { poolIdOf } from '../exchange/pool-id.ts';
import type { Random } from '../random.ts';
import type { AssetId, Price } from '../state/entries.ts';
import { compareAssets } from '../state/keys.ts';
import type { TrafficAsset } from './asset.ts';

/** A pool that people use. */
export interface TradedPool {
  id: string;
  poolId: xdr.PoolId;
  change: xdr.ChangeTrustAsset;
  assetA: TrafficAsset;
  assetB: TrafficAsset;
}

/** What is traded, and what people think it is worth: prices walk a little from ledger to ledger. */
export class Market {
  readonly assets: readonly TrafficAsset[];
  readonly pools: readonly TradedPool[];
  // in lumens
  readonly #worth: Map<AssetId, number>;
  readonly #random: Random;

  constructor(native: TrafficAsset, credits: readonly TrafficAsset[], random: Random) {
    this.assets = [native, ...credits];
    this.#random = random;
    this.#worth = new Map(this.assets.map(({ id }, i) => [id, i === 0 ? 1 : random.integer(20, 900) / 100]));
    this.pools = [poolOf(native, credits[0]), poolOf(credits[0], credits[1])];
  }

  /** Lets the worth of every credit change by up to half a percent, within a thousandth and a thousandfold. */
  move(): void {
    for (const { id, credit } of this.assets) {
      const step = 1 + this.#random.integer(-50, 50) / 10_000;
      const worth = this.#worth.get(id)! * step;
      if (credit && worth > 1e-3 && worth < 1e3) this.#worth.set(id, worth);
    }
  }

  /** Returns what one unit of an asset costs in another, `percent` dearer. */
  price(selling: TrafficAsset, buying: TrafficAsset, percent = 0): Price {
    const ratio = (this.#worth.get(selling.id)! / this.#worth.get(buying.id)!) * (1 + percent / 100);
    if (ratio >= 1) return { n: Math.round(ratio * precision), d: precision };
    return { n: precision, d: Math.round(precision / ratio) };
  }

  /** Returns how much of another asset an amount is worth. */
  convert(amount: bigint, from: TrafficAsset, to: TrafficAsset): bigint {
    const { n, d } = this.price(from, to);
    return (amount * BigInt(n)) / BigInt(d);
  }
}

// a price of 1,000 times this stays an int32
const precision = 2_000;

function poolOf(first: TrafficAsset, second: TrafficAsset): TradedPool {
  const [assetA, assetB] = compareAssets(first.id, second.id) < 0 ? [first, second] : [second, first];
  const id = poolIdOf(assetA.id, assetB.id);
  const parameters = { assetA: assetA.asset, assetB: assetB.asset, fee: poolFee };
  const change = xdr.ChangeTrustAsset.assetTypePoolShare(
    xdr.LiquidityPoolParameters.liquidityPoolConstantProduct(
      new xdr.LiquidityPoolConstantProductParameters(parameters),
    ),
  );
  return { id, poolId: new xdr.PoolId(Buffer.from(id, 'hex')), change, assetA, assetB };
}
