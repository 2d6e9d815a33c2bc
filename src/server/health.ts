/** `GET /health`: 200 and what getHealth says, or 503 and why not. */
import type { FastifyInstance } from 'fastify';
import { getHealth } from './rpc/methods/get-health.ts';
import type { RpcNode } from './rpc/node.ts';
import { AnswerWriter } from './rpc/writer.ts';

/** The answer is a few hundred bytes. */
const unlimited = { spill: () => Promise.resolve(), mayHold: () => Infinity };

/** Adds the route to a server; HEAD gives the same status without a body. */
export function addHealth(server: FastifyInstance, node: RpcNode): void {
  server.get('/health', async (_request, reply) => {
    const w = new AnswerWriter();
    try {
      await getHealth({ node, signal: new AbortController().signal, ...unlimited }, w);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return reply.code(503).send({ status: 'unhealthy', error: why });
    }
    return reply.type('application/json').send(Buffer.from(w.result()));
  });
}
