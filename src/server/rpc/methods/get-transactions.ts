/** Answers `getTransactions`: returns pages of transactions in application order. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { messageOf } from '../../../core/system-errors.ts';
import { MAX_TRANSACTION } from '../../../ledger/event-list.ts';
import { Decoder } from '../../../tables/decoder.ts';
import { decodeParams, decodePositional, isPositional, struct, type DecodedParams } from '../params.ts';
import { invalidParams } from '../errors.ts';
import { parseInt64 } from '../go/text.ts';
import { type Call, type Method, breathe, isFull, spillOver, transactionsOf } from '../call.ts';
import { unreadable, windowOf } from '../node.ts';
import { checkPaged, pagedRequest, toPaged, type PagedRequest } from '../paging.ts';
import { parseToid, toidText } from '../toid.ts';
import {
  checkTransactionFilter,
  filteredLedgers,
  matchingTransactions,
  transactionFilter,
  type TransactionFilter,
} from '../transaction-filter.ts';
import { writeTransaction } from '../transaction-info.ts';
import { writeWindow } from '../window-text.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const request = pagedRequest('GetTransactionsRequest');
/** With the member that the reference does not have; parameters by position lack it. */
const extendedRequest = struct('GetTransactionsRequest', { ...request.fields, filter: transactionFilter });
const MAX_INT32 = 2147483647;

/** Answers a page of transactions in application order: all, or those that match the filter. */
export const getTransactions: Method = async (call, w) => {
  const { node, params } = call;
  const { transactions: limits } = node.config;
  const decoded: DecodedParams<typeof extendedRequest> = isPositional(params)
    ? await decodePositional(request, params)
    : await decodeParams(extendedRequest, params);
  const asked = toPaged(decoded, limits);
  const filter = decoded.filter && checkTransactionFilter(decoded.filter);
  const window = windowOf(node);
  checkPaged(asked, window, limits);
  const page: Page = { ...startOf(asked), count: 0, limit: asked.limit, format: asked.format };
  w.ascii('{"transactions":[');
  const cursor = await (filter ? writeMatches(call, w, page, window, filter) : writeAll(call, w, page, window));
  w.ascii('],');
  writeWindow(w, window, 'CloseTimestamp');
  w.ascii(`,"cursor":"${cursor}"}`);
};

/** Writes all transactions from the beginning of the page on, and returns the cursor of the last one. */
async function writeAll(call: Call, w: AnswerWriter, page: Page, window: LedgerRange): Promise<string> {
  let cursor = '0';
  for (let sequence = page.ledger; sequence <= window.last; sequence++) {
    checkLedger(sequence, window);
    cursor = await writePage(call, w, sequence, page);
    if (page.count >= page.limit) break;
  }
  return cursor;
}

/** Writes matching transactions. Returns the cursor of the last one if the page is full, else of the last ledger read. */
async function writeMatches(
  call: Call,
  w: AnswerWriter,
  page: Page,
  window: LedgerRange,
  filter: TransactionFilter,
): Promise<string> {
  const { node } = call;
  checkLedger(page.ledger, window);
  if (page.ledger > window.last) return toidText(page.ledger, page.transaction - 1, 1);
  const { ledgers, end } = filteredLedgers(filter, { first: page.ledger, last: window.last }, node.index);
  const decoder = new Decoder(node.history.networkId);
  for (const sequence of ledgers) {
    const ledger = await transactionsOf(call, sequence);
    const first = sequence === page.ledger ? page.transaction : 1;
    for (const index of matchesIn(call, ledger, filter, decoder)) {
      if (index + 1 < first) continue;
      if (page.count++ > 0) w.byte(COMMA);
      writeOne(w, ledger, index, page.format);
      if (isFull(call, w)) await spillOver(call, w);
      if (page.count >= page.limit) return toidText(sequence, index + 1, 1);
    }
    await spillOver(call, w);
    await breathe(call.signal);
  }
  return toidText(end, MAX_TRANSACTION, 1);
}

function matchesIn({ node }: Call, ledger: Ledger, filter: TransactionFilter, decoder: Decoder): number[] {
  try {
    return matchingTransactions(filter, ledger, decoder);
  } catch (error) {
    throw unreadable(node, ledger.sequence, error);
  }
}

function checkLedger(sequence: number, { first }: LedgerRange): void {
  if (sequence < 0) throw invalidParams('cursor ledger sequence cannot be negative');
  if (sequence < first) throw invalidParams(`database does not contain metadata for ledger: ${sequence}`);
}

interface Page {
  /** Where the page begins; transactions count from 1. */
  ledger: number;
  transaction: number;
  count: number;
  limit: number;
  format: string;
}

function startOf({ startLedger, cursor }: PagedRequest): { ledger: number; transaction: number } {
  if (startLedger > MAX_INT32) throw invalidParams('startLedger exceeds supported range');
  if (cursor === '') return { ledger: startLedger, transaction: 1 };
  try {
    const { ledger, transaction } = parseToid(parseInt64(cursor));
    return { ledger, transaction: transaction + 1 };
  } catch (error) {
    throw invalidParams(messageOf(error));
  }
}

/** Writes what the page takes of a ledger, and returns the cursor of the last transaction taken. */
async function writePage(call: Call, w: AnswerWriter, sequence: number, page: Page): Promise<string> {
  const ledger = await transactionsOf(call, sequence);
  const first = sequence === page.ledger ? page.transaction : 1;
  const last = Math.min(ledger.transactions.length, first + page.limit - page.count - 1);
  for (let order = first; order <= last; order++) {
    if (page.count++ > 0) w.byte(COMMA);
    writeOne(w, ledger, order - 1, page.format);
    if (isFull(call, w)) await spillOver(call, w);
  }
  await spillOver(call, w);
  await breathe(call.signal);
  return toidText(sequence, last < first ? 0 : last, 1);
}

function writeOne(w: AnswerWriter, ledger: Ledger, index: number, format: string): void {
  w.ascii('{');
  writeTransaction(w, ledger, index, format);
  w.ascii(',"createdAt":');
  w.integer(ledger.closeTime);
  w.ascii('}');
}
