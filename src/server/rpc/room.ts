/** The JSON-RPC room: `POST /`, its CORS, and the words of Go's server for everything else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyTooLarge, readBody, SlowBody } from './body.ts';
import { createDispatcher, NOT_JSON, type Dispatcher } from './dispatch.ts';
import { messageOf, timeoutError } from './errors.ts';
import { metrics, type RpcMetrics } from './metrics.ts';
import type { RpcNode } from './node.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const TEXT = 'text/plain; charset=utf-8';
const MAX_BODY = 512 * 1024;

export interface RoomOptions {
  counters?: RpcMetrics;
  /** Milliseconds a client may take for a request. */
  readTimeout?: number;
}

/** Adds the room to a server: `/` is its only path, and it answers for paths that no other room has. */
export function addRpcRoom(server: FastifyInstance, node: RpcNode, options: RoomOptions = {}): void {
  const { counters = metrics(), readTimeout } = options;
  const room: Room = { node, counters, dispatcher: createDispatcher(node, counters), inHand: 0, readTimeout };
  server.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request)) preflight(request, reply);
    else done();
  });
  // The room takes over before bodies are read: it has its own limits and words.
  const take = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    return serve(room, request.raw, reply.raw);
  };
  server.all('/', { onRequest: take }, take);
  server.setNotFoundHandler((request, reply) => {
    reply.hijack();
    allowOrigin(request.raw, reply.raw);
    reply.raw.setHeader('Vary', 'Origin');
    reply.raw.setHeader('X-Content-Type-Options', 'nosniff');
    sendText(reply.raw, 404, '404 page not found');
  });
}

interface Room {
  node: RpcNode;
  counters: RpcMetrics;
  dispatcher: Dispatcher;
  /** How many requests are in hand. */
  inHand: number;
  readTimeout?: number;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function preflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin, 'access-control-request-method': method = '', 'access-control-request-headers': asked } = headers;
  void reply.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  if (origin !== undefined && METHODS.includes(method)) {
    void reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Allow-Methods', method);
    if (asked) void reply.header('Access-Control-Allow-Headers', asked);
  }
  void reply.code(204).send();
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', headers.origin);
}

/** Answers one request. Both layers of the reference name the header that the answer varies with. */
async function serve(room: Room, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { config } = room.node;
  if (room.inHand >= config.globalQueue) return refuse(response, 503);
  room.inHand++;
  const started = performance.now();
  const observe = room.counters.request();
  response.once('close', () => {
    room.inHand--;
    observe(performance.now() - started);
  });
  allowOrigin(request, response);
  response.setHeader('Vary', ['Origin', 'Origin']);
  response.setHeader('Accept-Post', 'application/json');
  if (request.method !== 'POST') return sendEmpty(response, 405);
  const fault = contentTypeFault(request.headers['content-type']);
  if (fault !== undefined) {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    return sendText(response, 415, fault);
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const isLate = () => !response.headersSent && performance.now() - started > config.maxDuration;
  const spill = (part: Uint8Array) => {
    if (isLate()) throw timeoutError();
    return sendPart(response, part);
  };
  try {
    const body = await readBody(request, MAX_BODY, room.readTimeout);
    const answer = await room.dispatcher.answer(body, gone.signal, spill);
    if (response.headersSent) return void response.end(answer);
    if (isLate()) return refuse(response, 504);
    if (answer) send(response, 200, 'application/json', answer);
    else sendEmpty(response, 204);
  } catch (error) {
    if (isLate() && !response.destroyed) return refuse(response, 504);
    sendFault(room, response, error);
  }
}

/**
 * Sends the beginning of a large answer, in chunks: how long it will be is not known. Resolves when the bytes are no longer
 * needed, so that the writer goes on over them and no copy is held for a slow client.
 */
async function sendPart(response: ServerResponse, part: Uint8Array): Promise<void> {
  if (response.destroyed || part.length === 0) return;
  if (!response.headersSent) response.setHeader('Content-Type', 'application/json');
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.on('close', done);
    response.write(part, done);
  });
}

function sendFault({ node }: Room, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  // An error can no longer be told: the caller sees that the answer broke off.
  if (response.headersSent) return void response.destroy();
  if (error instanceof SlowBody) {
    response.setHeader('Connection', 'close');
    return sendEmpty(response, 500);
  }
  if (error !== NOT_JSON && !(error instanceof BodyTooLarge))
    node.log('error', 'a request failed', { error: messageOf(error) });
  sendText(response, 500, messageOf(error));
}

/** Returns what is wrong with a media type, as jrpc2 sees it. */
function contentTypeFault(value = ''): string | undefined {
  const [type = '', ...parameters] = value.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return 'content-type must be application/json';
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(text)?.[1]).find(Boolean);
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
    ? undefined
    : 'invalid content-type charset';
}

/** The limits of all requests together lie outside the room's own layer, which names its headers. */
function refuse(response: ServerResponse, status: number): void {
  response.removeHeader('Accept-Post');
  response.setHeader('Vary', 'Origin');
  sendEmpty(response, status);
}

function sendEmpty(response: ServerResponse, status: number): void {
  response.statusCode = status;
  if (status !== 204) response.setHeader('Content-Length', 0);
  response.end();
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, TEXT, Buffer.from(`${text}\n`));
}

function send(response: ServerResponse, status: number, type: string, body: Uint8Array): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
