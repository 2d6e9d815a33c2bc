/**
 * What an operation traded, read from its result: the claims of makers' offers and of liquidity pools, and what stands after them.
 * Results of types 2, 3, 4, 12 and 13 begin alike, with the list of ClaimAtoms.
 */
import { sameSpans } from '../../ledger/compact.ts';
import type { DecodeError } from '../../core/errors.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { ClaimAtomType, ManageOfferEffect, OperationType } from '../../xdr/generated/enums.ts';
import { assetBytes } from '../asset/assets.ts';

const PUBLIC_KEY = 36;
const AMOUNT = 8;
const OFFER_ID = 8;
const KEY = 32;

/** The operation whose claims are read. */
interface Trading {
  readonly view: DataView;
  readonly transaction: LedgerTransaction;
  readonly type: number;
  /** Where the success arm of the result stands. */
  readonly done: number;
  fault(what: string, offset: number): DecodeError;
}

/** Whether the operation is of a type that can trade: path payments, offers. */
export function isTradingType(type: number): boolean {
  return (
    type === OperationType.pathPaymentStrictReceive || type === OperationType.pathPaymentStrictSend || isOfferType(type)
  );
}

/** Whether the operation makes or changes an offer: manage sell, manage buy, create passive sell. */
export function isOfferType(type: number): boolean {
  return (
    type === OperationType.manageSellOffer ||
    type === OperationType.manageBuyOffer ||
    type === OperationType.createPassiveSellOffer
  );
}

/**
 * A cursor over the claims of one operation: `open`, then `next` until it returns false. All fields are offsets into the
 * ledger's bytes unless said otherwise, so one object serves every operation of its cursor.
 *
 *     const { claims } = at;
 *     if (claims.open()) while (claims.next()) { view.getInt32(claims.soldAmount) … }
 */
export class ClaimAtoms {
  readonly #at: Trading;
  #nextClaim = 0;

  /** How many claims there are. */
  count = 0;
  /** Number of the current claim, from 0; -1 before the first. */
  index = ABSENT;

  /** ClaimAtomType of the current claim: 0 offer with a bare key (protocols below 18), 1 offer, 2 liquidity pool. */
  type = 0;
  /** The 32 bytes of the maker: the seller's ed25519 key, or the id of the pool. */
  maker = 0;
  /** The id of the maker's offer, int64; -1 for a pool. */
  offerId = ABSENT;
  /** The Asset that the maker gave and the taker got; its amount in stroops, int64. */
  soldAsset = 0;
  soldAmount = 0;
  /** The Asset that the maker got and the taker paid; its amount in stroops, int64. */
  boughtAsset = 0;
  boughtAmount = 0;

  /** What became of the taker's own offer, as ManageOfferEffect: 0 created, 1 updated, 2 deleted. -1 for other operations. */
  offerEffect = ABSENT;
  /** The OfferEntry of the taker's own offer after the operation; -1 when none is left. */
  offer = ABSENT;

  /** Of path payments: the PublicKey that was paid, the Asset it got and the amount in stroops, int64; else -1. */
  destination = ABSENT;
  paidAsset = ABSENT;
  paidAmount = ABSENT;

  constructor(at: Trading) {
    this.#at = at;
  }

  /**
   * Stands before the first claim and reads what follows the last. Returns false, with no claims, when the operation's type
   * cannot trade or its transaction failed. Throws DecodeError when a successful transaction holds no success for it.
   */
  open(): boolean {
    const at = this.#at;
    this.count = 0;
    this.index = ABSENT;
    this.offerEffect = this.offer = this.destination = this.paidAsset = this.paidAmount = ABSENT;
    if (!isTradingType(at.type) || !at.transaction.successful) return false;
    const { done } = at;
    this.count = at.view.getUint32(done);
    this.#nextClaim = done + 4;
    this.#readTail(this.#endOfClaims());
    return true;
  }

  /** Moves to the next claim; returns false when there is none. Throws DecodeError for an amount below 0. */
  next(): boolean {
    if (this.index + 1 >= this.count) return false;
    this.index++;
    this.#nextClaim = this.#readClaim(this.#nextClaim);
    this.#checkAmount(this.soldAmount);
    this.#checkAmount(this.boughtAmount);
    return true;
  }

  /** Whether the maker of the current claim is a liquidity pool. */
  get isPool(): boolean {
    return this.type === ClaimAtomType.claimAtomTypeLiquidityPool;
  }

  /** Sets the fields of a claim to those at `p` and returns where it ends. */
  #readClaim(p: number): number {
    const { view } = this.#at;
    this.type = view.getInt32(p);
    this.maker = this.type === ClaimAtomType.claimAtomTypeOrderBook ? p + 8 : p + 4;
    const makerEnd = this.maker + KEY;
    this.offerId = this.isPool ? ABSENT : makerEnd;
    this.soldAsset = this.isPool ? makerEnd : makerEnd + OFFER_ID;
    this.soldAmount = this.soldAsset + assetBytes(view, this.soldAsset);
    this.boughtAsset = this.soldAmount + AMOUNT;
    this.boughtAmount = this.boughtAsset + assetBytes(view, this.boughtAsset);
    return this.boughtAmount + AMOUNT;
  }

  #checkAmount(p: number): void {
    const { view } = this.#at;
    if (view.getInt32(p) < 0) throw this.#at.fault(`claim ${this.index} has amount ${view.getBigInt64(p)}`, p);
  }

  #endOfClaims(): number {
    let p = this.#nextClaim;
    for (let i = this.count; i > 0; i--) p = this.#readClaim(p);
    return p;
  }

  #readTail(p: number): void {
    const { view, type } = this.#at;
    if (isOfferType(type)) {
      this.offerEffect = view.getInt32(p);
      if (this.offerEffect !== ManageOfferEffect.manageOfferDeleted) this.offer = p + 4;
      return;
    }
    this.destination = p;
    this.paidAsset = p + PUBLIC_KEY;
    this.paidAmount = this.paidAsset + assetBytes(view, this.paidAsset);
  }
}

/**
 * Returns the stroops that the source of a strict receive gave, from claims before the first: the sum of the claims of its
 * asset, or the amount that arrived when nothing was claimed.
 */
export function sentAmount(claims: ClaimAtoms, view: DataView): bigint {
  if (claims.count === 0) return view.getBigInt64(claims.paidAmount);
  let sum = 0n;
  let first = ABSENT;
  while (claims.next()) {
    const { boughtAsset, boughtAmount } = claims;
    if (first === ABSENT) first = boughtAsset;
    else if (!sameSpans(view, first, first + assetBytes(view, first), boughtAsset, boughtAmount)) break;
    sum += view.getBigInt64(boughtAmount);
  }
  return sum;
}
