/** Ledgers out of stored objects: read, decompressed, split, checked against what the object's name and batch say. */
import { hash } from 'node:crypto';
import { bufferSettings, Downloads } from '../datastore/transfer/buffer.ts';
import { FIRST_LEDGER, parseKey } from '../datastore/keys.ts';
import type { BufferSettings, Store, StoreObject } from '../datastore/store.ts';
import { DecodeError } from '../core/errors.ts';
import { giveBack } from '../core/free-memory.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import { compressionOf, decompress } from '../ledger/compression.ts';
import type { OnFault } from '../ledger/frames.ts';
import { ledgersIn, type Ledger } from '../ledger/ledger.ts';
import { verifyError } from '../ledger/verify.ts';
import type { TableSet } from '../tables/index.ts';
import type { TaskObject } from './messages.ts';

/** A stored object in memory. */
export interface ReadObject {
  key: string;
  bytes: Uint8Array;
  /** Hex, of the bytes as they are stored. */
  sha256: string;
  compression: string;
}

/** Returns an object of the store; throws StoreError when it cannot be read. */
export async function readObject(store: Store, key: string, signal?: AbortSignal): Promise<ReadObject> {
  return asReadObject(key, await store.get(key, { signal }));
}

/** Returns the bytes with what is kept of them. */
export function asReadObject(key: string, bytes: Uint8Array): ReadObject {
  return { key, bytes, sha256: hash('sha256', bytes, 'hex'), compression: compressionOf(bytes) };
}

/** Yields the objects in their order; those of a store behind a network are downloaded ahead. Throws StoreError. */
export async function* readObjects(
  store: Store,
  objects: readonly StoreObject[],
  signal?: AbortSignal,
): AsyncGenerator<ReadObject> {
  if (!store.remote) {
    for (const { key } of objects) yield readObject(store, key, signal);
    return;
  }
  const reader = new Downloads(store, settingsFor(store, objects), signal).reader(objects);
  try {
    for (let next = await reader.next(); next; next = await reader.next()) yield asReadObject(next.key, next.bytes);
  } finally {
    reader.close();
  }
}

/** Returns how the objects of a store are downloaded ahead: what its user said, and what suits the size of its files. */
export function settingsFor(store: Store, objects: readonly StoreObject[]): BufferSettings {
  const named = objects[0] && parseKey(objects[0].key);
  return bufferSettings(named ? named.last - named.first + 1 : 1, store.remote?.buffer);
}

/**
 * Yields the ledgers of an object, in order. Throws DecodeError for invalid bytes, VerifyError if ledgers differ from the
 * object's name. `onOmitted` skips undecodable ledgers. `newerHeaders` is for readers that need only part of a header; see
 * `ledgersIn`.
 */
export function* ledgersOf(
  object: Pick<ReadObject, 'key' | 'bytes'>,
  named: TaskObject,
  onOmitted?: (omission: Omission) => void,
  newerHeaders = false,
): Generator<Ledger> {
  const { key: file } = object;
  let count = 0;
  const onFault: OnFault = (fault, lost = leftOf(named, count)) => {
    count += lost ? lost.last - lost.first + 1 : 0;
    onOmitted?.(omissionOf(fault, file, lost));
  };
  const bytes = decompressed(object, onOmitted && onFault);
  if (!bytes) return;
  for (const { ledger, start, sequence } of ledgersIn(bytes, file, { onFault: onOmitted && onFault, newerHeaders })) {
    if (sequence !== undefined && sequence !== ledger.sequence) {
      throw new DecodeError(
        `${file}, byte ${start}: the batch says ledger ${sequence}, the header says ${ledger.sequence}`,
        { file, ledger: ledger.sequence, offset: start },
      );
    }
    checkNamed(ledger, named);
    count++;
    yield ledger;
  }
  checkComplete(file, named, count);
}

/** Yields the same, whose bytes are given back when the object ends: nobody may keep any of them longer. */
export function* passingLedgersOf(
  object: Pick<ReadObject, 'key' | 'bytes'>,
  named: TaskObject,
  onOmitted?: (omission: Omission) => void,
): Generator<Ledger> {
  let bytes = object.bytes;
  try {
    for (const ledger of ledgersOf(object, named, onOmitted)) {
      bytes = ledger.bytes;
      yield ledger;
    }
  } finally {
    // Those of a plain object are its own, of which it is not known who has them.
    if (bytes.buffer !== object.bytes.buffer) giveBack(bytes);
  }
}

/** Returns undefined when it told `onFault`, if there is one, that nothing of the object can be read. */
function decompressed(
  { key: file, bytes }: Pick<ReadObject, 'key' | 'bytes'>,
  onFault: OnFault | undefined,
): Uint8Array | undefined {
  try {
    return decompress(bytes, { file });
  } catch (error) {
    if (!onFault || !(error instanceof DecodeError)) throw error;
    onFault(error);
    return undefined;
  }
}

/**
 * Writes the rows of a ledger and returns true; returns false when it cannot be decoded, and writes none, if there is an
 * `onOmitted` to take why. Throws DecodeError if there is not.
 */
export function addLedger(set: TableSet, ledger: Ledger, onOmitted?: (omission: Omission) => void): boolean {
  try {
    set.add(ledger);
    return true;
  } catch (error) {
    if (!onOmitted || !(error instanceof DecodeError)) throw error;
    const { sequence, file = '' } = ledger;
    onOmitted(omissionOf(error, file, { first: sequence, last: sequence }));
    return false;
  }
}

/** Returns what a DecodeError says of the ledgers that are passed over for it. */
export function omissionOf(
  { message, fields }: DecodeError,
  object: string,
  lost?: { first: number; last: number },
): Omission {
  const { transaction, operation, path, protocol } = fields;
  return {
    object,
    message,
    ...lost,
    ...(typeof transaction === 'number' && { transaction }),
    ...(typeof operation === 'number' && { operation }),
    ...(typeof path === 'string' && { path }),
    ...(typeof protocol === 'number' && { protocol }),
  };
}

/** The ledgers that an object's name promises beyond the first `count`; undefined when it promises none. */
function leftOf({ first, last }: TaskObject, count: number): { first: number; last: number } | undefined {
  if (first === undefined || last === undefined) return undefined;
  const next = Math.max(first, FIRST_LEDGER) + count;
  return next > last ? undefined : { first: next, last };
}

function checkNamed(ledger: Ledger, { first, last }: TaskObject): void {
  if (first === undefined || last === undefined) return;
  if (ledger.sequence >= first && ledger.sequence <= last) return;
  throw verifyError(ledger, 'objectRange', `ledger ${ledger.sequence}`, `ledgers ${first} to ${last}`);
}

/** The oldest object of a store begins at ledger 2, whatever its name says. */
function checkComplete(file: string, { first, last }: TaskObject, count: number): void {
  if (first === undefined || last === undefined) return;
  const expected = last - Math.max(first, FIRST_LEDGER) + 1;
  if (count === expected) return;
  const sequence = Math.max(first, FIRST_LEDGER) + count;
  throw verifyError({ file, sequence }, 'objectRange', `${count} ledgers`, `${expected}`);
}
