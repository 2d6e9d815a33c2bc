/** One call, as the methods see it: what was asked, how much of the answer may be held, and when it is over. */
import type { Ledger } from '../../ledger/ledger.ts';
import { unreadable, type RpcNode } from './node.ts';
import type { AnswerWriter } from './writer.ts';

/** One call in hand. */
export interface Call {
  node: RpcNode;
  /** The parameters' text; undefined when there are none. */
  params?: string;
  /** Aborted when the caller is gone or the time is up. */
  signal: AbortSignal;
  /** Sends what was written so far, for an answer too large to be held. */
  spill: Spill;
  /** How many bytes of the answer may be held now. */
  mayHold: () => number;
}

/** Sends a part of an answer, and resolves when there is room for more. */
export type Spill = (part: Uint8Array) => Promise<void>;

/** Writes the result of a call; what it throws is the call's error. It returns `ERROR_RESULT` when the result tells of one. */
export type Method = (call: Call, w: AnswerWriter) => unknown;

/** What a method returns whose result is an error in the caller's eyes. */
export const ERROR_RESULT = 'error';

/** Whether an answer is larger than what may be held. */
export function isFull({ mayHold }: Call, w: AnswerWriter): boolean {
  return w.length >= mayHold();
}

/** Sends what a large answer has so far; from then on it cannot become an error. Throws when the call is over. */
export async function spillOver(call: Call, w: AnswerWriter): Promise<void> {
  if (!isFull(call, w)) return;
  await call.spill(w.result());
  w.length = 0;
  call.signal.throwIfAborted();
}

/** Lets other requests have their turn, so that a long answer does not keep them waiting; throws when the call is over. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

const NO_OLD_META =
  'error extracting transactions from ledger close meta: TransactionMeta.V=2 is required in protocol version older than ' +
  'version 10. Please process ledgers again using the latest stellar-core version.';

/** Returns a ledger of the window with its transactions; throws internal errors as the reference does. */
export async function transactionsOf({ node, signal }: Call, sequence: number): Promise<Ledger> {
  const { history, config } = node;
  try {
    const ledger = await history.transactions(sequence, signal);
    if (!config.extras.oldLedgers && isTooOld(ledger)) throw new Error(NO_OLD_META);
    return ledger;
  } catch (error) {
    throw unreadable(node, sequence, error);
  }
}

function isTooOld({ protocolVersion, transactions }: Ledger): boolean {
  return protocolVersion < 10 && transactions.some(({ metaVersion }) => metaVersion < 2);
}
