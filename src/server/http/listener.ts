/** Rooms on an address. */
import type { FastifyInstance } from 'fastify';
import { errorCode, messageOf } from '../../core/system-errors.ts';
import type { Room } from './room.ts';
import { createHttp, type HttpOptions } from './server.ts';

/** How long requests in hand may take when a listener closes. */
const GRACE_MS = 3000;

/** An address that nothing can be served on; the message is in the words of Go's `net`. */
export class EndpointError extends Error {
  readonly endpoint: string;
  /** The message without Go's prefix. */
  readonly reason: string;

  constructor(endpoint: string, message: string) {
    super(message);
    this.endpoint = endpoint;
    this.reason = message.replace(/^listen tcp(?: \S+)?: (?:bind: |address \S+: )?/, '');
  }
}

/** An address that is listened on. */
export interface Listener {
  /** Its port, which may have been free to choose. */
  port: number;
  url: string;
  /** Ends it: no new requests, those in hand are answered. */
  close(): Promise<void>;
}

/** Serves rooms on `host:port`; throws EndpointError when that cannot be. Without a host it is the loopback interface. */
export async function listen(endpoint: string, rooms: readonly Room[], options?: HttpOptions): Promise<Listener> {
  const { host, port } = parseEndpoint(endpoint);
  const server = createHttp(rooms, options);
  await server.ready();
  try {
    await server.listen({ host, port });
  } catch (error) {
    await server.close();
    throw endpointError(error, endpoint, `${host}:${port}`);
  }
  const address = server.server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return { port: taken, url: urlOf(endpoint, taken), close: () => closeSoon(server) };
}

function endpointError(error: unknown, endpoint: string, address: string): EndpointError {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new EndpointError(endpoint, `listen tcp ${address}: bind: address already in use`);
  if (code === 'EACCES') return new EndpointError(endpoint, `listen tcp ${address}: bind: permission denied`);
  return new EndpointError(endpoint, `listen tcp: ${messageOf(error)}`);
}

/** Answers what is in hand, then closes; after a while it closes anyway. */
async function closeSoon(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), GRACE_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the URL of an address that is listened on; its port may have been free to choose. */
export function urlOf(endpoint: string, port: number): string {
  const { host } = parseEndpoint(endpoint);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

/** Returns the parts of `host:port`; throws EndpointError when it is no such. */
export function parseEndpoint(endpoint: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(endpoint);
  if (!match) throw new EndpointError(endpoint, `listen tcp: address ${endpoint}: missing port in address`);
  const port = Number(match[3]);
  if (port > 65535) throw new EndpointError(endpoint, `listen tcp: address ${port}: invalid port`);
  return { host: match[1] ?? (match[2] || 'localhost'), port };
}
