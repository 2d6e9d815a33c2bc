/** Files of a folder that somebody may still write. */
import type { LedgerObject, Store } from '../datastore/store.ts';
import { DecodeError, VerifyError } from '../core/errors.ts';
import { pause, type OutageOptions } from './outage.ts';

/** A file that is being written in place is taken for whole when it has been left alone for so long. */
const SETTLE_MS = 5000;

/** A file that is not whole yet, and since when it has been as it is. */
interface Writing {
  key: string;
  modified: string;
  bytes: number;
  since: number;
}

export interface UnfinishedOptions extends OutageOptions {
  /** How long to wait before the next look. */
  untilNext(): number;
}

/**
 * Calls `load` again while an unreadable file is still being written; undefined after the signal. Throws what `load` throws
 * for finished files.
 */
export async function loadFinished<T>(
  store: Store,
  objects: readonly LedgerObject[],
  load: () => Promise<T>,
  { signal, onTrouble, untilNext }: UnfinishedOptions,
): Promise<T | undefined> {
  let seen: Writing | undefined;
  while (!signal?.aborted) {
    try {
      return await load();
    } catch (error) {
      const isOfBytes = error instanceof DecodeError || error instanceof VerifyError;
      if (!isOfBytes || store.remote) throw error;
      const found = await writingOf(store, objects, error, seen);
      if (!found) throw error;
      if (!seen) onTrouble?.(`${error.message}; perhaps it is not written to its end: waiting for that`);
      seen = found;
      await pause(untilNext(), signal);
    }
  }
  return undefined;
}

/** Returns the file that an error is about, undefined when nobody has written to it for a while, whatever its time says. */
async function writingOf(
  store: Store,
  objects: readonly LedgerObject[],
  { fields }: DecodeError | VerifyError,
  seen: Writing | undefined,
): Promise<Writing | undefined> {
  const key = objects.find(({ key }) => key === fields['file'])?.key ?? objects.at(-1)!.key;
  const { modified = '', bytes } = await store.metadata(key);
  const now = performance.now();
  const isSame = seen?.key === key && seen.modified === modified && seen.bytes === bytes;
  if (isSame) return now - seen.since < SETTLE_MS ? seen : undefined;
  const isOld = !seen && Date.now() - Date.parse(modified) > SETTLE_MS;
  return isOld ? undefined : { key, modified, bytes, since: now };
}
