/** Ledgers out of stored objects: read, decompressed, split, checked against what the object's name and batch say. */
import { hash } from 'node:crypto';
import type { Store } from '../datastore/store.ts';
import { DecodeError } from '../errors.ts';
import { compressionOf, decompress } from '../ledger/compression.ts';
import { readFrames } from '../ledger/frames.ts';
import { readLedger, type Ledger } from '../ledger/ledger.ts';
import { verifyError } from '../ledger/verify.ts';
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
  const bytes = await store.get(key, { signal });
  return { key, bytes, sha256: hash('sha256', bytes, 'hex'), compression: compressionOf(bytes) };
}

/**
 * Yields the ledgers of an object in its order. Throws DecodeError when the bytes are no ledgers or lie outside what the
 * batch says, VerifyError when a ledger lies outside what the name says or one that it names is not there.
 */
export function* ledgersOf(object: ReadObject, named: TaskObject): Generator<Ledger> {
  const { key: file } = object;
  const bytes = decompress(object.bytes, { file });
  let count = 0;
  for (const { start, end, sequence } of readFrames(bytes, file)) {
    const ledger = readLedger(bytes.subarray(start, end), file, { walked: true });
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

function checkNamed(ledger: Ledger, { first, last }: TaskObject): void {
  if (first === undefined || last === undefined) return;
  if (ledger.sequence >= first && ledger.sequence <= last) return;
  throw verifyError(ledger, 'objectRange', `ledger ${ledger.sequence}`, `one of ${first} to ${last}, as the name says`);
}

/** The oldest object of a store begins at ledger 2, whatever its name says. */
function checkComplete(file: string, { first, last }: TaskObject, count: number): void {
  if (first === undefined || last === undefined) return;
  const expected = last - Math.max(first, 2) + 1;
  if (count === expected) return;
  const sequence = Math.max(first, 2) + count;
  throw verifyError({ file, sequence }, 'objectRange', `${count} ledgers`, `${expected}, as the name says`);
}
