/** The JSON-RPC room: `POST /`, its CORS, and the words of Go's server for everything else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../core/system-errors.ts';
import type { Room } from '../http/room.ts';
import { sendEmpty, sendText } from '../http/send.ts';
import { BodyTooLarge, readBody, SlowBody } from './body.ts';
import { createDispatcher, NOT_JSON, type Dispatcher } from './dispatch.ts';
import { timeoutError } from './errors.ts';
import { HeldBytes } from './buffered-bytes.ts';
import { isBrowser, type PageHandler } from '../console/console.ts';
import { metrics, type RpcMetrics } from './counters.ts';
import type { RpcNode } from './node.ts';
import { sendPart, sendRest } from './sending.ts';
import { TimeLimit } from './time-limit.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const MAX_BODY = 512 * 1024;

export interface RoomOptions {
  counters?: RpcMetrics;
  /** Milliseconds a client may take for a request. */
  readTimeout?: number;
  /** Tells why a request is refused by its `Authorization`; without it all are answered. */
  refusalOf?: (authorization: string | undefined) => string | undefined;
  /** Answers a browser that opens the address; without it, the browser gets what JSON-RPC answers to GET. */
  home?: PageHandler;
}

/** Returns the room of a node: it answers for paths that no other room has, as the reference does. */
export function rpcRoom(node: RpcNode, options: RoomOptions = {}): Room {
  const { counters = metrics(), readTimeout, refusalOf, home } = options;
  const held = new HeldBytes();
  const dispatcher = createDispatcher(node, counters, held);
  const desk: RoomParts = { node, counters, held, dispatcher, inHand: 0, readTimeout, refusalOf };
  // The room takes over before bodies are read: it has its own limits and words.
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (home && isBrowser(request)) return home(request, reply);
    reply.hijack();
    return serve(desk, request.raw, reply.raw).catch((error: unknown) => {
      node.log('error', 'a request failed', { error: messageOf(error) });
      if (reply.raw.headersSent) reply.raw.destroy();
      else sendText(reply.raw, 500, 'internal error');
    });
  };
  return {
    prefix: '',
    add(server) {
      server.addHook('onRequest', (request, reply, done) => {
        if (isPreflight(request)) preflight(request, reply);
        else done();
      });
      server.all('/', { onRequest: take }, take);
      server.setNotFoundHandler(notFound);
    },
  };
}

function notFound({ raw: request }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  allowOrigin(request, reply.raw);
  reply.raw.setHeader('Vary', 'Origin');
  reply.raw.setHeader('X-Content-Type-Options', 'nosniff');
  sendText(reply.raw, 404, '404 page not found');
}

/** What requests are answered with. */
interface RoomParts {
  node: RpcNode;
  counters: RpcMetrics;
  held: HeldBytes;
  dispatcher: Dispatcher;
  /** How many requests are in hand. */
  inHand: number;
  readTimeout?: number;
  refusalOf: RoomOptions['refusalOf'];
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
async function serve(desk: RoomParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { config } = desk.node;
  if (desk.inHand >= config.globalQueue) return refuse(response, 503);
  desk.inHand++;
  const started = performance.now();
  const observe = desk.counters.request();
  response.once('close', () => {
    desk.inHand--;
    observe(performance.now() - started);
  });
  allowOrigin(request, response);
  response.setHeader('Vary', ['Origin', 'Origin']);
  response.setHeader('Accept-Post', 'application/json');
  if (request.method !== 'POST') return sendEmpty(response, 405);
  const refusal = desk.refusalOf?.(request.headers.authorization);
  if (refusal !== undefined) {
    response.setHeader('WWW-Authenticate', 'Api-Key');
    return sendText(response, 401, refusal);
  }
  const fault = contentTypeFault(request.headers['content-type']);
  if (fault !== undefined) {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    return sendText(response, 415, fault);
  }
  await answer(desk, request, response);
}

async function answer(desk: RoomParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const limit = new TimeLimit(desk.node.config.maxDuration, () => {
    gone.abort();
    tooLate(response);
  });
  const spill = (part: Uint8Array) => {
    if (limit.isOver && !response.headersSent) throw timeoutError();
    return limit.pausedFor(() => sendPart(response, part, desk.held));
  };
  try {
    const body = await readBody(request, MAX_BODY, desk.readTimeout);
    const left = await desk.dispatcher.answer(body, gone.signal, spill);
    if (limit.isOver && !response.headersSent) tooLate(response);
    else if (left) sendRest(response, left, desk.held);
    else sendEmpty(response, 204);
  } catch (error) {
    if (limit.isOver) tooLate(response);
    else sendFault(desk, response, error);
  } finally {
    limit.end();
  }
}

/** An answer that is late is not sent; one of which a part was sent breaks off. */
function tooLate(response: ServerResponse): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.headersSent) response.destroy();
  else refuse(response, 504);
}

function sendFault({ node }: RoomParts, response: ServerResponse, error: unknown): void {
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
  const charset = parameters.map(charsetOf).find(Boolean);
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
    ? undefined
    : 'invalid content-type charset';
}

/** Returns the value of a parameter of a media type that names a character set, without its quotes. */
function charsetOf(parameter: string): string | undefined {
  const [name = '', value = ''] = parameter.split('=', 2).map((text) => text.trim());
  return name.toLowerCase() === 'charset' ? value.replace(/^"/, '').replace(/"$/, '') : undefined;
}

/** The limits of all requests together lie outside the room's own layer, which names its headers. */
function refuse(response: ServerResponse, status: number): void {
  response.removeHeader('Accept-Post');
  response.setHeader('Vary', 'Origin');
  sendEmpty(response, status);
}
