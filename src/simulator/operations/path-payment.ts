/** Implements the common part of both path payments: trades of single hops and the final result. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Claim, TradedAsset } from '../exchange/claims.ts';
import { convert, maxTrades, type Order } from '../exchange/convert.ts';
import type { AccountId } from '../state/entries.ts';
import { issuerOf } from '../state/keys.ts';
import type { OperationContext } from '../context.ts';

/** Why a hop of a path could not be traded. */
export type HopFailure = 'cross_self' | 'too_few_offers' | 'crossed_too_many';

/** A hop of a path: what it trades, whichever of the amounts is strict. */
export type Hop = Pick<Order, 'sheep' | 'wheat' | 'maxSheepSend' | 'maxWheatReceive' | 'rounding'>;

/** The trades of a path payment, hop by hop, within the limit on their number (stellar-core, `PathPaymentOpFrameBase`). */
export class Path {
  readonly #context: OperationContext;
  #tradesLeft: number;

  constructor(context: OperationContext) {
    this.#context = context;
    this.#tradesLeft = context.view.protocol >= 11 ? maxTrades : Infinity;
  }

  /** Trades one hop in full; says why when it cannot be. */
  trade(hop: Hop): { sheepSent: bigint; wheatReceived: bigint; claims: Claim[] } | HopFailure {
    const { source } = this.#context;
    const stopAt: Order['stopAt'] = ({ seller }) => (seller === source ? 'cross_self' : undefined);
    const traded = convert(this.#context, { ...hop, stopAt, maxTrades: this.#tradesLeft });
    const { outcome, sheepSent, wheatReceived, claims } = traded;
    this.#tradesLeft -= traded.trades;
    if (outcome === 'cross_self' || outcome === 'crossed_too_many') return outcome;
    const isFull =
      hop.rounding === 'strict_send' ? sheepSent === hop.maxSheepSend : wheatReceived === hop.maxWheatReceive;
    return outcome === 'ok' && isFull ? { sheepSent, wheatReceived, claims } : 'too_few_offers';
  }
}

/** Whether the destination need not be there: credits can always go straight back to their issuer. */
export function isReturn(send: TradedAsset, path: readonly xdr.Asset[], dest: TradedAsset, to: AccountId): boolean {
  return path.length === 0 && send.id === dest.id && issuerOf(dest.id) === to;
}

/** Returns who was paid what at the end of a path. */
export function simplePayment(destination: AccountId, asset: TradedAsset, amount: bigint): xdr.SimplePaymentResult {
  return new xdr.SimplePaymentResult({
    destination: xdr.AccountId.publicKeyTypeEd25519(Buffer.from(destination, 'hex')),
    asset: asset.xdr,
    amount,
  });
}
