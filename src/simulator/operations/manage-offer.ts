/** Implements the common part of all offer operations: checks, trades and the remaining offer. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { claimAtom, logClaims, type Claim, type TradedAsset } from '../exchange/claims.ts';
import { convert, maxTrades, type Conversion } from '../exchange/convert.ts';
import { adjustedAmount, offerLiabilities } from '../exchange/exchange.ts';
import { acquireLiabilities, buyable, releaseLiabilities, sellable, settleBalance } from '../exchange/holdings.ts';
import { maxInt64, smaller } from '../exchange/int64.ts';
import { comparePrices, inverse } from '../exchange/price.ts';
import type { Offer, Price } from '../state/entries.ts';
import { offerKey } from '../state/keys.ts';
import { isValidAsset } from './assets.ts';
import { available, holderOf, isAuthorized, receivable } from '../accounts/balances.ts';
import type { LedgerView, OperationContext } from '../context.ts';
import { createEntry, removeEntry } from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';

/** What an operation on an offer wants, whatever its form: to give sheep for wheat, at most so much of one of them. */
export interface OfferOrder {
  sheep: TradedAsset;
  wheat: TradedAsset;
  /** What one unit of sheep costs in wheat. */
  price: Price;
  /** The most that it sells; undefined when what it buys says so. */
  sells?: bigint;
  /** The most that it buys; undefined when what it sells says so. */
  buys?: bigint;
  /** The offer to be changed; 0 for a new one. */
  offerId: bigint;
  isPassive: boolean;
  /** Returns the result of its kind for a failure. */
  failed(failure: OfferFailure): xdr.OperationResultTr;
  /** Returns the result of its kind for a success. */
  done(success: xdr.ManageOfferSuccessResult): xdr.OperationResultTr;
}

/** Why an operation on an offer failed, in the words that its results end with. */
export type OfferFailure =
  | 'Malformed'
  | 'SellNoTrust'
  | 'BuyNoTrust'
  | 'SellNotAuthorized'
  | 'BuyNotAuthorized'
  | 'LineFull'
  | 'Underfunded'
  | 'CrossSelf'
  | 'NotFound'
  | 'LowReserve';

/** Returns what is wrong with an order whatever the ledger holds (stellar-core, `ManageOfferOpFrameBase::doCheckValid`). */
export function checkOrder(order: OfferOrder, { protocol }: LedgerView): xdr.OperationResult | undefined {
  const { sheep, wheat, price, offerId } = order;
  const isMalformed =
    !isValidAsset(sheep.xdr) ||
    !isValidAsset(wheat.xdr) ||
    sheep.id === wheat.id ||
    amountOf(order) < 0n ||
    price.n <= 0 ||
    price.d <= 0 ||
    (protocol >= 15 && offerId < 0n);
  if (isMalformed) return refuse(order, 'Malformed');
  if (offerId !== 0n || !isDeletion(order)) return undefined;
  return refuse(order, protocol >= 11 ? 'Malformed' : 'NotFound');
}

/** Trades what an order wants and keeps the rest as an offer (stellar-core, `ManageOfferOpFrameBase::doApply`). */
export function manageOffer(order: OfferOrder, context: OperationContext): xdr.OperationResult {
  const refused = isDeletion(order) ? undefined : lineFailure(order, context);
  if (refused) return refuse(order, refused);
  const offer = order.offerId === 0n ? beginOffer(order, context) : takeOffer(order, context);
  if (offer instanceof xdr.OperationResult) return offer;
  const filled = isDeletion(order) ? { amount: 0n, claims: [] } : fill(order, offer, context);
  if (filled instanceof xdr.OperationResult) return filled;
  return settle({ ...offer, amount: filled.amount }, filled.claims, order, context);
}

const passiveFlag = 1;
const refuse = (order: OfferOrder, failure: OfferFailure) => xdr.OperationResult.opInner(order.failed(failure));
const amountOf = ({ sells, buys }: OfferOrder) => sells ?? buys ?? 0n;
const isDeletion = (order: OfferOrder) => amountOf(order) === 0n;
// since protocol 14 the reserve of a new offer is paid first, before that when the offer is made
const hasReserve = ({ offerId }: OfferOrder, { protocol }: LedgerView) => offerId !== 0n || protocol >= 14;

function lineFailure({ sheep, wheat }: OfferOrder, { state, source }: OperationContext): OfferFailure | undefined {
  const selling = holderOf(state, source, sheep.id);
  if (!selling) return 'SellNoTrust';
  if (selling !== 'issuer' && selling.kind === 'trust_line') {
    if (selling.balance === 0n) return 'Underfunded';
    if (!isAuthorized(selling)) return 'SellNotAuthorized';
  }
  const buying = holderOf(state, source, wheat.id);
  if (!buying) return 'BuyNoTrust';
  return buying === 'issuer' || buying.kind === 'account' || isAuthorized(buying) ? undefined : 'BuyNotAuthorized';
}

// the offer in its new form, out of the ledger with its liabilities, but with its reserve
function takeOffer(order: OfferOrder, { state, source }: OperationContext): Offer | xdr.OperationResult {
  const offer = state.offer(source, order.offerId);
  if (!offer) return refuse(order, 'NotFound');
  releaseLiabilities(state, offer);
  state.remove(offer);
  return { ...offer, selling: order.sheep.id, buying: order.wheat.id, price: order.price };
}

