/** The room of ledger queries: every path below `/<prefix>/v1/`, in the order of checks that the contract sets. */
import { hash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../http/log.ts';
import type { Room } from '../http/room.ts';
import { decoderVersion } from '../../version.ts';
import { messageOf } from '../../system-errors.ts';
import { encode } from './encoding.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { ApiError } from './errors.ts';
import { openApi } from './openapi.ts';
import { callerOf, type Caller, type KeyEntry } from './keys.ts';
import { RateLimit } from './rate-limit.ts';
import { createRouter, type Router } from './router.ts';
import { View, type Served } from './view.ts';

export interface QueryOptions {
  /** The lakes, by their names in the path. */
  lakes: readonly Served[];
  /** What the path begins with. */
  prefix?: string;
  /** Whose requests are answered; undefined answers all. */
  keys?: () => readonly KeyEntry[];
  /** Signs cursors. */
  secret: Uint8Array;
  rateLimitPerMinute?: number;
  /** Add the names that clients of the hosted service know. */
  legacyKeys?: boolean;
  /** How long a request may take, in milliseconds. */
  budget?: number;
  log?: Log;
}

/** Names in the path of networks that a server can have. */
const NETWORKS = ['mainnet', 'testnet', 'futurenet', 'local'];
const METHODS = 'GET, HEAD, OPTIONS';
const BUDGET_MS = 4000;

/** What requests are answered with. */
interface Desk extends QueryOptions {
  base: string;
  router: Router;
  limit: RateLimit;
  budgetMs: number;
}

/** Returns the room of lakes. */
export function queryRoom(options: QueryOptions): Room {
  const { prefix = 'lake', rateLimitPerMinute = 0, budget = BUDGET_MS } = options;
  const base = `/${prefix}`;
  const desk: Desk = {
    ...options,
    base,
    router: createRouter(endpoints),
    limit: new RateLimit(rateLimitPerMinute),
    budgetMs: budget,
  };
  const take = (request: FastifyRequest, reply: FastifyReply) => answer(desk, request, reply);
  return {
    prefix: base,
    add(server) {
      server.removeAllContentTypeParsers();
      server.addContentTypeParser('*', (_request, _payload, done) => done(null));
      server.all('/*', take);
      server.setNotFoundHandler(take);
    },
  };
}

async function answer(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const started = performance.now();
  const id = requestId(request);
  void reply.header('X-Request-Id', id).header('Access-Control-Allow-Origin', '*');
  void reply.header('X-Content-Type-Options', 'nosniff');
  let caller: Caller | undefined;
  try {
    if (request.method === 'OPTIONS') preflight(reply);
    else await respond(desk, request, reply, (found) => (caller = found));
  } catch (error) {
    sendError(desk, reply, error, id);
  }
  const took = Math.round(performance.now() - started);
  const fields = { id, method: request.method, path: pathOf(request.url), status: reply.statusCode, ms: took };
  desk.log?.('debug', 'a ledger query', { ...fields, key: caller?.id });
}

function requestId({ headers }: FastifyRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,200}$/.test(given) ? given : `req-${randomUUID()}`;
}

function preflight(reply: FastifyReply): void {
  void reply.header('Access-Control-Allow-Methods', METHODS);
  void reply.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Request-Id');
  void reply.code(204).send();
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

async function respond(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  onCaller: (caller: Caller | undefined) => void,
): Promise<void> {
  const path = pathOf(request.url);
  const { served, rest } = networkOf(desk, path);
  if (rest === '/openapi.json') return void reply.send(openApi(endpoints, `${desk.base}/v1/${served.network}`));
  if (!desk.keys) checkHost(request);
  const caller = desk.keys && callerOf(request.headers.authorization, desk.keys());
  onCaller(caller);
  void reply.headers(desk.limit.take(caller?.id ?? ''));
  const route = desk.router(rest);
  if (!route) throw new ApiError(404, `unknown endpoint: ${path}`);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError(405, 'method not allowed', { Allow: METHODS });
  }
  const given = queryOf(request.url);
  for (const [name, value] of route.parameters) given.set(name, value);
  const budget = AbortSignal.timeout(desk.budgetMs);
  const view = new View(served, await served.lake.snapshot(), budget, given.get('explain') === 'true');
  const isLegacy = desk.legacyKeys === true || request.headers['x-envelope'] === 'legacy';
  const etag = etagOf(view, request, isLegacy);
  if (isUnchanged(request, etag)) return void reply.code(304).header('ETag', etag).send('');
  const found = await route.endpoint.handle({ view, given, secret: desk.secret }).catch((error: unknown) => {
    throw budget.aborted ? timedOut() : error;
  });
  void reply.header('ETag', etag);
  await send(request, reply, found, isLegacy ? route.endpoint : undefined);
}

