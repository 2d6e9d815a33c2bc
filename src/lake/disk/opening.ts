/** Opens a lake. A writer takes the lock, creates missing files and finishes interrupted work. */
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LakeError } from '../../core/errors.ts';
import { exists, makeDurableFolder } from '../../core/folders.ts';
import { lakeAround } from './lake-around.ts';
import { describeKnown, writeDescription, type LakeDescription } from './snapshot/description.ts';
import { beginEpoch } from './locks/leases.ts';
import { FORMAT_VERSION } from './snapshot/manifest.ts';
import { Manifests } from './snapshot/manifests.ts';
import { publishSnapshot, removeUnpublished } from './snapshot/publish-snapshot.ts';
import { hasSnapshot, readSnapshot } from './snapshot/read-snapshot.ts';
import { recover } from './recover.ts';
import { emptySnapshot, type Snapshot } from './snapshot/snapshot.ts';
import { lockForWriting, type WriterLock } from './locks/writer-lock.ts';

/** A lake that was found or made. */
export interface Opened {
  /** Its real path. */
  path: string;
  description: LakeDescription;
  snapshot: Snapshot;
  /** What a writer holds and has to give back. */
  lock?: WriterLock;
}

/** What a lake is made of that is not there yet. */
export interface NewLake {
  /** The network's passphrase: needed to create a lake, otherwise compared with the lake's. */
  network?: string;
  /** Kept in `lake.json` when the lake is created. */
  options?: Record<string, unknown>;
}

/** Returns the lake of a folder for reading; throws a LakeError when there is none, or one of another network or format. */
export async function openedForReading(dir: string, network?: string): Promise<Opened> {
  const description = await describeKnown(dir, network);
  const path = await realpath(dir);
  return { path, description, snapshot: await readSnapshot(path) };
}

/**
 * Opens or creates a lake and takes its lock. Throws a LakeError if another process writes it, its network or format differ,
 * or a new lake lacks a network.
 */
export async function openedForWriting(dir: string, { network, options }: NewLake): Promise<Opened> {
  await checkPlace(dir, network);
  await makeDurableFolder(dir);
  const path = await realpath(dir);
  const lock = await lockForWriting(path);
  try {
    await removeUnpublished(path);
    const description = await describeOrCreate(path, { network, options });
    return { path, description, snapshot: await settledSnapshot(path, description.network_passphrase, lock), lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Throws a LakeError before a folder is made in which there can be no such lake. */
async function checkPlace(dir: string, network: string | undefined): Promise<void> {
  if (await exists(join(dir, 'lake.json'))) {
    await describeKnown(dir, network);
    return;
  }
  if (network === undefined) {
    throw new LakeError(`no lake at ${dir}; to create one, give its network`, { lake: dir });
  }
  // DuckDB takes a backslash in a pattern for the end of a folder's name, so that no pattern means this path.
  if (/^(?=.*\\).*[*?[]/s.test(resolve(dir))) {
    throw new LakeError(
      `${dir} has a backslash beside one of *?[, which DuckDB finds no files under; give another folder`,
      {
        lake: dir,
      },
    );
  }
  const outer = await lakeAround(dir);
  if (outer) throw new LakeError(`${dir} is inside the lake ${outer.lake}; give another folder`, { lake: dir });
}

async function describeOrCreate(path: string, { network, options = {} }: NewLake): Promise<LakeDescription> {
  if (await exists(join(path, 'lake.json'))) return describeKnown(path, network);
  const description = { format_version: FORMAT_VERSION, network_passphrase: network!, options };
  if (!(await hasSnapshot(path))) await publishSnapshot(path, emptySnapshot(), {});
  await writeDescription(path, description);
  return description;
}

/** Returns the snapshot that a writer goes on from, with what the last one left half done. */
async function settledSnapshot(path: string, network: string, lock: WriterLock): Promise<Snapshot> {
  const before = await readSnapshot(path);
  const snapshot = lock.wasCut ? await recover(path, network, before, new Manifests(path, network)) : before;
  await beginEpoch(path, snapshot.epoch);
  return snapshot;
}
