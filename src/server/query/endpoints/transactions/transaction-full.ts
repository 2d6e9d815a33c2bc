/** A transaction in full. */
import { decodeRows } from '../../../../library/ledger-file-rows.ts';
import { ApiError } from '../../errors.ts';
import { decodeJson } from '../../../../xdr/decode.ts';
import { big, boolean, json, listOf, may, fields, text, whole, type Json, type Row } from '../../fields.ts';
import { object, type FoundObject } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { placeOf, sourceOf } from '../../transaction-source.ts';
import type { View } from '../../view.ts';
import { CallGraph, contractsIn, readCalls } from './call-graph.ts';
import { EnvelopeRecord, envelopeOf } from './envelope.ts';
import { Footprint } from './operations-soroban.ts';
import { EffectRecord, readEffects } from './transaction-effects.ts';
import { DecodedOperation, readDecoded, SummaryRecord, transactionFields } from './transaction-decoded.ts';
import { diffFields, readDiffs } from './transaction-diffs.ts';
import { readEnvelope, type Transaction } from './transaction.ts';
import { UnifiedEvent } from '../events/unified-events.ts';

export const transactionFull = object({
  path: '/api/v1/silver/tx/{hash}/full',
  summary: 'Full transaction analysis',
  parameters: {
    hash: parameter.transactionHash(),
    include: parameter.may(parameter.choices('include', ['xdr', 'json'], 'Whole XDR, in base64 and as SEP-51 JSON.')),
  },
  answer: {
    transaction: fields(transactionFields),
    inner_transaction_hash: may(text()),
    summary: SummaryRecord,
    operations: listOf(DecodedOperation),
    events: listOf(UnifiedEvent),
    contracts_involved: listOf(text()),
    call_graph: CallGraph,
    soroban_resources: may(
      fields({
        instructions: may(whole()),
        read_bytes: may(whole()),
        write_bytes: may(whole()),
        resource_fee: may(big('Stroops, as those below.')),
        rent_fee: may(big()),
        refund: may(big()),
        footprint: may(Footprint),
      }),
    ),
    diffs: may(fields(diffFields)),
    effects: listOf(EffectRecord),
    envelope: EnvelopeRecord,
    result: fields({
      code: text(),
      inner_code: may(text('Code of the transaction inside a fee bump.')),
      operation_codes: listOf(text()),
    }),
    xdr: may(fields({ envelope: text(), result: text(), meta: text(), fee_meta: text() })),
    xdr_json: may(fields({ envelope: json(), result: json(), meta: json() })),
    is_fee_bump: boolean(),
  },
  async read({ hash, include }, view): Promise<FoundObject> {
    const { transaction: told, operations, events, summary } = await readDecoded(view, hash);
    const [envelope, calls, { diffs, warnings }, effects] = await Promise.all([
      readEnvelope(view, told),
      readCalls(view, told),
      diffsIfKnown(view, told),
      readEffects(view, told),
    ]);
    const transaction = { ...told, ...envelope };
    const isSoroban = operations.some(({ is_soroban_op: is }) => is);
    const codes = operations.map(
      ({ result_code: code }) => code ?? transaction['inner_result_code'] ?? transaction['result_code'] ?? null,
    );
    const xdr = include === undefined ? null : await xdrOf(view, transaction);
    const body = {
      transaction,
      inner_transaction_hash: transaction['inner_transaction_hash'] ?? null,
      summary,
      operations,
      events,
      contracts_involved: contractsIn(calls, events),
      call_graph: calls,
      soroban_resources: isSoroban ? resourcesOf(transaction) : null,
      diffs,
      effects,
      envelope: envelopeOf(transaction),
      result: {
        code: transaction['result_code'] ?? null,
        inner_code: transaction['inner_result_code'] ?? null,
        operation_codes: codes,
      },
      xdr: include?.includes('xdr') === true ? xdr : null,
      xdr_json: xdr && include?.includes('json') === true ? jsonOf(xdr) : null,
      is_fee_bump: transaction['inner_transaction_hash'] !== null,
    };
    return { body, warnings };
  },
});

/** The other fields are present if the changes are unknown. */
async function diffsIfKnown(view: View, transaction: Transaction): Promise<{ diffs: Row | null; warnings: string[] }> {
  try {
    return { diffs: await readDiffs(view, transaction), warnings: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { diffs: null, warnings: [error.message] };
  }
}

function resourcesOf(transaction: Transaction): Row {
  const { soroban_footprint_read_only: readOnly = null, soroban_footprint_read_write: readWrite = null } = transaction;
  return {
    instructions: transaction['soroban_resources_instructions'] ?? null,
    read_bytes: transaction['soroban_resources_read_bytes'] ?? null,
    write_bytes: transaction['soroban_resources_write_bytes'] ?? null,
    resource_fee: transaction['resource_fee'] ?? null,
    rent_fee: transaction['rent_fee_charged'] ?? null,
    refund: transaction['resource_fee_refund'] ?? null,
    footprint: readOnly === null ? null : { read_only: readOnly, read_write: readWrite },
  };
}

function jsonOf(xdr: Row): Row {
  const parts = Object.entries(xdrTypes).map(([name, type]): [string, Json] => {
    return [name, JSON.parse(decodeJson(type, Buffer.from(String(xdr[name]), 'base64'))) as Json];
  });
  return Object.fromEntries(parts);
}

const xdrTypes = {
  envelope: 'TransactionEnvelope',
  result: 'TransactionResult',
  meta: 'TransactionMeta',
} as const;

async function xdrOf(view: View, transaction: Transaction): Promise<Row> {
  const isKept = transaction['tx_envelope'] != null;
  const place = placeOf(transaction);
  const [row] = isKept
    ? [transaction]
    : ((await decodeRows(sourceOf(view, place), 'history_transactions', place)) ?? []);
  if (!row) {
    const why = 'the XDR of this transaction is not in the lake, and the file of its ledger is not where it was';
    throw new ApiError(503, `${why}: load it with ingest --with-xdr`);
  }
  const { tx_envelope: envelope, tx_result: result, tx_meta: meta, tx_fee_meta: feeMeta } = row;
  return { envelope, result, meta, fee_meta: feeMeta };
}
