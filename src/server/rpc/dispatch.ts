/** Calls in, answers out: each message of a body to its method, within the limits of each. */
import { metrics, type RpcMetrics } from './metrics.ts';
import { parseBody, type Message } from './envelope.ts';
import { messageOf, RpcError, timeoutError } from './errors.ts';
import { isMethod, methodOf } from './methods.ts';
import type { MethodName } from './config.ts';
import { ERROR_RESULT, type RpcNode, type Spill } from './node.ts';
import { AnswerWriter } from './writer.ts';

const COMMA = 44;

/** What a body is answered with; undefined for one that holds no calls, only notifications. */
export type Answer = Uint8Array | undefined;

/** Answers bodies. */
export interface Dispatcher {
  /** Returns the answer to a body, or what is left of it after `spill`; throws `NOT_JSON` when it is not JSON. */
  answer(text: string, signal: AbortSignal, spill?: Spill): Promise<Answer>;
}

/** What a body that is not JSON throws. */
export const NOT_JSON = new Error('[-32700] invalid request value');

/** Returns a dispatcher over a node; it counts the calls in hand of each method. */
export function createDispatcher(node: RpcNode, counters: RpcMetrics = metrics()): Dispatcher {
  const inHand = new Map<MethodName, number>();
  const room = { node, inHand, counters };
  return {
    async answer(text, signal, spill) {
      const body = parseBody(text);
      if (!body) throw NOT_JSON;
      // What is no call comes first, as in the reference.
      const isStatic = ({ error }: Message) => error !== undefined && error.message !== 'empty method name';
      const ordered = [...body.messages.filter(isStatic), ...body.messages.filter((message) => !isStatic(message))];
      const caller = body.isBatch ? { signal, hasSpilled: false } : callerOf(signal, spill);
      const all = await Promise.all(ordered.map((message) => answerOne(room, message, caller)));
      const answers = all.filter((one) => one !== undefined);
      if (answers.length === 0) return undefined;
      return body.isBatch ? joined(answers) : answers[0]!;
    },
  };
}

function joined(answers: readonly Uint8Array[]): Uint8Array {
  const w = new AnswerWriter(answers.reduce((sum, { length }) => sum + length + 1, 1));
  w.ascii('[');
  answers.forEach((answer, i) => {
    if (i > 0) w.byte(COMMA);
    w.copy(answer, 0, answer.length);
  });
  w.ascii(']');
  return w.result();
}

interface Room {
  node: RpcNode;
  inHand: Map<MethodName, number>;
  counters: RpcMetrics;
}

/** A notification is carried out for its log line alone: nothing here changes anything, so it is not run. */
async function answerOne(room: Room, message: Message, caller: Caller): Promise<Uint8Array | undefined> {
  if (message.id === undefined) return undefined;
  try {
    if (message.error) throw message.error;
    return await resultOf(room, message.method, message, caller);
  } catch (error) {
    const found = asRpcError(error, room.node, message.method, caller.signal);
    if (caller.hasSpilled) throw found;
    return errorOf(message.id, found);
  }
}

async function resultOf(room: Room, method: string, { id, params }: Message, caller: Caller): Promise<Uint8Array> {
  if (!isMethod(method)) throw new RpcError('method_not_found', 'method not found', method);
  const w = new AnswerWriter();
  w.ascii('{"jsonrpc":"2.0","id":');
  w.utf8(id!);
  w.ascii(',"result":');
  const call = { params, node: room.node, spill: caller.spill };
  await limited(room, method, (signal) => methodOf(method)({ ...call, signal }, w), caller.signal);
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

/** Who waits for an answer. */
interface Caller {
  signal: AbortSignal;
  spill?: Spill;
  /** Whether a part of the answer was sent. */
  hasSpilled: boolean;
}

function callerOf(signal: AbortSignal, spill: Spill | undefined): Caller {
  const caller: Caller = { signal, hasSpilled: false };
  if (spill) {
    caller.spill = (part) => {
      caller.hasSpilled = true;
      return spill(part);
    };
  }
  return caller;
}

type Run = (signal: AbortSignal) => unknown;

/** Runs a method unless too many of its calls are in hand; throws a timeout when it took too long. */
async function limited({ node, inHand, counters }: Room, method: MethodName, run: Run, signal: AbortSignal) {
  const { queue, duration } = node.config.methods[method];
  const now = inHand.get(method) ?? 0;
  if (now >= queue) {
    throw new RpcError('system_error', `rpc queue for ${method} surpassed queue limit of ${queue} requests`);
  }
  const started = performance.now();
  const observe = counters.start(method);
  inHand.set(method, now + 1);
  let status = 'ok';
  const deadline = startDeadline(signal, duration);
  try {
    const outcome = await Promise.race([run(deadline.signal), deadline.passed]);
    if (outcome === ERROR_RESULT) status = 'error';
    if (performance.now() - started > duration) throw timeoutError();
  } catch (error) {
    const found = deadline.isLate() && !(error instanceof RpcError) ? timeoutError() : error;
    status = found instanceof RpcError ? found.codeName : 'panic';
    throw found;
  } finally {
    deadline.end();
    inHand.set(method, inHand.get(method)! - 1);
    observe(status);
    report(node, method, performance.now() - started, status);
  }
}

interface Deadline {
  /** Aborted when the time is up or the caller is gone. */
  signal: AbortSignal;
  /** Rejects then. */
  passed: Promise<never>;
  isLate(): boolean;
  end(): void;
}

function startDeadline(caller: AbortSignal, milliseconds: number): Deadline {
  const own = new AbortController();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      own.abort();
    },
    Math.max(milliseconds, 1),
  );
  const onGone = () => own.abort();
  caller.addEventListener('abort', onGone);
  const passed = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason as Error));
  });
  return {
    signal: own.signal,
    passed,
    isLate: () => late,
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onGone);
    },
  };
}

function report({ log, config }: RpcNode, method: string, milliseconds: number, status: string): void {
  const duration = `${milliseconds.toFixed(1)}ms`;
  log('debug', 'finished JSONRPC request', { method, duration, status });
  if (milliseconds > config.warnDuration) log('warn', 'JSONRPC request took long', { method, duration, status });
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
