/** One HTTP request: what plain mirrors and Google's JSON API have in common. */
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Body } from '../bucket.ts';
import { crc32Check, hashCheck } from './checksum.ts';
import { exchange, type HttpAnswer, type Exchange } from './exchange.ts';
import { Fault, retryAfter, statusFault } from './fault.ts';
import type { ObjectMetadata } from '../store.ts';

export interface HttpRequest {
  url: URL;
  method?: Exchange['method'];
  headers?: Record<string, string>;
  body?: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
  asStored?: boolean;
  /** Returns the store's code and words in the body of an error. */
  explain?: (text: string, headers: IncomingHttpHeaders) => { code?: string; message: string };
}

const MAX_ERROR_BYTES = 10_000;

/** Returns an answer whose status is good; throws Fault, and what the system says. */
export async function request({ headers, explain, ...asked }: HttpRequest): Promise<HttpAnswer> {
  const answer = await exchange({ ...asked, headers: { 'accept-encoding': 'identity', ...headers } });
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw await errorOf(answer, explain);
}

async function errorOf({ status, headers, body }: HttpAnswer, explain: HttpRequest['explain']): Promise<Fault> {
  const said = await text(body).catch(() => '');
  const { code, message } = explain?.(said.slice(0, MAX_ERROR_BYTES), headers) ?? { message: '' };
  return statusFault(status, message || (code ? '' : (STATUS_CODES[status] ?? '')), {
    code,
    retryAfterMs: retryAfter(headers['retry-after']),
  });
}

/** Returns the JSON of an answer; one that was cut is worth another attempt. */
export async function jsonOf({ body }: HttpAnswer): Promise<unknown> {
  const said = await text(body);
  try {
    return JSON.parse(said);
  } catch (error) {
    throw new Fault('passing', 'the answer is not JSON', { code: 'Unreadable', cause: error });
  }
}

/** Returns the headers that ask for the bytes from an offset on, of the version that was begun with. */
export function rangeHeaders(offset: number, end?: number): Record<string, string> {
  return offset === 0 && end === undefined ? {} : { range: `bytes=${offset}-${end ?? ''}` };
}

/** Returns what an answer's headers say of its body; `checkOf` finds the hash of the whole object in them. */
export function bodyOf({ status, headers, body }: HttpAnswer, checkOf = checkOfAnswer): Body {
  const [, start, total] = /^bytes ([0-9]+)-[0-9]+\/([0-9]+)$/.exec(headers['content-range'] ?? '') ?? [];
  const isPart = status === 206 && start !== undefined;
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  const length = isEncoded ? undefined : headers['content-length'];
  const bytes = isPart ? Number(total) : length === undefined ? undefined : Number(length);
  const check = isEncoded ? undefined : checkOf(headers);
  return {
    offset: isPart ? Number(start) : 0,
    chunks: body,
    version: headers.etag,
    ...(bytes !== undefined && { bytes }),
    ...(check && { check }),
  };
}

/** Servers seldom send one, but a hash that is sent is compared: RFC 9530, its predecessor, and Content-MD5 of whole answers. */
function checkOfAnswer(headers: IncomingHttpHeaders): Body['check'] {
  const sha256 = /sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(String(headers['repr-digest'] ?? headers['digest'] ?? ''))?.[1];
  if (sha256) return hashCheck('sha256', sha256);
  const md5 = headers['content-md5'];
  return typeof md5 === 'string' ? hashCheck('md5', md5) : undefined;
}

/** Returns size and time from the headers of an answer to HEAD. */
export function metadataOf({ headers, body }: HttpAnswer): ObjectMetadata {
  body.resume();
  const modified = Date.parse(headers['last-modified'] ?? '');
  return {
    bytes: Number(headers['content-length'] ?? 0),
    ...(!Number.isNaN(modified) && { modified: new Date(modified).toISOString() }),
    notes: {},
  };
}

/** Returns the check for an `x-goog-hash` or similar list of `name=value`; names that are not known are passed over. */
export function hashListCheck(
  list: string,
  more: Record<string, (expected: string) => Body['check']> = {},
): Body['check'] {
  const hashes = new Map(list.split(',').map((part) => split(part.trim())));
  const md5 = hashes.get('md5');
  if (md5) return hashCheck('md5', md5);
  const crc32 = hashes.get('crc32');
  if (crc32) return crc32Check(crc32);
  const name = Object.keys(more).find((name) => hashes.has(name));
  return name === undefined ? undefined : more[name](hashes.get(name)!);
}

function split(part: string): [string, string] {
  const at = part.indexOf('=');
  return [part.slice(0, at), part.slice(at + 1)];
}
