/** Contract calls with arguments, nested calls and storage changes. */
import Type from 'typebox';
import type { ColumnsOf } from '../../arrow/table.ts';
import { ByteWriter } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { pushClosedAt, pushKey, pushToid, pushTransactionHash, type Context } from '../../tables/context.ts';
import { operationEventLists } from '../../ledger/meta-events.ts';
import { LedgerEntryType, ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { atContractDataEntry, locateContractDataEntry } from '../../xdr/generated/locate.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, withDefault, type ExtractionSettings, type Processor } from '../component.ts';
import { locateEvent } from './events.ts';
import {
  callRecords,
  diagnosticEventRecords,
  invocationRecords,
  stateChangeRecords,
  ttlExtensionRecords,
} from './invocation-records.ts';
import { eachInvocation, functionName, type InvocationAt } from './invocations.ts';
import { eachCall, type ContractCall } from './calls.ts';
import { jsonbOrder, structOrder, writeGoList, writeGoScVal, type KeyOrder } from './json/go.ts';
import { isUnknown, writePlainArgument, writePlainList, writePlainScVal, writePlainTopics } from './json/plain.ts';
import { goEscaped, stringAt } from './json/text.ts';

export const contractInvocation: Processor = {
  kind: 'processor',
  id: 'contract_invocation',
  name: 'Contract Invocation',
  description: 'Contract calls with arguments, nested calls and storage changes.',
  origin: 'hosted',
  records: [invocationRecords, diagnosticEventRecords, callRecords, stateChangeRecords, ttlExtensionRecords],
  extraction: invocationExtraction,
  config: processorConfig({
    raw: withDefault(
      Type.Enum(['go', 'base64'], { description: 'How XDR is written: the JSON of the structs of Go, or base64.' }),
      'go',
    ),
  }),
  example: `- type: contract_invocation\n`,
};

type Out = {
  invocations: ColumnsOf<typeof invocationRecords>;
  events: ColumnsOf<typeof diagnosticEventRecords>;
  calls: ColumnsOf<typeof callRecords>;
  changes: ColumnsOf<typeof stateChangeRecords>;
};

function invocationExtraction({ config, contracts, isJsonb }: ExtractionSettings) {
  const wanted = contracts && new Set(contracts);
  const isBase64 = config['raw'] === 'base64';
  const order = isJsonb ? jsonbOrder : structOrder;
  const text = new ByteWriter(64);
  const tables = {
    invocations: invocationRecords,
    events: diagnosticEventRecords,
    calls: callRecords,
    changes: stateChangeRecords,
    extensions: ttlExtensionRecords,
  };
  return extractionOf(tables, (context, out) => {
    const rows = { events: 0, calls: 0, changes: 0 };
    eachInvocation(context, (invocation) => {
      text.length = 0;
      context.keys.write(text, strkeyVersion.contract, invocation.contract, invocation.contractAt);
      const contract = text.text();
      const below = belowOf(context, invocation);
      const first = { ...rows };
      rows.events += below.eventCount;
      rows.calls += below.calls.length;
      rows.changes += below.changes.length;
      if (wanted && !wanted.has(contract)) return;
      pushInvocation(context, out, invocation, { contract, order: isBase64 ? undefined : order });
      pushEvents(context, out, { invocation, ...below, first: first.events, order });
      pushCalls(context, out, { invocation, ...below, first: first.calls });
      pushChanges(context, out, { invocation, ...below, first: first.changes });
    });
  });
}

/** Without an order of keys, XDR is written in base64. */
function pushInvocation(
  context: Context,
  { invocations: out }: Out,
  { at, transaction, operation, successful, name, args }: InvocationAt,
  { contract, order }: { contract: string; order: KeyOrder | undefined },
): void {
  const { ledger, view, keys } = context;
  pushToid(out.id, context, transaction.order, operation + 1);
  pushClosedAt(out.timestamp, context);
  out.ledger_sequence.push(ledger.sequence);
  pushTransactionHash(out.transaction_hash, context, transaction.pair);
  out.operation_index.push(operation);
  out.contract_id.ascii(contract);
  pushKey(out.invoking_account, strkeyVersion.account, context, at.sourceKey);
  if (name < 0) out.function_name.pushNull();
  else out.function_name.push(functionName(view, name, args));
  const columns = [out.arguments_raw, out.arguments, out.arguments_decoded];
  // The reference leaves out the three lists where there is nothing to list.
  if (args < 0 || view.getUint32(args) === 0) columns.forEach((column) => column.pushNull());
  else {
    if (order) writeGoList(out.arguments_raw.writer, view, args, order);
    else writeBase64List(out.arguments_raw.writer, view, args);
    writePlainList(out.arguments.writer, keys, view, args, writePlainArgument);
    writeNumbered(out.arguments_decoded.writer, context, args);
    columns.forEach((column) => column.end());
  }
  out.successful.push(successful);
}

function writeBase64List(w: ByteWriter, view: DataView, p: number): void {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const end = skipScVal(view, p);
    w.ascii(i === 0 ? '["' : ',"');
    w.base64(view, p, end);
    w.byte(34);
    p = end;
  }
  w.byte(93);
}

function writeNumbered(w: ByteWriter, { keys, view }: Context, p: number): void {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    w.ascii(i === 0 ? '{"arg_' : ',"arg_');
    w.integer(i);
    w.ascii('":');
    p = writePlainArgument(w, keys, view, p);
  }
  w.byte(125);
}

/** Nested data of an invocation. */
interface Below {
  /** Offset of its events, with their number first; -1 for none. */
  events: number;
  eventCount: number;
  calls: ContractCall[];
  changes: StateChange[];
}

/** An invocation with the number of its first row. */
interface Numbered extends Below {
  invocation: InvocationAt;
  first: number;
}

