/** From settings to a running node: what `ledgerlake rpc` and `ledgerlake serve` do. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../datastore/open.ts';
import type { Store } from '../datastore/store.ts';
import { UsageError } from '../errors.ts';
import { LOOKUP_FOLDER } from '../history/lookup.ts';
import { describeLake } from '../lake/lake.ts';
import { checkSettings, feeWindowFault, passphraseOf, toRpcConfig } from './config/check.ts';
import { numberOf, textOf, type Settings } from './config/settings.ts';
import { EndpointError } from './endpoint.ts';
import { createLogger, type Logger } from './log.ts';
import { DatastoreError, openDatastore } from './node-datastore.ts';
import type { Extras } from './rpc/config.ts';
import { startNode, type RunningNode } from './start.ts';

export interface NodeSources {
  /** Folder of the lake: its mirror of ledgers, and the index. */
  lake?: string;
  /** A folder or files of ledgers. */
  stores: readonly string[];
  follow?: boolean;
  extras?: Partial<Extras>;
}

/** What ended the start of a node; it was logged. */
export class StartFailed extends Error {}

const MIRROR = 'ledgers';

/** Starts a node; throws ConfigError for settings that cannot be, StartFailed for what was logged as fatal. */
export async function startFromSettings(settings: Settings, sources: NodeSources): Promise<RunningNode> {
  const stores = await openStores(sources);
  const passphrase = passphraseOf(settings) ?? (await passphraseOfStores(stores, sources.lake));
  checkSettings(settings, passphrase);
  const logger = createLogger({ level: textOf(settings, 'LOG_LEVEL'), format: textOf(settings, 'LOG_FORMAT') });
  logger.log('info', 'starting ledgerlake JSON-RPC', { endpoint: textOf(settings, 'ENDPOINT') });
  for (const warning of settings.warnings) logger.log('warn', warning);
  const fault = feeWindowFault(settings);
  if (fault !== undefined) throw fatal(logger, fault);
  try {
    return await start(settings, sources, stores, passphrase!, logger);
  } catch (error) {
    if (error instanceof DatastoreError) throw fatal(logger, error.message, { error: error.why });
    if (!(error instanceof EndpointError)) throw error;
    throw fatal(logger, 'cannot listen on endpoint', { endpoint: textOf(settings, 'ENDPOINT'), error: error.message });
  }
}

async function start(
  settings: Settings,
  { lake, follow, extras }: NodeSources,
  stores: readonly Store[],
  passphrase: string,
  logger: Logger,
): Promise<RunningNode> {
  const config = toRpcConfig(settings, passphrase);
  Object.assign(config.extras, extras);
  const usesDatastore = settings.values.get('SERVE_LEDGERS_FROM_DATASTORE') === true;
  const { datastore = { type: '', params: {}, schema: {} }, buffer } = settings;
  const tuning = {
    ledgersAhead: numberOf(settings, 'DATASTORE_LEDGER_BUFFER_SIZE'),
    atOnce: numberOf(settings, 'DATASTORE_WORKERS'),
  };
  const opened = usesDatastore ? await openDatastore(datastore, buffer, tuning) : undefined;
  const running = await startNode({
    config,
    // With nothing on this machine the window is that of the datastore.
    stores: stores.length === 0 && opened ? [opened.store] : stores,
    datastore: opened?.over,
    indexFolder: indexFolder(lake, logger),
    endpoint: textOf(settings, 'ENDPOINT'),
    adminEndpoint: textOf(settings, 'ADMIN_ENDPOINT') || undefined,
    follow,
    followLedgers: numberOf(settings, 'INGESTION_BUFFER_SIZE'),
    logger,
  });
  const window = running.node.history.window();
  logger.log('info', 'serving', { oldest: window?.first, latest: window?.last, port: running.port });
  return running;
}

/** Where stellar-rpc had its database there may be one: it is left as it is, and the index is not kept. */
function indexFolder(lake: string | undefined, logger: Logger): string | undefined {
  if (lake === undefined) return undefined;
  if (!existsSync(lake) || statSync(lake).isDirectory()) return join(lake, LOOKUP_FOLDER);
  logger.log('warn', 'DB_PATH is a file, not the folder of a lake: the index is not kept', { path: lake });
  return undefined;
}

function fatal(logger: Logger, message: string, fields?: Record<string, unknown>): StartFailed {
  logger.fatal(message, fields);
  return new StartFailed(message);
}

/** The lake's mirror comes first. */
async function openStores({ lake, stores }: NodeSources): Promise<Store[]> {
  const mirror = lake === undefined ? undefined : join(lake, MIRROR);
  const opened: Store[] = mirror && existsSync(mirror) ? [await openStore([mirror])] : [];
  if (stores.length > 0) opened.push(await openStore(stores));
  return opened;
}

/** A lake and a store's manifest know their network. */
async function passphraseOfStores(stores: readonly Store[], lake: string | undefined): Promise<string | undefined> {
  if (lake !== undefined && existsSync(join(lake, 'lake.json'))) return (await describeLake(lake)).network_passphrase;
  for (const store of stores) {
    const passphrase = (await store.manifest())?.networkPassphrase;
    if (passphrase) return passphrase;
  }
  return undefined;
}

/** Waits for SIGINT or SIGTERM, then ends the node. */
export async function untilStopped(running: RunningNode): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await running.stop();
}

/** Throws UsageError when there is nothing to serve. */
export function checkSources({ lake, stores }: NodeSources): void {
  if (stores.length > 0 || (lake !== undefined && existsSync(join(lake, MIRROR)))) return;
  throw new UsageError('nothing to serve: name a store with --store, or a lake that has a mirror of its ledgers');
}
