/**
 * Every movement of value, fees included (tables.md 2.7), as the events of CAP-67 and SEP-41 tell of it.
 *
 * A transaction's rows are read from its events when its meta says so itself: core writes a fee event for each transaction
 * as soon as it emits the events of classic operations, so a meta of version 4 with a fee event has them all. Every other
 * transaction's rows are derived from operations, results and entry changes, with the rules of the reference (package
 * `processors/token_transfer` of the Stellar Go SDK); only what contracts did is read from their events there, too.
 * Neither the header's protocol nor the meta's version decides: public ledgers of protocol 20 have meta V4 with events,
 * and networks that do not emit them have meta V4 without.
 */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { OperationType } from '../xdr/generated/enums.ts';
import { fillLedger, type Context } from './context.ts';
import { operationEventLists } from './event-lists.ts';
import { OperationAt } from './operation-at.ts';
import { createDerivation } from './token-transfers/derive.ts';
import { pushTokenEvents } from './token-transfers/events.ts';
import { findFeeEvents, pushFee, pushRefund } from './token-transfers/fees.ts';
import { TransferRows } from './token-transfers/rows.ts';

export const tokenTransfersRaw = defineTable({
  name: 'token_transfers_raw',
  grain: 'One row per movement of value: transfer, mint, burn, clawback, fee or refund of a fee.',
  key: ['transaction_id', 'operation_id', 'event_index'],
  columns: {
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    operation_id: nullable('int64', 'TOID of the operation; null for fees.'),
    event_topic: column('utf8', '`transfer`, `mint`, `burn`, `clawback` or `fee`.'),
    from: nullable('utf8', 'Who gave: `G`, `C`, `B` (claimable balance), `L` (pool); null for mints.'),
    to: nullable('utf8', 'Who got; null for burns, clawbacks and fees.'),
    asset_type: column('utf8', 'native, credit_alphanum4, credit_alphanum12; empty when the token is no asset.'),
    asset_code: nullable('utf8', 'Code of the asset; null for lumens and other tokens.'),
    asset_issuer: nullable('utf8', 'Issuer of the asset; null for lumens and other tokens.'),
    amount_raw: column('utf8', "Amount in the token's smallest unit, exact; of a refund negative."),
    contract_id: column('utf8', "The token's contract; of an asset its own, deployed or not."),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    to_muxed: nullable(
      'utf8',
      '`to` with the id of `to_memo`, or with id 0 when that is no id; empty with a memo for no account.',
    ),
    to_memo_type: nullable('utf8', 'What `to_memo` is: `id` (muxed id or memo), `text` or `hash`; null without memo.'),
    to_memo: nullable('utf8', 'For whom at the destination: a decimal id, a text, or bytes in hex.'),
    event_index: column(
      'int32',
      'Position in the ledger, from 0: fees, then operations, with refunds where they happened.',
    ),
    is_soroban: column('bool', 'Whether the transaction is one of Soroban.'),
    origin: column('utf8', '`event`: read from an event; `derived`: from operation, result and entry changes.'),
  },
});

export type TransferColumns = ColumnsOf<typeof tokenTransfersRaw>;

/** Since protocol 23 fees are refunded after all transactions, before that after each (CAP-67). */
const LATE_REFUND_PROTOCOL = 23;

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
  const refundsLate = ledger.protocolVersion >= LATE_REFUND_PROTOCOL;
  ledger.transactions.forEach((transaction, i) => pushFee(context, rows, transaction, events.fees[i]!));
  ledger.transactions.forEach((transaction, i) => {
    if (transaction.successful) {
      if (events.fees[i] === ABSENT) deriveOperations(context, rows, at, transaction, derive);
      else readOperations(context, rows, transaction);
    }
    if (!refundsLate) pushRefund(context, rows, transaction, events.fees[i]!, events.refunds[i]!);
  });
  if (refundsLate) {
    ledger.transactions.forEach((transaction, i) =>
      pushRefund(context, rows, transaction, events.fees[i]!, events.refunds[i]!),
    );
  }
  fillLedger(out, context, out.transaction_id.length);
}

function readOperations(context: Context, rows: TransferRows, transaction: LedgerTransaction): void {
  transaction.operationEvents.forEach((list, index) => {
    rows.begin(transaction, index + 1);
    pushTokenEvents(context, rows, transaction, list);
  });
}

function deriveOperations(
  context: Context,
  rows: TransferRows,
  at: OperationAt,
  transaction: LedgerTransaction,
  derive: (at: OperationAt) => void,
): void {
  for (let index = 0; index < transaction.envelope.operations.length; index++) {
    at.move(transaction, index);
    rows.begin(transaction, index + 1);
    if (at.type !== OperationType.invokeHostFunction) derive(at);
    else {
      const list = operationEventLists(context.view, transaction)[index];
      if (list !== undefined) pushTokenEvents(context, rows, transaction, list);
    }
  }
}
