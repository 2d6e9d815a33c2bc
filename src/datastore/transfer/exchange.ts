/**
 * One HTTP exchange over connections that are kept open. By `node:http`: objects of 140 kB take half the processor time that
 * they take by fetch (0.35 to 0.65 ms).
 */
import {
  Agent,
  request as requestHttp,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Fault } from './fault.ts';

export interface Exchange {
  url: URL;
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST';
  headers: Record<string, string>;
  /** What is sent; the headers say how long it is. */
  body?: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
  /** The body is wanted as the store keeps it: what it says of encodings is a note of whoever wrote the object. */
  asStored?: boolean;
}

/** What a server answered; the body must be read to its end or destroyed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Connections to one host; more requests than this wait for one. */
const SOCKETS = 64;
const connections = {
  keepAlive: true,
  maxSockets: SOCKETS,
  ...(process.env.NODE_USE_ENV_PROXY === '1' && { proxyEnv: process.env }),
};
const agents = { 'http:': new Agent(connections), 'https:': new SecureAgent(connections) };

/**
 * Returns the answer after redirects. Credentials stay with their host, and a body is sent once. Throws Fault and system
 * errors.
 */
export async function exchange(asked: Exchange): Promise<HttpAnswer> {
  let at = asked;
  for (let redirects = 0; ; redirects++) {
    const message = await send(at);
    const { statusCode: status = 0, headers } = message;
    if (!REDIRECTS.has(status) || headers.location === undefined || at.body) {
      if (asked.asStored) delete headers['content-encoding'];
      return { status, headers, body: decoded(message) };
    }
    message.resume();
    if (redirects === MOST_REDIRECTS) throw new Fault('refused', `the store redirects more than ${redirects} times`);
    at = redirected(at, headers.location);
  }
}

/** Bodies up to this size are in the system's hands before a server can refuse them. */
const UNASKED_BYTES = 64 << 10;
/** How long a server may take to say whether it wants a larger one; one that knows no such question is sent it then. */
const UNASKED_MS = 1000;

function send({ url, method = 'GET', headers, body, signal }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isAsked = body !== undefined && Number(headers['content-length']) > UNASKED_BYTES;
    const options = { method, headers: isAsked ? { ...headers, expect: '100-continue' } : headers, signal };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent: agents['https:'] })
        : requestHttp(url, { ...options, agent: agents['http:'] });
    request.on('response', resolve).on('error', reject);
    if (isAsked) sendAsked(request, body);
    else if (body) sendBody(request, body);
    else request.end();
  });
}

function sendBody(request: ClientRequest, body: AsyncIterable<Uint8Array>): void {
  // What goes wrong ends the request with the same error.
  pipeline(Readable.from(body), request, () => undefined);
}

/** A server that refuses says so before the body: sent at once, its words would be lost with the connection that it closes. */
function sendAsked(request: ClientRequest, body: AsyncIterable<Uint8Array>): void {
  let isSettled = false;
  const begin = () => {
    if (!isSettled && !request.destroyed) sendBody(request, body);
    isSettled = true;
  };
  const timer = setTimeout(begin, UNASKED_MS);
  request.on('continue', begin).on('close', () => clearTimeout(timer));
  request.on('response', (message) => {
    if (!isSettled) message.on('close', () => request.destroy());
    isSettled = true;
  });
  request.flushHeaders();
}

function redirected({ url, headers, ...rest }: Exchange, location: string): Exchange {
  const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (!next || !(next.protocol in agents)) throw new Fault('refused', `the store redirects to "${location}"`);
  if (next.origin === url.origin) return { ...rest, url: next, headers };
  const kept = Object.entries(headers).filter(([name]) => ['accept-encoding', 'range', 'if-range'].includes(name));
  return { ...rest, url: next, headers: Object.fromEntries(kept) };
}

/** Some servers encode what was not asked for. */
function decoded(message: IncomingMessage): Readable {
  const decoder = decoderOf(message.headers['content-encoding']);
  // What goes wrong reaches whoever reads the decoder.
  return decoder ? pipeline(message, decoder, () => undefined) : message;
}

function decoderOf(encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  return encoding === 'br' ? createBrotliDecompress() : undefined;
}
