/** The room of the admin listener: metrics, and no CORS. */
import type { FastifyReply } from 'fastify';
import type { Room } from './room.ts';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';
/** Pages of Go's profiler, which Node has no like of. */
const PROFILES = /^\/debug\/pprof\/(allocs|block|cmdline|goroutine|heap|mutex|profile|symbol|threadcreate|trace)?$/;

/** Makes lines in the format of Prometheus. */
type Page = () => Promise<string>;

/** Returns what makes the metrics of rooms. */
export function adminPages(rooms: readonly Room[]): Page[] {
  return rooms.flatMap(({ metrics }) => (metrics ? [metrics] : []));
}

/** Returns the room of `/metrics`; `pages` make its text. */
export function adminRoom(pages: readonly Page[]): Room {
  const handler = async (_request: unknown, reply: FastifyReply) => {
    const parts = await Promise.all(pages.map((page) => page()));
    return reply.type(TYPE).send(parts.join(''));
  };
  return {
    prefix: '',
    add(server) {
      for (const method of ['GET', 'POST'] as const) server.route({ method, url: '/metrics', handler });
      server.setNotFoundHandler((request, reply) => {
        const [path = ''] = request.url.split('?');
        if (PROFILES.test(path)) return text(reply, 501, 'this server is not a Go program and has no such profile');
        return text(reply, 404, '404 page not found');
      });
    },
  };
}

function text(reply: FastifyReply, status: number, message: string): FastifyReply {
  void reply.header('X-Content-Type-Options', 'nosniff').type('text/plain; charset=utf-8');
  return reply.code(status).send(`${message}\n`);
}
