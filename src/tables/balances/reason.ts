/** Why a balance changed: by the phase, the type of the operation and, of payments, the parties of the asset. */
import { phase } from '../../ledger/changes.ts';
import { sameSpans } from '../../ledger/compact.ts';
import { AssetType, OperationType } from '../../xdr/generated/enums.ts';
import { Piece } from '../../core/bytes.ts';
import { assetBytes } from '../asset/assets.ts';
import { sameKey, type Context } from '../context.ts';
import { muxedEnd, OperationAt } from '../operation/operation-at.ts';
import { LUMENS_KEY } from '../transfers/movement.ts';

/** All reasons. */
export const reasons = {
  transfer: new Piece('transfer'),
  mint: new Piece('mint'),
  burn: new Piece('burn'),
  clawback: new Piece('clawback'),
  fee: new Piece('fee'),
  refund: new Piece('refund'),
  trade: new Piece('trade'),
  claim: new Piece('claim'),
  pool: new Piece('pool'),
  merge: new Piece('merge'),
  inflation: new Piece('inflation'),
  other: new Piece('other'),
} as const;

/** The reason that the type of an operation is; payments differ by their parties. */
const ofType: Partial<Record<number, Piece>> = {
  [OperationType.createAccount]: reasons.transfer,
  [OperationType.manageSellOffer]: reasons.trade,
  [OperationType.createPassiveSellOffer]: reasons.trade,
  [OperationType.manageBuyOffer]: reasons.trade,
  [OperationType.accountMerge]: reasons.merge,
  [OperationType.inflation]: reasons.inflation,
  [OperationType.claimClaimableBalance]: reasons.claim,
  [OperationType.clawback]: reasons.clawback,
  [OperationType.clawbackClaimableBalance]: reasons.clawback,
  [OperationType.liquidityPoolDeposit]: reasons.pool,
  [OperationType.liquidityPoolWithdraw]: reasons.pool,
  // A trust line that loses its authorisation takes the shares of its pools along (CAP-38).
  [OperationType.allowTrust]: reasons.pool,
  [OperationType.setTrustLineFlags]: reasons.pool,
};

const KEY_BYTES = 32;

/** Finds the reason of one change after another. */
export class BalanceReasons {
  readonly #context: Context;
  readonly #at: OperationAt;

  constructor(context: Context) {
    this.#context = context;
    this.#at = new OperationAt(context);
  }

  /**
   * Returns why the change `index` of the ledger changed the balance of the key at `holder`; `asset` is where its Asset
   * stands, or LUMENS_KEY.
   */
  of(index: number, holder: number, asset: number): Piece {
    const { changes, transactions } = this.#context.ledger;
    switch (changes.phase(index)) {
      case phase.fee:
        return reasons.fee;
      // What is charged too much of a Soroban transaction comes back after it, since protocol 23 after all of them.
      case phase.after:
      case phase.postFee:
        return reasons.refund;
      case phase.operation:
        this.#at.move(transactions[changes.transaction(index)], changes.operation(index));
        return this.#ofOperation(holder, asset);
      default:
        return reasons.other;
    }
  }

  #ofOperation(holder: number, asset: number): Piece {
    const { type, view, body } = this.#at;
    switch (type) {
      case OperationType.payment:
        return this.#ofPayment(body, asset);
      case OperationType.pathPaymentStrictReceive:
      case OperationType.pathPaymentStrictSend:
        return this.#ofPathPayment(body + assetBytes(view, body) + 8, holder, asset);
      case OperationType.createClaimableBalance:
        return this.#isIssuer(asset, this.#at.sourceKey) ? reasons.mint : reasons.transfer;
      default:
        return ofType[type] ?? reasons.other;
    }
  }

  /** `destination` is where the MuxedAccount stands that is paid. */
  #ofPayment(destination: number, asset: number): Piece {
    if (this.#isIssuer(asset, this.#at.sourceKey)) return reasons.mint;
    return this.#isIssuer(asset, keyOf(this.#at.view, destination)) ? reasons.burn : reasons.transfer;
  }

  /** Without claims it is a payment; else what arrives is paid, and all else is traded. */
  #ofPathPayment(destination: number, holder: number, asset: number): Piece {
    const { view, done, sourceKey } = this.#at;
    if (view.getUint32(done) === 0) return this.#ofPayment(destination, asset);
    const arrived = muxedEnd(view, destination);
    const isPaid =
      sameKey(view, holder, keyOf(view, destination)) &&
      !sameKey(view, holder, sourceKey) &&
      sameAsset(view, asset, arrived);
    if (!isPaid) return reasons.trade;
    return this.#isIssuer(asset, sourceKey) ? reasons.mint : reasons.transfer;
  }

  #isIssuer(asset: number, key: number): boolean {
    const { view } = this.#at;
    if (asset === LUMENS_KEY || view.getInt32(asset) === AssetType.assetTypeNative) return false;
    return sameKey(view, asset + assetBytes(view, asset) - KEY_BYTES, key);
  }
}

/** Where the key of the MuxedAccount at `p` stands: behind its type, and its id if it has one. */
function keyOf(view: DataView, p: number): number {
  return muxedEnd(view, p) - KEY_BYTES;
}

function sameAsset(view: DataView, asset: number, other: number): boolean {
  if (asset === LUMENS_KEY) return view.getInt32(other) === AssetType.assetTypeNative;
  return sameSpans(view, asset, asset + assetBytes(view, asset), other, other + assetBytes(view, other));
}
