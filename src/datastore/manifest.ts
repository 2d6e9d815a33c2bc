/** Parses a store's `.config.json` and compares it with the user's configuration. */
import { StoreError } from '../core/errors.ts';
import { MAX_LEDGER, type StoreSchema } from './keys.ts';
import { messageOf } from '../core/system-errors.ts';

/** The name of the manifest at a store's root. */
export const MANIFEST_KEY = '.config.json';

/** The version that writers put today; others are read all the same. */
export const MANIFEST_VERSION = '1.0';

/** What `.config.json` says; a text that it lacks is undefined. */
export interface Manifest extends StoreSchema {
  networkPassphrase?: string;
  version?: string;
  compression?: string;
}

/** What a user's configuration says of a store; a value that is absent, empty or 0 is not compared. */
export type LocalSchema = Partial<Manifest>;

const TEXTS = ['networkPassphrase', 'version', 'compression'] as const;
const NUMBERS = ['ledgersPerFile', 'filesPerPartition'] as const;
/** What is said of a store that does not tell how it is cut, in the reference's words. */
const INCOMPLETE =
  'datastore manifest is missing and local config is incomplete; ledgersPerFile and filesPerPartition must be set';

/** Returns what the manifest's text says, throws StoreError when it is not JSON or a member is not what it should be. */
export function parseManifest(text: string, store?: string): Manifest {
  const members = Object.entries(asObject(text, store));
  const get = (name: string) => members.find(([key]) => key === name)?.[1];
  const manifest: Manifest = {
    ledgersPerFile: asCount('ledgersPerBatch', get('ledgersPerBatch'), 1, store),
    filesPerPartition: asCount('batchesPerPartition', get('batchesPerPartition'), 0, store),
  };
  for (const name of TEXTS) {
    const value = get(name);
    if (typeof value === 'string') manifest[name] = value;
    else if (value !== undefined) throw wrongMember(name, value, 'a string', store);
  }
  return manifest;
}

/**
 * Returns how a store is cut, from its manifest or else from the local configuration. Throws StoreError when the two
 * differ, when neither says it of `store`, or with what `read` throws.
 */
export async function resolveSchema(
  read: () => Promise<Manifest | undefined>,
  local: LocalSchema = {},
  store?: string,
): Promise<StoreSchema> {
  const { ledgersPerFile, filesPerPartition } = local;
  const complete = ledgersPerFile && filesPerPartition ? { ledgersPerFile, filesPerPartition } : undefined;
  const manifest = await readOr(read, complete);
  if (manifest) return checkEqual(local, manifest);
  if (!complete) {
    const where =
      store === undefined ? '' : `; ${store} has no ${MANIFEST_KEY}, so check the address or give --config FILE`;
    throw new StoreError(`${INCOMPLETE}${where}`, { store, kind: 'uncut' });
  }
  return complete;
}

async function readOr(
  read: () => Promise<Manifest | undefined>,
  complete: StoreSchema | undefined,
): Promise<Manifest | undefined> {
  try {
    return await read();
  } catch (error) {
    if (complete || !(error instanceof StoreError)) throw error;
    throw new StoreError(`${INCOMPLETE}; ${error.message}`, { ...error.fields, kind: error.kind ?? 'uncut' }, error);
  }
}

function checkEqual(local: LocalSchema, manifest: Manifest): StoreSchema {
  const differences = [...TEXTS, ...NUMBERS]
    .filter((name) => local[name] && local[name] !== manifest[name])
    .map((name) => `${name}: local=${JSON.stringify(local[name])}, datastore=${JSON.stringify(manifest[name] ?? '')}`);
  if (differences.length > 0) {
    throw new StoreError(
      'datastore config mismatch: The local config does not match the manifest stored in the datastore. ' +
        `Details: ${differences.join('; ')}. If the difference is in schema settings, either remove the schema ` +
        'section from your local config or update it to match the datastore',
    );
  }
  return { ledgersPerFile: manifest.ledgersPerFile, filesPerPartition: manifest.filesPerPartition };
}

function asObject(text: string, store?: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = messageOf(error);
    throw manifestError(`invalid JSON in manifest file "${MANIFEST_KEY}": ${why}`, store, error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw manifestError(`manifest file "${MANIFEST_KEY}" is ${show(value)}, expected an object`, store);
  }
  return value;
}

function asCount(name: string, value: unknown, least: number, store?: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MAX_LEDGER) return value;
  throw wrongMember(name, value, `a whole number from ${least} to ${MAX_LEDGER}`, store);
}

function wrongMember(name: string, value: unknown, expected: string, store?: string): StoreError {
  const found = value === undefined ? 'missing' : show(value);
  return manifestError(`${name} in manifest file "${MANIFEST_KEY}" is ${found}, expected ${expected}`, store);
}

function manifestError(message: string, store?: string, cause?: unknown): StoreError {
  return new StoreError(`failed to read manifest: ${message}`, { store, key: MANIFEST_KEY }, cause);
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}
