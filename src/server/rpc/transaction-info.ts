/** One transaction, as getTransaction and getTransactions give it. */
import { skipContractEvent, skipDiagnosticEvent, skipTransactionEvent } from '../../xdr/generated/skip.ts';
import {
  jsonContractEvent,
  jsonDiagnosticEvent,
  jsonTransactionEnvelope,
  jsonTransactionEvent,
  jsonTransactionMeta,
  jsonTransactionResult,
} from '../../xdr/generated/json.ts';
import { locateEvents, metaEvents } from '../../ledger/meta-events.ts';
import type { LedgerParts } from '../../ledger/parts.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { AnswerWriter } from './writer.ts';

const events = metaEvents();

/** Writes the members of a transaction, without braces; `hash` takes the place of the transaction's own when given. */
export function writeTransaction(w: AnswerWriter, parts: LedgerParts, index: number, format: string, hash?: string) {
  const isJson = format === 'json';
  w.from(parts.bytes);
  w.ascii(parts.successful(index) ? '"status":"SUCCESS","txHash":' : '"status":"FAILED","txHash":');
  if (hash === undefined) w.quotedHex(parts.pair(index), parts.pair(index) + 32);
  else w.quoted(hash);
  w.ascii(',"applicationOrder":');
  w.integer(index + 1);
  w.ascii(parts.isFeeBump(index) ? ',"feeBump":true' : ',"feeBump":false');
  writeValue(w, 'envelope', isJson, parts.envelope(index), parts.envelopeEnd(index), jsonTransactionEnvelope);
  writeValue(w, 'result', isJson, parts.result(index), parts.resultEnd(index), jsonTransactionResult);
  writeValue(w, 'resultMeta', isJson, parts.meta(index), parts.metaEnd(index), jsonTransactionMeta);
  locateEvents(parts, index, events);
  if (events.diagnostic !== ABSENT && w.view.getUint32(events.diagnostic) > 0) {
    w.ascii(isJson ? ',"diagnosticEventsJson":' : ',"diagnosticEventsXdr":');
    writeList(w, events.diagnostic, isJson, skipDiagnosticEvent, jsonDiagnosticEvent);
  }
  writeEvents(w, isJson);
  w.ascii(',"ledger":');
  w.integer(parts.sequence);
}

type Skip = (view: DataView, p: number) => number;
type Json = (w: JsonWriter, p: number) => number;

function writeValue(w: AnswerWriter, name: string, isJson: boolean, start: number, end: number, json: Json): void {
  w.ascii(`,"${name}${isJson ? 'Json' : 'Xdr'}":`);
  if (isJson) json(w, start);
  else w.quotedBase64(start, end);
}

function writeEvents(w: AnswerWriter, isJson: boolean): void {
  const { transaction, operations } = events;
  const suffix = isJson ? 'Json' : 'Xdr';
  const hasTransaction = transaction !== ABSENT && w.view.getUint32(transaction) > 0;
  w.ascii(',"events":{');
  if (hasTransaction) {
    w.ascii(`"transactionEvents${suffix}":`);
    writeList(w, transaction, isJson, skipTransactionEvent, jsonTransactionEvent);
  }
  if (operations.length > 0) {
    w.ascii(`${hasTransaction ? ',' : ''}"contractEvents${suffix}":[`);
    for (let i = 0; i < operations.length; i++) {
      if (i > 0) w.byte(COMMA);
      if (operations[i] === ABSENT) w.ascii('[]');
      else writeList(w, operations[i], isJson, skipContractEvent, jsonContractEvent);
    }
    w.ascii(']');
  }
  w.ascii('}');
}

const COMMA = 44;

function writeList(w: AnswerWriter, list: number, isJson: boolean, skip: Skip, json: Json): void {
  const count = w.view.getUint32(list);
  let p = list + 4;
  w.ascii('[');
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(COMMA);
    const start = p;
    p = isJson ? json(w, start) : skip(w.view, start);
    if (!isJson) w.quotedBase64(start, p);
  }
  w.ascii(']');
}
