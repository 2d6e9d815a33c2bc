/** The HTTP server that rooms share: who is answered, when a client is cut, and Go's manners with what is not HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { refusalOf, type Allowed } from './allowed.ts';
import { answerFault, badHost, badHosts, badRequest, badVersion, lastPaths } from './faults.ts';
import type { LoopWatch } from './loop-watch.ts';
import type { Room } from './room.ts';
import { sendText } from './send.ts';

/** Go's limit: a mebibyte and what it reads ahead. */
const MAX_HEADER = 1024 * 1024 + 4096;
const READ_TIMEOUT = 5000;

export interface HttpOptions {
  /** How long a client may take for its headers. */
  readTimeout?: number;
  /** Takes in the requests. */
  watch?: LoopWatch;
  /** Whose requests are answered; by default all. */
  allowed?: Allowed;
  /** How long a client may take nothing of an answer that waits for it; then its connection is closed. By default for ever. */
  stallTimeout?: number;
  /** Told of such a client, with the bytes that waited. */
  onStall?: (bytes: number) => void;
}

/** Returns a server of rooms, which does not listen yet. Only what is no request of any room is answered here. */
export function createHttp(rooms: readonly Room[], options: HttpOptions = {}): FastifyInstance {
  const bases = rooms.flatMap(({ prefix, takesAnyPath }) => (takesAnyPath === true ? [`${prefix}/`] : []));
  const server = fastify({
    clientErrorHandler: answerFault,
    serverFactory: (handle) => httpServer(handle, options),
    rewriteUrl({ url = '/' }) {
      // An absolute URI names the same resources.
      const local = url.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '') || '/';
      return bases.some((base) => local.startsWith(base)) ? decodable(local) : local;
    },
    forceCloseConnections: 'idle',
    // A path that cannot be decoded.
    frameworkErrors(_error, request, reply) {
      reply.hijack();
      badRequest(request.raw.socket);
    },
    routerOptions: { ignoreDuplicateSlashes: false, ignoreTrailingSlash: false },
  });
  for (const { prefix, add } of rooms) {
    void server.register(
      (own, _options, done) => {
        add(own);
        done();
      },
      { prefix },
    );
  }
  return server;
}

/** Returns a URL with each `%` of its path escaped where the path cannot be decoded: the router would refuse it. */
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function httpServer(handle: Handle, options: HttpOptions): Server {
  const { readTimeout = READ_TIMEOUT } = options;
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER,
      headersTimeout: readTimeout,
      requestTimeout: 0,
      keepAliveTimeout: readTimeout,
      connectionsCheckingInterval: Math.min(readTimeout / 4, 500),
      requireHostHeader: false,
      noDelay: true,
    },
    (request, response) => {
      options.watch?.enters(request, response);
      cutWhenStalled(response, options);
      inTurn(request, response, () => take(request, response, handle, options.allowed));
    },
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { Connection: 'close', 'Content-Length': 0 }).end();
  });
  return server;
}

function take(request: IncomingMessage, response: ServerResponse, handle: Handle, allowed?: Allowed): void {
  nameConnection(request, response);
  if (request.httpVersionMajor < 1) return badRequest(request.socket);
  if (request.httpVersionMajor > 1) return badVersion(request.socket);
  if (request.headers.host === undefined && request.httpVersionMinor > 0) return badHost(request.socket);
  if ((request.headersDistinct.host?.length ?? 0) > 1) return badHosts(request.socket);
  lastPaths.set(request.socket, request.url ?? '/');
  if (request.url === '*') return void response.writeHead(200, { 'Content-Length': 0 }).end();
  const refusal = allowed && refusalOf(request.headers, allowed);
  if (refusal !== undefined) return sendText(response, 403, refusal);
  handle(request, response);
}

/** The timeout of a socket begins anew whenever some of what was written is taken. */
function cutWhenStalled(response: ServerResponse, { stallTimeout, onStall }: HttpOptions): void {
  if (stallTimeout === undefined) return;
  response.setTimeout(stallTimeout, () => {
    const { socket } = response;
    if (!socket || socket.writableLength === 0) return;
    onStall?.(socket.writableLength);
    socket.destroy();
  });
}

/** How many requests of a connection may wait for their turn; one that sends more is closed, since Node reads on. */
const MOST_WAITING = 1000;
const waiting = new WeakMap<Socket, number>();

/** Requests of one connection are answered one after another, as in Go: Node hands over all that have come. */
function inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (response.socket) return answer();
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MOST_WAITING) return void socket.destroy();
  waiting.set(socket, count);
  response.once('socket', () => {
    waiting.set(socket, waiting.get(socket)! - 1);
    answer();
  });
}

/** Says of the connection what Go says: only what the client could not know. */
function nameConnection({ httpVersion, headers, socket }: IncomingMessage, response: ServerResponse): void {
  const asked = headers.connection ?? '';
  if (httpVersion === '1.0') asVersion10(socket);
  if (httpVersion === '1.0' && /\bkeep-alive\b/i.test(asked)) response.setHeader('Connection', 'keep-alive');
  else if (httpVersion === '1.0' || !/\bclose\b/i.test(asked)) response.removeHeader('Connection');
}

/** Node answers as HTTP/1.1 whatever it was asked; the first bytes of the answer are its version. */
function asVersion10(socket: Socket): void {
  const write = socket.write;
  socket.write = function (this: Socket, chunk: string | Uint8Array, ...rest: never[]) {
    socket.write = write;
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    const answer = text.replace(/^HTTP\/1\.1/, 'HTTP/1.0');
    return write.call(this, typeof chunk === 'string' ? answer : Buffer.from(answer, 'latin1'), ...rest);
  };
}
