/** One operation while its row is written: where its parts stand, and what belongs to it. */
import type { DecodeError } from '../../core/errors.ts';
import { ledgerFault } from '../../ledger/fault.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { OperationResultCode, OperationType } from '../../xdr/generated/enums.ts';
import { ClaimAtoms } from './claim-atoms.ts';
import type { Context, OperationCells } from '../context.ts';
import type { Decoder } from '../decoder.ts';
import { OperationChanges } from './changes.ts';
import type { TokenEvent } from '../event/token-event.ts';
import type { TokenEvents } from '../event/token-events.ts';

/** Bytes of a PublicKey, and of a MuxedAccount without and with an id. */
export const PUBLIC_KEY = 36;
const MUXED = 44;

/** Returns where the MuxedAccount at `p` ends. */
export function muxedEnd(view: DataView, p: number): number {
  return p + (view.getInt32(p) === 0 ? PUBLIC_KEY : MUXED);
}

/** The cells of an operation: type, body, key and id of the source, result. */
const WIDTH = 5;

/** A cursor over the operations of a ledger: `move` sets all its fields. */
export class OperationAt {
  readonly ledger: Ledger;
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly decoder: Decoder;
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

  /** What the operation traded, and what it changed: each is opened by who reads it, and by one at a time. */
  readonly claims = new ClaimAtoms(this);
  readonly changes = new OperationChanges(this);

  readonly #tokenEvents: TokenEvents;
  readonly #first: Int32Array;
  readonly #cells: Int32Array;

  /** Throws DecodeError when a transaction has no result, or another's, for one of its operations. */
  constructor(context: Context) {
    const { ledger, decoder } = context;
    this.ledger = ledger;
    this.view = ledger.view;
    this.bytes = ledger.bytes;
    this.decoder = decoder;
    this.#tokenEvents = context.tokenEvents;
    context.operations ??= this.#readAll();
    this.#first = context.operations.first;
    this.#cells = context.operations.cells;
  }

  /** Sets the cursor to an operation. */
  move(transaction: LedgerTransaction, index: number): void {
    const cells = this.#cells;
    const cell = (this.#first[transaction.order - 1] + index) * WIDTH;
    this.transaction = transaction;
    this.index = index;
    this.type = cells[cell]!;
    this.body = cells[cell + 1]!;
    this.sourceKey = cells[cell + 2]!;
    this.sourceId = cells[cell + 3]!;
    this.result = cells[cell + 4]!;
  }

  /** Sets the source to that of an operation of the same transaction. */
  readSource(index: number): void {
    const cell = (this.#first[this.transaction.order - 1] + index) * WIDTH;
    this.sourceKey = this.#cells[cell + 2]!;
    this.sourceId = this.#cells[cell + 3]!;
  }

  /** The events of tokens that the operation emitted. */
  get tokenEvents(): readonly TokenEvent[] {
    return this.#tokenEvents.of(this.transaction)[this.index] ?? [];
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
    return ledgerFault(ledger, what, offset, { transaction, operation: index });
  }

  #readAll(): OperationCells {
    const { transactions } = this.ledger;
    const first = new Int32Array(transactions.length);
    let count = 0;
    for (const { order, envelope } of transactions) {
      first[order - 1] = count;
      count += envelope.operations.length;
    }
    const cells = new Int32Array(count * WIDTH);
    let cell = 0;
    for (const transaction of transactions) {
      for (let index = 0; index < transaction.envelope.operations.length; index++) {
        this.#read(transaction, index);
        cells[cell++] = this.type;
        cells[cell++] = this.body;
        cells[cell++] = this.sourceKey;
        cells[cell++] = this.sourceId;
        cells[cell++] = this.result;
      }
    }
    return { first, cells };
  }

  #read(transaction: LedgerTransaction, index: number): void {
    const { view } = this;
    const { envelope } = transaction;
    this.transaction = transaction;
    this.index = index;
    const start = envelope.operations[index];
    const ownSource = view.getUint32(start) === 1;
    if (!ownSource && envelope.isV0) this.#setSource(envelope.source, ABSENT);
    else this.#setMuxedSource(ownSource ? start + 4 : envelope.source);
    const p = start + sourceBytes(view, start);
    this.type = view.getInt32(p);
    this.body = p + 4;
    this.#readResult();
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
