/** One operation while its row is written: where its parts stand, and what belongs to it. */
import { DecodeError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { OperationResultCode, OperationType } from '../xdr/generated/enums.ts';
import type { Context } from './context.ts';

/** Bytes of a PublicKey, and of a MuxedAccount without and with an id. */
export const PUBLIC_KEY = 36;
const MUXED = 44;

/** Returns where the MuxedAccount at `p` ends. */
export function muxedEnd(view: DataView, p: number): number {
  return p + (view.getInt32(p) === 0 ? PUBLIC_KEY : MUXED);
}

/** A cursor over the operations of a ledger: `move` sets all its fields. */
export class OperationAt {
  readonly ledger: Ledger;
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly networkId: Uint8Array;
  transaction!: LedgerTransaction;
  /** From 0. */
  index = 0;
  /** OperationType. */
  type = 0;
  /** Where the operation's own fields stand, past the discriminant of its type. */
  body = 0;
  /** Where the source's 32-byte key stands, and its muxed id, which is -1 when it has none. */
  sourceKey = 0;
  sourceId = ABSENT;
  /** Where the OperationResult stands; -1 when the transaction failed before its operations. */
  result = ABSENT;

  constructor({ ledger, networkId }: Context) {
    this.ledger = ledger;
    this.view = ledger.view;
    this.bytes = ledger.bytes;
    this.networkId = networkId;
  }

  /** Sets the cursor to an operation. Throws DecodeError when the transaction has no result for it. */
  move(transaction: LedgerTransaction, index: number): void {
    this.transaction = transaction;
    this.index = index;
    const start = transaction.envelope.operations[index]!;
    this.readSource(index);
    const p = start + sourceBytes(this.view, start);
    this.type = this.view.getInt32(p);
    this.body = p + 4;
    this.#readResult();
  }

  /** Sets the source to that of an operation of the same transaction. */
  readSource(index: number): void {
    const { view, transaction } = this;
    const { envelope } = transaction;
    const start = envelope.operations[index]!;
    const ownSource = view.getUint32(start) === 1;
    if (!ownSource && envelope.isV0) this.#setSource(envelope.source, ABSENT);
    else this.#setMuxedSource(ownSource ? start + 4 : envelope.source);
  }

  /** Where the success arm of the operation's result stands, or -1 when the operation did not succeed. */
  get success(): number {
    const { result, view } = this;
    if (result === ABSENT || view.getInt32(result) !== OperationResultCode.opInner) return ABSENT;
    return view.getInt32(result + 8) === 0 ? result + 12 : ABSENT;
  }

  /** The same for an operation that must have succeeded. Throws DecodeError when it did not. */
  get done(): number {
    const { success } = this;
    if (success === ABSENT) throw this.fault('no success in the result of a successful transaction', this.result);
    return success;
  }

  /** Returns the error for an operation that contradicts the rest of its ledger. */
  fault(what: string, offset: number): DecodeError {
    const { ledger, transaction, index } = this;
    const { file, sequence } = ledger;
    const where = `ledger ${sequence}, transaction ${transaction.order}, operation ${index}`;
    return new DecodeError(`${file ? `${file}, ` : ''}${where}, byte ${offset}: ${what}`, {
      file,
      ledger: sequence,
      transaction: transaction.order,
      operation: index,
      offset,
    });
  }

  #setMuxedSource(p: number): void {
    if (this.view.getInt32(p) === 0) this.#setSource(p + 4, ABSENT);
    else this.#setSource(p + 12, p + 4);
  }

  #setSource(key: number, id: number): void {
    this.sourceKey = key;
    this.sourceId = id;
  }

  #readResult(): void {
    const { view, transaction, index } = this;
    const { operationResults, envelope, result } = transaction;
    this.result = ABSENT;
    if (operationResults.length === 0 && !transaction.successful) return;
    if (operationResults.length !== envelope.operations.length) {
      const { length } = operationResults;
      throw this.fault(`${length} operation results, expected ${envelope.operations.length}`, result);
    }
    this.result = operationResults[index]!;
    if (view.getInt32(this.result) !== OperationResultCode.opInner) return;
    const type = view.getInt32(this.result + 4);
    if (!isResultOf(type, this.type)) {
      throw this.fault(`result of operation type ${type}, expected ${this.type}`, this.result);
    }
  }
}

/** Returns the OperationType of the operation that starts at `start`. */
export function operationType(view: DataView, start: number): number {
  return view.getInt32(start + sourceBytes(view, start));
}

/** stellar-core labels results of passive offers as those of manage sell offer; both have the same form. */
function isResultOf(type: number, operation: number): boolean {
  const { manageSellOffer, createPassiveSellOffer } = OperationType;
  return type === operation || (type === manageSellOffer && operation === createPassiveSellOffer);
}

/** The option of the operation's source. */
function sourceBytes(view: DataView, p: number): number {
  if (view.getUint32(p) === 0) return 4;
  return view.getInt32(p + 4) === 0 ? 40 : 48;
}
