/** Routes ledger queries below `/<prefix>/v1/`. Checks OPTIONS, network, key, path, method and parameters, in this order. */
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalWithoutKeys } from '../http/allowed.ts';
import { parseJsonBody } from '../http/json-body.ts';
import type { Log } from '../http/log.ts';
import type { Room } from '../http/room.ts';
import { LakeError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import { repairAdvice } from '../../lake/disk/file-checks.ts';
import type { Scrub } from '../../library/scrub.ts';
import { endpoints } from './endpoints/index.ts';
import { ApiError, invalid } from './errors.ts';
import { ignoredOf } from './ignored.ts';
import type { Endpoint } from './endpoint.ts';
import { openApi } from './docs/openapi.ts';
import { apiKeyOf, unauthorized, type Caller, type KeyEntry } from './keys.ts';
import { queryMetrics, type QueryMetrics } from './metrics.ts';
import { RateLimit } from './rate-limit.ts';
import { createRouter, type Route, type Router } from './router.ts';
import { etagOf, EXPOSED, hasAny, isUnchanged, send, sendEvents, VARY } from './sending.ts';
import { acceptedFormat } from './tables.ts';
import { View, type ServedLake } from './view.ts';

export interface QueryRoomOptions {
  /** The lakes, by their names in the path. */
  lakes: readonly ServedLake[];
  /** What the path begins with. */
  prefix?: string;
  /** Whose requests are answered; undefined answers all. */
  keys?: () => readonly KeyEntry[];
  /** Signs cursors. */
  secret: Uint8Array;
  rateLimitPerMinute?: number;
  /** Answer as clients of the hosted service read it, whether they ask for it or not. */
  legacyKeys?: boolean;
  /** How long a request may take, in milliseconds. */
  budget?: number;
  /** How many streams may be open at once; default: 1000. */
  mostStreams?: number;
  /** Endpoints besides those that every server has. */
  more?: readonly Endpoint[];
  /** The background verification of each lake, in their order; empty if it is off. */
  scrubs?: readonly Scrub[];
  log?: Log;
}

/** Names in the path of networks that a server can have. */
const NETWORKS = ['mainnet', 'testnet', 'futurenet', 'local'];
const BUDGET_MS = 4000;
const MOST_STREAMS = 1000;
/** What may come with a request. */
const MOST_BYTES = 1024 * 1024;

/** What requests are answered with. */
interface RoomParts extends QueryRoomOptions {
  base: string;
  all: readonly Endpoint[];
  router: Router;
  limit: RateLimit;
  metrics: QueryMetrics;
  budgetMs: number;
  /** How many streams are open. */
  streams: number;
  /** Ends streams when the server closes. */
  closing: AbortController;
}

/** Returns the room of lakes. */
export function queryRoom(options: QueryRoomOptions): Room {
  const { prefix = 'lake', rateLimitPerMinute = 0, budget = BUDGET_MS, more = [] } = options;
  const all = [...endpoints, ...more];
  const desk: RoomParts = {
    ...options,
    base: `/${prefix}`,
    all,
    router: createRouter(all),
    limit: new RateLimit(rateLimitPerMinute),
    metrics: queryMetrics(options.lakes, options.scrubs),
    budgetMs: budget,
    streams: 0,
    closing: new AbortController(),
  };
  // Without its reply a handler would end a stream that has only begun.
  const take = (request: FastifyRequest, reply: FastifyReply) => answer(desk, request, reply).then(() => reply);
  return {
    prefix: desk.base,
    takesAnyPath: true,
    add(server) {
      server.addHook('preClose', async () => desk.closing.abort());
      server.removeAllContentTypeParsers();
      const read = { parseAs: 'buffer', bodyLimit: MOST_BYTES } as const;
      server.addContentTypeParser('*', read, (_request, body, done) => done(null, body));
      server.all('/*', take);
      server.setNotFoundHandler(take);
      server.setErrorHandler((error, request, reply) => {
        const told = statusOf(error) === 413 ? new ApiError(413, 'the request is too large') : badRequest(error);
        const id = begun(desk, request, reply);
        holderOf(desk, request, reply);
        sendError(desk, reply, told, id);
      });
    },
    metrics: () => desk.metrics.page(),
  };
}

const statusOf = (error: unknown) => (error instanceof Error && Reflect.get(error, 'statusCode')) as unknown;

/** What the server could not read of a request is the client's fault. */
function badRequest(error: unknown): unknown {
  const status = Number(statusOf(error));
  return status >= 400 && status < 500 ? new ApiError(400, 'the request cannot be read') : error;
}

/** What is known of a request for the log, as far as it came. */
interface Progress {
  caller?: Caller;
  endpoint?: string;
}

async function answer(desk: RoomParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const started = performance.now();
  const id = begun(desk, request, reply);
  const progress: Progress = {};
  try {
    if (request.method === 'OPTIONS') preflight(desk, reply);
    else await respond(desk, request, reply, progress);
  } catch (error) {
    sendError(desk, reply, error, id);
  }
  const took = performance.now() - started;
  desk.metrics.answered(progress.endpoint, reply.statusCode, took);
  const fields = { id, method: request.method, path: pathOf(request.url), status: reply.statusCode };
  desk.log?.('info', 'a ledger query', { ...fields, ms: Math.round(took), key: progress.caller?.id });
}

/** A caller without a key: if keys are required, nothing is counted and the answer shows the whole limit. */
const ANYONE = '';

/** Writes the headers that every answer has, and returns the id of the request. */
function begun(desk: RoomParts, request: FastifyRequest, reply: FastifyReply): string {
  const id = requestId(request);
  void reply.header('X-Request-Id', id).header('Access-Control-Allow-Origin', '*');
  void reply.header('Access-Control-Expose-Headers', EXPOSED).header('X-Content-Type-Options', 'nosniff');
  void reply.headers(desk.limit.told(ANYONE));
  return id;
}

/** Returns the owner of the key and sets the limit headers before counting; undefined without a key or if keys are off. */
function holderOf(
  { keys, limit }: RoomParts,
  { headers: { authorization } }: FastifyRequest,
  reply: FastifyReply,
): Caller | undefined {
  const holder = authorization === undefined ? undefined : keys && apiKeyOf(authorization, keys());
  if (holder) void reply.headers(limit.told(holder.id));
  return holder;
}

function requestId({ headers }: FastifyRequest): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,200}$/.test(given) ? given : `req-${randomUUID()}`;
}

