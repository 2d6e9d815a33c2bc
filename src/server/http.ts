/** The HTTP server that all rooms share: loopback unless told otherwise, and Go's manners with requests that are not HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { answerFault, badHost, badRequest, badVersion } from './faults.ts';

/** Go's limit: a mebibyte and what it reads ahead. */
const MAX_HEADER = 1024 * 1024 + 4096;
const READ_TIMEOUT = 5000;

export interface HttpOptions {
  /** How long a client may take for its headers. */
  readTimeout?: number;
}

/** Returns a server without rooms; every request reaches `onRequest` first, which may answer it. */
export function createHttp({ readTimeout = READ_TIMEOUT }: HttpOptions = {}): FastifyInstance {
  return fastify({
    clientErrorHandler: answerFault,
    serverFactory: (handle) => httpServer(handle, readTimeout),
    // An absolute URI names the same resources.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '') || '/',
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: false, ignoreTrailingSlash: false },
  });
}

function httpServer(handle: (request: IncomingMessage, response: ServerResponse) => void, readTimeout: number): Server {
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
      nameConnection(request, response);
      if (request.httpVersionMajor < 1) return badRequest(request.socket);
      if (request.httpVersionMajor > 1) return badVersion(request.socket);
      if (request.headers.host === undefined && request.httpVersionMinor > 0) return badHost(request.socket);
      if (request.url === '*') return void response.writeHead(200, { 'Content-Length': 0 }).end();
      handle(request, response);
    },
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { Connection: 'close', 'Content-Length': 0 }).end();
  });
  return server;
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
  } as typeof write;
}
