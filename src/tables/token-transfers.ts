/**
 * Every movement of value, fees included, as the events of CAP-67 and SEP-41 tell of it.
 *
 * A transaction's rows are read from its events when its meta says so itself: core writes a fee event for each transaction
 * as soon as it emits the events of classic operations, so a meta of version 4 with a fee event has them all. Every other
 * transaction's rows are derived from operations, results and entry changes, with the rules of the reference (package
 * `processors/token_transfer` of the Stellar Go SDK); only what contracts did is read from their events there, too.
 * Neither the header's protocol nor the meta's version decides: public ledgers of protocol 20 have meta V4 with events,
 * and networks that do not emit them have meta V4 without.
 */
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { OperationType } from '../xdr/generated/enums.ts';
import { fillLedger, type Context } from './context.ts';
import { OperationAt } from './operation/operation-at.ts';
import type { TransferColumns } from './transfers/declaration.ts';
import { createDerivation } from './transfers/derive.ts';
import { pushTokenEvents } from './transfers/events.ts';
import { findFeeEvents, pushFee, pushRefund, refundsLate } from './transfers/fees.ts';
import { TransferRows } from './transfers/rows.ts';

/**
 * Writes fees of all transactions, then what each did, in the reference's order. Where the meta has the events itself,
 * those of an operation come in core's order, which has both halves of a trade the other way round.
 * Throws DecodeError when a meta contradicts its operations.
 */
export function extractTokenTransfers(context: Context, out: TransferColumns): void {
  const { ledger } = context;
  const rows = new TransferRows(context, out);
  const at = new OperationAt(context);
  const derive = createDerivation(context, rows);
  const events = findFeeEvents(context);
  const isLate = refundsLate(context);
  ledger.transactions.forEach((transaction, i) => pushFee(context, rows, transaction, events.fees[i]));
  ledger.transactions.forEach((transaction, i) => {
    if (transaction.successful) {
      if (events.fees[i].event === ABSENT) deriveOperations(rows, at, transaction, derive);
      else readOperations(context, rows, transaction);
    }
    if (!isLate) pushRefund(context, rows, transaction, events);
  });
  if (isLate) {
    for (const transaction of ledger.transactions) pushRefund(context, rows, transaction, events);
  }
  fillLedger(out, context, out.transaction_id.length);
}

function readOperations({ tokenEvents }: Context, rows: TransferRows, transaction: LedgerTransaction): void {
  tokenEvents.of(transaction).forEach((events, index) => {
    rows.begin(transaction, index + 1);
    pushTokenEvents(rows, events);
  });
}

function deriveOperations(
  rows: TransferRows,
  at: OperationAt,
  transaction: LedgerTransaction,
  derive: (at: OperationAt) => void,
): void {
  for (let index = 0; index < transaction.envelope.operations.length; index++) {
    at.move(transaction, index);
    rows.begin(transaction, index + 1);
    if (at.type === OperationType.invokeHostFunction) pushTokenEvents(rows, at.tokenEvents);
    else derive(at);
  }
}
