/** A server that is measured, in a process of its own: a node over a store, or bytes out of memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { openLedgerStore } from '../src/datastore/open.ts';
import { createLogger } from '../src/server/http/log.ts';
import { defaultConfig } from '../src/server/rpc/config/to-rpc-config.ts';
import { startNode } from '../src/server/rpc/start.ts';

const { sources, index, passphrase, bodies, keepsAllEvents } = (await once(process, 'message'))[0] as {
  sources?: string[];
  /** Folder of the index. */
  index?: string;
  passphrase: string;
  bodies?: Record<string, Uint8Array>;
  /** Whether to begin when the events of all ledgers are kept apart. */
  keepsAllEvents?: boolean;
};

async function serveStore(): Promise<number> {
  const node = await startNode({
    config: defaultConfig(passphrase),
    stores: [await openLedgerStore(sources!)],
    indexFolder: index,
    endpoint: '127.0.0.1:0',
    logger: createLogger({ level: 'error' }),
  });
  const { history } = node.node;
  await history.indexed();
  if (keepsAllEvents) await history.eventsKept();
  return node.port;
}

/** Answers with the body that the path names, after reading the request. */
async function serveMemory(): Promise<number> {
  const server = createServer((request, response) => {
    const body = bodies![request.url!];
    request.on('data', () => undefined);
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Content-Length', body.length);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.send!(await (bodies ? serveMemory() : serveStore()));
