/** One server: ledger queries of lakes, and JSON-RPC where ledgers can be read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { EndpointError, listen, parseEndpoint } from './http/listener.ts';
import { createLogger, type Log } from './http/log.ts';
import type { OpenedQueries, QueryServerOptions } from './query/start.ts';
import { listOf, textOf, type Settings } from './rpc/config/settings.ts';
import { checkSources, hasLedgers, type NodeSources } from './rpc/sources.ts';
import { startFromSettings } from './rpc/start.ts';

export interface ServerOptions extends Omit<NodeSources, 'lake'>, QueryServerOptions {
  /** Folders of lakes, one for each network; the first one's mirror and index are those of JSON-RPC. */
  lakes: readonly string[];
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
  const queries = await openedQueries(folders, options, logger.log);
  const close = async () => queries?.close();
  try {
    const rooms = queries ? [queries.room] : [];
    if (hasLedgers(sources)) return await withLakes(await startFromSettings(settings, sources, rooms), close);
    const allowed = { origins: listOf(settings, 'ALLOWED_ORIGINS'), hosts: listOf(settings, 'ALLOWED_HOSTS') };
    const listener = await listen(endpoint, rooms, { allowed });
    logger.log('info', 'serving', { url: listener.url, networks: queries?.networks.join(',') });
    return await withLakes({ stop: () => listener.close() }, close);
  } catch (error) {
    await close();
    if (error instanceof EndpointError) throw new UsageError(`cannot listen on ${endpoint}: ${error.message}`);
    throw error;
  }
}

/** DuckDB and all that answers ledger queries take memory, which JSON-RPC alone does without. */
async function openedQueries(
  folders: readonly string[],
  options: QueryServerOptions,
  log: Log,
): Promise<OpenedQueries | undefined> {
  if (folders.length === 0) return undefined;
  const { openQueries } = await import('./query/start.ts');
  return openQueries(folders, options, log);
}

async function withLakes(running: RunningServer, close: () => Promise<void>): Promise<RunningServer> {
  return {
    async stop() {
      await running.stop();
      await close();
    },
  };
}

function checkLoopback(endpoint: string): void {
  const { host } = parseEndpoint(endpoint);
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) return;
  throw new UsageError(`--auth off is for loopback addresses only, and ${endpoint} is none`);
}
