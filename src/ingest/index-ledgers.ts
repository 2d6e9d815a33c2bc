/** The index alone: what JSON-RPC needs of ledgers that stay where they are. */
import { knownOptions } from '../options/known-options.ts';
import * as kind from '../options/kinds.ts';
import { join } from 'node:path';
import { askedRange } from '../datastore/listing/newest.ts';
import type { RangeOption } from '../datastore/range.ts';
import type { Store } from '../datastore/store.ts';
import { plainError } from '../core/errors.ts';
import { makeFolder } from '../core/folders.ts';
import { indexStore, type IndexReport } from '../history/index-store.ts';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import { asLakeError } from '../lake/disk/files.ts';

/** Options of `indexLedgers`. */
export interface IndexLedgersOptions {
  passphrase: string;
  range?: RangeOption;
  signal?: AbortSignal;
  /** Takes in words what went wrong and does not end it. */
  onTrouble?: (message: string) => void;
}

/**
 * Indexes the ledgers of a store in a lake's folder, creating it if needed; skips indexed ledgers. Throws LakeError if the
 * folder cannot be created, and errors of the store.
 */
export async function indexLedgers(
  lake: string,
  store: Store,
  options: IndexLedgersOptions,
): Promise<IndexReport & { seconds: number }> {
  const {
    passphrase,
    range: asked,
    signal,
    onTrouble,
  } = knownOptions('indexLedgers', options, {
    passphrase: kind.text,
    range: kind.range,
    signal: kind.signal,
    onTrouble: kind.call,
  });
  await makeLakeFolder(lake);
  const onFault = (error: unknown, what: string) => onTrouble?.(`cannot ${what}: ${plainError(error).message}`);
  const lookup = new Lookup(join(lake, LOOKUP_FOLDER), { onFault });
  const started = performance.now();
  try {
    const range = await askedRange(store, asked, { signal });
    const report = await indexStore(store, { passphrase, lookup, range, signal });
    return { ...report, seconds: (performance.now() - started) / 1000 };
  } finally {
    lookup.close();
  }
}

async function makeLakeFolder(dir: string): Promise<void> {
  try {
    await makeFolder(dir);
  } catch (error) {
    throw asLakeError(dir, error);
  }
}