function belowOf(context: Context, invocation: InvocationAt): Below {
  const { view } = context;
  const { transaction } = invocation;
  // The reference has the events of meta of version 3 here, and of no other.
  const [events = ABSENT] = transaction.metaVersion === 3 ? operationEventLists(view, transaction) : [];
  const calls: ContractCall[] = [];
  eachCall(context, invocation, (call) => calls.push(call));
  return { events, eventCount: events < 0 ? 0 : view.getUint32(events), calls, changes: changesOf(view, invocation) };
}

/** The number of a row in its table, which invocation it belongs to, and its place there. */
function pushPlace(
  context: Context,
  out: Pick<Out['calls'], 'id' | 'invocation_id' | 'seq' | 'ledger_sequence'>,
  { invocation: { transaction, operation }, first }: Numbered,
  seq: number,
): void {
  out.id.push(context.ledger.sequence, first + seq);
  pushToid(out.invocation_id, context, transaction.order, operation + 1);
  out.seq.push(seq);
  out.ledger_sequence.push(context.ledger.sequence);
}

const event = { operation: 0, index: 0, number: 0, contract: 0, topics: 0, topicCount: 0, data: 0, end: 0 };

function pushEvents(context: Context, { events: out }: Out, numbered: Numbered & { order: KeyOrder }): void {
  const { view, keys } = context;
  const { events, eventCount, order } = numbered;
  let p = events + 4;
  for (let seq = 0; seq < eventCount; seq++) {
    locateEvent(view, p, event);
    p = event.end;
    pushPlace(context, out, numbered, seq);
    if (event.contract < 0) out.contract_id.ascii('');
    else pushKey(out.contract_id, strkeyVersion.contract, context, event.contract);
    writeGoList(out.topics.writer, view, event.topics, order);
    out.topics.end();
    writePlainTopics(out.topics_decoded.writer, keys, view, event.topics);
    out.topics_decoded.end();
    writeGoScVal(out.data.writer, view, event.data, order);
    out.data.end();
    writePlainScVal(out.data_decoded.writer, keys, view, event.data);
    out.data_decoded.end();
  }
}

function pushCalls(context: Context, { calls: out }: Out, numbered: Numbered): void {
  numbered.calls.forEach((call, seq) => {
    pushPlace(context, out, numbered, seq);
    out.from_contract.ascii(call.from);
    out.to_contract.ascii(call.to);
    out.function.push(call.name);
    out.successful.push(call.successful);
    out.call_depth.push(call.depth);
    out.execution_order.push(seq);
    out.auth_type.ascii(call.auth);
  });
}

const before = atContractDataEntry();
const after = atContractDataEntry();

/** Offsets of the entry before and after a change; -1 if it did not exist. */
interface StateChange {
  pre: number;
  post: number;
}

/** In a LedgerEntry of storage, the owner follows ledger, type and an empty extension. */
const OWNER = 12;

/** Returns the changes of contract storage in the order of their ledger keys, as the reference has them. */
function changesOf(view: DataView, { at, transaction }: InvocationAt): StateChange[] {
  if (!transaction.successful) return [];
  const cursor = at.changes.open();
  const changes: StateChange[] = [];
  while (cursor.next()) {
    const { type, pre, post } = cursor;
    if (type !== LedgerEntryType.contractData) continue;
    const owner = view.getInt32((post === ABSENT ? pre : post) + OWNER);
    if (owner === ScAddressType.scAddressTypeContract) changes.push({ pre, post });
  }
  return changes.sort((a, b) =>
    compareEntries(view, a.pre === ABSENT ? a.post : a.pre, b.pre === ABSENT ? b.post : b.pre),
  );
}

/** Restored entries count as created. */
function pushChanges(context: Context, { changes: out }: Out, numbered: Numbered): void {
  const { view, keys } = context;
  numbered.changes.forEach(({ pre, post }, seq) => {
    if (pre !== ABSENT) locateContractDataEntry(view, pre + 8, before);
    if (post !== ABSENT) locateContractDataEntry(view, post + 8, after);
    const shown = post === ABSENT ? before : after;
    pushPlace(context, out, numbered, seq);
    pushKey(out.contract_id, strkeyVersion.contract, context, shown.contract + 4);
    pushStateKey(context, out, shown.key);
    for (const [column, p] of [
      [out.old_value, pre === ABSENT ? ABSENT : before.val],
      [out.new_value, post === ABSENT ? ABSENT : after.val],
    ] as const) {
      if (p === ABSENT) column.pushNull();
      else {
        writePlainScVal(column.writer, keys, view, p);
        column.end();
      }
    }
    out.operation.ascii(pre === ABSENT ? 'create' : post === ABSENT ? 'delete' : 'update');
  });
}

/** Compares two LedgerEntries of storage by contract, key and durability; no key is the beginning of another. */
function compareEntries(view: DataView, a: number, b: number): number {
  locateContractDataEntry(view, a + 8, before);
  for (let p = before.contract, q = p - a + b; p < before.val; p += 4, q += 4) {
    const difference = view.getUint32(p) - view.getUint32(q);
    if (difference !== 0) return difference;
  }
  return 0;
}

const keyText = new ByteWriter();

/** A text key stays unchanged; any other key is JSON in Go's format. A key that the reference cannot read is empty. */
function pushStateKey({ keys, view }: Context, { key }: Out['changes'], p: number): void {
  const type = view.getInt32(p);
  if (type === ScValType.scvSymbol || type === ScValType.scvString) key.push(stringAt(view, p + 4));
  else if (isUnknown(view, p)) key.ascii('');
  else {
    keyText.length = 0;
    writePlainScVal(keyText, keys, view, p);
    key.push(goEscaped(keyText.text()));
  }
}
