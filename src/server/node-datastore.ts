/** The datastore that a configuration names, in the reference's words when it cannot be. */
import { resolveSchema } from '../datastore/manifest.ts';
import { openStore } from '../datastore/open.ts';
import type { Store } from '../datastore/store.ts';
import { Datastore, type ObjectCache } from '../history/objects.ts';
import { defaultBuffer, type BufferConfig, type DatastoreConfig } from './config/tables.ts';
import { messageOf } from './rpc/errors.ts';

/** A datastore that cannot be opened: what was tried, and why it failed. */
export class DatastoreError extends Error {
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

const PARAMS: Record<string, readonly string[]> = {
  GCS: ['destination_bucket_path'],
  S3: ['destination_bucket_path', 'region'],
  Filesystem: ['destination_path'],
  HTTP: ['base_url'],
};

/** Returns the datastore; throws DatastoreError. */
export async function openDatastore(
  { type, params, schema }: DatastoreConfig,
  buffer: BufferConfig = defaultBuffer,
): Promise<(cache: ObjectCache) => Promise<Datastore>> {
  const failed = (why: string) => new DatastoreError('failed to initialize datastore', why);
  const needed = Object.hasOwn(PARAMS, type) ? PARAMS[type]! : undefined;
  if (!needed) throw failed(`invalid datastore type ${type}, not supported`);
  const missing = needed.find((name) => !params[name]);
  if (missing) throw failed(`invalid ${type} config, no ${missing}`);
  const store = await open(type, params);
  const cut = await resolveSchema(() => store.manifest(), schema).catch((error: unknown) => {
    throw schemaError(messageOf(error));
  });
  return (cache) => Promise.resolve(new Datastore(store, cut, buffer, cache));
}

/** The reference has a blank at the end of this message. */
function schemaError(why: string): DatastoreError {
  return new DatastoreError('failed to retrieve datastore schema ', why);
}

async function open(type: string, params: Record<string, string>): Promise<Store> {
  try {
    return await openStore([params[type === 'Filesystem' ? 'destination_path' : 'destination_bucket_path']!]);
  } catch (error) {
    const path = params['destination_path'];
    if (path === undefined) throw new DatastoreError('failed to initialize datastore', messageOf(error));
    const missing = `lstat ${path.startsWith('/') ? path : `${process.cwd()}/${path}`}: no such file or directory`;
    throw schemaError(
      `unable to determine ledger file extension from data store: failed to list ledger files: ${missing}`,
    );
  }
}
