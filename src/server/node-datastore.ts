/** The datastore that a configuration names, in the reference's words when it cannot be. */
import { resolveSchema } from '../datastore/manifest.ts';
import { resolve } from 'node:path';
import type { AccessOptions } from '../datastore/address.ts';
import { openStore } from '../datastore/open.ts';
import type { RetryPolicy } from '../datastore/retry.ts';
import type { Store } from '../datastore/store.ts';
import { StoreError } from '../errors.ts';
import { Datastore, type ObjectCache, type ReadAhead } from '../history/objects.ts';
import { defaultBuffer, type BufferConfig, type DatastoreConfig } from './config/tables.ts';
import { messageOf } from './rpc/errors.ts';
import { parseDuration } from './rpc/go-duration.ts';

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
  tuning: Pick<ReadAhead, 'ledgersAhead' | 'atOnce'> = {},
): Promise<OpenedDatastore> {
  const failed = (why: string) => new DatastoreError('failed to initialize datastore', why);
  const needed = Object.hasOwn(PARAMS, type) ? PARAMS[type]! : undefined;
  if (!needed) throw failed(`invalid datastore type ${type}, not supported`);
  const missing = needed.find((name) => !params[name]);
  if (missing) throw failed(`invalid ${type} config, no ${missing}`);
  const store = await open(type, params, buffer);
  const cut = await resolveSchema(() => store.manifest(), schema).catch((error: unknown) => {
    throw schemaError(messageOf(error));
  });
  return { store, over: (cache) => new Datastore(store, cut, { ...buffer, ...tuning }, cache) };
}

/** The reference has a blank at the end of this message. */
function schemaError(why: string): DatastoreError {
  return new DatastoreError('failed to retrieve datastore schema ', why);
}

async function open(type: string, params: Record<string, string>, buffer: BufferConfig): Promise<Store> {
  const failed = (why: string) => new DatastoreError('failed to initialize datastore', why);
  if (type === 'Filesystem') return openFolder(params['destination_path']!);
  try {
    return await openStore([addressOf(type, params)], { ...accessOf(type, params), policy: policyOf(params, buffer) });
  } catch (error) {
    throw failed(messageOf(error));
  }
}

async function openFolder(path: string): Promise<Store> {
  try {
    return await openStore([path]);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const missing = `lstat ${resolve(path)}: no such file or directory`;
    throw schemaError(
      `unable to determine ledger file extension from data store: failed to list ledger files: ${missing}`,
    );
  }
}

function addressOf(type: string, params: Record<string, string>): string {
  if (type === 'HTTP') return params['base_url']!;
  return `${type === 'GCS' ? 'gs' : 's3'}://${params['destination_bucket_path']}`;
}

function accessOf(type: string, params: Record<string, string>): AccessOptions {
  const common = { anonymous: params['anonymous'] === 'true' || undefined };
  if (type === 'HTTP') return common;
  const endpointUrl = params['endpoint_url'];
  if (type === 'GCS') {
    return { ...common, endpointUrl, userProject: params['user_project'], credentialsFile: params['credentials_file'] };
  }
  const requesterPays = params['requester_pays'] === 'true' || undefined;
  return { ...common, endpointUrl, requesterPays, region: params['region'], profile: params['profile'] };
}

function policyOf({ timeout }: Record<string, string>, { retryLimit, retryWait }: BufferConfig): Partial<RetryPolicy> {
  return { retryLimit, retryWaitMs: retryWait, ...(timeout && { timeoutMs: parseDuration(timeout) }) };
}
