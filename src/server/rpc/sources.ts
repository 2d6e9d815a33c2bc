/** What a node serves: a lake's mirror of ledgers, stores, the datastore of its configuration. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import { filesystem } from '../../datastore/kinds/filesystem.ts';
import { openLedgerStore } from '../../datastore/open.ts';
import type { Store } from '../../datastore/store.ts';
import { StoreError, UsageError } from '../../core/errors.ts';
import { LOOKUP_FOLDER } from '../../history/lookup.ts';
import { describeLake } from '../../lake/disk/snapshot/description.ts';
import { MIRROR } from '../../lake/disk/stores.ts';
import type { Log } from '../http/log.ts';
import type { Extras } from './rpc-config.ts';
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
  if (lake !== undefined && !existsNow(lake)) {
    const advice = 'make a lake with `ledgerlake ingest`, or an empty folder for the index alone';
    throw new UsageError(`--lake ${lake}: no such folder; ${advice}`);
  }
  if (hasLedgers({ lake, stores })) return;
  throw new UsageError(
    lake === undefined
      ? 'nothing to serve: name a lake with --lake, or a store of ledgers with --store'
      : `${lake} is no lake and has no mirror of ledgers in its folder "${MIRROR}": load one with ledgerlake ingest, or name a store with --store`,
  );
}

/** Returns whether there are ledgers to read: a store, or a lake's mirror. */
export function hasLedgers({ lake, stores }: NodeSources): boolean {
  return stores.length > 0 || (lake !== undefined && existsNow(join(lake, MIRROR)));
}

/** Returns why a node without a store has no ledgers, and what to do; undefined without a lake. */
export function ledgersLacking({ lake }: NodeSources): string | undefined {
  if (lake === undefined || !existsNow(join(lake, 'lake.json'))) return undefined;
  const mirror = join(lake, MIRROR);
  return `no ledgers to serve: the lake has no ledger files in ${mirror}; run \`ledgerlake mirror STORE --to ${mirror}\` and start again`;
}

/** Returns the folder of a `Filesystem` datastore, which lies on this machine, as the store that the window is of. */
export function localStores({ datastore }: Settings): string[] {
  const isLocal = datastore?.table.text('type') === filesystem.type;
  const path = isLocal ? datastore.table.table('params').text(filesystem.where.key) : undefined;
  return path && existsNow(path) ? [path] : [];
}

/** Opens the stores; the lake's mirror comes first. */
export async function openStores({ lake, stores }: NodeSources): Promise<Store[]> {
  const mirror = lake === undefined ? undefined : join(lake, MIRROR);
  const opened: Store[] = mirror && existsNow(mirror) ? [await openLedgerStore([mirror])] : [];
  // Apart, since stores may overlap in part: each ledger is read where it is found first. Files alone are no store.
  const files = stores.filter((store) => statSync(store, { throwIfNoEntry: false })?.isFile());
  for (const store of stores) if (!files.includes(store)) opened.push(await openLedgerStore([store]));
  if (files.length > 0) opened.push(await openLedgerStore(files));
  return opened;
}

/** A network, and who says that it is the one. */
interface Claim {
  what: string;
  passphrase: string;
}

/**
 * Returns the passphrase of the network whose ledgers they are: a lake and a store's manifest know it. Throws UsageError where two of them
 * are of different networks, StoreError where a folder without a manifest is no store.
 */
export async function networkOfSource(stores: readonly Store[], lake: string | undefined): Promise<string | undefined> {
  const claims: Claim[] = [];
  if (lake !== undefined && existsNow(join(lake, 'lake.json'))) {
    claims.push({ what: `the lake ${lake}`, passphrase: (await describeLake(lake)).network_passphrase });
  }
  for (const store of stores) {
    const passphrase = (await store.manifest())?.networkPassphrase;
    if (passphrase) claims.push({ what: `the store ${store.name}`, passphrase });
  }
  const [first] = claims;
  if (first) return checkSame(first, claims).passphrase;
  // A folder that is no store, such as the one above it, says what it is better than a passphrase that is missing.
  for (const store of stores) if (!store.remote) await store.list().catch(throwUnlessEmpty);
  return undefined;
}

/** A lake's index would name transactions of the store's ledgers by hashes of the wrong network. */
function checkSame(first: Claim, claims: readonly Claim[]): Claim {
  const other = claims.find(({ passphrase }) => passphrase !== first.passphrase);
  if (!other) return first;
  const what = `${first.what} is of the network "${first.passphrase}", and ${other.what} is of "${other.passphrase}"`;
  throw new UsageError(`${what}: serve each network with a server of its own`);
}

function throwUnlessEmpty(error: unknown): void {
  if (!(error instanceof StoreError) || error.kind === undefined) throw error;
}

/** Returns where the index is kept. Where stellar-rpc had its database there may be one: it is left as it is. */
export function indexFolder(lake: string | undefined, log: Log): string | undefined {
  if (lake === undefined) return undefined;
  if (!existsNow(lake) || statSync(lake).isDirectory()) return join(lake, LOOKUP_FOLDER);
  log('warn', 'DB_PATH is a file, not the folder of a lake: the index is not kept', { path: lake });
  return undefined;
}
