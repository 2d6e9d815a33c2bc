/** The rooms of pipelines and secrets: who asks, for what, with which body; checked in the order of D1 and D5. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PipelineHost } from '../../pipelines/hosting/host.ts';
import { Refusal } from '../../pipelines/hosting/refusal.ts';
import { messageOf } from '../../core/system-errors.ts';
import { refusalWithoutKeys } from '../http/allowed.ts';
import type { Log } from '../http/log.ts';
import type { Room } from '../http/room.ts';
import { apiKeyOf, type KeyEntry } from '../query/keys.ts';
import { errorBody } from './answers.ts';
import type { PipelineAnswer, PipelineEndpoint } from './endpoint.ts';
import { pipelineEndpoints } from './endpoints/index.ts';
import { HttpFault, statusOf } from './fault.ts';
import { cutSlowBody, readRequestBody } from './reading.ts';
import { createPipelineRouter, type PipelineRoute } from './router.ts';

export interface PipelineRoomOptions {
  host: PipelineHost;
  /** Whose requests are answered; undefined answers all, as the team `local`. */
  keys?: () => readonly KeyEntry[];
  log?: Log;
  /** How long a client may take for its body, in milliseconds. */
  bodyTime?: number;
}

const TEAM = 'local';
const BODY_MS = 30_000;

/** What is known of a request as far as it came. */
interface Progress {
  id: string;
  started: number;
  team: string;
  key?: string;
  route?: PipelineRoute;
}

/** Returns the rooms of `/api/v1/flow` and `/api/v1/secrets`. */
export function pipelineRooms(options: PipelineRoomOptions): Room[] {
  return ['/api/v1/flow', '/api/v1/secrets'].map((prefix) => roomOf(prefix, options));
}

function roomOf(prefix: string, options: PipelineRoomOptions): Room {
  const { bodyTime = BODY_MS } = options;
  const router = createPipelineRouter(pipelineEndpoints);
  const known = new WeakMap<FastifyRequest, Progress>();
  const progressOf = (request: FastifyRequest) => known.get(request) ?? begun();
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const progress = progressOf(request);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new HttpFault(503, 'the client is gone')));
    return send(reply, await handle(options, request, progress, gone.signal));
  };
  return {
    prefix,
    takesAnyPath: true,
    add(server) {
      server.removeAllContentTypeParsers();
      server.addContentTypeParser(
        '*',
        { bodyLimit: Number.MAX_SAFE_INTEGER },
        (_request: FastifyRequest, body: IncomingMessage) => readRequestBody(body),
      );
      server.addHook('onRequest', async (request, reply) => {
        const progress = begun();
        known.set(request, progress);
        void reply.header('X-Request-Id', progress.id).header('X-Content-Type-Options', 'nosniff');
        void reply.header('Cache-Control', 'no-store');
        // Preflights are answered without a word of CORS: no page of another origin may ask.
        if (request.method === 'OPTIONS')
          return reply
            .code(204)
            .header('Allow', router.allowed(pathOf(request)))
            .send();
        admit(options, request, progress);
        progress.route = router.find(request.method, pathOf(request));
        checkType(progress.route.endpoint, request);
        cutSlowBody(request.raw, bodyTime);
      });
      server.addHook('onResponse', async (request, reply) => tell(options, request, reply, progressOf(request)));
      server.setErrorHandler((error, request, reply) => fail(options, error, reply, progressOf(request)));
      server.setNotFoundHandler(take);
      server.all('/*', take);
      server.all('/', { prefixTrailingSlash: 'both' }, take);
    },
  };
}

function begun(): Progress {
  return { id: `req-${randomUUID()}`, started: performance.now(), team: TEAM };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

/** Throws HttpFault for who may not ask. */
function admit({ keys }: PipelineRoomOptions, request: FastifyRequest, progress: Progress): void {
  const names = [...queryOf(request).keys()].map((name) => name.toLowerCase());
  if (names.includes('api_key')) throw new HttpFault(400, 'API keys are not accepted in the URL');
  if (!keys) {
    const refusal = refusalWithoutKeys(request.headers, { needsOwnOrigin: true });
    if (refusal !== undefined) throw new HttpFault(403, refusal);
    return;
  }
  const { authorization } = request.headers;
  if (authorization === undefined) throw new HttpFault(403, 'missing API key');
  const key = apiKeyOf(authorization, keys());
  if (!key) throw new HttpFault(403, 'invalid API key');
  progress.team = key.team ?? TEAM;
  progress.key = key.id;
}

function typeOf({ headers }: FastifyRequest): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Without a type a body is taken for what it should be (D6). */
function checkType({ takes }: PipelineEndpoint, request: FastifyRequest): void {
  const type = typeOf(request);
  if (!takes || type === '' || takes.includes(type)) return;
  throw new HttpFault(400, `unsupported content type; send ${takes[0]}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function handle(
  { host }: PipelineRoomOptions,
  request: FastifyRequest,
  { route, team }: Progress,
  signal: AbortSignal,
): Promise<PipelineAnswer> {
  if (!route) throw new HttpFault(404, 'not found');
  const { endpoint, name: given } = route;
  const isPipeline = endpoint.path.includes('{uuid}');
  const name = isPipeline ? given.toLowerCase() : given;
  if (isPipeline && !UUID.test(name)) throw new HttpFault(404, 'pipeline not found');
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  return endpoint.handle({ host, team, name, query: queryOf(request), body, type: typeOf(request), signal });
}

function send(reply: FastifyReply, { status, body, headers = {} }: PipelineAnswer): FastifyReply {
  void reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  if (typeof body === 'string') return reply.send(body);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Internal errors go to the log only. */
function fail(options: PipelineRoomOptions, error: unknown, reply: FastifyReply, progress: Progress): FastifyReply {
  const told = toldOf(error);
  if (told !== error) options.log?.('error', 'a pipeline request failed', { id: progress.id, error: messageOf(error) });
  const headers = told instanceof HttpFault ? told.headers : {};
  const status = statusOf(told) ?? 500;
  return send(reply, { status, headers, body: errorBody(told, progress.route?.endpoint.shape) });
}

function toldOf(error: unknown): Refusal | HttpFault {
  if (error instanceof Refusal || error instanceof HttpFault) return error;
  if (error instanceof Error && error.name === 'TimeoutError')
    return new HttpFault(503, 'the request took too long; try again', { 'Retry-After': '1' });
  const status = Number(error instanceof Error && Reflect.get(error, 'statusCode'));
  // What the server could not read of a request is the client's fault.
  if (status >= 400 && status < 500) return new HttpFault(400, 'the request cannot be read');
  return new HttpFault(500, 'internal error');
}

function tell({ log }: PipelineRoomOptions, request: FastifyRequest, reply: FastifyReply, progress: Progress): void {
  const ms = Math.round(performance.now() - progress.started);
  const fields = { method: request.method, path: pathOf(request), status: reply.statusCode, ms };
  log?.('info', 'a pipeline request', { id: progress.id, ...fields, key: progress.key });
}
