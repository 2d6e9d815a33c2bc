/** A copy of a store in a folder: the same objects under the same keys, byte for byte. */
import { closeSync, fsync, open, renameSync, writeSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { LedgerRange } from '../datastore/keys.ts';
import { MANIFEST_KEY } from '../datastore/manifest.ts';
import type { StoreMetrics } from '../datastore/metrics.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import { DecodeError, StoreError, VerifyError } from '../errors.ts';
import { networkId } from '../ledger/network.ts';
import { checkHead } from '../ledger/peek.ts';
import { checkLedger } from '../ledger/verify.ts';
import { planLoad } from './load.ts';
import { asReadObject, ledgersOf, settingsFor } from './read.ts';

export interface MirrorOptions {
  range?: AskedRange;
  /** Ledgers of `range` that the store lacks are passed over instead of an error. */
  allowGaps?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: { objects: number; bytes: number; total: number }) => void;
}

export interface MirrorPlan {
  /** Objects that the folder lacks. */
  objects: LedgerObject[];
  /** Objects that the folder has. */
  present: LedgerObject[];
  gaps: LedgerRange[];
}

export interface MirrorReport {
  objects: number;
  bytes: number;
  present: number;
  gaps: LedgerRange[];
  seconds: number;
  /** Set when the signal stopped it. */
  stopped?: true;
  store?: StoreMetrics;
}

/** Returns which objects a mirror would copy. An object is there when a file of its size is: files get their name when they are whole. */
export async function planMirror(
  store: Store,
  dir: string,
  { range, allowGaps, signal }: MirrorOptions = {},
): Promise<MirrorPlan> {
  const { plan, listing } = await planLoad(undefined, store, { range, allowGaps, signal });
  const plans: MirrorPlan = { objects: [], present: [], gaps: plan.gaps };
  const folders = new Map<string, Promise<boolean>>();
  for (const object of listing.objects) {
    const folder = dirname(join(dir, object.key));
    if (!folders.has(folder)) folders.set(folder, isFolder(folder));
    const size = (await folders.get(folder)) ? await sizeAt(join(dir, object.key)) : undefined;
    const isThere = size !== undefined && size > 0 && (listing.computed || size === object.bytes);
    plans[isThere ? 'present' : 'objects'].push(object);
  }
  return plans;
}

/**
 * Copies what the folder lacks. Each object has the length and hash that the store says, is whole zstd, and begins with the
 * ledgers that its name says; where the store says no hash, its ledgers are verified. One that is not is fetched again, and copied nowhere when it stays so. Throws StoreError when
 * the folder cannot be written or mirrors another store, DecodeError and VerifyError for what the store holds.
 */
export async function mirrorStore(
  store: Store,
  dir: string,
  { objects, present, gaps }: MirrorPlan,
  { signal, onProgress }: Pick<MirrorOptions, 'signal' | 'onProgress'> = {},
): Promise<MirrorReport> {
  const started = performance.now();
  await makeRoot(dir);
  // Where the store tells no sizes, a file that a power cut left short would not be found again.
  const isSynced = store.remote?.kind === 'http';
  const folders = new Set<string>();
  await copyManifest(store, dir, folders, signal);
  const check = await checkOf(store, signal);
  const done = { objects: 0, bytes: 0 };
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let next = 0;
  const lane = async () => {
    while (next < objects.length && !both.aborted) {
      const object = objects[next++]!;
      const bytes = await fetchChecked(store, object, check, both);
      await writeWhole(dir, { key: object.key, bytes, isSynced }, folders);
      done.objects++;
      done.bytes += bytes.length;
      onProgress?.({ ...done, total: objects.length });
    }
  };
  const lanes = Array.from({ length: settingsFor(store, objects).workers }, async () => {
    try {
      await lane();
    } catch (error) {
      stop.abort(error);
    }
  });
  await Promise.all(lanes);
  if (stop.signal.aborted && !signal?.aborted) throw stop.signal.reason;
  return {
    ...done,
    present: present.length,
    gaps,
    seconds: (performance.now() - started) / 1000,
    ...(signal?.aborted && { stopped: true }),
    ...(store.remote && { store: { ...store.remote.metrics } }),
  };
}

