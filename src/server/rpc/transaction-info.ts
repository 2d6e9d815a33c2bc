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
import { findDiagnosticEvents, operationEventLists, tellsOfEvents } from '../../ledger/meta-events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { COMMA, type AnswerWriter } from './writer.ts';

/** Writes the members of a transaction, without braces; `hash` takes the place of the transaction's own when given. */
export function writeTransaction(w: AnswerWriter, ledger: Ledger, index: number, format: string, hash?: string) {
  const isJson = format === 'json';
  const transaction = ledger.transactions[index];
  const { envelope, pair, pairEnd, result, meta, metaEnd, order, successful } = transaction;
  w.from(ledger.bytes);
  w.ascii(successful ? '"status":"SUCCESS","txHash":' : '"status":"FAILED","txHash":');
  if (hash === undefined) w.quotedHex(pair, pair + 32);
  else w.quoted(hash);
  w.ascii(',"applicationOrder":');
  w.integer(order);
  w.ascii(envelope.isFeeBump ? ',"feeBump":true' : ',"feeBump":false');
  writeValue(w, 'envelope', isJson, envelope.start, envelope.end, jsonTransactionEnvelope);
  writeValue(w, 'result', isJson, result, pairEnd, jsonTransactionResult);
  writeValue(w, 'resultMeta', isJson, meta, metaEnd, jsonTransactionMeta);
  const hasEvents = tellsOfEvents(w.view, transaction);
  if (hasEvents) writeDiagnosticEvents(w, transaction, isJson);
  w.ascii(',"events":{');
  if (hasEvents) writeEvents(w, transaction, isJson);
  w.ascii('},"ledger":');
  w.integer(ledger.sequence);
}

type Skip = (view: DataView, p: number) => number;
type Json = (w: JsonWriter, p: number) => number;

function writeValue(w: AnswerWriter, name: string, isJson: boolean, start: number, end: number, json: Json): void {
  w.ascii(`,"${name}${isJson ? 'Json' : 'Xdr'}":`);
  if (isJson) json(w, start);
  else w.quotedBase64(start, end);
}

function writeDiagnosticEvents(w: AnswerWriter, transaction: LedgerTransaction, isJson: boolean): void {
  const list = findDiagnosticEvents(w.view, transaction);
  if (list === ABSENT || w.view.getUint32(list) === 0) return;
  w.ascii(isJson ? ',"diagnosticEventsJson":' : ',"diagnosticEventsXdr":');
  writeList(w, list, isJson, skipDiagnosticEvent, jsonDiagnosticEvent);
}

function writeEvents(w: AnswerWriter, transaction: LedgerTransaction, isJson: boolean): void {
  const { events, metaVersion } = transaction;
  const suffix = isJson ? 'Json' : 'Xdr';
  const hasOwn = events !== ABSENT && w.view.getUint32(events) > 0;
  if (hasOwn) {
    w.ascii(`"transactionEvents${suffix}":`);
    writeList(w, events, isJson, skipTransactionEvent, jsonTransactionEvent);
  }
  const lists = operationEventLists(w.view, transaction);
  // Meta V3 has one operation, also where the call left nothing.
  const count = metaVersion === 3 ? 1 : lists.length;
  if (count === 0) return;
  w.ascii(`${hasOwn ? ',' : ''}"contractEvents${suffix}":[`);
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(COMMA);
    if (i < lists.length) writeList(w, lists[i], isJson, skipContractEvent, jsonContractEvent);
    else w.ascii('[]');
  }
  w.ascii(']');
}

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
