/** The admin listener: metrics, and no CORS. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHttp } from './http.ts';
import type { NodeMetrics } from './metrics.ts';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';
/** Pages of Go's profiler, which Node has no like of. */
const PROFILES = /^\/debug\/pprof\/(allocs|block|cmdline|goroutine|heap|mutex|profile|symbol|threadcreate|trace)?$/;

/** Returns the server of `/metrics`. */
export function createAdmin(metrics: NodeMetrics): FastifyInstance {
  const server = createHttp();
  const page = async (_request: unknown, reply: FastifyReply) => reply.type(TYPE).send(await metrics.page());
  for (const method of ['GET', 'POST'] as const) server.route({ method, url: '/metrics', handler: page });
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    if (PROFILES.test(path)) return text(reply, 501, 'this server is no Go program and has no such profile');
    return text(reply, 404, '404 page not found');
  });
  return server;
}

function text(reply: FastifyReply, status: number, message: string): FastifyReply {
  void reply.header('X-Content-Type-Options', 'nosniff').type('text/plain; charset=utf-8');
  return reply.code(status).send(`${message}\n`);
}
