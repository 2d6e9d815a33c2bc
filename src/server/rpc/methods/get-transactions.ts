/** Answers `getTransactions`: returns pages of transactions in application order. */
import type { Ledger } from '../../../ledger/ledger.ts';
import { messageOf } from '../../../core/system-errors.ts';
import { decodeParams, decodePositional, isPositional } from '../params.ts';
import { invalidParams } from '../errors.ts';
import { parseInt64 } from '../go/text.ts';
import { type Call, type Method, breathe, isFull, spillOver, transactionsOf } from '../call.ts';
import { windowOf } from '../node.ts';
import { checkPaged, pagedRequest, toPaged, type PagedRequest } from '../paging.ts';
import { parseToid, toidText } from '../toid.ts';
import { writeTransaction } from '../transaction-info.ts';
import { writeWindow } from '../window-text.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const request = pagedRequest('GetTransactionsRequest');
const MAX_INT32 = 2147483647;

/** Transactions of the window in the order of application. */
export const getTransactions: Method = async (call, w) => {
  const { node, params } = call;
  const { transactions: limits } = node.config;
  const decoded = isPositional(params) ? await decodePositional(request, params) : await decodeParams(request, params);
  const asked = toPaged(decoded, limits);
  const window = windowOf(node);
  checkPaged(asked, window, limits);
  const page: Page = { ...startOf(asked), count: 0, limit: asked.limit, format: asked.format };
  let cursor = '0';
  w.ascii('{"transactions":[');
  for (let sequence = page.ledger; sequence <= window.last; sequence++) {
    if (sequence < 0) throw invalidParams('cursor ledger sequence cannot be negative');
    if (sequence < window.first) throw invalidParams(`database does not contain metadata for ledger: ${sequence}`);
    cursor = await writePage(call, w, sequence, page);
    if (page.count >= page.limit) break;
  }
  w.ascii('],');
  writeWindow(w, window, 'CloseTimestamp');
  w.ascii(`,"cursor":"${cursor}"}`);
};

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
