/** One server: ledger queries of lakes, JSON-RPC where ledgers can be read, pipelines where there is a folder for them. */
import { join } from 'node:path';
import { existsNow } from '../core/folders.ts';
import { UsageError } from '../core/errors.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { adminRoom, adminPages } from './http/admin.ts';
import { keepYoungGeneration } from '../core/young-generations.ts';
import { DOCS, homeRoom, openConsole } from './console/console.ts';
import { EndpointError, listen, parseEndpoint } from './http/listener.ts';
import { createLogger, type Log } from './http/log.ts';
import { watchLoop } from './http/loop-watch.ts';
import type { Room } from './http/room.ts';
import type { OpenedPipelines, PipelineServerOptions } from './pipelines/start.ts';
import type { OpenedQueries, QueryServerOptions } from './query/start.ts';

import { settingList, numberOf, settingText, type Settings } from './rpc/config/settings.ts';
import { checkSources, hasLedgers, type NodeSources } from './rpc/sources.ts';
import { startFromSettings } from './rpc/start.ts';

export interface ServerOptions extends Omit<NodeSources, 'lake'>, QueryServerOptions {
  /** How pipelines are run; they are where there is a `dataDir`. */
  pipelines?: PipelineServerOptions;
  /** Folders of lakes, or `NAME=FOLDER`, one for each network; the first one's mirror and index are those of JSON-RPC. */
  lakes: readonly string[];
  /** Serve the console at `/`, and SQL with it on loopback addresses; by default on loopback addresses. */
  console?: boolean;
  /** Whether JSON-RPC needs a key as ledger queries do; by default it does not. */
  rpcAuth?: 'keys' | 'off';
}

/** What runs until it is stopped. */
export interface RunningServer {
  /** Its address, with the port that it got. */
  url: string;
  /** The names of the networks whose lakes it serves, as paths have them. */
  networks: readonly string[];
  stop(): Promise<void>;
}

/** Starts a server; throws UsageError for what cannot be served, and what starting JSON-RPC throws. */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  return startRooms(settings, options).catch((error: unknown) => {
    if (!(error instanceof EndpointError)) throw error;
    throw new UsageError(`cannot listen on ${error.endpoint}: ${error.reason}: give another HOST:PORT`);
  });
}

