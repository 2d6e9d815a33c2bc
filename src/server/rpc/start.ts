/** A node from its settings to its end: what `ledgerlake rpc` and `ledgerlake serve` do. */
import type { Store } from '../../datastore/store.ts';
import { DecodeError, UsageError } from '../../core/errors.ts';
import type { History } from '../../history/history.ts';
import { LedgerIndex } from '../../history/ledger-index.ts';
import { adminRoom, adminPages } from '../http/admin.ts';
import { EndpointError, listen, type Listener } from '../http/listener.ts';
import { createLogger, type Logger } from '../http/log.ts';
import { watchLoop } from '../http/loop-watch.ts';
import type { Room } from '../http/room.ts';
import { checkSettings, feeWindowFault, configuredPassphrase } from './config/check.ts';
import { numberOf, settingText, type Settings } from './config/settings.ts';
import { noDatastore } from './config/tables.ts';
import { toRpcConfig } from './config/to-rpc-config.ts';
import { DatastoreError, openDatastore, type OpenedDatastore } from './datastore.ts';
import { follow } from './follow.ts';
import { healthRoom } from './health.ts';
import { nodeMetrics } from './metrics.ts';
import { createNode, type RpcNode } from './node.ts';
import { openHistory, type HistoryOptions } from './open-history.ts';
import { rpcRoom, type RoomOptions } from './room.ts';
import { indexFolder, ledgersLacking, networkOfSource, openStores, type NodeSources } from './sources.ts';

/** What ended the start of a node; it was logged. */
export class StartFailed extends Error {}

/** Starts a node, with more rooms on its address; throws UsageError for sources of two networks, ConfigError for settings that cannot be, StartFailed for what was logged as fatal. */
export async function startFromSettings(
  settings: Settings,
  sources: NodeSources,
  {
    rooms = [],
    refusalOf,
    home,
    pages,
  }: Pick<StartOptions, 'rooms' | 'refusalOf' | 'home'> & { pages?: (url: string) => object } = {},
): Promise<RunningNode> {
  const stores = await openStores(sources);
  const found = await networkOfSource(stores, sources.lake);
  const passphrase = configuredPassphrase(settings) ?? found;
  checkSettings(settings, passphrase);
  const logger = createLogger({
    level: settingText(settings, 'LOG_LEVEL'),
    format: settingText(settings, 'LOG_FORMAT'),
  });
  logger.log('info', 'starting ledgerlake JSON-RPC', { endpoint: settingText(settings, 'ENDPOINT') });
  for (const warning of settings.warnings) logger.log('warn', warning);
  const fault = feeWindowFault(settings);
  if (fault !== undefined) throw fatal(logger, fault);
  try {
    const options = await startOptions(settings, sources, stores, passphrase!, logger);
    const lacking = options.stores.length === 0 ? ledgersLacking(sources) : undefined;
    if (lacking !== undefined) logger.log('warn', lacking);
    const running = await startNode({ ...options, rooms, refusalOf, home });
    const window = running.node.history.window();
    const { port, url } = running;
    logger.log('info', 'serving', { oldest: window?.first, latest: window?.last, port, url, ...pages?.(url) });
    return running;
  } catch (error) {
    if (error instanceof DatastoreError) throw fatal(logger, error.message, { error: error.why });
    if (error instanceof DecodeError && error.fields['check'] === 'network') throw ofAnother(passphrase!, error);
    if (!(error instanceof EndpointError)) throw error;
    throw fatal(logger, 'cannot listen on endpoint', { endpoint: error.endpoint, error: error.message });
  }
}

function ofAnother(passphrase: string, { fields: { file, ledger }, message }: DecodeError): UsageError {
  const what = `ledger ${ledger} in ${file} is of another network than "${passphrase}" (${message})`;
  return new UsageError(`${what}: serve each network with a server of its own`);
}

function fatal(logger: Logger, message: string, fields?: Record<string, unknown>): StartFailed {
  logger.fatal(message, fields);
  return new StartFailed(message);
}

