/** A history archive: a folder or an address below which stellar-core publishes a checkpoint every 64 ledgers. */
import { basename } from 'node:path/posix';
import { storeWith, type ReadOptions, type Store } from '../datastore/store.ts';
import { DecodeError, VerifyError } from '../core/errors.ts';
import { NEWEST_STATE, checkCheckpoint, checkpointFile } from './names.ts';
import { parseState, stateHash, type ArchiveState } from './archive-state.ts';
import { readHeaders, type Header } from './headers.ts';

/**
 * Returns the archive with the layout that it has: some copies put all files of a checkpoint beside its state. Throws like
 * `readState` if the checkpoint is missing.
 */
export async function inFolders(store: Store, checkpoint?: number, options: ReadOptions = {}): Promise<Store> {
  const file = stateFile(checkpoint);
  const isFlat = !store.remote && !(await store.exists(file, options)) && (await store.exists(basename(file), options));
  if (!isFlat) return store;
  return storeWith(store, {
    get: (key, options) => store.get(basename(key), options),
    metadata: (key, options) => store.metadata(basename(key), options),
  });
}

/**
 * Returns the state of a checkpoint, of the newest one when none is named. Throws UsageError for a ledger that has no checkpoint,
 * StoreError when the archive does not have it, DecodeError for a file that is none.
 */
export async function readState(
  store: Store,
  checkpoint?: number,
  { signal }: ReadOptions = {},
): Promise<ArchiveState> {
  const file = stateFile(checkpoint);
  const bytes = await store.get(file, { signal });
  const state = parseState(Buffer.from(bytes).toString('utf8'), file);
  if (checkpoint === undefined || state.ledger === checkpoint) return state;
  const message = `${file}: currentLedger is ${state.ledger}, expected ${checkpoint}`;
  throw new DecodeError(message, { file, key: 'currentLedger' });
}

/**
 * Returns the header of the state's ledger, after comparing the hash of all buckets with it. Throws VerifyError when that is
 * another, DecodeError for headers that are none, StoreError when the archive does not have them.
 */
export async function readHeader(store: Store, state: ArchiveState, { signal }: ReadOptions = {}): Promise<Header> {
  const file = checkpointFile('ledger', state.ledger);
  const headers = readHeaders(await store.get(file, { signal }), file);
  const header = headers.find(({ ledger }) => ledger === state.ledger);
  if (!header) throw new DecodeError(`${file}: the header of ledger ${state.ledger} is missing`, { file });
  const found = stateHash(state);
  if (found === header.bucketListHash) return header;
  throw new VerifyError(
    `ledger ${state.ledger}: the hash computed of the buckets is ${found}, the header says ${header.bucketListHash}`,
    { file, ledger: state.ledger, check: 'bucket list hash', found, expected: header.bucketListHash },
  );
}

function stateFile(checkpoint?: number): string {
  if (checkpoint === undefined) return NEWEST_STATE;
  checkCheckpoint(checkpoint);
  return checkpointFile('history', checkpoint);
}
