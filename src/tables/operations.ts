/** Operations of all transactions, failed ones too. */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, oneOf, type ColumnsOf } from '../arrow/table.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { OperationResultCode, OperationType } from '../xdr/generated/enums.ts';
import { fieldName, goNames } from '../xdr/names.ts';
import type { ValueWriter } from './json/value-writer.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { pushAuthorisations } from './operation/authorisations.ts';
import { fillLedger, pushKey, pushMuxed, pushToid, pushTransactionHash, type Context } from './context.ts';
import { OperationAt } from './operation/operation-at.ts';
import { operationResultCodes, operationTraceCodes, operationTypes } from './operation/codes.ts';
import { DetailRow, detailColumns } from './details/columns.ts';
import { operationFields } from './details/fields.ts';
import { writeDetails } from './details/index.ts';

export const historyOperations = defineTable({
  name: 'history_operations',
  grain: 'One row per operation of every transaction, in the order of application.',
  key: ['id'],
  details: operationFields,
  columns: {
    id: column('int64', 'TOID of the operation: ledger, order of the transaction, order of the operation from 1.'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    source_account: column(
      'utf8',
      'Source account of the operation, else of the transaction (for a fee bump, of the inner one).',
    ),
    source_account_muxed: nullable('utf8', 'M address of source_account; null if it is not muxed.'),
    type: column('int32', 'Type code of the operation, 0 to 26.'),
    type_string: oneOf(
      column('utf8', 'Name of the operation type, such as payment.'),
      Object.keys(OperationType).map(fieldName),
    ),
    other_details_json: column(
      'utf8',
      'Fields without a column of their own, as a JSON object that depends on the type.',
    ),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    operation_result_code: oneOf(
      column('utf8', 'Outer result code of the operation; empty if the transaction failed before its operations.'),
      goNames('OperationResultCode', OperationResultCode).values(),
    ),
    operation_trace_code: column('utf8', 'Result code of the operation type; empty if there is none.'),
    transaction_hash: column('utf8', 'Hash of the transaction; for a fee bump, of the outer one.', 'hex'),
    operation_index: column('int32', 'Position of the operation in its transaction, from 0.'),
    transaction_successful: column('bool', 'Whether the transaction succeeded.'),
    soroban_auth_credentials_types: nullable(
      'utf8',
      'Credential types of the authorisation entries of a host function call.',
      'JSON',
    ),
    soroban_auth_addresses: nullable('utf8', 'Addresses that authorised a host function call, one per entry.', 'JSON'),
    ...detailColumns,
  },
});

export function extractOperations(context: Context, out: ColumnsOf<typeof historyOperations>): void {
  const { ledger, json } = context;
  const at = new OperationAt(context);
  const details = new DetailRow(out, context.decoder);
  for (const transaction of ledger.transactions) {
    const { order, pair, successful, envelope } = transaction;
    for (let index = 0; index < envelope.operations.length; index++) {
      at.move(transaction, index);
      pushToid(out.id, context, order, index + 1);
      pushToid(out.transaction_id, context, order, 0);
      pushKey(out.source_account, strkeyVersion.account, context, at.sourceKey);
      const row = out.type.length;
      if (at.sourceId !== ABSENT) pushMuxed(out.source_account_muxed, row, context, at.sourceId - 4);
      out.type.push(at.type);
      out.type_string.piece(operationTypes[at.type]);
      details.row = row;
      pushDetails(out.other_details_json, json, at, details);
      pushResult(out, at);
      pushTransactionHash(out.transaction_hash, context, pair);
      out.operation_index.push(index);
      out.transaction_successful.push(successful);
      const { soroban_auth_credentials_types: types, soroban_auth_addresses: addresses } = out;
      if (at.type === OperationType.invokeHostFunction) {
        pushAuthorisations(types.at(row), addresses.at(row), context, at);
      }
    }
  }
  fillLedger(out, context, out.id.length);
}

function pushDetails(column: Utf8Column, json: ValueWriter, at: OperationAt, details: DetailRow): void {
  const { writer } = column;
  json.trade(writer);
  try {
    writeDetails(json, at, details);
  } finally {
    json.trade(writer);
    column.end();
  }
}

function pushResult(out: ColumnsOf<typeof historyOperations>, { view, result, type }: OperationAt): void {
  // Codes run from 0 down; their magnitude is `0 - code`, as `-code` would be -0, for which optimised code is thrown away.
  const code = result === ABSENT ? ABSENT : view.getInt32(result);
  if (result === ABSENT) out.operation_result_code.end();
  else out.operation_result_code.piece(operationResultCodes[0 - code]);
  if (code === OperationResultCode.opInner) {
    out.operation_trace_code.piece(operationTraceCodes[type][0 - view.getInt32(result + 8)]);
  } else out.operation_trace_code.end();
}