async function startOptions(
  settings: Settings,
  { lake, follow, extras }: NodeSources,
  stores: readonly Store[],
  passphrase: string,
  logger: Logger,
): Promise<StartOptions> {
  const config = toRpcConfig(settings, passphrase);
  const datastore = await datastoreOf(settings);
  return {
    config: { ...config, extras: { ...config.extras, ...extras } },
    // With nothing on this machine the window is that of the datastore.
    stores: stores.length === 0 && datastore ? [datastore.store] : stores,
    datastore: datastore?.over,
    indexFolder: indexFolder(lake, logger.log),
    lake,
    endpoint: settingText(settings, 'ENDPOINT'),
    adminEndpoint: settingText(settings, 'ADMIN_ENDPOINT') || undefined,
    follow,
    followLedgers: numberOf(settings, 'INGESTION_BUFFER_SIZE'),
    logger,
  };
}

async function datastoreOf(settings: Settings): Promise<OpenedDatastore | undefined> {
  if (settings.values.get('SERVE_LEDGERS_FROM_DATASTORE') !== true) return undefined;
  const { datastore = noDatastore(), buffer } = settings;
  return openDatastore(datastore, buffer, {
    ledgersAhead: numberOf(settings, 'DATASTORE_LEDGER_BUFFER_SIZE'),
    atOnce: numberOf(settings, 'DATASTORE_WORKERS'),
  });
}

export interface StartOptions extends HistoryOptions {
  /** The lake whose index tells which ledgers have an account or a contract. */
  lake?: string;
  endpoint: string;
  adminEndpoint?: string;
  /** Whether new ledgers of the stores are taken in as they appear; how often to look, in milliseconds. */
  follow?: boolean;
  followEvery?: number;
  /** How many new ledgers are looked for at once. */
  followLedgers?: number;
  logger: Logger;
  /** More rooms on the same address. */
  rooms?: readonly Room[];
  /** Tells why a request is refused by its `Authorization`. */
  refusalOf?: RoomOptions['refusalOf'];
  home?: RoomOptions['home'];
}

export interface RunningNode {
  node: RpcNode;
  /** Where it listens. */
  port: number;
  url: string;
  adminPort?: number;
  /** Ends it: no new requests, those in hand are answered. */
  stop(): Promise<void>;
}

/** Starts a node; throws what opening its stores and listening throw. */
export async function startNode(options: StartOptions): Promise<RunningNode> {
  const { history, close } = await openHistory(options, options.logger.log);
  try {
    return await serve(history, close, options);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Serves a history, which `close` closes when the node stops. */
async function serve(history: History, close: () => Promise<void>, options: StartOptions): Promise<RunningNode> {
  const { config, lake, endpoint, adminEndpoint, logger, rooms = [], refusalOf, home } = options;
  const { log } = logger;
  const counters = nodeMetrics(logger, config, history);
  const index = lake === undefined ? undefined : new LedgerIndex(lake);
  const node = await createNode(history, config, { log, index });
  history.onLedger(({ transactions }, ms) => counters.ledger(transactions.length, ms / 1000));
  const onStall = (bytes: number) => log('warn', 'a client that took nothing was cut', { bytes });
  const http = { allowed: config.allowed, stallTimeout: config.stallTimeout, onStall };
  const watch = watchLoop(log);
  const all = [rpcRoom(node, { counters, refusalOf, home }), healthRoom(node), ...rooms];
  const listener = await listen(endpoint, all, { ...http, watch });
  let admin: Listener | undefined;
  try {
    if (adminEndpoint)
      admin = await listen(adminEndpoint, [adminRoom([counters.page, watch.page, ...adminPages(rooms)])], http);
  } catch (error) {
    await listener.close();
    throw error;
  }
  const following = options.follow ? follow(history, log, options.followLedgers, options.followEvery) : undefined;
  return {
    node,
    port: listener.port,
    url: listener.url,
    ...(admin && { adminPort: admin.port }),
    async stop() {
      following?.stop();
      await Promise.all([listener.close(), admin?.close()]);
      await following?.done;
      index?.close();
      await close();
    },
  };
}
