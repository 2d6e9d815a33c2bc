/** One event, as getEvents gives it. */
import { HASH_BYTES, type EventBlock, type LedgerEvents } from '../../history/events/ledger-events.ts';
import { ContractEventType } from '../../xdr/generated/enums.ts';
import { jsonScVal } from '../../xdr/generated/json.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { jsonContractId } from '../../xdr/json-values.ts';
import { eventId } from './event-cursor.ts';
import { COMMA, type AnswerWriter } from './writer.ts';

const TYPE_NAMES: Record<number, string> = {
  [ContractEventType.system]: 'system',
  [ContractEventType.contract]: 'contract',
  [ContractEventType.diagnostic]: 'diagnostic',
};

/** Returns a close time as RFC 3339 with whole seconds. */
export function closedAt(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Writes an event of a block; `time` is the ledger's close time. Returns its id. */
export function writeEvent(
  w: AnswerWriter,
  events: LedgerEvents,
  { list, bytes, view }: EventBlock,
  index: number,
  time: string,
  isJson: boolean,
): string {
  const { sequence } = events;
  const source = list.source(index);
  const operation = list.operation(index);
  const transaction = list.transaction(index);
  const id = eventId(sequence, transaction, operation, list.number(index));
  w.from(bytes);
  let p = list.start(index) + 4;
  const hasContract = view.getUint32(p) === 1;
  const type = p + (hasContract ? 36 : 4);
  w.ascii(`{"type":"${TYPE_NAMES[view.getInt32(type)]}","ledger":`);
  w.integer(sequence);
  w.ascii(`,"ledgerClosedAt":"${time}","contractId":`);
  if (hasContract) jsonContractId(w, p + 4);
  else w.ascii('""');
  w.ascii(`,"id":"${id}","operationIndex":${operation},"transactionIndex":${transaction},"txHash":`);
  w.from(events.hash(source)).quotedHex(0, HASH_BYTES);
  w.from(bytes);
  w.ascii(events.isSuccessful(source) ? ',"inSuccessfulContractCall":true' : ',"inSuccessfulContractCall":false');
  p = type + 8;
  writeBody(w, p, isJson);
  w.ascii('}');
  return id;
}

function writeBody(w: AnswerWriter, p: number, isJson: boolean): void {
  const count = w.view.getUint32(p);
  p += 4;
  w.ascii(isJson ? ',"topicJson":[' : ',"topic":[');
  for (let i = 0; i < count; i++) {
    if (i > 0) w.byte(COMMA);
    p = writeScVal(w, p, isJson);
  }
  w.ascii(isJson ? '],"valueJson":' : '],"value":');
  writeScVal(w, p, isJson);
}

function writeScVal(w: AnswerWriter, p: number, isJson: boolean): number {
  if (isJson) return jsonScVal(w, p);
  const end = skipScVal(w.view, p);
  w.quotedBase64(p, end);
  return end;
}
