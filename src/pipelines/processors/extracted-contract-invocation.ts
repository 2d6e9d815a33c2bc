/** Fields of the arguments of calls, as schemas name them. */
import Type from 'typebox';
import { column, nullable } from '../../arrow/table.ts';
import { processorConfig, withDefault, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

const extractor = Type.Object(
  {
    argument_index: Type.Integer({ minimum: 0 }),
    field_path: Type.Optional(Type.String()),
    field_type: Type.String(),
    required: Type.Optional(Type.Boolean()),
    default_value: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
const bounds = Type.Object(
  {
    min_length: Type.Optional(Type.Integer()),
    max_length: Type.Optional(Type.Integer()),
    pattern: Type.Optional(Type.String()),
    min_value: Type.Optional(Type.Number()),
    max_value: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);
/** What is read of one function's calls (processor_contract_invocation_extractor.go of cdp-pipeline-workflow). */
const schema = Type.Object(
  {
    schema_name: Type.String(),
    function_name: Type.String(),
    contract_ids: Type.Optional(Type.Array(Type.String({ format: 'stellar-contract' }))),
    extractors: Type.Optional(Type.Record(Type.String(), extractor)),
    validation: Type.Optional(Type.Record(Type.String(), bounds)),
  },
  { additionalProperties: false },
);

export const extractedContractInvocations = defineRecords({
  name: 'extracted_contract_invocations',
  grain: 'One row per call that a schema fits.',
  key: ['toid'],
  ledger: 'ledger',
  decimals: { amount: 'bigint' },
  columns: {
    toid: column('int64', 'TOID of the operation.'),
    ledger: column('int32', 'Ledger of the call.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    contract_id: column('utf8', 'Contract that is called.'),
    function_name: column('utf8', 'Function that is called.'),
    invoking_account: column('utf8', 'Source of the operation.'),
    tx_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    funder: nullable('utf8', 'Who pays.'),
    recipient: nullable('utf8', 'Who is paid.'),
    amount: nullable('utf8', 'How much.'),
    project_id: nullable('utf8', 'What for.'),
    memo_text: nullable('utf8', 'A text with it.'),
    email: nullable('utf8', 'An address of mail.'),
    schema_name: column('utf8', 'Schema that fits.'),
    successful: column('bool', 'Whether the operation succeeded.'),
  },
});

export const extractedContractInvocation: Processor = {
  kind: 'processor',
  id: 'extracted_contract_invocation',
  name: 'Extracted Contract Invocation',
  description: 'Fields of the arguments of calls, as schemas name them.',
  origin: 'hosted',
  reads: 'contract_invocation',
  records: [extractedContractInvocations],
  config: processorConfig({
    extraction_schemas: withDefault(
      Type.Record(Type.String(), schema, { description: 'What is read of which call.' }),
      {},
    ),
    name: withDefault(Type.String(), 'contract_invocation_extractor'),
  }),
  example: `- type: extracted_contract_invocation\n  config: {extraction_schemas: {}}\n`,
};
