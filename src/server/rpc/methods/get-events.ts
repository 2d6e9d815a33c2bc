import type { Window } from '../../../history/window.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { decodeParams, listOf, string, struct, uint, uint32 } from '../decode.ts';
import { invalidParams, invalidRequest, messageOf, undecodable } from '../errors.ts';
import { lastId, parseCursor, type EventCursor } from '../event-cursor.ts';
import { candidates, checkFilters, matches, type AskedFilter, type Filter, type Segment } from '../event-filter.ts';
import { closedAt, writeEvent } from '../event-info.ts';
import { checkFormat } from '../format.ts';
import { decodeScVal } from '../go-xdr.ts';
import { hashBytes } from '../hash-text.ts';
import { breathe, isFull, spillOver, transactionsOf, windowOf, type Call, type Method, type RpcNode } from '../node.ts';
import type { AnswerWriter } from '../writer.ts';

const COMMA = 44;
const SCAN_LIMIT = 10_000;
const MAX_NUMBER = 4294967295;

const topicFilter = listOf('protocol.SegmentFilter', { kind: 'own', read: readSegment, readsNull: true });
const eventFilter = struct('EventFilter', {
  type: { kind: 'own', read: (text) => text, readsNull: true },
  contractIds: listOf('string', string),
  topics: listOf('protocol.TopicFilter', { ...topicFilter, name: 'protocol.TopicFilter' }),
});
const request = struct('GetEventsRequest', {
  startLedger: uint32,
  endLedger: uint32,
  filters: listOf('protocol.EventFilter', eventFilter),
  pagination: struct('PaginationOptions', {
    cursor: { kind: 'own', read: parseCursor, readsNull: false },
    limit: uint,
  }),
  xdrFormat: string,
});
/** With the member that the reference does not have. */
const extendedRequest = struct('GetEventsRequest', { ...request.fields, transactionHash: string });

interface Asked {
  startLedger?: number;
  endLedger?: number;
  filters?: (AskedFilter | undefined)[];
  pagination?: { cursor?: EventCursor; limit?: number };
  xdrFormat?: string;
  transactionHash?: string;
}

function readSegment(text: string): Segment {
  if (text === '*' || text === '**') return text;
  try {
    return decodeScVal(text);
  } catch (error) {
    throw undecodable(messageOf(error));
  }
}

/** Events of contracts and of the network, in the order of their ids. */
export const getEvents: Method = async (call, w) => {
  const { node, params } = call;
  const type = node.config.extras.eventsByTransaction ? extendedRequest : request;
  const asked = decodeParams(type, params) as Asked;
  const filters = check(asked, node);
  const window = windowOf(node);
  const start = startOf(asked);
  const end = endOf(asked, start.ledger, window, node);
  if (start.ledger < window.first || start.ledger > window.last) {
    throw invalidRequest(`startLedger must be within the ledger range: ${window.first} - ${window.last}`);
  }
  const limit = asked.pagination?.limit || node.config.events.usual;
  const isJson = asked.xdrFormat === 'json';
  const range = { first: start.ledger, last: end - 1 };
  const only = await findOnly(call, asked, range);
  const scan: Scan = { call, start, filters, only, left: limit, isJson, last: '', isFirst: true };
  w.ascii('{"events":[');
  for (const sequence of only ? only.ledgers : ledgersToScan(node, filters, range)) {
    await scanLedger(w, scan, sequence);
    if (scan.left === 0) break;
  }
  w.ascii(`],"cursor":"${scan.left === 0 ? scan.last : lastId(end - 1)}"`);
  writeWindow(w, window);
};

function check(asked: Asked, { config }: RpcNode): Filter[] {
  const { startLedger = 0, endLedger = 0, pagination = {}, xdrFormat = '' } = asked;
  checkFormat(xdrFormat);
  if (pagination.cursor) {
    if (startLedger !== 0 || endLedger !== 0) throw invalidParams('ledger ranges and cursor cannot both be set');
  } else if (startLedger === 0) throw invalidParams('startLedger must be positive');
  if ((pagination.limit ?? 0) > config.events.most) throw invalidParams(`limit must not exceed ${config.events.most}`);
  return checkFilters((asked.filters ?? []).map((filter) => filter ?? {}));
}

/** The page begins with the event after the cursor; its number wraps, as in the reference. */
function startOf({ startLedger = 0, pagination }: Asked): EventCursor {
  const cursor = pagination?.cursor;
  if (!cursor) return { ledger: startLedger, transaction: 0, operation: 0, number: 0 };
  return { ...cursor, number: cursor.number === MAX_NUMBER ? 0 : cursor.number + 1 };
}

/** Returns the ledger before which the scan ends. */
function endOf({ endLedger = 0 }: Asked, start: number, window: Window, { config }: RpcNode): number {
  const limit = config.extras.unlimitedScan ? Infinity : start + SCAN_LIMIT;
  return Math.min(window.last + 1, limit, endLedger || Infinity);
}

/** Returns the ledgers that may hold a match: those that the index names, and those that are not in it yet. */
function ledgersToScan({ history }: RpcNode, filters: readonly Filter[], range: LedgerRange): Iterable<number> {
  if (range.last < range.first) return [];
  const named = candidates(filters, range, (key, within) => history.lookup.events(key, within));
  if (!named) return sequences(range);
  for (const missing of history.lookup.missing(range)) for (const sequence of sequences(missing)) named.add(sequence);
  return [...named].sort((a, b) => a - b);
}

function* sequences({ first, last }: LedgerRange): Generator<number> {
  for (let sequence = first; sequence <= last; sequence++) yield sequence;
}

interface Only {
  /** Its ledger; none when there is no such transaction. */
  ledgers: number[];
  index: number;
}

async function findOnly({ node, signal }: Call, { transactionHash }: Asked, range: LedgerRange) {
  if (transactionHash === undefined) return undefined;
  const hash = hashBytes(transactionHash);
  await node.history.indexed();
  const found = await node.history.find(hash, range, signal);
  return found ? { ledgers: [found.parts.sequence], index: found.index } : { ledgers: [], index: 0 };
}

interface Scan {
  call: Call;
  start: EventCursor;
  filters: readonly Filter[];
  /** The transaction whose events alone are asked for. */
  only?: Only;
  /** How many events the page still takes. */
  left: number;
  isJson: boolean;
  /** The id of the last event. */
  last: string;
  isFirst: boolean;
}

async function scanLedger(w: AnswerWriter, scan: Scan, sequence: number): Promise<void> {
  const { call, start, filters, isJson } = scan;
  const parts = await transactionsOf(call, sequence);
  const events = call.node.history.events(parts);
  const { bytes, view } = parts;
  const time = closedAt(parts.closeTime);
  const first = sequence === start.ledger ? events.from(start.transaction, start.operation, start.number) : 0;
  for (let index = first; index < events.length && scan.left > 0; index++) {
    if (scan.only && events.source(index) !== scan.only.index) continue;
    if (!matches(filters, bytes, view, events.start(index))) continue;
    if (!scan.isFirst) w.byte(COMMA);
    scan.isFirst = false;
    scan.last = writeEvent(w, parts, events, index, time, isJson);
    scan.left--;
    if (isFull(call, w)) await spillOver(call, w);
  }
  await spillOver(call, w);
  await breathe(call.signal);
}

function writeWindow(w: AnswerWriter, { first, last, firstCloseTime, lastCloseTime }: Window): void {
  w.ascii(`,"latestLedger":${last},"oldestLedger":${first}`);
  w.ascii(`,"latestLedgerCloseTime":"${lastCloseTime}","oldestLedgerCloseTime":"${firstCloseTime}"}`);
}
