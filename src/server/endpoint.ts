/** Addresses to listen on. */
import type { FastifyInstance } from 'fastify';

/** An address that nothing can be served on; `why` is in the words of Go's `net`. */
export class EndpointError extends Error {}

/** Begins to listen on `host:port`; throws EndpointError when that cannot be. Without a host it is the loopback interface. */
export async function listen(server: FastifyInstance, endpoint: string): Promise<void> {
  const { host, port } = parseEndpoint(endpoint);
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new EndpointError(`listen tcp ${host}:${port}: bind: address already in use`);
    if (code === 'EACCES') throw new EndpointError(`listen tcp ${host}:${port}: bind: permission denied`);
    throw new EndpointError(`listen tcp: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the parts of `host:port`; throws EndpointError when it is no such. */
export function parseEndpoint(endpoint: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(endpoint);
  if (!match) throw new EndpointError(`listen tcp: address ${endpoint}: missing port in address`);
  const port = Number(match[3]);
  if (port > 65535) throw new EndpointError(`listen tcp: address ${port}: invalid port`);
  return { host: match[1] ?? (match[2] || 'localhost'), port };
}
