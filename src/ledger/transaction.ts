/** One transaction of a ledger as offsets into the ledger's bytes: its envelope, result and meta. */
import { EnvelopeType, TransactionResultCode } from '../xdr/generated/enums.ts';
import { atTransactionResult, locateTransactionResult } from '../xdr/generated/locate.ts';
import {
  skipDecoratedSignature,
  skipFeeBumpTransactionExt,
  skipMemo,
  skipMuxedAccount,
  skipOperation,
  skipOperationResult,
  skipPreconditions,
  skipTransactionExt,
  skipTransactionV0Ext,
} from '../xdr/generated/skip.ts';
import { count, flag, unknownArm } from '../xdr/reader.ts';

/** The most signatures of an envelope, and the most operations of a transaction. */
const MAX_SIGNATURES = 20;
const MAX_OPERATIONS = 100;

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
  extEnd = 0;
  /** Of a fee bump: the muxed account that pays and its bid. */
  feeSource = 0;
  outerFee = 0;
  /** Where each operation starts. */
  operations: readonly number[] = [];

  /** Reads the TransactionEnvelope at `p`. Throws XdrFault or RangeError when the bytes are none. */
  constructor(view: DataView, p: number) {
    const type = view.getInt32(p);
    this.start = p;
    this.isFeeBump = type === EnvelopeType.envelopeTypeTxFeeBump;
    this.isV0 = type === EnvelopeType.envelopeTypeTxV0;
    this.signed = p + 4;
    if (this.isFeeBump) this.signedEnd = this.#readFeeBump(view, p + 4);
    else if (this.isV0) this.signedEnd = this.#readV0(view, p + 4);
    else if (type === EnvelopeType.envelopeTypeTx) this.signedEnd = this.#readV1(view, p + 4);
    else throw unknownArm('TransactionEnvelope', p, type);
    this.signatures = this.signedEnd;
    this.end = skipSignatures(view, this.signedEnd);
  }

  #readFeeBump(view: DataView, p: number): number {
    this.feeSource = p;
    this.outerFee = skipMuxedAccount(view, p);
    p = this.outerFee + 8;
    const inner = view.getInt32(p);
    if (inner !== EnvelopeType.envelopeTypeTx) throw unknownArm('FeeBumpTransactionInnerTx', p, inner);
    p = skipSignatures(view, this.#readV1(view, p + 4));
    return skipFeeBumpTransactionExt(view, p);
  }

  #readV1(view: DataView, p: number): number {
    this.source = p;
    this.fee = skipMuxedAccount(view, p);
    this.sequence = this.fee + 4;
    this.cond = this.fee + 12;
    this.memo = skipPreconditions(view, this.cond);
    this.ext = this.#readOperations(view, skipMemo(view, this.memo));
    return (this.extEnd = skipTransactionExt(view, this.ext));
  }

  #readV0(view: DataView, p: number): number {
    this.source = p;
    this.fee = p + 32;
    this.sequence = p + 36;
    this.cond = p + 44;
    this.memo = flag(view, p + 44) ? p + 64 : p + 48;
    this.ext = this.#readOperations(view, skipMemo(view, this.memo));
    return (this.extEnd = skipTransactionV0Ext(view, this.ext));
  }

  #readOperations(view: DataView, p: number): number {
    const length = count(view, p, MAX_OPERATIONS);
    const operations = places(length);
    this.operations = operations;
    p += 4;
    for (let i = 0; i < length; i++) {
      operations[i] = p;
      p = skipOperation(view, p);
    }
    return p;
  }
}

/**
 * Returns a list to be filled with so many places: one that grows from nothing would take room for 17 at once. A count that no
 * operations can have makes no room, since nothing has bounded it yet; the list then grows as it is filled.
 */
export function places(length: number): number[] {
  return Array<number>(Math.min(length, MAX_OPERATIONS + 1));
}

function skipSignatures(view: DataView, p: number): number {
  const length = count(view, p, MAX_SIGNATURES);
  p += 4;
  for (let i = 0; i < length; i++) p = skipDecoratedSignature(view, p);
  return p;
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
  operationChanges: number[] = [];
  /** Where the count of each operation's contract events stands (meta V4). */
  operationEvents: number[] = [];
  /** SorobanTransactionMeta (V3) or its second version (V4), past the option's flag. */
  sorobanMeta = ABSENT;
  /** Where the count of transaction-level events (V4) and of diagnostic events stands. */
  events = ABSENT;
  diagnosticEvents = ABSENT;

  readonly successful: boolean;
  readonly resultCode: number;
  /** Where the inner transaction's result pair starts, for a fee bump that was applied; else -1. */
  readonly innerPair: number;
  /** The code of the inner transaction's result; of a transaction that is no applied fee bump its own. */
  readonly innerResultCode: number;
  /** Where each operation's result starts; empty when the transaction failed before its operations. */
  operationResults: readonly number[] = [];

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
    const inner = isApplied ? this.innerPair + 32 + 8 : resultParts.result;
    this.innerResultCode = view.getInt32(inner);
    this.#readOperationResults(view, inner);
  }

  #readOperationResults(view: DataView, p: number): void {
    const code = this.innerResultCode;
    if (code !== TransactionResultCode.txSuccess && code !== TransactionResultCode.txFailed) return;
    const count = view.getUint32(p + 4);
    const results = places(count);
    this.operationResults = results;
    p += 8;
    for (let i = 0; i < count; i++) {
      results[i] = p;
      p = skipOperationResult(view, p);
    }
  }
}

const resultParts = atTransactionResult();