function beginOffer(order: OfferOrder, context: OperationContext): Offer | xdr.OperationResult {
  const { state, source, view } = context;
  const offer: Offer = {
    kind: 'offer',
    key: offerKey(0n),
    seller: source,
    id: 0n,
    selling: order.sheep.id,
    buying: order.wheat.id,
    amount: 0n,
    price: order.price,
    flags: order.isPassive ? passiveFlag : 0,
    lastModified: state.ledger,
  };
  if (!hasReserve(order, view)) return offer;
  const failure = createEntry(context, offer, source);
  if (failure) return reserveResult(failure, order.failed('LowReserve'));
  const { sponsor } = state.offer(source, 0n)!;
  state.remove(offer);
  return { ...offer, sponsor };
}

/** What an order traded, and how much of it stays. */
interface Filled {
  amount: bigint;
  claims: Claim[];
}

function fill(order: OfferOrder, { flags }: Offer, context: OperationContext): Filled | xdr.OperationResult {
  const { state, view, source } = context;
  const { sheep, wheat } = order;
  const limits = limitsOf(order, context);
  if (typeof limits === 'string') return refuse(order, limits);
  const highest = inverse(order.price);
  const isPassive = (flags & passiveFlag) !== 0;
  const conversion = convert(context, {
    sheep,
    wheat,
    ...limits,
    rounding: 'normal',
    stopAt({ price, seller }) {
      const difference = comparePrices(price, highest);
      if (difference > 0 || (isPassive && difference === 0)) return 'bad_price';
      return seller === source ? 'cross_self' : undefined;
    },
    maxTrades: view.protocol >= 11 ? maxTrades : Infinity,
  });
  const { outcome, sheepSent, wheatReceived, claims } = conversion;
  if (outcome === 'cross_self') return refuse(order, 'CrossSelf');
  if (outcome === 'crossed_too_many') return xdr.OperationResult.opExceededWorkLimit();
  if (wheatReceived > 0n) {
    settleBalance(state, view, source, wheat.id, wheatReceived);
    settleBalance(state, view, source, sheep.id, -sheepSent);
  }
  return { amount: outcome === 'ok' ? 0n : restOf(order, conversion, context), claims };
}

// what the source can send and receive, unless the whole order does not fit
function limitsOf(order: OfferOrder, { state, view, source }: OperationContext) {
  const { price, sells = maxInt64, buys = maxInt64 } = order;
  const liabilities = offerLiabilities(price, sells, buys);
  const wheat = holderOf(state, source, order.wheat.id);
  const sheep = holderOf(state, source, order.sheep.id);
  const room = !wheat || wheat === 'issuer' ? maxInt64 : receivable(wheat);
  if (room < liabilities.buying) return 'LineFull';
  const reserve = order.sheep.id === 'native' && !hasReserve(order, view) ? view.baseReserve : 0n;
  const balance = !sheep || sheep === 'issuer' ? maxInt64 : available(sheep, view) - reserve;
  if (balance < liabilities.selling) return 'Underfunded';
  const maxWheatReceive = smaller(buys, room);
  if (maxWheatReceive === 0n) return 'LineFull';
  return { maxSheepSend: smaller(sells, balance), maxWheatReceive };
}

function restOf(order: OfferOrder, { sheepSent, wheatReceived }: Conversion, context: OperationContext): bigint {
  const { state, view, source } = context;
  const { sells, buys, price, sheep, wheat } = order;
  const balance = sellable(holderOf(state, source, sheep.id), view);
  const room = buyable(holderOf(state, source, wheat.id));
  const maxSend = sells === undefined ? balance : smaller(sells - sheepSent, balance);
  return adjustedAmount(price, maxSend, buys === undefined ? room : smaller(buys - wheatReceived, room));
}

function settle(offer: Offer, claims: Claim[], order: OfferOrder, context: OperationContext): xdr.OperationResult {
  const { view, source, events } = context;
  const kept = offer.amount > 0n ? keep(offer, order, context) : undefined;
  if (kept instanceof xdr.OperationResult) return kept;
  if (!kept && hasReserve(order, view)) removeEntry(context, offer, source);
  logClaims(events, source, claims);
  const success = new xdr.ManageOfferSuccessResult({
    offersClaimed: claims.map((claim) => claimAtom(claim, view.protocol)),
    offer: kept ?? xdr.ManageOfferSuccessResultOffer.manageOfferDeleted(),
  });
  return xdr.OperationResult.opInner(order.done(success));
}

function keep(offer: Offer, order: OfferOrder, context: OperationContext) {
  const { state, view, source } = context;
  const isNew = order.offerId === 0n;
  if (isNew) state.idPool += 1n;
  const id = isNew ? state.idPool : offer.id;
  const kept = { ...offer, id, key: offerKey(id) };
  if (hasReserve(order, view)) state.put(kept);
  else {
    const failure = createEntry(context, kept, source);
    if (failure) return reserveResult(failure, order.failed('LowReserve'));
  }
  acquireLiabilities(state, kept);
  const entry = offerEntry(kept, order);
  const { manageOfferCreated, manageOfferUpdated } = xdr.ManageOfferSuccessResultOffer;
  return isNew ? manageOfferCreated(entry) : manageOfferUpdated(entry);
}

function offerEntry({ seller, id, amount, price, flags }: Offer, { sheep, wheat }: OfferOrder): xdr.OfferEntry {
  return new xdr.OfferEntry({
    sellerId: xdr.AccountId.publicKeyTypeEd25519(Buffer.from(seller, 'hex')),
    offerId: id,
    selling: sheep.xdr,
    buying: wheat.xdr,
    amount,
    price: new xdr.Price(price),
    flags,
    ext: xdr.OfferEntryExt.v0(),
  });
}