/** Answers a preflight request with the methods of the server; POST only if an endpoint accepts it. */
function preflight({ all }: RoomParts, reply: FastifyReply): void {
  const posts = all.some(({ method }) => method === 'POST');
  void reply.header('Access-Control-Allow-Methods', posts ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
  void reply.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Request-Id');
  void reply.code(204).send();
}

function checkMethod({ method }: Pick<Endpoint, 'method'>, request: FastifyRequest): void {
  const allowed = method === 'POST' ? ['POST'] : ['GET', 'HEAD'];
  if (allowed.includes(request.method)) return;
  throw new ApiError(405, 'method not allowed', { Allow: [...allowed, 'OPTIONS'].join(', ') });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

async function respond(
  desk: RoomParts,
  request: FastifyRequest,
  reply: FastifyReply,
  progress: Progress,
): Promise<void> {
  const path = pathOf(request.url);
  const holder = holderOf(desk, request, reply);
  const { served, rest } = networkOf(desk, path);
  if (rest === '/openapi.json') {
    checkMethod({}, request);
    return void reply.send(openApi(desk.all, [`${desk.base}/v1/${served.network}`]));
  }
  if (!desk.keys) checkCaller(request);
  if (desk.keys && !holder) throw unauthorized(request.headers.authorization);
  progress.caller = holder;
  void reply.headers(desk.limit.take(holder?.id ?? ANYONE));
  const route = desk.router(rest);
  if (!route) throw new ApiError(404, `unknown endpoint: ${path}`);
  const { endpoint } = route;
  progress.endpoint = endpoint.path;
  checkMethod(endpoint, request);
  await handle(desk, request, reply, served, route);
}

async function handle(
  desk: RoomParts,
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedLake,
  { endpoint, parameters }: Route,
): Promise<void> {
  const { accept } = request.headers;
  const format = endpoint.others ? 'json' : acceptedFormat(accept, endpoint.table !== undefined);
  const query = queryOf(request.url);
  const body = endpoint.method && bodyOf(request.body, endpoint.mostValues);
  // The first value of a parameter counts.
  const given = new Map([...query].toReversed());
  for (const [name, value] of parameters) given.set(name, value);
  const budget = AbortSignal.timeout(desk.budgetMs);
  const gone = abandoned(reply);
  const signal = AbortSignal.any([budget, gone]);
  const explained = given.get('explain') === 'true' ? [] : undefined;
  const asks = { explained, warnings: ignoredOf(endpoint, query, body) };
  const view = new View(served, await served.newest.snapshot(), signal, asks);
  const isLegacy = desk.legacyKeys === true || request.headers['x-envelope'] === 'legacy';
  const asked = { request, view, endpoint, format, isLegacy, signal };
  if (endpoint.stream && endpoint.others) {
    enterStream(desk, gone);
    const ends = AbortSignal.any([gone, desk.closing.signal]);
    const lastEventId = [request.headers['last-event-id']].flat()[0] || given.get('cursor');
    const events = await endpoint.stream({
      view,
      given,
      secret: desk.secret,
      lastEventId,
      signal: ends,
      budget: desk.budgetMs,
    });
    return sendEvents(reply, request.method === 'HEAD' ? [] : events);
  }
  const etag = endpoint.method !== undefined || endpoint.isOutside === true ? undefined : etagOf(asked);
  if (etag !== undefined && isUnchanged(request, etag)) return unchanged(reply, etag);
  try {
    const found = await endpoint.handle({ view, given, secret: desk.secret, format, body });
    if (etag !== undefined && hasAny(request)) return unchanged(reply, etag);
    if (etag !== undefined) void reply.header('ETag', etag);
    await send(asked, reply, found);
  } catch (error) {
    if (gone.aborted) throw new ClientGone();
    if (budget.aborted) throw timedOut();
    throw isTooDeep(error)
      ? invalid('the answer is nested too deeply for JSON: cast what is nested to varchar')
      : error;
  }
}

/** Counts a stream until its client is gone. Throws ApiError if too many are open. */
function enterStream(desk: RoomParts, gone: AbortSignal): void {
  const { mostStreams = MOST_STREAMS } = desk;
  if (gone.aborted) throw new ClientGone();
  if (desk.streams >= mostStreams)
    throw new ApiError(503, `${mostStreams} streams are open, the most at once: try again later`, {
      'Retry-After': '1',
    });
  desk.streams++;
  gone.addEventListener('abort', () => desk.streams--, { once: true });
}

function unchanged(reply: FastifyReply, etag: string): void {
  void reply.code(304).headers({ ETag: etag, Vary: VARY }).send('');
}

/** Returns what came with POST; throws ApiError when it is no JSON. */
function bodyOf(bytes: unknown, mostValues?: number): unknown {
  try {
    return parseJsonBody(bytes as Uint8Array, 'JSON', mostValues);
  } catch (error) {
    throw invalid(messageOf(error));
  }
}

/** The client closed its connection before it was answered. */
class ClientGone extends Error {}

/** Returns a signal that is aborted when the connection closes before the answer is sent. */
function abandoned({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** What V8 throws of JSON some thousand levels deep, which only SQL of clients makes. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

function timedOut(): ApiError {
  return new ApiError(503, 'query timed out; retry with a narrower filter or ledger range', {}, 'timeout');
}

/** Pages of any origin may read; only those of this server may send statements. */
function checkCaller({ method, headers }: FastifyRequest): void {
  const refusal = refusalWithoutKeys(headers, { needsOwnOrigin: method === 'POST' });
  if (refusal !== undefined) throw new ApiError(403, refusal);
}

/** Returns the lake of `/<prefix>/v1/<network>/…`, and the path below. */
function networkOf({ lakes, base }: RoomParts, path: string): { served: ServedLake; rest: string } {
  const [, network, rest = ''] = /^\/v1\/([^/]*)(\/.*)?$/.exec(path.slice(base.length)) ?? [];
  if (network === undefined) throw new ApiError(404, `unknown endpoint: ${path}`);
  const name = network === 'pubnet' ? 'mainnet' : network;
  const served = lakes.find((lake) => lake.network === name);
  if (served) return { served, rest };
  if (NETWORKS.includes(name)) throw new ApiError(404, `network '${network}' is not loaded on this server`);
  throw new ApiError(404, `unknown network '${network}': it has ${lakes.map((lake) => lake.network).join(', ')}`);
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

/** Returns what clients may know of a damaged file, which the log has whole: its path in the lake, and who can repair it. */
function damageTold(error: unknown): string | undefined {
  const file = error instanceof LakeError ? error.fields['file'] : undefined;
  if (typeof file !== 'string' || isAbsolute(file)) return undefined;
  return `a file of the lake is damaged: ${file}; for its operator: ${repairAdvice('LAKE', file)}`;
}

/** Internal errors go to the log only. */
function sendError(desk: RoomParts, reply: FastifyReply, error: unknown, id: string): void {
  if (error instanceof ClientGone) return void reply.code(499).send();
  const told = error instanceof ApiError ? error : new ApiError(500, damageTold(error) ?? 'internal error');
  if (told !== error) desk.log?.('error', 'a ledger query failed', { id, error: messageOf(error) });
  for (const name of ['content-disposition', 'etag', 'link']) void reply.removeHeader(name);
  void reply.code(told.status).headers(told.headers).header('X-Error-Code', told.code);
  void reply.type('application/json; charset=utf-8').send(JSON.stringify({ error: told.message }));
}
