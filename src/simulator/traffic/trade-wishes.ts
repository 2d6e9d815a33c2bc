/** Encodes planned offers, path payments and pool operations. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Identity } from '../identity.ts';
import type { Price } from '../state/entries.ts';
import type { TrafficAsset } from './asset.ts';
import type { TradedPool } from './market.ts';

/** What an operation on the exchange is to do. */
export type TradeWish =
  | {
      kind: 'sell' | 'sell_passively';
      selling: TrafficAsset;
      buying: TrafficAsset;
      amount: bigint;
      price: Price;
      offerId: bigint;
    }
  | { kind: 'buy'; selling: TrafficAsset; buying: TrafficAsset; amount: bigint; price: Price; offerId: bigint }
  | { kind: 'send'; path: TrafficAsset[]; destination: Identity; amount: bigint; least: bigint }
  | { kind: 'receive'; path: TrafficAsset[]; destination: Identity; amount: bigint; most: bigint }
  | { kind: 'trust_pool'; pool: TradedPool; limit: bigint }
  | { kind: 'deposit'; pool: TradedPool; maxA: bigint; maxB: bigint; minPrice: Price; maxPrice: Price }
  | { kind: 'withdraw'; pool: TradedPool; shares: bigint; minA: bigint; minB: bigint };

/** Returns the operation as an envelope holds it. */
export function tradeXdr(wish: TradeWish): xdr.OperationBody {
  switch (wish.kind) {
    case 'sell':
      return xdr.OperationBody.manageSellOffer(
        new xdr.ManageSellOfferOp({ ...offerXdr(wish), amount: wish.amount, offerId: wish.offerId }),
      );
    case 'sell_passively':
      return xdr.OperationBody.createPassiveSellOffer(
        new xdr.CreatePassiveSellOfferOp({ ...offerXdr(wish), amount: wish.amount }),
      );
    case 'buy':
      return xdr.OperationBody.manageBuyOffer(
        new xdr.ManageBuyOfferOp({ ...offerXdr(wish), buyAmount: wish.amount, offerId: wish.offerId }),
      );
    case 'send':
      return xdr.OperationBody.pathPaymentStrictSend(
        new xdr.PathPaymentStrictSendOp({ ...pathXdr(wish), sendAmount: wish.amount, destMin: wish.least }),
      );
    case 'receive':
      return xdr.OperationBody.pathPaymentStrictReceive(
        new xdr.PathPaymentStrictReceiveOp({ ...pathXdr(wish), destAmount: wish.amount, sendMax: wish.most }),
      );
    case 'trust_pool':
      return xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: wish.pool.change, limit: wish.limit }));
    case 'deposit':
      return xdr.OperationBody.liquidityPoolDeposit(
        new xdr.LiquidityPoolDepositOp({
          liquidityPoolId: wish.pool.poolId,
          maxAmountA: wish.maxA,
          maxAmountB: wish.maxB,
          minPrice: new xdr.Price(wish.minPrice),
          maxPrice: new xdr.Price(wish.maxPrice),
        }),
      );
    case 'withdraw':
      return xdr.OperationBody.liquidityPoolWithdraw(
        new xdr.LiquidityPoolWithdrawOp({
          liquidityPoolId: wish.pool.poolId,
          amount: wish.shares,
          minAmountA: wish.minA,
          minAmountB: wish.minB,
        }),
      );
    default:
      return wish satisfies never;
  }
}

const offerXdr = ({ selling, buying, price }: { selling: TrafficAsset; buying: TrafficAsset; price: Price }) => ({
  selling: selling.asset,
  buying: buying.asset,
  price: new xdr.Price(price),
});

const pathXdr = ({ path, destination }: { path: TrafficAsset[]; destination: Identity }) => ({
  sendAsset: path[0].asset,
  destination: destination.muxed,
  destAsset: path[path.length - 1].asset,
  path: path.slice(1, -1).map(({ asset }) => asset),
});
