/** Calls in, answers out: each message of a body to its method, within the limits of each. */
import { metrics, type RpcMetrics } from './metrics.ts';
import { parseBody, type Message } from './envelope.ts';
import { messageOf, RpcError } from './errors.ts';
import { Limits, type Ticket } from './limits.ts';
import type { MethodName } from './config.ts';
import { isMethod, methodOf } from './methods.ts';
import type { RpcNode, Spill } from './node.ts';
import { AnswerWriter } from './writer.ts';

/** What a body is answered with; undefined for one that holds no calls, only notifications. */
export type Answer = Uint8Array | undefined;

/** Answers bodies. */
export interface Dispatcher {
  /** Returns the answer to a body, or what is left of it after `spill`; throws `NOT_JSON` when it is not JSON. */
  answer(text: string, signal: AbortSignal, spill: Spill): Promise<Answer>;
}

/** What a body that is not JSON throws. */
export const NOT_JSON = new Error('[-32700] invalid request value');

/** Returns a dispatcher over a node; it counts the calls in hand of each method. */
export function createDispatcher(node: RpcNode, counters: RpcMetrics = metrics()): Dispatcher {
  const room = { node, limits: new Limits(node, counters) };
  return {
    async answer(text, signal, spill) {
      const body = parseBody(text);
      if (!body) throw NOT_JSON;
      const { messages, isBatch } = body;
      if (isBatch) return answerBatch(room, messages, signal, spill);
      const caller = { signal, spill, hasSpilled: false, mayHold: () => room.limits.mayHold() };
      return answerOne(room, admit(room, messages[0]!), caller);
    },
  };
}

interface Room {
  node: RpcNode;
  limits: Limits;
}

/** A message, and the right to run it or why there is none. */
interface Admitted {
  message: Message;
  ticket?: Ticket;
  error?: unknown;
}

/** A notification is carried out for its log line alone: nothing here changes anything, so it is not run. */
function admit({ limits }: Room, message: Message): Admitted {
  const { id, method, error } = message;
  if (id === undefined || error) return { message, error };
  try {
    if (!isMethod(method)) throw new RpcError('method_not_found', 'method not found', method);
    return { message, ticket: limits.admit(method) };
  } catch (why) {
    return { message, error: why };
  }
}

/** All calls of a batch are in hand at once, and run one after another: no more of their answers than of one is held. */
async function answerBatch(room: Room, messages: Message[], signal: AbortSignal, spill: Spill): Promise<Answer> {
  // What is no call comes first, as in the reference.
  const isStatic = ({ error }: Message) => error !== undefined && error.message !== 'empty method name';
  const ordered = [...messages.filter(isStatic), ...messages.filter((message) => !isStatic(message))];
  const admitted = ordered.map((message) => admit(room, message));
  const held: Uint8Array[] = [];
  const caller: Caller = {
    signal,
    hasSpilled: false,
    async spill(part) {
      for (const before of held.splice(0)) await spill(before);
      await spill(part);
    },
    mayHold: () => Math.min(room.limits.mayHold(), BATCH_HELD_BYTES) - sizeOf(held),
  };
  let answers = 0;
  try {
    for (const one of admitted) {
      if (one.message.id === undefined) continue;
      held.push(answers++ === 0 ? OPEN : COMMA);
      held.push((await answerOne(room, one, { ...caller }))!);
      if (caller.mayHold() < 0) await caller.spill(EMPTY);
    }
  } finally {
    for (const { ticket } of admitted) ticket?.release();
  }
  return answers === 0 ? undefined : Buffer.concat([...held, CLOSE]);
}

/** Of a batch less is held than of one call: the buffers of the calls before are still there while the next one writes. */
const BATCH_HELD_BYTES = 8 * 1024 * 1024;

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const EMPTY = Buffer.alloc(0);

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Who waits for an answer. */
interface Caller {
  signal: AbortSignal;
  spill: Spill;
  /** Whether a part of the answer was sent. */
  hasSpilled: boolean;
  /** How many bytes of the answer may be held now. */
  mayHold: () => number;
}

async function answerOne(room: Room, admitted: Admitted, caller: Caller): Promise<Answer> {
  const { message, ticket, error } = admitted;
  if (message.id === undefined) return undefined;
  try {
    if (!ticket) throw error;
    return await resultOf(room, message, ticket, caller);
  } catch (why) {
    const found = asRpcError(why, room.node, message.method, caller.signal);
    if (caller.hasSpilled) throw found;
    return errorOf(message.id, found);
  }
}

async function resultOf({ node }: Room, message: Message, ticket: Ticket, caller: Caller): Promise<Uint8Array> {
  const { id, params, method } = message;
  const w = new AnswerWriter();
  w.ascii('{"jsonrpc":"2.0","id":');
  w.utf8(id!);
  w.ascii(',"result":');
  const spill: Spill = (part) => {
    caller.hasSpilled = true;
    return caller.spill(part);
  };
  const call = { params, node, spill, mayHold: caller.mayHold };
  await ticket.run((signal) => methodOf(method as MethodName)({ ...call, signal }, w), caller.signal);
  w.ascii('}');
  return w.result();
}

/** A method that is late may still be writing: an error has a text of its own. */
function errorOf(id: string, { code, message, data }: RpcError): Uint8Array {
  const w = new AnswerWriter(256);
  w.ascii('{"jsonrpc":"2.0","id":');
  w.utf8(id);
  w.ascii(`,"error":{"code":${code},"message":`);
  w.quoted(message);
  if (data !== undefined) {
    w.ascii(',"data":');
    w.value(data);
  }
  w.ascii('}}');
  return w.result();
}

function asRpcError(error: unknown, { log }: RpcNode, method: string, caller: AbortSignal): RpcError {
  if (error instanceof RpcError) return error;
  if (caller.aborted) return new RpcError('cancelled', 'the caller is gone');
  log('error', 'a method failed', {
    method,
    error: error instanceof Error ? (error.stack ?? messageOf(error)) : String(error),
  });
  return new RpcError('panic', '[-32003] request failed to process due to internal issue');
}
