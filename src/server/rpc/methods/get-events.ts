/** Answers `getEvents`: scans a ledger range, or one transaction, for events that match the filters. */
import { StoreError } from '../../../core/errors.ts';
import type { Window } from '../../../history/window.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { decodeParams, arrayOf, own, string, struct, uint, uint32, type DecodedParams } from '../params.ts';
import { invalidParams, invalidRequest } from '../errors.ts';
import { cursorAfter, cursorText, firstCursor, lastCursor, parseCursor, type EventCursor } from '../event-cursor.ts';
import { candidates, checkFilters, eventFilter, matches, type Filter } from '../event-filter.ts';
import { closedAt, writeEvent } from '../event-info.ts';
import { checkXdrFormat } from '../format.ts';
import { hashBytes } from '../hash-text.ts';
import { type Call, type Method, breathe, isFull, spillOver, transactionsOf } from '../call.ts';
import { type RpcNode, unreadable, windowOf } from '../node.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const SCAN_LIMIT = 10_000;

const request = struct('GetEventsRequest', {
  startLedger: uint32,
  endLedger: uint32,
  filters: arrayOf('protocol.EventFilter', eventFilter),
  pagination: struct('PaginationOptions', {
    cursor: own(parseCursor, false),
    limit: uint,
  }),
  xdrFormat: string,
  /** Ours: `desc` for the newest first. */
  order: string,
});
/** With the member that takes a setting. */
const extendedRequest = struct('GetEventsRequest', { ...request.fields, transactionHash: string });

type EventsRequest = DecodedParams<typeof extendedRequest>;

/** Events of contracts and of the network, in the order of their ids, or in reverse. */
export const getEvents: Method = async (call, w) => {
  const { node, params } = call;
  const type = node.config.extras.eventsByTransaction ? extendedRequest : request;
  const asked: EventsRequest = await decodeParams(type, params);
  const filters = check(asked, node);
  const window = windowOf(node);
  const isDescending = asked.order === 'desc';
  const { start, range, end } = isDescending ? backwards(asked, window, node) : forwards(asked, window, node);
  const limit = asked.pagination?.limit || node.config.events.usual;
  const isJson = asked.xdrFormat === 'json';
  const only = await findOnly(call, asked, range);
  const scan: Scan = { call, start, isDescending, filters, only, left: limit, isJson, last: '', isFirst: true };
  w.ascii('{"events":[');
  for (const sequence of only ? only.ledgers : ledgersToScan(node, filters, range, isDescending)) {
    await scanLedger(w, scan, sequence).catch((error: unknown) => {
      throw error instanceof StoreError ? unreadable(node, sequence, error) : error;
    });
    if (scan.left === 0) break;
  }
  w.ascii(`],"cursor":"${scan.left === 0 ? scan.last : cursorText(end)}"`);
  writeWindow(w, window);
};

function check(asked: EventsRequest, { config }: RpcNode): Filter[] {
  const { startLedger = 0, endLedger = 0, pagination = {}, xdrFormat = '', order = '' } = asked;
  checkXdrFormat(xdrFormat);
  if (!['', 'asc', 'desc'].includes(order)) throw invalidParams("order must be 'asc' or 'desc'");
  if (pagination.cursor) {
    if (startLedger !== 0 || endLedger !== 0) throw invalidParams('ledger ranges and cursor cannot both be set');
  } else if (startLedger === 0 && order !== 'desc') throw invalidParams('startLedger must be positive');
  if ((pagination.limit ?? 0) > config.events.most) throw invalidParams(`limit must not exceed ${config.events.most}`);
  return checkFilters((asked.filters ?? []).map((filter) => filter ?? {}));
}

/** Where a scan begins, its ledgers, and the cursor after all of them. */
interface Way {
  start: EventCursor;
  range: LedgerRange;
  end: EventCursor;
}

/** The page begins with the event after the cursor. */
function forwards({ startLedger = 0, endLedger = 0, pagination }: EventsRequest, window: Window, node: RpcNode): Way {
  const cursor = pagination?.cursor;
  const start = cursor ? cursorAfter(cursor) : firstCursor(startLedger);
  checkWithin(start.ledger, window);
  const last = Math.min(window.last, start.ledger + scanLimit(node) - 1, (endLedger || Infinity) - 1);
  return { start, range: { first: start.ledger, last }, end: lastCursor(last) };
}

/** The page begins with the event before the cursor, before `endLedger`, or with the newest. */
function backwards({ startLedger = 0, endLedger = 0, pagination }: EventsRequest, window: Window, node: RpcNode): Way {
  if (startLedger !== 0) checkWithin(startLedger, window);
  const { ledger } = pagination?.cursor ?? { ledger: endLedger === 0 ? Infinity : endLedger - 1 };
  const last = Math.min(ledger, window.last);
  const start = pagination?.cursor && ledger === last ? pagination.cursor : lastCursor(last);
  const first = Math.max(startLedger, window.first, last - scanLimit(node) + 1);
  return { start, range: { first, last }, end: last < first ? start : firstCursor(first) };
}

function checkWithin(ledger: number, { first, last }: Window): void {
  if (ledger < first || ledger > last)
    throw invalidRequest(`startLedger must be within the ledger range: ${first} - ${last}`);
}

/** Returns how many ledgers one call scans at most. */
function scanLimit({ config }: RpcNode): number {
  return config.extras.unlimitedScan ? Infinity : SCAN_LIMIT;
}

/** Returns the ledgers that may hold a match: those that the index names, and those that are not in it yet. */
function ledgersToScan(
  { history }: RpcNode,
  filters: readonly Filter[],
  range: LedgerRange,
  isDescending: boolean,
): Iterable<number> {
  if (range.last < range.first) return [];
  const named = candidates(filters, range, (key, within) => history.lookup.events(key, within));
  if (!named) return sequences(range, isDescending);
  for (const missing of history.lookup.missing(range)) for (const sequence of sequences(missing)) named.add(sequence);
  return [...named].sort((a, b) => (isDescending ? b - a : a - b));
}

function* sequences({ first, last }: LedgerRange, isDescending = false): Generator<number> {
  if (isDescending) for (let sequence = last; sequence >= first; sequence--) yield sequence;
  else for (let sequence = first; sequence <= last; sequence++) yield sequence;
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
  isDescending: boolean;
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
  const { call, start, isDescending, filters, only, isJson } = scan;
  const { history } = call.node;
  const events = history.keptEvents(sequence) ?? history.events(await transactionsOf(call, sequence));
  const time = closedAt(events.closeTime);
  const edge = isDescending ? lastCursor(sequence) : firstCursor(sequence);
  const from = sequence === start.ledger ? start : edge;
  const step = isDescending ? -1 : 1;
  for (const block of events.blocks(from, isDescending)) {
    const { list, bytes, view } = block;
    const at = list.from(from.transaction, from.operation, from.number);
    const end = isDescending ? -1 : list.length;
    for (let index = isDescending ? at - 1 : at; index !== end && scan.left > 0; index += step) {
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
