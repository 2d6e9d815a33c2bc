/** The records of the processor `contract_invocation`. */
import { column, nullable } from '../../arrow/table.ts';
import { defineRecords } from '../sink.ts';

/** Columns of a row that belongs to an invocation. */
const place = {
  id: column(
    'int64',
    'Ledger times 2^32, plus the position of the row in the ledger, from 0; filters do not change it.',
  ),
  invocation_id: column('int64', 'The invocation.'),
  seq: column('int32', 'Position among the rows of the invocation, from 0.'),
};

/** Records `contract_invocations`. */
export const invocationRecords = defineRecords({
  name: 'contract_invocations',
  grain: 'One row per operation that calls or makes a contract, failed ones included.',
  key: ['transaction_hash', 'operation_index'],
  ledger: 'ledger_sequence',
  json: ['arguments_raw', 'arguments', 'arguments_decoded'],
  zoned: ['timestamp'],
  stamps: ['created_at'],
  columns: {
    id: column('int64', 'TOID of the operation.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    operation_index: column('int32', 'Position of the operation, from 0.'),
    contract_id: column('utf8', 'Contract that is called, or made.'),
    invoking_account: column('utf8', 'Source of the operation.'),
    function_name: nullable('utf8', 'Function that is called.'),
    arguments_raw: nullable('utf8', 'Arguments as Go writes the XDR structs in JSON, or in base64.'),
    arguments: nullable('utf8', 'Arguments in plain JSON, in a list.'),
    arguments_decoded: nullable('utf8', 'Arguments in plain JSON, as arg_0, arg_1 and so on.'),
    successful: column('bool', 'Whether the operation succeeded.'),
  },
});

/** Records `contract_diagnostic_events`. */
export const diagnosticEventRecords = defineRecords({
  name: 'contract_diagnostic_events',
  grain: 'One row per event of an invocation in meta of version 3.',
  key: ['invocation_id', 'seq'],
  ledger: 'ledger_sequence',
  json: ['topics', 'topics_decoded', 'data', 'data_decoded'],
  stamps: ['created_at'],
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    ...place,
    contract_id: column('utf8', 'Contract that emitted the event.'),
    topics: column('utf8', 'Topics as Go writes the XDR structs in JSON.'),
    topics_decoded: nullable('utf8', 'Topics in plain JSON.'),
    data: nullable('utf8', 'Data as Go writes the XDR struct in JSON.'),
    data_decoded: nullable('utf8', 'Data in plain JSON.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
  },
});

/** Records `contract_calls`. */
export const callRecords = defineRecords({
  name: 'contract_calls',
  grain: 'One row per call of a contract by another in an invocation.',
  key: ['invocation_id', 'seq'],
  ledger: 'ledger_sequence',
  stamps: ['created_at'],
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    ...place,
    from_contract: column('utf8', 'Contract that calls.'),
    to_contract: column('utf8', 'Contract that is called.'),
    function: nullable('utf8', 'Function that is called.'),
    successful: column('bool', 'Whether the call succeeded.'),
    call_depth: column('int32', 'How deep the call is, from 1.'),
    execution_order: column('int32', 'Position among the calls, from 0.'),
    auth_type: column('utf8', '`source_account`, `contract` or `inferred`: how the call is known.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
  },
});

/** Records `contract_state_changes`. */
export const stateChangeRecords = defineRecords({
  name: 'contract_state_changes',
  grain: 'One row per change of contract storage in an invocation.',
  key: ['invocation_id', 'seq'],
  ledger: 'ledger_sequence',
  json: ['old_value', 'new_value'],
  stamps: ['created_at'],
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    ...place,
    contract_id: column('utf8', 'Contract that owns the entry.'),
    key: column('utf8', 'Key of the entry in plain JSON.'),
    old_value: nullable('utf8', 'Value before, in plain JSON.'),
    new_value: nullable('utf8', 'Value after, in plain JSON.'),
    operation: column('utf8', '`create`, `update` or `delete`.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
  },
});

/** Records `contract_ttl_extensions`. */
export const ttlExtensionRecords = defineRecords({
  name: 'contract_ttl_extensions',
  grain: 'One row per lifetime that an invocation extends; the reference never fills it.',
  key: ['invocation_id', 'seq'],
  ledger: 'ledger_sequence',
  stamps: ['created_at'],
  parent: { table: 'contract_invocations', column: 'invocation_id' },
  columns: {
    ...place,
    contract_id: column('utf8', 'Contract that owns the entry.'),
    old_ttl: column('int64', 'Last ledger of its life before.'),
    new_ttl: column('int64', 'Last ledger of its life after.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
  },
});