type Check = (bytes: Uint8Array, object: LedgerObject) => void;

/**
 * A bucket says a hash of each object, and its head is what is left to check. A plain mirror says none: there the ledgers are
 * verified as a load does, with the manifest's network if it names one.
 */
async function checkOf(store: Store, signal: AbortSignal | undefined): Promise<Check> {
  if (store.remote?.kind !== 'http') return (bytes, object) => checkHead(bytes, object.key, object);
  const passphrase = (await store.manifest({ signal }))?.networkPassphrase;
  const id = passphrase === undefined ? undefined : networkId(passphrase);
  return (bytes, object) => {
    checkHead(bytes, object.key, object);
    for (const ledger of ledgersOf(asReadObject(object.key, bytes), object)) if (id) checkLedger(ledger, id);
  };
}

/** Bytes that are not what they should be are fetched once more; the second answer stands. */
async function fetchChecked(
  store: Store,
  object: LedgerObject,
  check: Check,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await store.get(object.key, { signal });
  try {
    check(bytes, object);
    return bytes;
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof VerifyError)) throw error;
  }
  if (store.remote) store.remote.metrics.retries++;
  const again = await store.get(object.key, { signal, fresh: true });
  check(again, object);
  return again;
}

async function makeRoot(dir: string): Promise<void> {
  try {
    await makeFolder(dir);
  } catch (error) {
    throw writeError(dir, error);
  }
}

/** Node's recursive mkdir calls every error of a read-only file system ENOENT, and does not come back from one such as /proc. */
async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir);
  } catch (error) {
    if (await isFolder(dir)) return;
    const isParentMissing =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && !(await isFolder(dirname(dir)));
    if (!isParentMissing || dirname(dir) === dir) throw error;
    await makeFolder(dirname(dir));
    await mkdir(dir);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function copyManifest(store: Store, dir: string, folders: Set<string>, signal?: AbortSignal): Promise<void> {
  if (!(await store.manifest({ signal }))) return;
  const bytes = await store.get(MANIFEST_KEY, { signal });
  const there = await readFile(join(dir, MANIFEST_KEY)).catch(() => undefined);
  if (there?.equals(bytes)) return;
  if (there) {
    throw new StoreError(
      `${dir} has another ${MANIFEST_KEY} than ${store.name}: it mirrors another store; give another folder`,
      {
        store: dir,
        key: MANIFEST_KEY,
      },
    );
  }
  await writeWhole(dir, { key: MANIFEST_KEY, bytes, isSynced: true }, folders);
}

/** `folders` are those that are known to be there. */
async function writeWhole(
  dir: string,
  { key, bytes, isSynced }: { key: string; bytes: Uint8Array; isSynced: boolean },
  folders: Set<string>,
): Promise<void> {
  const path = join(dir, key);
  const partial = `${path}.partial`;
  try {
    const folder = dirname(path);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true });
    folders.add(folder);
    await fill(await openFile(partial, 'w'), bytes, isSynced);
    renameSync(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw writeError(dir, error);
  }
}

const openFile = promisify(open);
const syncFile = promisify(fsync);

/**
 * Writes the open file and closes it. Only opening one, and waiting for the disk, takes long; the rest is quick, and a way
 * through Node's threads for each of them takes longer (0.5 ms less for 140 kB).
 */
async function fill(file: number, bytes: Uint8Array, isSynced: boolean): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    if (isSynced) await syncFile(file);
  } finally {
    closeSync(file);
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full: make room, and the same command goes on',
  EDQUOT: 'the disk quota is used up: make room, and the same command goes on',
  EROFS: 'the file system is read-only: give another folder',
  EACCES: 'permission denied: give a folder that this user may write',
  EPERM: 'permission denied: give a folder that this user may write',
  ENOENT: 'the system lets nobody make a folder there: give another folder',
  ENOTDIR: 'a part of the path is a file: give another folder',
  EEXIST: 'a part of the path is a file: give another folder',
};

function writeError(dir: string, error: unknown): StoreError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new StoreError(`${dir} cannot be written: ${why}`, { store: dir }, error);
}

async function sizeAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
