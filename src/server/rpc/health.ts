/** `GET /health`: 200 and what getHealth says, or 503 and why not; also a ledger that this version does not read. */
import type { FastifyReply } from 'fastify';
import { messageOf } from '../../core/system-errors.ts';
import type { Room } from '../http/room.ts';
import { getHealth } from './methods/get-health.ts';
import type { RpcNode } from './node.ts';
import { AnswerWriter } from './writer.ts';

/** The answer is a few hundred bytes. */
const unlimited = { spill: () => Promise.resolve(), mayHold: () => Infinity };

/** Returns the room of this one path, which the reference does not have; HEAD gives the same status without a body. */
export function healthRoom(node: RpcNode): Room {
  return {
    prefix: '/health',
    add(server) {
      server.get('/', { prefixTrailingSlash: 'no-slash' }, (_request, reply) => answer(node, reply));
    },
  };
}

async function answer(node: RpcNode, reply: FastifyReply): Promise<FastifyReply> {
  const w = new AnswerWriter(node.keys);
  const undecodable = node.history.undecodable();
  try {
    await getHealth({ node, signal: new AbortController().signal, ...unlimited }, w);
  } catch (error) {
    return reply.code(503).send({ status: 'unhealthy', error: messageOf(error), undecodable });
  }
  const health = Buffer.from(w.result());
  if (!undecodable) return reply.type('application/json').send(health);
  return reply.send({ ...(JSON.parse(health.toString()) as object), undecodable });
}
