/** The datastore that a configuration names, in the reference's words when it cannot be. */
import { resolve } from 'node:path';
import type { Block } from '../../datastore/config/block.ts';
import { readSpec } from '../../datastore/config/config-file.ts';
import type { StoreSpec } from '../../datastore/kind.ts';
import { resolveSchema } from '../../datastore/manifest.ts';
import { openSpec } from '../../datastore/open.ts';
import type { Store } from '../../datastore/store.ts';
import { StoreError } from '../../core/errors.ts';
import { Datastore, type ReadAhead } from '../../history/datastore.ts';
import type { ObjectCache } from '../../history/object-cache.ts';
import { messageOf } from '../../core/system-errors.ts';
import { defaultBuffer, type BufferConfig, type DatastoreConfig } from './config/tables.ts';

/** A datastore that cannot be opened: what was tried, and why it failed. */
export class DatastoreError extends Error {
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

/** A datastore whose layout is known. */
export interface OpenedDatastore {
  store: Store;
  /** Returns it over the ledgers that are kept in memory. */
  over(cache: ObjectCache): Datastore;
}

/** Returns the datastore; throws DatastoreError. */
export async function openDatastore(
  { table, schema }: DatastoreConfig,
  buffer: BufferConfig = defaultBuffer,
  tuning: Pick<ReadAhead, 'ledgersAhead' | 'atOnce'> = {},
): Promise<OpenedDatastore> {
  const store = await open(table, buffer);
  const cut = await resolveSchema(() => store.manifest(), schema).catch((error: unknown) => {
    throw schemaError(messageOf(error));
  });
  return { store, over: (cache) => new Datastore(store, cut, { ...buffer, ...tuning }, cache) };
}

/** The reference has a blank at the end of this message. */
function schemaError(why: string): DatastoreError {
  return new DatastoreError('failed to retrieve datastore schema ', why);
}

async function open(table: Block, { retryLimit, retryWait }: BufferConfig): Promise<Store> {
  try {
    const { spec, policy } = readSpec(table);
    if (!spec.kind.open) return await openFolder(spec);
    return await openSpec(spec, { policy: { retryLimit, retryWaitMs: retryWait, ...policy } });
  } catch (error) {
    if (error instanceof DatastoreError) throw error;
    throw new DatastoreError('failed to initialize datastore', messageOf(error));
  }
}

async function openFolder(spec: StoreSpec): Promise<Store> {
  try {
    return await openSpec(spec);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const missing = `lstat ${resolve(spec.places.join())}: no such file or directory`;
    throw schemaError(
      `unable to determine ledger file extension from data store: failed to list ledger files: ${missing}`,
    );
  }
}
