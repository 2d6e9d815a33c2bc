/** Named fields from the arguments of contract calls, by schema. */
import Type from 'typebox';
import { column, nullable, type ColumnsOf } from '../../arrow/table.ts';
import { ByteWriter } from '../../core/bytes.ts';
import { pushClosedAt, pushKey, pushToid, pushTransactionHash, type Context } from '../../tables/context.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, withDefault, type ExtractionSettings, type Processor } from '../component.ts';
import { eachInvocation, functionName, type InvocationAt } from './invocations.ts';
import { schemaFields, fieldNames, type ExtractionSchema } from './schema-fields.ts';
import { plainValue, type PlainJson } from './json/plain.ts';
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
    pattern: Type.Optional(Type.String({ format: 'go-pattern' })),
    min_value: Type.Optional(Type.Number()),
    max_value: Type.Optional(Type.Number()),
  },
  { additionalProperties: false },
);
/** What is read of one function's calls (processor_contract_invocation_extractor.go of cdp-pipeline-workflow). */
const schema = Type.Object(
  {
    schema_name: Type.Optional(Type.String()),
    function_name: Type.String(),
    contract_ids: Type.Optional(Type.Array(Type.String({ format: 'stellar-contract' }))),
    extractors: Type.Optional(Type.Record(Type.String(), extractor)),
    validation: Type.Optional(Type.Record(Type.String(), bounds)),
  },
  { additionalProperties: false },
);

const extractedContractInvocations = defineRecords({
  name: 'extracted_contract_invocations',
  grain: 'One row per call that a schema fits.',
  key: ['toid'],
  ledger: 'ledger',
  zoned: ['timestamp'],
  stamps: ['processed_at', 'created_at'],
  decimals: { amount: 'bigint' },
  columns: {
    id: column('int64', 'TOID of the operation.'),
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
  description: 'Named fields from the arguments of contract calls, by schema.',
  origin: 'hosted',
  reads: 'contract_invocation',
  records: [extractedContractInvocations],
  extraction: extractedExtraction,
  config: processorConfig({
    extraction_schemas: withDefault(
      Type.Record(Type.String(), schema, { description: 'Which fields to read from which call.' }),
      {},
    ),
    name: withDefault(Type.String(), 'contract_invocation_extractor'),
  }),
  example: `- type: extracted_contract_invocation\n  config: {extraction_schemas: {}}\n`,
};

type Out = ColumnsOf<typeof extractedContractInvocations>;

function extractedExtraction({ config, contracts }: ExtractionSettings) {
  // Checked against the schema above, of which JSON's type knows no names.
  const schemas = byCall((config['extraction_schemas'] ?? {}) as unknown as Record<string, ExtractionSchema>);
  const text = new ByteWriter(64);
  return extractionOf({ out: extractedContractInvocations }, (context, { out }) => {
    eachInvocation(context, (invocation) => {
      if (invocation.call < 0) return;
      text.length = 0;
      context.keys.write(text, strkeyVersion.contract, invocation.contract, invocation.contractAt);
      const contract = text.text();
      const name = functionName(context.view, invocation.name, invocation.args);
      const found = schemas.get(`${contract}:${name}`);
      if (!found || (contracts && !contracts.includes(contract))) return;
      const fields = schemaFields(found, argumentsOf(context, invocation.args));
      if (!fields) return;
      pushHead(context, out, invocation, { contract, name, schema: found.schema_name });
      for (const field of fieldNames) {
        const value = fields.get(field);
        if (value === undefined) out[field].pushNull();
        else out[field].push(value);
      }
    });
  });
}

/** The name of a schema is the key under which it stands, as in the reference. */
function byCall(schemas: Record<string, ExtractionSchema>): Map<string, ExtractionSchema> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      (schema.contract_ids ?? []).map((contract) => [
        `${contract}:${schema.function_name}`,
        { ...schema, schema_name: name },
      ]),
    ),
  );
}

function argumentsOf({ keys, view }: Context, p: number): PlainJson[] {
  const values: PlainJson[] = [];
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    values.push(plainValue(keys, view, p));
    p = skipScVal(view, p);
  }
  return values;
}

function pushHead(
  context: Context,
  out: Out,
  { at, transaction, operation, successful }: InvocationAt,
  { contract, name, schema }: { contract: string; name: string; schema: string },
): void {
  pushToid(out.id, context, transaction.order, operation + 1);
  pushToid(out.toid, context, transaction.order, operation + 1);
  out.ledger.push(context.ledger.sequence);
  pushClosedAt(out.timestamp, context);
  out.contract_id.ascii(contract);
  out.function_name.push(name);
  pushKey(out.invoking_account, strkeyVersion.account, context, at.sourceKey);
  pushTransactionHash(out.tx_hash, context, transaction.pair);
  out.schema_name.push(schema);
  out.successful.push(successful);
}
