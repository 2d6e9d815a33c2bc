/** Fees of transactions and their refunds, from events or from what they did to the payer's balance. */
import type { DecodeError } from '../../core/errors.ts';
import { ledgerFault } from '../../ledger/fault.ts';
import { isSorobanTransaction } from '../../ledger/soroban.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { MAX_OPERATION, MAX_TRANSACTION } from '../../ledger/event-list.ts';
import { ScValType, TransactionEventStage as Stage } from '../../xdr/generated/enums.ts';
import { skipContractEvent, skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { isContract } from '../asset/contract.ts';
import type { Context } from '../context.ts';
import { payerKey, returnedTo, takenFrom } from '../transaction/fee-changes.ts';
import { eventOffsets, isContractEvent } from '../event/token-event.ts';
import { setFrom } from './events.ts';
import { LUMENS_KEY } from './movement.ts';
import { NO_OPERATION, type TransferPlace, type TransferRows } from './rows.ts';

/** An event of a transaction: where its ContractEvent stands, or -1 where the meta has none; and its place among events. */
export interface FeeEvent extends TransferPlace {
  event: number;
}

/** The fee event of each transaction at its place in CAP-67, even if the meta has none, and the refund event if it has one. */
export interface FeeEvents {
  fees: FeeEvent[];
  refunds: (FeeEvent | undefined)[];
  counts: StageCounts;
}

/** Since protocol 23 fees are refunded after all transactions, before that after each (CAP-67). */
const LATE_REFUND_PROTOCOL = 23;

/** Whether fees of the ledger are refunded after all transactions. */
export const refundsLate = ({ ledger }: Context): boolean => ledger.protocolVersion >= LATE_REFUND_PROTOCOL;

/** Returns the fee events of a ledger. Throws DecodeError for a fee event that is not as CAP-67 has it. */
export function findFeeEvents(context: Context): FeeEvents {
  const counts = new StageCounts();
  const found: FeeEvents = { fees: [], refunds: [], counts };
  for (const transaction of context.ledger.transactions) {
    const [fee, refund] = feeEventsOf(context, transaction, counts);
    found.fees.push(fee ?? { event: ABSENT, ...counts.next(Stage.transactionEventStageBeforeAllTxs, transaction, 0) });
    found.refunds.push(refund);
  }
  return found;
}

function feeEventsOf(context: Context, transaction: LedgerTransaction, counts: StageCounts): FeeEvent[] {
  const { view } = context;
  const found: FeeEvent[] = [];
  if (transaction.events === ABSENT) return found;
  const count = view.getUint32(transaction.events);
  let p = transaction.events + 4;
  for (let position = 0; position < count; position++) {
    const place = counts.next(view.getInt32(p), transaction, position);
    const event = p + 4;
    p = skipContractEvent(view, event);
    if (!isFee(view, event)) continue;
    if (!isLumenFee(context, event)) throw fault(context, transaction, 'fee event of another form', event);
    if (found.length === 2) throw fault(context, transaction, 'more than two fee events', event);
    found.push({ event, ...place });
  }
  return found;
}

/** Counts the events of transactions as their ids do: those of a stage over the ledger, but of a transaction those after it. */
class StageCounts {
  #before = 0;
  #after = 0;
  #order = 0;
  #ofTransaction = 0;

  next(stage: number, { order }: LedgerTransaction, position: number): TransferPlace {
    if (stage === Stage.transactionEventStageBeforeAllTxs)
      return { transaction: 0, operation: 0, number: this.#before++, position };
    if (stage === Stage.transactionEventStageAfterAllTxs)
      return { transaction: MAX_TRANSACTION, operation: 0, number: this.#after++, position };
    if (order !== this.#order) this.#ofTransaction = 0;
    this.#order = order;
    return { transaction: order, operation: MAX_OPERATION, number: this.#ofTransaction++, position };
  }
}

/** Writes the fee of a transaction as it was first taken, from its event where there is one. */
export function pushFee(context: Context, rows: TransferRows, transaction: LedgerTransaction, fee: FeeEvent): void {
  rows.begin(transaction, NO_OPERATION);
  rows.placeAt(fee);
  if (fee.event !== ABSENT) return pushFeeEvent(context, rows, fee.event);
  const key = payerKey(context, transaction);
  if (isSorobanTransaction(context.view, transaction.envelope)) {
    const { start, end } = takenFrom(context, transaction, key);
    if (rows.setDifferenceAt(start, end) < 0) {
      throw fault(context, transaction, 'the fee raises the balance of who pays it', transaction.feeChanges);
    }
  } else rows.setAmountAt(transaction.result);
  rows.setFrom(strkeyVersion.account, key);
  rows.record('fee', LUMENS_KEY);
}

/** Writes what a Soroban transaction got back, when it did: a fee below 0 (CAP-67). */
export function pushRefund(
  context: Context,
  rows: TransferRows,
  transaction: LedgerTransaction,
  { fees, refunds, counts }: FeeEvents,
): void {
  const index = transaction.order - 1;
  if (fees[index].event !== ABSENT) return pushRefundEvent(context, rows, transaction, refunds[index]);
  if (!isSorobanTransaction(context.view, transaction.envelope)) return;
  rows.begin(transaction, NO_OPERATION);
  const key = payerKey(context, transaction);
  const { start, end } = returnedTo(context, transaction, key);
  const sign = rows.setDifferenceAt(start, end);
  if (sign > 0) throw fault(context, transaction, 'the refund lowers the balance of who gets it', transaction.meta);
  if (sign === 0) return;
  const stage = refundsLate(context) ? Stage.transactionEventStageAfterAllTxs : Stage.transactionEventStageAfterTx;
  rows.placeAt(counts.next(stage, transaction, 1));
  rows.setFrom(strkeyVersion.account, key);
  rows.record('fee', LUMENS_KEY);
}

function pushRefundEvent(
  context: Context,
  rows: TransferRows,
  transaction: LedgerTransaction,
  refund: FeeEvent | undefined,
): void {
  if (!refund) return;
  rows.begin(transaction, NO_OPERATION);
  rows.placeAt(refund);
  pushFeeEvent(context, rows, refund.event);
}

function pushFeeEvent(context: Context, rows: TransferRows, event: number): void {
  const from = secondTopic(context.view, event);
  setFrom(rows, from + 4);
  rows.setWideAmountAt(skipScVal(context.view, from) + 4);
  rows.recordEvent('fee', event + eventOffsets.contract, context.decoder.contracts.native);
}

const FEE = 0x66656500;

/** Whether the first topic is the symbol `fee`. */
function isFee(view: DataView, event: number): boolean {
  const topic = event + eventOffsets.topics;
  return (
    isContractEvent(view, event) &&
    view.getUint32(event + eventOffsets.topicCount) > 0 &&
    view.getInt32(topic) === ScValType.scvSymbol &&
    view.getUint32(topic + 4) === 3 &&
    view.getUint32(topic + 8) === FEE
  );
}

function secondTopic(view: DataView, event: number): number {
  return skipScVal(view, event + eventOffsets.topics);
}

/** Two topics, the second one an address, an i128, and the contract of lumens. */
function isLumenFee({ view, decoder }: Context, event: number): boolean {
  if (view.getUint32(event + eventOffsets.topicCount) !== 2) return false;
  const from = secondTopic(view, event);
  if (view.getInt32(from) !== ScValType.scvAddress) return false;
  if (view.getInt32(skipScVal(view, from)) !== ScValType.scvI128) return false;
  return isContract(decoder.contracts.native, view, event + eventOffsets.contract);
}

function fault({ ledger }: Context, transaction: LedgerTransaction, what: string, offset: number): DecodeError {
  return ledgerFault(ledger, what, offset, { transaction });
}
