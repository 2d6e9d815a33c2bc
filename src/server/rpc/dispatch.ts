/** Calls in, answers out: each message of a body to its method, within the limits of each. */
import { messageOf } from '../../core/system-errors.ts';
import { pieces } from '../../core/in-pieces.ts';
import { BatchAnswer } from './batch-answer.ts';
import { parseBody, type Message } from './envelope.ts';
import { codes, RpcError, type ErrorAnswer } from './errors.ts';
import type { HeldBytes } from './buffered-bytes.ts';
import { Limits, type Ticket } from './limits.ts';
import { methodOf } from './methods/index.ts';
import type { RpcMetrics } from './counters.ts';
import type { Method, Spill } from './call.ts';
import type { RpcNode } from './node.ts';
import { AnswerWriter, escapeHtml, goString } from './writer.ts';

/** What a body is answered with; undefined for one that holds no calls, only notifications. */
type Answer = Uint8Array | undefined;

/** Answers bodies. */
export interface Dispatcher {
  /**
   * Returns the answer to a body, or what is left of it after `spill`; throws `NOT_JSON` when it is not JSON, and RpcError when
   * the signal is aborted or an answer that was sent in part cannot be ended.
   */
  answer(text: string, signal: AbortSignal, spill: Spill): Promise<Answer>;
}

/** What a body that is not JSON throws. */
export const NOT_JSON = new Error('[-32700] invalid request value');

/** Returns a dispatcher over a node; it counts the calls in hand of each method. */
export function createDispatcher(node: RpcNode, counters: RpcMetrics, held: HeldBytes): Dispatcher {
  const room = { node, held, limits: new Limits(node, counters, held) };
  return {
    async answer(text, signal, spill) {
      const body = await parseBody(text);
      if (!body) throw NOT_JSON;
      const { messages, isBatch } = body;
      if (isBatch) return answerBatch(room, messages, signal, spill);
      const caller: Caller = { signal, spill, hasSpilled: false, mayHold: () => held.mayHold() };
      return answerOne(room, admit(room, messages[0]), caller);
    },
  };
}

interface Room {
  node: RpcNode;
  held: HeldBytes;
  limits: Limits;
}

/** The right to run a method. */
interface Right {
  method: Method;
  ticket: Ticket;
}

/** A message, and the right to run it or why there is none. */
interface Admitted {
  message: Message;
  right?: Right;
  error?: ErrorAnswer;
}

/** A notification is carried out for its log line alone: nothing here changes anything, so it is not run. */
function admit({ limits, node }: Room, message: Message): Admitted {
  const { id, method, error } = message;
  if (id === undefined || error) return { message, error };
  try {
    const listed = methodOf(method);
    if (!listed) throw new RpcError('method_not_found', 'method not found', method);
    return { message, right: { method: listed.run, ticket: limits.admit(method, listed) } };
  } catch (why) {
    return { message, error: asRpcError(why, node, method) };
  }
}

/**
 * All calls of a batch are in hand at once, and run one after another. What was answered is sent before the next call runs,
 * which may then hold as much as one that was sent alone.
 */
async function answerBatch(room: Room, messages: Message[], signal: AbortSignal, spill: Spill): Promise<Answer> {
  // What is no call comes first, as in the reference.
  const isStatic = ({ error }: Message) => error !== undefined && error.message !== 'empty method name';
  const ordered = [...messages.filter(isStatic), ...messages.filter((message) => !isStatic(message))];
  const { calls, bytes } = room.node.config.batch;
  const admitted = ordered.slice(0, calls).map((message) => admit(room, message));
  const batch = new BatchAnswer(spill);
  const mayHold = () => room.held.mayHold() - batch.held;
  const caller: Caller = { signal, hasSpilled: false, spill: (part) => batch.spill(part), mayHold };
  const turn = pieces();
  try {
    for (const [i, message] of ordered.entries()) {
      if (message.id === undefined) continue;
      const wait = turn();
      if (wait) await wait;
      if (signal.aborted) throw new RpcError('cancelled', 'the caller is gone');
      if (batch.held >= SENT_BYTES) await batch.flush();
      caller.hasSpilled = false;
      batch.begin();
      const one = admitted[i] ?? overLimit(message, `${calls} calls`);
      const next = batch.length < bytes ? one : overLimit(message, `${bytes} bytes`);
      const answered = (await answerOne(room, next, caller))!;
      // The next answer is written where this one was, if that is sent by then.
      batch.push(answered.length < SENT_BYTES ? answered.slice() : answered);
    }
  } finally {
    for (const { right } of admitted) right?.ticket.release();
  }
  return batch.end();
}

function overLimit(message: Message, limit: string): Admitted {
  return {
    message,
    error: message.error ?? { code: codes.system_error, message: `batch surpassed limit of ${limit}` },
  };
}

/** Answers of a batch that are smaller than this, all together, are sent with those that follow. */
const SENT_BYTES = 64 * 1024;

/** Who waits for an answer. */
interface Caller {
  signal: AbortSignal;
  spill: Spill;
  /** Whether a part of the answer was sent. */
  hasSpilled: boolean;
  /** How many bytes of the answer may be held now. */
  mayHold: () => number;
  /** What the last answer was written with, if its method has ended. */
  writer?: AnswerWriter;
}

async function answerOne(room: Room, admitted: Admitted, caller: Caller): Promise<Answer> {
  const { message, right, error } = admitted;
  const { id = 'null', method } = message;
  if (error) return errorOf(id, error);
  if (!right) return undefined;
  try {
    return await resultOf(room, message, right, caller);
  } catch (why) {
    const found = asRpcError(why, room.node, method);
    if (caller.hasSpilled) throw found;
    return errorOf(id, found);
  }
}

async function resultOf({ node }: Room, message: Message, right: Right, caller: Caller): Promise<Uint8Array> {
  const { id = 'null', params } = message;
  const { writer: w = new AnswerWriter(node.keys) } = caller;
  w.length = 0;
  // A method that is late may still be writing: its writer is nobody else's.
  caller.writer = undefined;
  w.ascii('{"jsonrpc":"2.0","id":');
  w.utf8(id);
  w.ascii(',"result":');
  await right.ticket.run((signal, limit) => {
    const spill: Spill = (part) => {
      caller.hasSpilled = true;
      return limit.pausedFor(() => caller.spill(part));
    };
    return right.method({ params, node, spill, signal, mayHold: caller.mayHold }, w);
  }, caller.signal);
  w.ascii('}');
  caller.writer = w;
  return w.result();
}

/** A method that is late may still be writing: an error has a text of its own. */
function errorOf(id: string, { code, message, data }: ErrorAnswer): Uint8Array {
  const more = data === undefined ? '' : `,"data":${escapeHtml(JSON.stringify(data))}`;
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${goString(message)}${more}}}`);
}

function asRpcError(error: unknown, { log }: RpcNode, method: string): RpcError {
  if (error instanceof RpcError) return error;
  log('error', 'a method failed', {
    method,
    error: error instanceof Error ? (error.stack ?? messageOf(error)) : String(error),
  });
  return new RpcError('panic', '[-32003] request failed to process due to internal issue');
}
