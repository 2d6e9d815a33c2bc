/** What is answered without a key, at the root: the description of the API, and whether the server is well. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCall, NO_RPC, type Room } from '../http/room.ts';
import type { Log } from '../http/log.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { Endpoint } from './endpoint.ts';
import { llmsText } from './docs/llms.ts';
import { openApi } from './docs/openapi.ts';
import { undecodableOf } from './undecodable.ts';
import type { ServedLake } from './view.ts';

/** A room of one path. */
function roomOf(path: string, answer: (reply: FastifyReply) => unknown): Room {
  return {
    prefix: path,
    add(server) {
      server.get('/', { prefixTrailingSlash: 'no-slash' }, (_request, reply) => {
        void reply.header('Access-Control-Allow-Origin', '*').header('X-Content-Type-Options', 'nosniff');
        return answer(reply);
      });
    },
  };
}

/** Returns the room of `/openapi.json`, of networks under `bases` such as `/lake/v1/testnet`. */
export function descriptionRoom(endpoints: readonly Endpoint[], bases: readonly string[]): Room {
  const description = openApi(endpoints, bases);
  return roomOf('/openapi.json', (reply) => reply.send(description));
}

/** Returns the room of `/llms.txt`, which tells language models of the same endpoints. */
export function llmsRoom(endpoints: readonly Endpoint[], bases: readonly string[]): Room {
  const text = llmsText(endpoints, bases);
  return roomOf('/llms.txt', (reply) => reply.type('text/plain; charset=utf-8').send(text));
}

/** Returns the room of `/health`: 200 with the ledgers of each network, or 503 when a lake cannot be read. */
export function lakesHealthRoom(lakes: readonly ServedLake[], log?: Log): Room {
  return roomOf('/health', async (reply) => {
    try {
      const networks = await Promise.all(lakes.map(ledgersOf));
      return await reply.send({ status: 'healthy', networks: Object.fromEntries(networks) });
    } catch (error) {
      log?.('error', 'a lake cannot be read', { error: messageOf(error) });
      return reply.code(503).send({ status: 'unhealthy', error: 'a lake cannot be read' });
    }
  });
}

async function ledgersOf(served: ServedLake): Promise<[string, object]> {
  const { ranges } = await served.newest.snapshot();
  const undecodable = await undecodableOf(served);
  return [served.network, { oldest: ranges[0]?.first, latest: ranges.at(-1)?.last, undecodable }];
}

/** Returns the room of all other paths, where no JSON-RPC has them. */
export function elsewhereRoom(): Room {
  const take = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.url.split('?', 1);
    const error = isCall(request) ? NO_RPC : `unknown endpoint: ${path}`;
    return reply.code(404).header('X-Error-Code', 'not_found').send({ error });
  };
  return { prefix: '', add: (server: FastifyInstance) => void server.setNotFoundHandler(take) };
}
