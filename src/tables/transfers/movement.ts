/** One movement of value while it is put together: who gives what to whom, with which memo. */
import { ABSENT, type Envelope } from '../../ledger/transaction.ts';
import { AssetType, MemoType } from '../../xdr/generated/enums.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import { sameKey } from '../context.ts';
import type { OperationAt } from '../operation/operation-at.ts';

export type Topic = 'transfer' | 'mint' | 'burn' | 'clawback' | 'fee';

/** Nobody: the side that a mint, a burn, a clawback or a fee lacks. */
export const NOBODY = -1;
/** Lumens, as the place of an Asset. */
export const LUMENS_KEY = ABSENT;

/** What the memo of a movement is. */
export const memoKinds = { none: 0, id: 1, text: 2, hash: 3 } as const;

const KEY_BYTES = 32;

/**
 * The fields of one movement, set one by one; `record` takes them. A party is the strkey version of its kind and where
 * its 32 bytes stand.
 */
export abstract class Movement {
  readonly view: DataView;
  protected fromKind = NOBODY;
  protected from = 0;
  protected toKind = NOBODY;
  protected to = 0;
  /** The amount as 64-bit integer, `high` signed and `low` unsigned. */
  protected high = 0;
  protected low = 0;
  /** A memo's kind and bytes; of an id the eight bytes of the integer. */
  protected memoKind: number = memoKinds.none;
  protected memoStart = 0;
  protected memoEnd = 0;

  constructor(view: DataView) {
    this.view = view;
  }

  /** Takes the movement of the Asset at `asset`, then forgets it. */
  abstract record(topic: Topic, asset: number): void;

  setFrom(kind: number, key: number): void {
    this.fromKind = kind;
    this.from = key;
  }

  setTo(kind: number, key: number): void {
    this.toKind = kind;
    this.to = key;
  }

  /** Sets the giver to the source of the operation. */
  setFromSource({ sourceKey }: OperationAt): void {
    this.setFrom(strkeyVersion.account, sourceKey);
  }

  /** Sets the receiver to the source of the operation, without a memo. */
  setToSource({ sourceKey }: OperationAt): void {
    this.setTo(strkeyVersion.account, sourceKey);
  }

  /** Sets the receiver to the source of the operation as its destination: with its muxed id, else with the memo. */
  setToDestinationSource({ sourceKey, sourceId, transaction }: OperationAt): void {
    this.#setDestination(sourceKey, sourceId, transaction.envelope);
  }

  /** Sets the receiver to the MuxedAccount at `p`, with its id, else with the transaction's memo. */
  setToDestination(p: number, { transaction }: OperationAt): void {
    if (this.view.getInt32(p) === 0) this.#setDestination(p + 4, ABSENT, transaction.envelope);
    else this.#setDestination(p + 12, p + 4, transaction.envelope);
  }

  /** Sets the amount to the 64-bit integer at `p`. */
  setAmountAt(p: number): void {
    this.high = this.view.getInt32(p);
    this.low = this.view.getUint32(p + 4);
  }

  /** Sets the amount, which fits into 64 bits. */
  setAmount(amount: bigint): void {
    this.high = Number(BigInt.asIntN(32, amount >> 32n));
    this.low = Number(BigInt.asUintN(32, amount));
  }

  /** Sets the amount to the 64-bit integer at `a` less that at `b`; one at -1 is 0. Returns the sign of the amount. */
  setDifferenceAt(a: number, b: number): number {
    const { view } = this;
    const lowA = a === ABSENT ? 0 : view.getUint32(a + 4);
    const lowB = b === ABSENT ? 0 : view.getUint32(b + 4);
    const high = (a === ABSENT ? 0 : view.getInt32(a)) - (b === ABSENT ? 0 : view.getInt32(b));
    this.high = (high - (lowA < lowB ? 1 : 0)) | 0;
    this.low = (lowA - lowB) >>> 0;
    return this.high < 0 ? -1 : this.high === 0 && this.low === 0 ? 0 : 1;
  }

  setMemo(kind: number, start: number, end: number): void {
    this.memoKind = kind;
    this.memoStart = start;
    this.memoEnd = end;
  }

  /**
   * Records the movement of the Asset at `asset`: what its issuer gives is minted, what its issuer gets is burnt, and from
   * the issuer to itself it is a transfer (CAP-67). Burns have no memo.
   */
  move(asset: number): void {
    const isMint = this.#isIssuer(asset, this.fromKind, this.from);
    const isBurn = this.#isIssuer(asset, this.toKind, this.to);
    if (isMint === isBurn) this.record('transfer', asset);
    else if (isMint) this.mint(asset);
    else this.burn(asset);
  }

  mint(asset: number): void {
    this.fromKind = NOBODY;
    this.record('mint', asset);
  }

  burn(asset: number): void {
    this.toKind = NOBODY;
    this.memoKind = memoKinds.none;
    this.record('burn', asset);
  }

  /** Forgets the movement. */
  clear(): void {
    this.fromKind = NOBODY;
    this.toKind = NOBODY;
    this.memoKind = memoKinds.none;
  }

  #isIssuer(asset: number, kind: number, key: number): boolean {
    if (kind !== strkeyVersion.account || asset === LUMENS_KEY) return false;
    if (this.view.getInt32(asset) === AssetType.assetTypeNative) return false;
    return sameKey(this.view, asset + assetBytes(this.view, asset) - KEY_BYTES, key);
  }

  #setDestination(key: number, id: number, { memo }: Envelope): void {
    this.setTo(strkeyVersion.account, key);
    if (id === ABSENT) this.#setTransactionMemo(memo);
    else this.setMemo(memoKinds.id, id, id + 8);
  }

  /** The hash of a return memo is shown as a hash. */
  #setTransactionMemo(p: number): void {
    switch (this.view.getInt32(p)) {
      case MemoType.memoNone:
        return this.setMemo(memoKinds.none, 0, 0);
      case MemoType.memoText:
        return this.setMemo(memoKinds.text, p + 8, p + 8 + this.view.getUint32(p + 4));
      case MemoType.memoId:
        return this.setMemo(memoKinds.id, p + 4, p + 12);
      default:
        return this.setMemo(memoKinds.hash, p + 4, p + 4 + KEY_BYTES);
    }
  }
}
