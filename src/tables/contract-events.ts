/** Events of contracts and of classic operations, fees, and diagnostics. */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, oneOf, type ColumnsOf } from '../arrow/table.ts';
import { Piece } from '../core/bytes.ts';
import type { DecodeError } from '../core/errors.ts';
import { ledgerFault } from '../ledger/fault.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { ContractEventType } from '../xdr/generated/enums.ts';
import { jsonScVal } from '../xdr/generated/json.ts';
import { skipContractEvent } from '../xdr/generated/skip.ts';
import { goNames, GoPieces } from '../xdr/names.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { fillLedger, pushJson, pushKey, pushToid, pushTransactionHash, type Context } from './context.ts';
import { LastValue } from './repeated.ts';
import { diagnosticEventList, operationEventLists, tellsOfEvents } from '../ledger/meta-events.ts';

export const historyContractEvents = defineTable({
  name: 'history_contract_events',
  grain: 'One row per event; a diagnostic event may repeat an event of the operation.',
  key: ['transaction_id', 'event_kind', 'operation_id', 'event_index'],
  columns: {
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    successful: column('bool', 'Whether the transaction succeeded.'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    in_successful_contract_call: column(
      'bool',
      'Whether the transaction, and for a diagnostic event the call that emitted it, succeeded.',
    ),
    contract_id: column('utf8', 'Contract that emitted the event; empty if none did.'),
    type: column('int32', 'Type of the event: 0 system, 1 contract, 2 diagnostic.'),
    type_string: oneOf(
      column('utf8', 'Type of the event, by its Go name.'),
      goNames('ContractEventType', ContractEventType).values(),
    ),
    topics: column('utf8', 'Topics of the event, each in base64 XDR, as a JSON list.'),
    topics_decoded: column('utf8', 'Topics of the event in SEP-51 JSON, as a list.'),
    data: column('utf8', 'Data of the event in base64 XDR, as a JSON string.'),
    data_decoded: column('utf8', 'Data of the event in SEP-51 JSON.'),
    contract_event_xdr: nullable(
      'utf8',
      'DiagnosticEvent that wraps the event; null unless loaded with XDR.',
      'base64 XDR',
    ),
    operation_id: nullable('int64', 'TOID of the operation; null for events of transactions and diagnostic events.'),
    event_kind: column('utf8', 'Kind of the event: `transaction`, `operation` or `diagnostic`.'),
    event_stage: nullable(
      'utf8',
      'Stage of a transaction event: `before_all_txs`, `after_tx` or `after_all_txs`; null for other events.',
    ),
    event_index: column('int32', 'Position among the events of the same kind and operation, from 0.'),
    repeats_operation_event: column(
      'bool',
      'Whether the event is a diagnostic event that repeats an event of an operation.',
    ),
    topic_count: column('int32', 'Number of topics of the event.'),
    topic0: nullable('utf8', 'First topic as plain text.'),
    topic1: nullable('utf8', 'Second topic as plain text.'),
    topic2: nullable('utf8', 'Third topic as plain text.'),
    topic3: nullable('utf8', 'Fourth topic as plain text.'),
  },
});

type EventColumns = ColumnsOf<typeof historyContractEvents>;

const stages = ['before_all_txs', 'after_tx', 'after_all_txs'].map((stage) => new Piece(stage));
const kinds = {
  transaction: new Piece('transaction'),
  operation: new Piece('operation'),
  diagnostic: new Piece('diagnostic'),
};

/** Writes a row per event. Throws DecodeError when there are events of more operations than the transaction has. */
export function extractContractEvents(context: Context, out: EventColumns): void {
  const { view, ledger } = context;
  const last = new LastValue();
  for (const transaction of ledger.transactions) {
    if (!tellsOfEvents(view, transaction)) continue;
    const lists = operationEventLists(view, transaction);
    if (lists.length > transaction.envelope.operations.length) throw tooManyLists(context, transaction, lists.length);
    if (transaction.events !== ABSENT) {
      pushTransactionEvents(context, out, transaction);
      last.forget();
    }
    let end = ABSENT;
    for (let operation = 0; operation < lists.length; operation++) {
      end = pushOperationEvents(context, out, last, transaction, lists[operation], operation);
    }
    const diagnostics = diagnosticEventList(view, transaction, end);
    if (diagnostics !== ABSENT) {
      pushDiagnosticEvents(context, out, transaction, diagnostics);
      last.forget();
    }
  }
  fillLedger(out, context, out.transaction_id.length);
}

function pushTransactionEvents(context: Context, out: EventColumns, transaction: LedgerTransaction): void {
  const { view } = context;
  const count = view.getUint32(transaction.events);
  let p = transaction.events + 4;
  for (let index = 0; index < count; index++) {
    const row = pushRow(context, out, transaction, kinds.transaction, index);
    out.event_stage.at(row).piece(stages[view.getInt32(p)]);
    p = pushWrapped(context, out, row, transaction, p + 4);
  }
}

function pushOperationEvents(
  context: Context,
  out: EventColumns,
  last: LastValue,
  transaction: LedgerTransaction,
  list: number,
  operation: number,
): number {
  const count = context.view.getUint32(list);
  let p = list + 4;
  for (let index = 0; index < count; index++) {
    const row = pushRow(context, out, transaction, kinds.operation, index);
    pushToid(out.operation_id.at(row), context, transaction.order, operation + 1);
    // Whoever calls a contract again and again gets the same events from it.
    const same = last.endOfSame(context.view, p);
    const start = p;
    p =
      same === ABSENT
        ? pushWrapped(context, out, row, transaction, p)
        : repeatEvent(context, out, transaction, p, same);
    last.set(start, p);
  }
  return p;
}

/** Writes what the row before has of the same event, which stands from `p` to `end`, and returns the end. */
function repeatEvent(
  context: Context,
  out: EventColumns,
  transaction: LedgerTransaction,
  p: number,
  end: number,
): number {
  const { view } = context;
  const type = typeAt(view, p);
  const count = view.getUint32(type + 8);
  pushOwn(out, transaction);
  out.contract_id.repeat();
  out.type.push(view.getInt32(type));
  out.type_string.repeat();
  out.topic_count.push(count);
  out.topics.repeat();
  out.topics_decoded.repeat();
  if (count > 0) out.topic0.repeat();
  if (count > 1) out.topic1.repeat();
  if (count > 2) out.topic2.repeat();
  if (count > 3) out.topic3.repeat();
  out.data.repeat();
  out.data_decoded.repeat();
  if (context.options.withXdr) out.contract_event_xdr.repeat();
  return end;
}

function pushDiagnosticEvents(context: Context, out: EventColumns, transaction: LedgerTransaction, list: number): void {
  const { view } = context;
  const count = view.getUint32(list);
  let emitted: ReadonlySet<string> | undefined;
  let p = list + 4;
  for (let index = 0; index < count; index++) {
    const row = pushRow(context, out, transaction, kinds.diagnostic, index);
    const start = p;
    out.in_successful_contract_call.push(transaction.successful && view.getUint32(p) === 1);
    p = pushEvent(context, out, row, p + 4);
    const isDiagnostic = view.getInt32(typeAt(view, start + 4)) === ContractEventType.diagnostic;
    if (!isDiagnostic) emitted ??= operationEvents(context, transaction);
    out.repeats_operation_event.push(!isDiagnostic && emitted!.has(bytesAt(context, start + 4, p)));
    if (context.options.withXdr) out.contract_event_xdr.base64(view, start, p);
  }
}

/** Returns the bytes of all events of the operations, as keys. */
function operationEvents(context: Context, transaction: LedgerTransaction): ReadonlySet<string> {
  const { view } = context;
  const found = new Set<string>();
  for (const list of operationEventLists(view, transaction)) {
    let p = list + 4;
    for (let i = view.getUint32(list); i > 0; i--) {
      const end = skipContractEvent(view, p);
      found.add(bytesAt(context, p, end));
      p = end;
    }
  }
  return found;
}

function bytesAt({ view }: Context, start: number, end: number): string {
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
}

/** Returns where the type of the ContractEvent at `p` stands, behind its extension and the option of its contract. */
function typeAt(view: DataView, p: number): number {
  return p + (view.getUint32(p + 4) === 0 ? 8 : 40);
}

/** Begins a row and returns its number. */
function pushRow(
  context: Context,
  out: EventColumns,
  { pair, order, successful }: LedgerTransaction,
  kind: Piece,
  index: number,
): number {
  const row = out.event_index.length;
  pushTransactionHash(out.transaction_hash, context, pair);
  pushToid(out.transaction_id, context, order, 0);
  out.successful.push(successful);
  out.event_kind.piece(kind);
  out.event_index.push(index);
  return row;
}

/** Writes what is known of an event that is not wrapped as a diagnostic one: its transaction tells whether it took effect. */
function pushOwn(out: EventColumns, { successful }: LedgerTransaction): void {
  out.in_successful_contract_call.push(successful);
  out.repeats_operation_event.push(false);
}

/** The ContractEvent at `p`, which has no diagnostic wrapper of its own. */
function pushWrapped(
  context: Context,
  out: EventColumns,
  row: number,
  transaction: LedgerTransaction,
  p: number,
): number {
  pushOwn(out, transaction);
  const end = pushEvent(context, out, row, p);
  if (context.options.withXdr) {
    out.contract_event_xdr.writer.base64After(transaction.successful ? 1 : 0, context.view, p, end);
    out.contract_event_xdr.end();
  }
  return end;
}

const typeNames = new GoPieces('ContractEventType', ContractEventType);

/** Writes the ContractEvent at `p`: extension, option of the contract, type, version of the body, topics and data. */
function pushEvent(context: Context, out: EventColumns, row: number, p: number): number {
  const { view } = context;
  p += 8;
  if (view.getUint32(p - 4) === 0) out.contract_id.ascii('');
  else {
    pushKey(out.contract_id, strkeyVersion.contract, context, p);
    p += 32;
  }
  const type = view.getInt32(p);
  out.type.push(type);
  out.type_string.piece(typeNames.of(type));
  return pushData(context, out, pushTopics(context, out, row, p + 8));
}

const open = new Piece('["');
const next = new Piece('","');
const close = new Piece('"]');
const end = new Piece(']');
const none = new Piece('[]');

function pushTopics(context: Context, out: EventColumns, row: number, p: number): number {
  const { topics, topics_decoded: decoded } = out;
  const count = context.view.getUint32(p);
  out.topic_count.push(count);
  p += 4;
  for (let i = 0; i < count; i++) {
    topics.writer.piece(i === 0 ? open : next);
    decoded.writer.byte(i === 0 ? 91 : 44);
    p = context.decoder.topics.write(topics.writer, decoded.writer, plainColumn(out, row, i), context.json, p);
  }
  topics.piece(count === 0 ? none : close);
  decoded.piece(count === 0 ? none : end);
  return p;
}

/** The column of a topic's plain text, ready for the row; later topics have none. */
function plainColumn(out: EventColumns, row: number, topic: number): Utf8Column | undefined {
  switch (topic) {
    case 0:
      return out.topic0.at(row);
    case 1:
      return out.topic1.at(row);
    case 2:
      return out.topic2.at(row);
    case 3:
      return out.topic3.at(row);
  }
}

function pushData(context: Context, out: EventColumns, p: number): number {
  const { data } = out;
  const dataEnd = pushJson(out.data_decoded, context, jsonScVal, p);
  data.writer.byte(34);
  data.writer.base64(context.view, p, dataEnd);
  data.writer.byte(34);
  data.end();
  return dataEnd;
}

function tooManyLists({ ledger }: Context, transaction: LedgerTransaction, found: number): DecodeError {
  const { meta, envelope } = transaction;
  const what = `meta of ${found} operations, expected at most ${envelope.operations.length}`;
  return ledgerFault(ledger, what, meta, { transaction });
}
