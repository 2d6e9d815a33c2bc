/** One server: ledger queries of lakes, and JSON-RPC where ledgers can be read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { EndpointError, listen, parseEndpoint } from './http/listener.ts';
import { createLogger, type Logger } from './http/log.ts';
import { keysOf, keySource } from './query/keys.ts';
import { queryRoom, type QueryOptions } from './query/room.ts';
import { closeLakes, openLakes, readSecret } from './query/start.ts';
import { listOf, textOf, type Settings } from './rpc/config/settings.ts';
import { checkSources, hasLedgers, type NodeSources } from './rpc/sources.ts';
import { startFromSettings } from './rpc/start.ts';

export interface ServerOptions extends Omit<NodeSources, 'lake'> {
  /** Folders of lakes, one for each network; the first one's mirror and index are those of JSON-RPC. */
  lakes: readonly string[];
  /** Where keys of the API are kept; by default `server` in the first lake. */
  dataDir?: string;
  /** Answer ledger queries without a key. */
  authOff?: boolean;
  rateLimit?: number;
  legacyKeys?: boolean;
  /** Keys besides those of the data folder, `KEY[@TEAM],…`. */
  environmentKeys?: string;
}

/** What runs until it is stopped. */
export interface RunningServer {
  stop(): Promise<void>;
}

/** Starts a server; throws UsageError for what cannot be served, and what starting JSON-RPC throws. */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const { lakes, ...rest } = options;
  const folders = lakes.filter((lake) => existsSync(join(lake, 'lake.json')));
  const sources: NodeSources = { ...rest, lake: lakes[0] };
  const [other = lakes[0]] = lakes.filter((lake) => !folders.includes(lake));
  if (folders.length < Math.max(1, lakes.length)) checkSources({ ...sources, lake: other });
  const endpoint = textOf(settings, 'ENDPOINT');
  if (options.authOff) checkLoopback(endpoint);
  const logger = createLogger({ level: textOf(settings, 'LOG_LEVEL'), format: textOf(settings, 'LOG_FORMAT') });
  const served = await openLakes(folders);
  const close = () => closeLakes(served);
  try {
    const rooms = served.length === 0 ? [] : [queryRoom(await roomOptions(served, options, logger))];
    if (hasLedgers(sources)) return await withLakes(await startFromSettings(settings, sources, rooms), close);
    const allowed = { origins: listOf(settings, 'ALLOWED_ORIGINS'), hosts: listOf(settings, 'ALLOWED_HOSTS') };
    const listener = await listen(endpoint, rooms, { allowed });
    logger.log('info', 'serving', { url: listener.url, networks: served.map(({ network }) => network).join(',') });
    return await withLakes({ stop: () => listener.close() }, close);
  } catch (error) {
    await close();
    if (error instanceof EndpointError) throw new UsageError(`cannot listen on ${endpoint}: ${error.message}`);
    throw error;
  }
}

async function withLakes(running: RunningServer, close: () => Promise<void>): Promise<RunningServer> {
  return {
    async stop() {
      await running.stop();
      await close();
    },
  };
}

async function roomOptions(
  lakes: QueryOptions['lakes'],
  options: ServerOptions,
  { log }: Logger,
): Promise<QueryOptions> {
  const { authOff = false, rateLimit, legacyKeys, environmentKeys = '' } = options;
  const folder = options.dataDir ?? join(lakes[0].lake.path, 'server');
  const keys = keySource(folder, keysOf(environmentKeys));
  if (!authOff && keys().length === 0) {
    log(
      'warn',
      'there is no API key, so every ledger query is refused: make one with `ledgerlake keys create`, or serve with --auth off',
    );
  }
  const secret = await readSecret(folder);
  return { lakes, secret, log, legacyKeys, rateLimitPerMinute: rateLimit, ...(!authOff && { keys }) };
}

function checkLoopback(endpoint: string): void {
  const { host } = parseEndpoint(endpoint);
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) return;
  throw new UsageError(`--auth off is for loopback addresses only, and ${endpoint} is none`);
}