async function startRooms(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const { folders, names, sources } = lakesOf(options);
  // Answers of JSON-RPC are large buffers and texts: a small young generation takes 50 MB less, and 2% more of the processor.
  if (folders.length === 0) keepYoungGeneration();
  const endpoint = settingText(settings, 'ENDPOINT');
  if (options.authOff) checkLoopback(endpoint, '--auth off');
  if (options.sql) checkLoopback(endpoint, '--sql');
  const logger = createLogger({
    level: settingText(settings, 'LOG_LEVEL'),
    format: settingText(settings, 'LOG_FORMAT'),
  });
  const isAlone = !hasLedgers(sources);
  const hasConsole = (options.console ?? isLoopback(endpoint)) && (folders.length > 0 || options.dataDir !== undefined);
  const sql = options.sql === true ? true : hasConsole && isLoopback(endpoint) ? 'late' : false;
  const queries = await openedQueries(folders, { ...options, sql, names }, logger.log, isAlone);
  let pipelines: OpenedPipelines | undefined;
  /** Ends requests and runs at the same time, then closes the lakes that they read. */
  const stop = async (running?: { stop(): Promise<void> }) => {
    await Promise.all([running?.stop(), pipelines?.close()]);
    await queries?.close();
  };
  try {
    pipelines = await openedPipelines(queries, options, logger.log, isAlone);
    const rooms = [...(pipelines?.rooms ?? []), ...(queries?.rooms ?? [])];
    const told = {
      networks: queries?.networks ?? [],
      needsKey: options.authOff !== true,
      hasSql: queries !== undefined && sql !== false,
      hasPipelines: pipelines !== undefined,
      hasRpc: !isAlone,
      hasConsole,
    };
    const pages = queries || pipelines ? openConsole(told, { log: logger.log }) : undefined;
    rooms.push(...(pages?.rooms ?? []));
    const started = (running: Omit<RunningServer, 'networks'>): RunningServer => {
      if (hasConsole) queries?.warm();
      return { url: running.url, networks: told.networks, stop: () => stop(running) };
    };
    const addresses = (url: string) => ({
      ...(queries && { networks: queries.networks.join(',') }),
      ...(pages && { docs: new URL(DOCS, url).href }),
      ...(hasConsole && { console: url }),
    });
    if (!isAlone) {
      const refusalOf = await rpcRefusals(options);
      if (!refusalOf && !options.authOff && rooms.length > 0)
        logger.log('info', 'JSON-RPC answers without a key; --rpc-auth keys asks for one');
      const more = { rooms, refusalOf, home: pages?.home, pages: addresses };
      return started(await startFromSettings(settings, sources, more));
    }
    if (pages) rooms.push(homeRoom(pages.home));
    const running = await listenAlone(settings, rooms, logger.log);
    logger.log('info', 'serving', { url: running.url, ...addresses(running.url) });
    return started(running);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the folders that hold a lake, the names of lakes, and the sources of JSON-RPC. Throws UsageError for a folder without a lake. */
function lakesOf(options: ServerOptions): { folders: string[]; names: Map<string, string>; sources: NodeSources } {
  const { lakes: given, ...rest } = options;
  const named = given.map(namedLake);
  const lakes = named.map(({ folder }) => folder);
  const names = new Map(named.flatMap(({ folder, name }) => (name === undefined ? [] : [[folder, name]])));
  const folders = lakes.filter((lake) => existsNow(join(lake, 'lake.json')));
  const sources: NodeSources = { ...rest, lake: lakes[0] };
  const [other = lakes[0]] = lakes.filter((lake) => !folders.includes(lake));
  const needsLedgers = lakes.length > 0 || options.dataDir === undefined;
  if (needsLedgers && folders.length < Math.max(1, lakes.length)) checkSources({ ...sources, lake: other });
  return { folders, names, sources };
}

/** Returns what refuses JSON-RPC without a key; undefined where it needs none. */
async function rpcRefusals({ rpcAuth = 'off', dataDir, lakes, environmentKeys = '' }: ServerOptions) {
  if (rpcAuth === 'off') return undefined;
  const folder = dataDir ?? (lakes[0] === undefined ? undefined : join(namedLake(lakes[0]).folder, 'server'));
  if (folder === undefined) throw new UsageError('--rpc-auth keys needs --data-dir or --lake, where keys are kept');
  const { apiKeyOf: keyOf, apiKeysOf: keysOf, keySource, unauthorized } = await import('./query/keys.ts');
  const keys = keySource(folder, keysOf(environmentKeys));
  return (given: string | undefined) => {
    return given !== undefined && keyOf(given, keys()) ? undefined : unauthorized(given).message;
  };
}

/** Returns the folder of a lake, and what its network is called where that is said; a folder that is there keeps its name. */
function namedLake(text: string): { folder: string; name?: string } {
  const [, name, folder] = /^([a-z][a-z0-9-]{0,31})=(.+)$/.exec(text) ?? [];
  if (name === undefined || folder === undefined || existsNow(text)) return { folder: text };
  return { folder, name };
}

/** Listens without JSON-RPC: for the rooms, and for metrics where there is an address for them. */
async function listenAlone(
  settings: Settings,
  rooms: readonly Room[],
  log: Log,
): Promise<Omit<RunningServer, 'networks'>> {
  const allowed = { origins: settingList(settings, 'ALLOWED_ORIGINS'), hosts: settingList(settings, 'ALLOWED_HOSTS') };
  const onStall = (bytes: number) => log('warn', 'a client that took nothing was cut', { bytes });
  const http = { allowed, stallTimeout: numberOf(settings, 'CLIENT_STALL_TIMEOUT'), onStall };
  const watch = watchLoop(log);
  const listener = await listen(settingText(settings, 'ENDPOINT'), rooms, { ...http, watch });
  const adminEndpoint = settingText(settings, 'ADMIN_ENDPOINT');
  try {
    const own = new Registry();
    collectDefaultMetrics({ register: own });
    const pages = [() => own.metrics(), watch.page, ...adminPages(rooms)];
    const admin = adminEndpoint === '' ? undefined : await listen(adminEndpoint, [adminRoom(pages)], http);
    const stop = async () => void (await Promise.all([listener.close(), admin?.close()]));
    return { url: listener.url, stop };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** DuckDB and all that answers ledger queries take memory, which JSON-RPC alone does without. */
async function openedQueries(
  folders: readonly string[],
  options: QueryServerOptions,
  log: Log,
  isAlone: boolean,
): Promise<OpenedQueries | undefined> {
  if (folders.length === 0) return undefined;
  const { openQueries } = await import('./query/start.ts');
  return openQueries(folders, options, log, isAlone);
}

/** Pipelines need a folder of their own, which one server has at a time. */
async function openedPipelines(
  queries: OpenedQueries | undefined,
  options: ServerOptions,
  log: Log,
  isAlone: boolean,
): Promise<OpenedPipelines | undefined> {
  const { dataDir, stores, pipelines = {}, authOff, environmentKeys } = options;
  if (dataDir === undefined) return undefined;
  const { openPipelines } = await import('./pipelines/start.ts');
  const ofKeys = { authOff, environmentKeys };
  const ofLedgers = { stores, lakes: queries?.lakes ?? [] };
  return openPipelines(dataDir, { ...pipelines, ...ofKeys, ...ofLedgers, isAlone: isAlone && !queries }, log);
}

/** Returns whether the address, as HOST:PORT, is of this machine alone. Throws EndpointError if it is no address. */
export function isLoopback(endpoint: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(parseEndpoint(endpoint).host);
}

function checkLoopback(endpoint: string, option: string): void {
  if (isLoopback(endpoint)) return;
  throw new UsageError(`${option} is allowed on loopback addresses only, not on ${endpoint}`);
}