function timedOut(): ApiError {
  return new ApiError(503, 'query timed out; retry with a narrower filter or ledger range', {}, 'timeout');
}

/** Without keys a page whose own name leads to this machine would be answered (DNS rebinding). */
function checkHost({ headers: { host = '' } }: FastifyRequest): void {
  if (/^(localhost|127(\.\d+){3}|\[::1\]|)(:\d+)?$/i.test(host)) return;
  throw new ApiError(403, 'host not allowed');
}

/** Returns the lake of `/<prefix>/v1/<network>/…`, and the path below. */
function networkOf({ lakes, base }: Desk, path: string): { served: Served; rest: string } {
  const [, network, rest = ''] = /^\/v1\/([^/]*)(\/.*)?$/.exec(path.slice(base.length)) ?? [];
  if (network === undefined) throw new ApiError(404, `unknown endpoint: ${path}`);
  const served = lakes.find((lake) => lake.network === network);
  if (served) return { served, rest };
  const known = NETWORKS.includes(network);
  throw new ApiError(404, known ? `network '${network}' is not loaded on this server` : `unknown network '${network}'`);
}

/** The first value of a parameter counts. */
function queryOf(url: string): Map<string, string> {
  const mark = url.indexOf('?');
  const given = new Map<string, string>();
  if (mark < 0) return given;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) if (!given.has(name)) given.set(name, value);
  return given;
}

/** Changes when ledgers are loaded, and with whatever else the answer depends on. */
function etagOf({ snapshot, served }: View, { url, headers }: FastifyRequest, isLegacy: boolean): string {
  const { number, epoch } = snapshot;
  const parts = [decoderVersion, served.lake.description, number, epoch, url, headers.accept, isLegacy];
  return `W/"${hash('sha256', JSON.stringify(parts)).slice(0, 32)}"`;
}

function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const bare = etag.replace(/^W\//, '');
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(bare) || known.includes('*');
}

async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, file }: Answer,
  legacy: Endpoint | undefined,
): Promise<void> {
  const content = file?.body ?? JSON.stringify(legacy ? withLegacyNames(body, legacy) : body);
  void reply.type(file?.type ?? 'application/json; charset=utf-8').headers(file?.headers ?? {});
  const encoded = await encode(Buffer.from(content), headers['accept-encoding']?.toString());
  void reply.header('Vary', 'Accept, Accept-Encoding');
  if (encoded.coding !== undefined) void reply.header('Content-Encoding', encoded.coding);
  void reply.send(encoded.body);
}

/** Adds what clients of the hosted service read: lists under their names, and `next_cursor`. */
function withLegacyNames(body: Answer['body'], { legacyKey }: Endpoint): Answer['body'] {
  const { data, cursor } = body;
  if (legacyKey === undefined || data === undefined) return body;
  return { ...body, [legacyKey]: data, ...(cursor !== undefined && { next_cursor: cursor }) };
}

/** What went wrong inside is told to the log only. */
function sendError(desk: Desk, reply: FastifyReply, error: unknown, id: string): void {
  const told = error instanceof ApiError ? error : new ApiError(500, 'internal error');
  if (told !== error) desk.log?.('error', 'a ledger query failed', { id, error: messageOf(error) });
  void reply.code(told.status).headers(told.headers).header('X-Error-Code', told.code);
  void reply.type('application/json; charset=utf-8').send(JSON.stringify({ error: told.message }));
}
