/** Answers `getTransaction`: finds one transaction by its hash in the retained ledgers. */
import { decodeParams, string, struct } from '../params.ts';
import { checkXdrFormat } from '../format.ts';
import { hashBytes } from '../hash-text.ts';
import { type Method, transactionsOf } from '../call.ts';
import { unreadable, windowOf } from '../node.ts';
import { writeTransaction } from '../transaction-info.ts';
import { writeWindow } from '../window-text.ts';
import type { AnswerWriter } from '../writer.ts';

const request = struct('GetTransactionRequest', { hash: string, xdrFormat: string });

/** One transaction by its hash, or by the hash inside a fee bump. */
export const getTransaction: Method = async (call, w) => {
  const { node, params, signal } = call;
  const { hash = '', xdrFormat = '' } = await decodeParams(request, params);
  checkXdrFormat(xdrFormat);
  const bytes = hashBytes(hash);
  const window = windowOf(node, 'unable to get ledger range: ');
  await node.history.indexed();
  const found = await node.history.find(bytes, window, signal).catch((error: unknown) => {
    throw unreadable(node, 0, error);
  });
  w.ascii('{');
  writeWindow(w, window, 'CloseTime', true);
  if (!found) return writeNotFound(w, hash);
  const { closeTime } = await transactionsOf(call, found.ledger.sequence);
  w.ascii(',');
  writeTransaction(w, found.ledger, found.index, xdrFormat, hash);
  w.ascii(`,"createdAt":"${closeTime}"}`);
};

function writeNotFound(w: AnswerWriter, hash: string): void {
  w.ascii(',"status":"NOT_FOUND","txHash":');
  w.quoted(hash);
  w.ascii(',"applicationOrder":0,"feeBump":false,"events":{},"ledger":0,"createdAt":"0"}');
}
