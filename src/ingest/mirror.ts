/** A copy of a store in a folder: the same objects under the same keys, byte for byte. */
import { inLanes } from '../core/lanes.ts';
import { checkStore } from '../datastore/check-store.ts';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFolder } from '../core/folders.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import { MANIFEST_KEY } from '../datastore/manifest.ts';
import type { StoreMetrics } from '../datastore/transfer/metrics.ts';
import type { RangeOption } from '../datastore/range.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import { StoreError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import { checkStoreFolder } from '../lake/disk/lake-around.ts';
import { passphraseOf, type Network } from '../ledger/network.ts';
import { planLoad } from './plan.ts';
import { CheckedObjects } from './mirror-check.ts';
import { MirrorFolder } from './mirror-folder.ts';
import { settingsFor } from '../workers/read.ts';
import * as kind from '../options/kinds.ts';

/** Options of `mirrorStore` and `planMirror`. */
export interface MirrorOptions {
  /** The ledgers whose objects are copied; by default all. */
  range?: RangeOption;
  /** Ledgers of `range` that the store lacks are passed over instead of an error. */
  allowGaps?: boolean;
  /** The network's; default: what the store says. Without one, transaction hashes are not checked. */
  network?: Network;
  /** Stops the copies; copied objects stay. */
  signal?: AbortSignal;
  /** Called as objects are copied: how many, their bytes, and how many are to be copied in all. */
  onProgress?: (progress: { objects: number; bytes: number; total: number }) => void;
}

/** What `planMirror` found. */
export interface MirrorPlan {
  /** Objects that the folder lacks. */
  objects: LedgerObject[];
  /** Objects that the folder has. */
  present: LedgerObject[];
  /** Ledgers of the range that the store lacks. */
  gaps: LedgerRange[];
}

/** What `mirrorStore` copied. */
export interface MirrorReport {
  /** How many objects were copied. */
  objects: number;
  /** Their size as stored, in bytes. */
  bytes: number;
  /** How many objects the folder already had. */
  present: number;
  /** Ledgers of the range that the store lacks; empty if there are none. */
  gaps: LedgerRange[];
  /** How long the copy took. */
  seconds: number;
  /** Objects whose ledgers were not verified, since they are of a newer protocol; absent when there are none. */
  newer?: number;
  /** Set when the signal stopped it. */
  stopped?: true;
  /** Requests, bytes and retries of the store; absent for a local store. */
  store?: StoreMetrics;
}

/** What may be said of the copying itself. */
type CopyOptions = Pick<MirrorOptions, 'network' | 'signal' | 'onProgress'>;

const COPY_OPTIONS: Record<keyof CopyOptions, kind.Kind> = {
  network: kind.network,
  signal: kind.signal,
  onProgress: kind.call,
};

const OPTIONS: Record<keyof MirrorOptions, kind.Kind> = {
  range: kind.range,
  allowGaps: kind.flag,
  network: kind.network,
  signal: kind.signal,
  onProgress: kind.call,
};

/**
 * Returns the objects that a mirror would copy: those without a file of their size. Throws a UsageError for a folder inside
 * a lake other than its `ledgers`.
 */
export async function planMirror(store: Store, dir: string, options: MirrorOptions = {}): Promise<MirrorPlan> {
  checkStore('planMirror', store);
  const { range, allowGaps, signal } = knownOptions('planMirror', options, OPTIONS);
  await checkStoreFolder(dir);
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
 * ledgers that its name says; where the store says no hash, its ledgers are verified as a load does. One that is not is fetched
 * again, and copied nowhere when it stays so. At the end the names of the files are on the disk. Throws StoreError when the
 * folder cannot be written or mirrors another store, DecodeError and VerifyError for what the store holds.
 */
export async function mirrorStore(
  store: Store,
  dir: string,
  { objects, present, gaps }: MirrorPlan,
  options: CopyOptions = {},
): Promise<MirrorReport> {
  checkStore('mirrorStore', store);
  const { network, signal, onProgress } = knownOptions('mirrorStore', options, COPY_OPTIONS);
  const started = performance.now();
  const passphrase = network === undefined ? undefined : passphraseOf(network);
  const folder = await MirrorFolder.make(dir);
  // Where the store tells no sizes, a file that a power cut left short would not be found again.
  const isSynced = store.remote?.isListed === false;
  await copyManifest(store, dir, folder, signal);
  const said = (await store.manifest({ signal }))?.networkPassphrase;
  const checked = new CheckedObjects(store, passphrase ?? said, said);
  const done = { objects: 0, bytes: 0 };
  const copy = async (object: LedgerObject, _: number, stop: AbortSignal) => {
    const bytes = await checked.get(object, stop);
    await folder.write(object.key, bytes, { isSynced });
    done.objects++;
    done.bytes += bytes.length;
    onProgress?.({ ...done, total: objects.length });
  };
  try {
    await inLanes(objects, settingsFor(store, objects).workers, copy, signal);
  } finally {
    await checked.close();
  }
  await folder.sync();
  return {
    ...done,
    present: present.length,
    gaps,
    seconds: (performance.now() - started) / 1000,
    ...(checked.newer > 0 && { newer: checked.newer }),
    ...(signal?.aborted && { stopped: true }),
    ...(store.remote && { store: { ...store.remote.metrics } }),
  };
}

async function copyManifest(store: Store, dir: string, folder: MirrorFolder, signal?: AbortSignal): Promise<void> {
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
  await folder.write(MANIFEST_KEY, bytes, { isSynced: true });
}

async function sizeAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
