/** What a node serves: a lake's mirror of ledgers, stores, the datastore of its configuration. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesystem } from '../../datastore/kinds/filesystem.ts';
import { openStore } from '../../datastore/open.ts';
import type { Store } from '../../datastore/store.ts';
import { StoreError, UsageError } from '../../errors.ts';
import { LOOKUP_FOLDER } from '../../history/lookup.ts';
import { describeLake } from '../../lake/snapshot/description.ts';
import { MIRROR } from '../../lake/stores.ts';
import type { Log } from '../http/log.ts';
import type { Extras } from './config/rpc-config.ts';
import type { Settings } from './config/settings.ts';

export interface NodeSources {
  /** Folder of the lake: its mirror of ledgers, and the index. */
  lake?: string;
  /** A folder or files of ledgers. */
  stores: readonly string[];
  follow?: boolean;
  extras?: Partial<Extras>;
}

/** Throws UsageError when there is nothing to serve, or no such lake: a name that was mistyped must not become a folder. */
export function checkSources({ lake, stores }: NodeSources): void {
  if (lake !== undefined && !existsSync(lake)) {
    const advice = 'make a lake with `ledgerlake ingest`, or an empty folder for the index alone';
    throw new UsageError(`--lake ${lake}: there is no such folder; ${advice}`);
  }
  if (hasLedgers({ lake, stores })) return;
  throw new UsageError('nothing to serve: name a store with --store, or a lake with a mirror in its folder "ledgers"');
}

/** Returns whether there are ledgers to read: a store, or a lake's mirror. */
export function hasLedgers({ lake, stores }: NodeSources): boolean {
  return stores.length > 0 || (lake !== undefined && existsSync(join(lake, MIRROR)));
}

/** Returns the folder of a `Filesystem` datastore, which lies on this machine, as the store that the window is of. */
export function localStores({ datastore }: Settings): string[] {
  const isLocal = datastore?.table.text('type') === filesystem.type;
  const path = isLocal ? datastore.table.table('params').text(filesystem.where.key) : undefined;
  return path && existsSync(path) ? [path] : [];
}

/** Opens the stores; the lake's mirror comes first. */
export async function openStores({ lake, stores }: NodeSources): Promise<Store[]> {
  const mirror = lake === undefined ? undefined : join(lake, MIRROR);
  const opened: Store[] = mirror && existsSync(mirror) ? [await openStore([mirror])] : [];
  // Apart, since stores may overlap in part: each ledger is read where it is found first. Files alone are no store.
  const files = stores.filter((store) => statSync(store, { throwIfNoEntry: false })?.isFile());
  for (const store of stores) if (!files.includes(store)) opened.push(await openStore([store]));
  if (files.length > 0) opened.push(await openStore(files));
  return opened;
}

/**
 * Returns the passphrase of the network whose ledgers they are: a lake and a store's manifest know it. Throws StoreError where a
 * folder without a manifest is no store.
 */
export async function networkOf(stores: readonly Store[], lake: string | undefined): Promise<string | undefined> {
  if (lake !== undefined && existsSync(join(lake, 'lake.json'))) return (await describeLake(lake)).network_passphrase;
  for (const store of stores) {
    const passphrase = (await store.manifest())?.networkPassphrase;
    if (passphrase) return passphrase;
  }
  // A folder that is no store, such as the one above it, says what it is better than a passphrase that is missing.
  for (const store of stores) if (!store.remote) await store.list().catch(throwUnlessEmpty);
  return undefined;
}

function throwUnlessEmpty(error: unknown): void {
  if (!(error instanceof StoreError) || error.kind === undefined) throw error;
}

/** Returns where the index is kept. Where stellar-rpc had its database there may be one: it is left as it is. */
export function indexFolder(lake: string | undefined, log: Log): string | undefined {
  if (lake === undefined) return undefined;
  if (!existsSync(lake) || statSync(lake).isDirectory()) return join(lake, LOOKUP_FOLDER);
  log('warn', 'DB_PATH is a file, not the folder of a lake: the index is not kept', { path: lake });
  return undefined;
}
