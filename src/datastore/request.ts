/** One HTTP request by fetch: what plain mirrors and Google's JSON API have in common. */
import type { Body } from './bucket.ts';
import { crc32Check, hashCheck } from './checksum.ts';
import { Fault, retryAfter, statusFault } from './fault.ts';
import type { ObjectMetadata } from './store.ts';

export interface HttpRequest {
  url: URL;
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Returns the store's code and words in the body of an error. */
  explain?: (text: string) => { code?: string; message: string };
}

const MAX_ERROR_BYTES = 10_000;

/** Returns a response whose status is good; throws Fault, and what fetch throws. */
export async function request({ url, method = 'GET', headers, signal, explain }: HttpRequest): Promise<Response> {
  const response = await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers }, signal });
  if (response.ok) return response;
  throw await errorOf(response, explain);
}

async function errorOf(response: Response, explain: HttpRequest['explain']): Promise<Fault> {
  const text = await response.text().catch(() => '');
  const { code, message } = explain?.(text.slice(0, MAX_ERROR_BYTES)) ?? { message: '' };
  return statusFault(response.status, message || (code ? '' : response.statusText), {
    code,
    retryAfterMs: retryAfter(response.headers.get('retry-after')),
  });
}

/** Returns the JSON of an answer; one that was cut is worth another attempt. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault('passing', 'the answer is not JSON', { code: 'Unreadable', cause: error });
  }
}

/** Returns the headers that ask for the bytes from an offset on, of the version that was begun with. */
export function rangeHeaders(offset: number, end?: number): Record<string, string> {
  return offset === 0 && end === undefined ? {} : { range: `bytes=${offset}-${end ?? ''}` };
}

/** Returns what a response's headers say of its body. */
export function bodyOf({ status, headers, body }: Response): Body {
  const [, start, total] = /^bytes ([0-9]+)-[0-9]+\/([0-9]+)$/.exec(headers.get('content-range') ?? '') ?? [];
  const isPart = status === 206 && start !== undefined;
  const isEncoded = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  const length = isEncoded ? null : headers.get('content-length');
  const bytes = isPart ? Number(total) : length === null ? undefined : Number(length);
  const check = isEncoded ? undefined : checkOf(headers);
  return {
    offset: isPart ? Number(start) : 0,
    chunks: body ?? emptyBody(),
    version: headers.get('etag') ?? undefined,
    ...(bytes !== undefined && { bytes }),
    ...(check && { check }),
  };
}

/** Servers seldom send one, but a hash that is sent is compared: RFC 9530, its predecessor, and Content-MD5 of whole answers. */
function checkOf(headers: Headers): Body['check'] {
  const sha256 = /sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(headers.get('repr-digest') ?? headers.get('digest') ?? '')?.[1];
  if (sha256) return hashCheck('sha256', sha256);
  const md5 = headers.get('content-md5');
  return md5 ? hashCheck('md5', md5) : undefined;
}

/** Returns size and time from the headers of an answer. */
export function metadataOf(headers: Headers, notePrefix?: string): ObjectMetadata {
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const notes = [...headers].filter(([name]) => notePrefix !== undefined && name.startsWith(notePrefix));
  return {
    bytes: Number(headers.get('content-length') ?? 0),
    ...(!Number.isNaN(modified) && { modified: new Date(modified).toISOString() }),
    notes: Object.fromEntries(notes.map(([name, value]) => [name.slice(notePrefix!.length), value])),
  };
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Returns the check for an `x-goog-hash` or similar list of `name=value`; names that are not known are passed over. */
export function hashListCheck(
  list: string | null,
  more: Record<string, (expected: string) => Body['check']> = {},
): Body['check'] {
  const hashes = new Map((list ?? '').split(',').map((part) => split(part.trim())));
  const md5 = hashes.get('md5');
  if (md5) return hashCheck('md5', md5);
  const crc32 = hashes.get('crc32');
  if (crc32) return crc32Check(crc32);
  const name = Object.keys(more).find((name) => hashes.has(name));
  return name === undefined ? undefined : more[name]!(hashes.get(name)!);
}

function split(part: string): [string, string] {
  const at = part.indexOf('=');
  return [part.slice(0, at), part.slice(at + 1)];
}
