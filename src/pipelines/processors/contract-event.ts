/** Soroban contract events of successful transactions. */
import Type from 'typebox';
import { column, nullable } from '../../arrow/table.ts';
import type { ColumnsOf } from '../../arrow/table.ts';
import type { ByteWriter } from '../../core/bytes.ts';
import { pushClosedAt, pushKey, pushTransactionHash, type Context } from '../../tables/context.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, withDefault, type ExtractionSettings, type Processor } from '../component.ts';
import { contractsFilter } from './contracts.ts';
import { contractDiagnostics, eachEvent, eventName, locateEvent, type EventAt } from './events.ts';
import { jsonbOrder, structOrder, writeGoList, writeGoScVal, type KeyOrder } from './json/go.ts';
import { isNull, writePlainScVal, writePlainTopics } from './json/plain.ts';
import { defineRecords } from '../sink.ts';

export const contractEvents = defineRecords({
  name: 'contract_events',
  grain: 'One row per contract event of a successful transaction.',
  key: ['transaction_hash', 'operation_index', 'event_index'],
  ledger: 'ledger_sequence',
  json: ['topic', 'topic_decoded', 'data', 'data_decoded'],
  zoned: ['timestamp'],
  stamps: ['created_at'],
  columns: {
    id: column('int64', 'Ledger times 2^32, and the number of the event among those of the ledger, from 0.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    contract_id: column('utf8', 'Contract that emitted the event; empty when none did.'),
    type: column('utf8', '`contract` or `system`.'),
    event_type: column('utf8', 'The first of 17 known names at any topic, else the first symbol, else `unknown`.'),
    topic: column('utf8', 'Topics as Go writes the XDR structs in JSON, or in base64.'),
    topic_decoded: nullable('utf8', 'Topics in plain JSON; null when there are none.'),
    data: column('utf8', 'Body of the event as Go writes the XDR struct in JSON, or in base64.'),
    data_decoded: nullable('utf8', 'Data in plain JSON; null when it is void or an error.'),
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
  stamps: ['created_at'],
  parent: { table: 'contract_events', column: 'contract_event_id' },
  columns: {
    id: column(
      'int64',
      'Ledger times 2^32, plus the position of the row in the ledger, from 0; filters do not change it.',
    ),
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
  extraction: contractEventExtraction,
  config: processorConfig({
    raw: withDefault(
      Type.Enum(['go', 'base64'], { description: 'How XDR is written: the JSON of the structs of Go, or base64.' }),
      'go',
    ),
  }),
  example: `- type: contract_event\n`,
};

type EventColumns = ColumnsOf<typeof contractEvents>;
type DiagnosticColumns = ColumnsOf<typeof diagnosticEvents>;

function contractEventExtraction({ config, passphrase, contracts, isJsonb }: ExtractionSettings) {
  const isWanted = contractsFilter(contracts);
  const isBase64 = config['raw'] === 'base64';
  const order = isJsonb ? jsonbOrder : structOrder;
  return extractionOf({ events: contractEvents, diagnostics: diagnosticEvents }, (context, out) => {
    let transaction: EventAt['transaction'] | undefined;
    let diagnostics: ReturnType<typeof contractDiagnostics> = [];
    let rows = 0;
    eachEvent(context, (event) => {
      if (event.transaction !== transaction) diagnostics = contractDiagnostics(context.view, event.transaction);
      transaction = event.transaction;
      const first = rows;
      rows += diagnostics.length;
      if (!isWanted(context, event.contract)) return;
      pushEvent(context, out.events, event, isBase64 ? undefined : order);
      out.events.network_passphrase.name(passphrase);
      diagnostics.forEach((found, seq) => {
        out.diagnostics.id.push(context.ledger.sequence, first + seq);
        pushDiagnostic(context, out.diagnostics, event, { ...found, seq });
      });
    });
  });
}

/** Without an order of keys, XDR is written in base64. */
function pushEvent(context: Context, out: EventColumns, event: EventAt, order: KeyOrder | undefined): void {
  const { ledger, view, keys } = context;
  out.id.push(ledger.sequence, event.number);
  pushClosedAt(out.timestamp, context);
  out.ledger_sequence.push(ledger.sequence);
  pushTransactionHash(out.transaction_hash, context, event.transaction.pair);
  if (event.contract < 0) out.contract_id.ascii('');
  else pushKey(out.contract_id, strkeyVersion.contract, context, event.contract);
  out.type.name('contract');
  out.event_type.push(eventName(view, event));
  if (order) pushGo(context, out, event, order);
  else pushBase64(context, out, event);
  if (event.topicCount === 0) out.topic_decoded.pushNull();
  else {
    writePlainTopics(out.topic_decoded.writer, keys, view, event.topics);
    out.topic_decoded.end();
  }
  if (isNull(view, event.data)) out.data_decoded.pushNull();
  else {
    writePlainScVal(out.data_decoded.writer, keys, view, event.data);
    out.data_decoded.end();
  }
  out.in_successful_tx.push(true);
  out.event_index.push(event.index);
  out.operation_index.push(event.operation);
}

/** The body of the event has the topics once more. */
function pushGo({ view }: Context, { topic, data }: EventColumns, event: EventAt, order: KeyOrder): void {
  const start = topic.writer.length;
  writeGoList(topic.writer, view, event.topics, order);
  data.writer.name('{"V":0,"V0":{"Topics":');
  data.writer.append(topic.writer, start);
  topic.end();
  data.writer.name(',"Data":');
  writeGoScVal(data.writer, view, event.data, order);
  data.writer.name('}}');
  data.end();
}

/** A list of the topics, and the body, each as XDR. */
function pushBase64({ view }: Context, { topic, data }: EventColumns, event: EventAt): void {
  const quoted = (w: ByteWriter, from: number, to: number) => {
    w.byte(34);
    w.base64(view, from, to);
    w.byte(34);
  };
  const { writer } = topic;
  writer.byte(91);
  let p = event.topics + 4;
  for (let i = 0; i < event.topicCount; i++) {
    if (i > 0) writer.byte(44);
    const end = skipScVal(view, p);
    quoted(writer, p, end);
    p = end;
  }
  writer.byte(93);
  topic.end();
  // The version of the body stands before the topics.
  quoted(data.writer, event.topics - 4, event.end);
  data.end();
}

const inner = { operation: 0, index: 0, number: 0, contract: 0, topics: 0, topicCount: 0, data: 0, end: 0 };

function pushDiagnostic(
  context: Context,
  out: DiagnosticColumns,
  { number }: EventAt,
  { at, ok, seq }: { at: number; ok: boolean; seq: number },
): void {
  const { ledger, view, keys } = context;
  out.contract_event_id.push(ledger.sequence, number);
  out.seq.push(seq);
  const { writer } = out.event;
  locateEvent(view, at, inner);
  writer.name('{"contract_id":"');
  if (inner.contract >= 0) keys.write(writer, strkeyVersion.contract, view, inner.contract);
  writer.name('","type":"contract","event_type":');
  writer.utf8(JSON.stringify(eventName(view, inner)));
  writer.name(',"topics":');
  writePlainTopics(writer, keys, view, inner.topics);
  writer.name(',"data":');
  writePlainScVal(writer, keys, view, inner.data);
  writer.byte(125);
  out.event.end();
  out.in_successful_contract_call.push(ok);
  out.ledger_sequence.push(ledger.sequence);
}
