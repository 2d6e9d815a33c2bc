/** Transactions in the order of application. */
import { column, defineTable, nullable, oneOf, type ColumnsOf } from '../arrow/table.ts';
import { ledgerFault } from '../ledger/fault.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { TransactionResultCode } from '../xdr/generated/enums.ts';
import { goNames, GoPieces } from '../xdr/names.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import {
  fillLedger,
  pushClosedAt,
  pushKey,
  pushMuxed,
  pushMuxedBase,
  pushToid,
  pushTransactionHash,
  type Context,
} from './context.ts';
import { conditionColumns, pushConditions } from './transaction/conditions.ts';
import { pushSignatures, signatureColumns } from './transaction/signatures.ts';
import { pushSoroban, sorobanColumns } from './transaction/soroban.ts';

export const historyTransactions = defineTable({
  name: 'history_transactions',
  grain: 'One row per transaction, failed ones included.',
  key: ['id'],
  columns: {
    id: column('int64', 'TOID of the transaction.'),
    transaction_hash: column('utf8', 'Hash of the transaction; for a fee bump, of the outer one.', 'hex'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    account: column('utf8', 'Source account; for a fee bump, of the inner transaction.'),
    account_muxed: nullable('utf8', 'M address of the source account; null if it is not muxed.'),
    account_sequence: column('int64', 'Sequence number that the transaction uses.'),
    max_fee: column('int64', 'Maximum fee that the transaction bids; for a fee bump, the inner bid.', 'stroops'),
    fee_charged: column('int64', 'Fee that was paid, after refunds.', 'stroops'),
    operation_count: column('int32', 'Operations of the transaction.'),
    created_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ...conditionColumns,
    successful: column('bool', 'Whether all operations of the transaction succeeded.'),
    transaction_result_code: oneOf(
      column('utf8', 'Result code of the transaction, by its Go name.'),
      goNames('TransactionResultCode', TransactionResultCode).values(),
    ),
    fee_account: nullable('utf8', 'Account that pays the fee of a fee bump; null for other transactions.'),
    fee_account_muxed: nullable('utf8', 'M address of fee_account; null if it is not muxed.'),
    inner_transaction_result_code: nullable(
      'utf8',
      'Result code of the inner transaction of a fee bump; null if it was not applied.',
    ),
    inner_transaction_hash: nullable(
      'utf8',
      'Hash of the inner transaction of a fee bump; null for other transactions.',
      'hex',
    ),
    new_max_fee: nullable('int64', 'Maximum fee that a fee bump bids; null for other transactions.', 'stroops'),
    tx_envelope: nullable('utf8', 'TransactionEnvelope; null unless loaded with XDR.', 'base64 XDR'),
    tx_result: nullable('utf8', 'TransactionResult; null unless loaded with XDR.', 'base64 XDR'),
    tx_meta: nullable('utf8', 'TransactionMeta; null unless loaded with XDR.', 'base64 XDR'),
    tx_fee_meta: nullable('utf8', 'LedgerEntryChanges of the fee; null unless loaded with XDR.', 'base64 XDR'),
    ...sorobanColumns,
    ...signatureColumns,
  },
});

type TransactionColumns = ColumnsOf<typeof historyTransactions>;

/** Writes a row per transaction. Throws DecodeError when a success lacks the result of an operation. */
export function extractTransactions(context: Context, out: TransactionColumns): void {
  for (const transaction of context.ledger.transactions) {
    const row = out.id.length;
    checkResults(context, transaction);
    pushIdentity(context, out, transaction);
    pushSource(context, out, transaction, row);
    pushConditions(out, row, context, transaction.envelope);
    pushResult(out, transaction);
    if (transaction.envelope.isFeeBump) pushFeeBump(context, out, transaction, row);
    pushSoroban(out, row, context, transaction);
    const end = pushSignatures(out, context, transaction.envelope.signatures);
    if (context.options.withXdr) pushXdr(context, out, transaction, end);
  }
  fillLedger(out, context, out.id.length);
}

/** Results are covered by one hash and envelopes by another: both may hold and still not fit. */
function checkResults({ ledger }: Context, transaction: LedgerTransaction): void {
  const { successful, operationResults, envelope, result } = transaction;
  if (!successful || operationResults.length === envelope.operations.length) return;
  const found = `${operationResults.length} operation results, expected ${envelope.operations.length}`;
  throw ledgerFault(ledger, found, result, { transaction });
}

function pushIdentity(context: Context, out: TransactionColumns, { order, pair, envelope }: LedgerTransaction): void {
  pushToid(out.id, context, order, 0);
  pushTransactionHash(out.transaction_hash, context, pair);
  pushClosedAt(out.created_at, context);
  out.operation_count.push(envelope.operations.length);
}

function pushSource(context: Context, out: TransactionColumns, { envelope }: LedgerTransaction, row: number): void {
  const { view } = context;
  if (envelope.isV0) {
    pushKey(out.account, strkeyVersion.account, context, envelope.source);
  } else {
    pushMuxedBase(out.account, context, envelope.source);
    pushMuxed(out.account_muxed, row, context, envelope.source);
  }
  out.account_sequence.pushAt(view, envelope.sequence);
  out.max_fee.push(0, view.getUint32(envelope.fee));
}

const resultCodes = new GoPieces('TransactionResultCode', TransactionResultCode);

function pushResult(out: TransactionColumns, { successful, resultCode }: LedgerTransaction): void {
  out.successful.push(successful);
  out.transaction_result_code.piece(resultCodes.of(resultCode));
}

function pushFeeBump(
  context: Context,
  out: TransactionColumns,
  { envelope, innerPair: inner, innerResultCode }: LedgerTransaction,
  row: number,
): void {
  const { view } = context;
  pushMuxedBase(out.fee_account.at(row), context, envelope.feeSource);
  pushMuxed(out.fee_account_muxed, row, context, envelope.feeSource);
  if (inner !== ABSENT) {
    out.inner_transaction_hash.at(row).hex(view, inner, inner + 32);
    out.inner_transaction_result_code.at(row).piece(resultCodes.of(innerResultCode));
  }
  out.new_max_fee.at(row).pushAt(view, envelope.outerFee);
}

function pushXdr(
  { view }: Context,
  out: TransactionColumns,
  transaction: LedgerTransaction,
  envelopeEnd: number,
): void {
  out.tx_envelope.base64(view, transaction.envelope.start, envelopeEnd);
  out.tx_result.base64(view, transaction.result, transaction.pairEnd);
  out.tx_meta.base64(view, transaction.meta, transaction.metaEnd);
  out.tx_fee_meta.base64(view, transaction.feeChanges, transaction.feeChangesEnd);
}
