/** JSON-RPC 2.0 envelopes: the messages of a body, and what is wrong with each, as jrpc2 sees it. */
import { runInPieces } from '../../core/in-pieces.ts';
import { codes, type ErrorAnswer } from './errors.ts';
import { isJson, itemsOf, kindOf, membersOf, stringOf, wholeValue, type Slice } from './json-text.ts';
import { escapeHtml } from './writer.ts';

/** One call of a body. */
export interface Message {
  /** As it is echoed: as it was written, escaped as Go does; undefined for a notification. */
  id?: string;
  method: string;
  /** The parameters' text; undefined when they are absent or null. */
  params?: string;
  /** What is wrong with the envelope; no Error, since a body may have a quarter of a million. */
  error?: ErrorAnswer;
}

interface Body {
  messages: Message[];
  isBatch: boolean;
}

/** Returns the messages of a body, undefined when it is not JSON. A body of many values is read in pieces. */
export function parseBody(text: string): Promise<Body | undefined> {
  return runInPieces(bodyOf(text));
}

function* bodyOf(text: string): Generator<void, Body | undefined> {
  if (!isJson(text)) return undefined;
  yield;
  const whole = wholeValue(text);
  if (kindOf(text, whole) !== 'array') return { messages: [yield* messageOf(text, whole)], isBatch: false };
  const messages: Message[] = [];
  for (const item of itemsOf(text, whole)) messages.push(yield* messageOf(text, item));
  return { messages, isBatch: true };
}

interface Draft extends Message {
  version: string;
  extra: string[];
}

function* messageOf(text: string, value: Slice): Generator<void, Message> {
  const draft: Draft = { method: '', version: '', extra: [] };
  const kind = kindOf(text, value);
  yield;
  if (kind === 'object')
    for (const [key, member] of yield* lastMembers(text, value)) readMember(draft, key, text, member);
  else if (kind !== 'null') fail(draft, 'parse_error', 'request is not a JSON object');
  const { extra, version, ...message } = draft;
  if (!message.error && version !== '2.0') fail(message, 'invalid_request', 'invalid version marker');
  if (!message.error && extra.length > 0) {
    message.error = { code: codes.invalid_request, message: 'extra fields in request', data: extra };
  }
  // A call without an id is a notification, but what is no call gets an answer.
  if (message.error) message.id ??= 'null';
  else if (message.method === '') fail(message, 'invalid_request', 'empty method name');
  return message;
}

function* lastMembers(text: string, value: Slice): Generator<void, Map<string, Slice>> {
  const members = new Map<string, Slice>();
  for (const [key, member] of membersOf(text, value)) {
    members.set(key, member);
    yield;
  }
  return members;
}

function readMember(draft: Draft, key: string, text: string, value: Slice): void {
  const kind = kindOf(text, value);
  const raw = text.slice(value.start, value.end);
  switch (key) {
    case 'jsonrpc':
      if (kind === 'string') draft.version = stringOf(text, value);
      else if (kind !== 'null') fail(draft, 'parse_error', 'invalid version key');
      return;
    case 'id':
      if (kind === 'string' || kind === 'number') draft.id = escapeHtml(raw);
      else if (kind !== 'null') fail(draft, 'invalid_request', 'invalid request ID');
      return;
    case 'method':
      if (kind === 'string') draft.method = stringOf(text, value);
      else if (kind !== 'null') fail(draft, 'parse_error', 'invalid method name');
      return;
    case 'params':
      if (kind === 'object' || kind === 'array') draft.params = raw;
      else if (kind !== 'null') fail(draft, 'invalid_request', 'parameters must be array or object');
      return;
    case 'result':
    case 'error':
      return;
    default:
      draft.extra.push(key);
  }
}

function fail(draft: Message, code: 'parse_error' | 'invalid_request', message: string): void {
  draft.error ??= { code: codes[code], message };
}
