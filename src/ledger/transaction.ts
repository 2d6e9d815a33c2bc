/** One transaction of a ledger as offsets into the ledger's bytes: its envelope, result and meta. */
import { EnvelopeType, TransactionResultCode } from '../xdr/generated/enums.ts';
import {
  atTransaction,
  atTransactionResult,
  locateTransaction,
  locateTransactionResult,
} from '../xdr/generated/locate.ts';
import {
  skipFeeBumpTransaction,
  skipOperation,
  skipOperationResult,
  skipTransactionV0,
} from '../xdr/generated/skip.ts';

/** An envelope of the transaction set: where its parts start. */
export class Envelope {
  readonly start: number;
  end = 0;
  readonly isFeeBump: boolean;
  /** Whether the transaction is of the first form, whose source is a bare key and whose time bounds are an option. */
  readonly isV0: boolean;
  /** The signed transaction: of a fee bump the outer one. */
  readonly signed: number;
  signedEnd = 0;
  /** The outer signatures. */
  signatures = 0;
  /** The inner transaction's parts; of an envelope without fee bump the only one's. */
  source = 0;
  fee = 0;
  sequence = 0;
  /** Preconditions; of V0 the option of time bounds, which has the same bytes as a precondition of that kind. */
  cond = 0;
  memo = 0;
  ext = 0;
  /** Of a fee bump: the muxed account that pays and its bid. */
  feeSource = 0;
  outerFee = 0;
  /** Where each operation starts. */
  readonly operations: number[] = [];

  constructor(view: DataView, p: number) {
    const type = view.getInt32(p);
    this.start = p;
    this.isFeeBump = type === EnvelopeType.envelopeTypeTxFeeBump;
    this.isV0 = type === EnvelopeType.envelopeTypeTxV0;
    this.signed = p + 4;
    if (this.isFeeBump) this.#readFeeBump(view);
    else this.#readInner(view, p);
  }

  #readFeeBump(view: DataView): void {
    this.signedEnd = skipFeeBumpTransaction(view, this.signed);
    this.feeSource = this.signed;
    this.outerFee = this.signed + (view.getInt32(this.signed) === 0 ? 36 : 44);
    this.#readInner(view, this.outerFee + 8);
    this.signatures = this.signedEnd;
  }

  #readInner(view: DataView, p: number): void {
    const end = this.isV0 ? this.#readV0(view, p + 4) : this.#readV1(view, p + 4);
    if (this.isFeeBump) return;
    this.signedEnd = end;
    this.signatures = end;
  }

  #readV1(view: DataView, p: number): number {
    const end = locateTransaction(view, p, parts);
    this.source = parts.sourceAccount;
    this.fee = parts.fee;
    this.sequence = parts.seqNum;
    this.cond = parts.cond;
    this.memo = parts.memo;
    this.ext = parts.ext;
    this.#readOperations(view, parts.operations);
    return end;
  }

  #readV0(view: DataView, p: number): number {
    const end = skipTransactionV0(view, p);
    this.source = p;
    this.fee = p + 32;
    this.sequence = p + 36;
    this.cond = p + 44;
    this.memo = p + (view.getUint32(p + 44) === 0 ? 48 : 64);
    this.#readOperations(view, this.memo + memoBytes(view, this.memo));
    this.ext = end - 4;
    return end;
  }

  #readOperations(view: DataView, p: number): void {
    const count = view.getUint32(p);
    p += 4;
    for (let i = 0; i < count; i++) {
      this.operations.push(p);
      p = skipOperation(view, p);
    }
  }
}

const parts = atTransaction();
const MEMO_TEXT = 1;
const MEMO_ID = 2;

function memoBytes(view: DataView, p: number): number {
  const type = view.getInt32(p);
  if (type === 0) return 4;
  if (type === MEMO_TEXT) return 8 + ((view.getUint32(p + 4) + 3) & ~3);
  return type === MEMO_ID ? 12 : 36;
}

/** The offset of what is not there. */
export const ABSENT = -1;

/** One transaction of a ledger in the order of application. */
export class LedgerTransaction {
  /** From 1, the order of application. */
  readonly order: number;
  /** The result pair, which begins with the transaction hash. */
  readonly pair: number;
  pairEnd = 0;
  /** The TransactionResult in the pair. */
  readonly result: number;
  envelope!: Envelope;

  meta = 0;
  metaEnd = 0;
  metaVersion = 0;
  /** Fee changes, as LedgerEntryChanges. */
  feeChanges = 0;
  feeChangesEnd = 0;
  /** Indexes into the ledger's changes: the first of each phase, in order; the last is the end. */
  firstBefore = 0;
  firstAfter = 0;
  firstPost = 0;
  endPost = 0;
  /** Index of the first change of each operation, and the end of the last. */
  readonly operationChanges: number[] = [];
  /** Where the count of each operation's contract events stands (meta V4). */
  readonly operationEvents: number[] = [];
  /** SorobanTransactionMeta (V3) or its second version (V4), past the option's flag. */
  sorobanMeta = ABSENT;
  /** Where the count of transaction-level events (V4) and of diagnostic events stands. */
  events = ABSENT;
  diagnosticEvents = ABSENT;

  readonly successful: boolean;
  readonly resultCode: number;
  /** Where the inner transaction's result pair starts, for a fee bump that was applied; else -1. */
  readonly innerPair: number;
  /** Where each operation's result starts; empty when the transaction failed before its operations. */
  readonly operationResults: number[] = [];

  constructor(view: DataView, order: number, pair: number) {
    this.order = order;
    this.pair = pair;
    this.result = pair + 32;
    this.pairEnd = locateTransactionResult(view, this.result, resultParts);
    this.resultCode = view.getInt32(resultParts.result);
    this.successful =
      this.resultCode === TransactionResultCode.txSuccess ||
      this.resultCode === TransactionResultCode.txFeeBumpInnerSuccess;
    const isApplied =
      this.resultCode === TransactionResultCode.txFeeBumpInnerSuccess ||
      this.resultCode === TransactionResultCode.txFeeBumpInnerFailed;
    this.innerPair = isApplied ? resultParts.result + 4 : ABSENT;
    // The inner pair: hash, fee charged, then the inner result.
    this.#readOperationResults(view, isApplied ? this.innerPair + 32 + 8 : resultParts.result);
  }

  #readOperationResults(view: DataView, p: number): void {
    const code = view.getInt32(p);
    if (code !== TransactionResultCode.txSuccess && code !== TransactionResultCode.txFailed) return;
    const count = view.getUint32(p + 4);
    p += 8;
    for (let i = 0; i < count; i++) {
      this.operationResults.push(p);
      p = skipOperationResult(view, p);
    }
  }
}

const resultParts = atTransactionResult();
