/** Soroban contract events of successful transactions. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { processorConfig, withDefault, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const contractEvents = defineRecords({
  name: 'contract_events',
  grain: 'One row per contract event of a successful transaction.',
  key: ['transaction_hash', 'operation_index', 'event_index'],
  ledger: 'ledger_sequence',
  json: ['topic', 'topic_decoded', 'data', 'data_decoded'],
  columns: {
    id: column('int64', 'Ledger times 2^32, and the number of the event among those of the ledger, from 0.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    contract_id: column('utf8', 'Contract that emitted the event; empty when none did.'),
    type: column('utf8', '`contract` or `system`.'),
    event_type: column('utf8', 'The first of 17 known names at any topic, else the first symbol, else `unknown`.'),
    topic: column('utf8', 'Topics as Go writes the XDR structs in JSON, or in base64.'),
    topic_decoded: column('utf8', 'Topics in plain JSON.'),
    data: column('utf8', 'Body of the event as Go writes the XDR struct in JSON, or in base64.'),
    data_decoded: column('utf8', 'Data in plain JSON.'),
    in_successful_tx: column('bool', 'Whether the transaction succeeded.'),
    event_index: column('int32', 'Position among the events of the operation, from 0.'),
    operation_index: column('int32', 'Position of the operation, from 0; -1 for events of the transaction.'),
    network_passphrase: column('utf8', 'Passphrase of the network.'),
  },
});

export const diagnosticEvents = defineRecords({
  name: 'diagnostic_events',
  grain: 'One row per contract event and contract-type diagnostic event of its transaction.',
  key: ['contract_event_id', 'seq'],
  ledger: 'ledger_sequence',
  json: ['event'],
  parent: { table: 'contract_events', column: 'contract_event_id' },
  columns: {
    contract_event_id: column('int64', 'The contract event.'),
    seq: column('int32', 'Position among the diagnostic events of the contract event, from 0.'),
    event: column('utf8', 'The diagnostic event in plain JSON.'),
    in_successful_contract_call: column('bool', 'Whether the call succeeded.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
  },
});

export const contractEvent: Processor = {
  kind: 'processor',
  id: 'contract_event',
  name: 'Contract Event',
  description: 'Soroban contract events of successful transactions.',
  origin: 'hosted',
  records: [contractEvents, diagnosticEvents],
  config: processorConfig({
    raw: withDefault(
      Type.Enum(['go', 'base64'], { description: 'How XDR is written: the JSON of the structs of Go, or base64.' }),
      'go',
    ),
  }),
  example: `- type: contract_event\n`,
};
