/** What a server is made of: rooms, each with its own paths and its own words for what it does not answer. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Room {
  /** The path that its own begin with; the empty text is the room of all paths that no other room has. */
  prefix: string;
  /** Whether it refuses paths that cannot be decoded in its own words; else they are answered as Go does. */
  takesAnyPath?: boolean;
  /**
   * Adds routes, hooks and the handlers of what is not found and what fails. The instance is the room's alone (Fastify
   * encapsulates it): nothing that is set on it holds for another room.
   */
  add(server: FastifyInstance): void;
  /** Returns what the room adds to the page of metrics, in the format of Prometheus. */
  metrics?(): Promise<string>;
}

/** What a server without ledger files answers to a call of JSON-RPC. */
export const NO_RPC =
  'JSON-RPC needs ledger files: start the server with --store STORE, or first run `ledgerlake mirror STORE --to LAKE/ledgers`';

/** Returns whether a request is addressed to JSON-RPC. */
export function isCall({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && url.split('?', 1)[0] === '/';
}
