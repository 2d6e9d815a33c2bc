/** Fees of transactions and their refunds, from events or from what they did to the payer's balance. */
import type { DecodeError } from '../../errors.ts';
import { ledgerFault } from '../../ledger/fault.ts';
import { isSorobanTransaction } from '../../ledger/soroban.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import { skipContractEvent, skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { isContract } from '../asset/contract.ts';
import type { Context } from '../context.ts';
import { returnedTo, takenFrom } from '../transaction/fee-changes.ts';
import { eventOffsets, isContractEvent, readFrom } from './events.ts';
import { LUMENS } from './movement.ts';
import { NO_OPERATION, type TransferRows } from './rows.ts';

/** Where the fee event and the refund event of each transaction stand, or -1. */
export interface FeeEvents {
  fees: number[];
  refunds: number[];
}

/** Returns where the fee events of a ledger stand. Throws DecodeError for a fee event that is not as CAP-67 has it. */
export function findFeeEvents(context: Context): FeeEvents {
  const { view, ledger } = context;
  const fees: number[] = [];
  const refunds: number[] = [];
  for (const transaction of ledger.transactions) {
    let fee = ABSENT;
    let refund = ABSENT;
    let p = transaction.events + 4;
    for (let i = transaction.events === ABSENT ? 0 : view.getUint32(p - 4); i > 0; i--) {
      const event = p + 4;
      p = skipContractEvent(view, event);
      if (!isFee(view, event)) continue;
      if (!isLumenFee(context, event)) throw fault(context, transaction, 'fee event of another form', event);
      if (fee === ABSENT) fee = event;
      else if (refund === ABSENT) refund = event;
      else throw fault(context, transaction, 'more than two fee events', event);
    }
    fees.push(fee);
    refunds.push(refund);
  }
  return { fees, refunds };
}

/** Writes the fee of a transaction as it was first taken; `event` is where its event stands, or -1. */
export function pushFee(context: Context, rows: TransferRows, transaction: LedgerTransaction, event: number): void {
  rows.begin(transaction, NO_OPERATION);
  if (event !== ABSENT) return pushFeeEvent(context, rows, event);
  const key = payerKey(context, transaction);
  if (isSorobanTransaction(context.view, transaction.envelope)) {
    const { start, end } = takenFrom(context, transaction, key);
    if (rows.setDifferenceAt(start, end) < 0) {
      throw fault(context, transaction, 'the fee raises the balance of who pays it', transaction.feeChanges);
    }
  } else rows.setAmountAt(transaction.result);
  rows.setFrom(strkeyVersion.account, key);
  rows.record('fee', LUMENS);
}

/** Writes what a Soroban transaction got back, when it did: a fee below 0 (CAP-67). */
export function pushRefund(
  context: Context,
  rows: TransferRows,
  transaction: LedgerTransaction,
  feeEvent: number,
  event: number,
): void {
  const isDerived = feeEvent === ABSENT;
  if (isDerived ? !isSorobanTransaction(context.view, transaction.envelope) : event === ABSENT) return;
  rows.begin(transaction, NO_OPERATION);
  if (!isDerived) return pushFeeEvent(context, rows, event);
  const key = payerKey(context, transaction);
  const { start, end } = returnedTo(context, transaction, key);
  const sign = rows.setDifferenceAt(start, end);
  if (sign > 0) throw fault(context, transaction, 'the refund lowers the balance of who gets it', transaction.meta);
  if (sign === 0) return;
  rows.setFrom(strkeyVersion.account, key);
  rows.record('fee', LUMENS);
}

function pushFeeEvent(context: Context, rows: TransferRows, event: number): void {
  const from = secondTopic(context.view, event);
  readFrom(rows, from);
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

/** Where the key of the account that pays stands. */
function payerKey({ view }: Context, { envelope }: LedgerTransaction): number {
  if (envelope.isV0) return envelope.source;
  const account = envelope.isFeeBump ? envelope.feeSource : envelope.source;
  return view.getInt32(account) === 0 ? account + 4 : account + 12;
}

function fault({ ledger }: Context, transaction: LedgerTransaction, what: string, offset: number): DecodeError {
  return ledgerFault(ledger, what, offset, { transaction });
}
