/** Opens what holds the ledgers of a pipeline: a store, or what a lake was loaded from. */
import { join } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import { openLedgerStore } from '../../datastore/open.ts';
import type { Store } from '../../datastore/store.ts';
import { PipelineError, UsageError } from '../../core/errors.ts';
import { hasStores, MIRROR, readStores } from '../../lake/disk/stores.ts';

/** Where ledgers are: the address of a store, or else the folder of a lake. */
export interface PipelineSource {
  /** Folder, file or address of a store; it takes precedence over `lake`. */
  store?: string;
  /** Folder of a lake: its mirror is read, else the files that it was loaded from. */
  lake?: string;
}

/**
 * Opens the store, or the source of a lake: its mirror, else the folders and files that `ingest` noted. Throws UsageError,
 * StoreError, and PipelineError `range_outside_source` if these are gone.
 */
export async function openPipelineSource({ store, lake }: PipelineSource): Promise<Store> {
  if (store !== undefined) return openLedgerStore([store]);
  if (lake === undefined) throw new UsageError('no source of ledgers: name a store or a lake');
  const mirror = join(lake, MIRROR);
  const sources = existsNow(mirror) ? [mirror] : (await readStores(lake)).filter((path) => existsNow(path));
  if (sources.length > 0) return openLedgerStore(sources);
  throw new PipelineError(
    `the source files of ${lake} are not on this machine: name a store, or mirror one into the lake`,
    {
      code: 'range_outside_source',
    },
  );
}

/** True if the source of a lake is known: a mirror, or folders and files that `ingest` noted. */
export function canBeReadAgain(lake: string): boolean {
  return existsNow(join(lake, MIRROR)) || hasStores(lake);
}
