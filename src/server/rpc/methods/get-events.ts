/** Answers `getEvents`: scans a ledger range, or one transaction, for events that match the filters. */
import type { Window } from '../../../history/window.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { decodeParams, arrayOf, own, string, struct, uint, uint32, type DecodedParams } from '../params.ts';
import { invalidParams, invalidRequest } from '../errors.ts';
import { cursorAfter, lastId, parseCursor, type EventCursor } from '../event-cursor.ts';
import { candidates, checkFilters, eventFilter, matches, type Filter } from '../event-filter.ts';
import { closedAt, writeEvent } from '../event-info.ts';
import { checkXdrFormat } from '../format.ts';
import { hashBytes } from '../hash-text.ts';
import { type Call, type Method, breathe, isFull, spillOver, transactionsOf } from '../call.ts';
import { type RpcNode, windowOf } from '../node.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const SCAN_LIMIT = 10_000;
const FIRST_EVENT = { transaction: 0, operation: 0, number: 0 };

const request = struct('GetEventsRequest', {
  startLedger: uint32,
  endLedger: uint32,
  filters: arrayOf('protocol.EventFilter', eventFilter),
  pagination: struct('PaginationOptions', {
    cursor: own(parseCursor, false),
    limit: uint,
  }),
  xdrFormat: string,
});
/** With the member that the reference does not have. */
const extendedRequest = struct('GetEventsRequest', { ...request.fields, transactionHash: string });

type EventsRequest = DecodedParams<typeof extendedRequest>;

/** Events of contracts and of the network, in the order of their ids. */
export const getEvents: Method = async (call, w) => {
  const { node, params } = call;
  const type = node.config.extras.eventsByTransaction ? extendedRequest : request;
  const asked: EventsRequest = await decodeParams(type, params);
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

function check(asked: EventsRequest, { config }: RpcNode): Filter[] {
  const { startLedger = 0, endLedger = 0, pagination = {}, xdrFormat = '' } = asked;
  checkXdrFormat(xdrFormat);
  if (pagination.cursor) {
    if (startLedger !== 0 || endLedger !== 0) throw invalidParams('ledger ranges and cursor cannot both be set');
  } else if (startLedger === 0) throw invalidParams('startLedger must be positive');
  if ((pagination.limit ?? 0) > config.events.most) throw invalidParams(`limit must not exceed ${config.events.most}`);
  return checkFilters((asked.filters ?? []).map((filter) => filter ?? {}));
}

/** The page begins with the event after the cursor. */
function startOf({ startLedger = 0, pagination }: EventsRequest): EventCursor {
  const cursor = pagination?.cursor;
  return cursor ? cursorAfter(cursor) : { ledger: startLedger, transaction: 0, operation: 0, number: 0 };
}

/** Returns the ledger before which the scan ends. */
function endOf({ endLedger = 0 }: EventsRequest, start: number, window: Window, { config }: RpcNode): number {
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

async function findOnly({ node, signal }: Call, { transactionHash }: EventsRequest, range: LedgerRange) {
  if (transactionHash === undefined) return undefined;
  const hash = hashBytes(transactionHash);
  await node.history.indexed();
  const found = await node.history.find(hash, range, signal);
  return found ? { ledgers: [found.ledger.sequence], index: found.index } : { ledgers: [], index: 0 };
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
  const { call, start, filters, only, isJson } = scan;
  const { history } = call.node;
  const events = history.keptEvents(sequence) ?? history.events(await transactionsOf(call, sequence));
  const time = closedAt(events.closeTime);
  const from = sequence === start.ledger ? start : FIRST_EVENT;
  for (const block of events.blocks(from)) {
    const { list, bytes, view } = block;
    const first = list.from(from.transaction, from.operation, from.number);
    for (let index = first; index < list.length && scan.left > 0; index++) {
      if (only && list.source(index) !== only.index) continue;
      if (!matches(filters, bytes, view, list.start(index))) continue;
      if (!scan.isFirst) w.byte(COMMA);
      scan.isFirst = false;
      scan.last = writeEvent(w, events, block, index, time, isJson);
      scan.left--;
      if (isFull(call, w)) await spillOver(call, w);
    }
    if (scan.left === 0) break;
  }
  await spillOver(call, w);
  await breathe(call.signal);
}

function writeWindow(w: AnswerWriter, { first, last, firstCloseTime, lastCloseTime }: Window): void {
  w.ascii(`,"latestLedger":${last},"oldestLedger":${first}`);
  w.ascii(`,"latestLedgerCloseTime":"${lastCloseTime}","oldestLedgerCloseTime":"${firstCloseTime}"}`);
}
