/**
 * One HTTP exchange over connections that are kept open. By `node:http`: objects of 140 kB take half the processor time that
 * they take by fetch (0.35 to 0.65 ms).
 */
import { Agent, request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Fault } from './fault.ts';

export interface Exchange {
  url: URL;
  method?: 'GET' | 'HEAD';
  headers: Record<string, string>;
  signal?: AbortSignal;
  /** The body is wanted as the store keeps it: what it says of encodings is a note of whoever wrote the object. */
  asStored?: boolean;
}

/** What a server answered; the body must be read to its end or destroyed. */
export interface Answer {
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

/** Returns the answer, after redirects, which take no credentials to another host. Throws what the system says, and Fault. */
export async function exchange(asked: Exchange): Promise<Answer> {
  let at = asked;
  for (let redirects = 0; ; redirects++) {
    const message = await send(at);
    const { statusCode: status = 0, headers } = message;
    if (!REDIRECTS.has(status) || headers.location === undefined) {
      if (asked.asStored) delete headers['content-encoding'];
      return { status, headers, body: decoded(message) };
    }
    message.resume();
    if (redirects === MOST_REDIRECTS) throw new Fault('refused', `the store redirects more than ${redirects} times`);
    at = redirected(at, headers.location);
  }
}

function send({ url, method = 'GET', headers, signal }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent: agents['https:'] })
        : requestHttp(url, { ...options, agent: agents['http:'] });
    request.on('response', resolve).on('error', reject).end();
  });
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
