/**
 * Leases protect files that a merge replaced. An epoch is the time between two merges. A reader holds a shared lock on
 * `locks/readers-<epoch>.lock` while it reads a snapshot of that epoch. The writer deletes the files when it gets the lock
 * exclusively.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { exists, fileNamesIn } from '../../../core/folders.ts';
import { lockFile, type FileLock } from './file-lock.ts';
import { LOCKS } from './writer-lock.ts';

export interface Lease {
  /** True if this call took the file lock; the epoch may have ended just before. */
  readonly isNew: boolean;
  release(): void;
}

interface Shared {
  count: number;
  lock: Promise<FileLock | undefined>;
  idle?: NodeJS.Timeout;
}

/** How long a lock is kept for the next query. */
const IDLE_MS = 2000;

/** Leases of this thread, by the path of their lock. */
const leases = new Map<string, Shared>();
/** Locks that are being released. */
const closing = new Map<string, Promise<void>>();

/** The lock file of an epoch. The writer creates it, so that read-only processes can share it. */
function sharedPath(lake: string, epoch: number): string {
  return join(lake, LOCKS, `readers-${epoch}.lock`);
}

/** Each other thread has its own lock file: releasing a shared one would release the lock of the whole process. */
function lockPath(lake: string, epoch: number): string {
  if (isMainThread) return sharedPath(lake, epoch);
  return join(lake, LOCKS, `readers-${epoch}.${process.pid}-${threadId}.lock`);
}

/** Takes a lease on an epoch; the files of its snapshots stay until it is released. */
export async function takeLease(lake: string, epoch: number): Promise<Lease> {
  const path = lockPath(lake, epoch);
  const found = leases.get(path);
  const shared: Shared = found ?? { count: 0, lock: share(path) };
  leases.set(path, shared);
  shared.count++;
  clearTimeout(shared.idle);
  await shared.lock;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    if (--shared.count === 0) shared.idle = setTimeout(() => void drop(path, shared), IDLE_MS).unref();
  };
  return { isNew: !found, release };
}

/** Takes the file lock. Without one, files may be deleted during a query, which then reports it. */
async function share(path: string): Promise<FileLock | undefined> {
  await closing.get(path);
  if (!isMainThread) await makeLock(path).catch(() => undefined);
  const lock = await lockFile(path, 'read').catch(() => undefined);
  return lock && 'release' in lock ? lock : undefined;
}

async function drop(path: string, shared: Shared): Promise<void> {
  if (shared.count > 0 || leases.get(path) !== shared) return;
  leases.delete(path);
  const closed = shared.lock.then(async (lock) => {
    await lock?.release();
    if (!isMainThread) await rm(path, { force: true });
  });
  closing.set(path, closed);
  await closed;
  if (closing.get(path) === closed) closing.delete(path);
}

/** Gives back at once what is kept for the next query of a lake. */
export async function dropIdleLeases(lake: string): Promise<void> {
  for (const [path, shared] of leases) if (path.startsWith(join(lake, LOCKS, '/'))) await drop(path, shared);
}

/** Returns the newest epoch that has a lock. */
export async function newestEpochLock(lake: string): Promise<number> {
  const names = await fileNamesIn(join(lake, LOCKS));
  return Math.max(0, ...names.map((name) => Number(/^readers-(\d+)\.lock$/.exec(name)?.[1] ?? 0)));
}

/** Makes the lock of an epoch, for its readers. */
export function beginEpoch(lake: string, epoch: number): Promise<void> {
  return makeLock(sharedPath(lake, epoch));
}

async function makeLock(path: string): Promise<void> {
  if (await exists(path)) return;
  const lock = await lockFile(path, 'write');
  if ('release' in lock) await lock.release();
}

/**
 * Ends an epoch and all before it, and returns true, if no reader uses their snapshots. Files that left with them can then
 * be deleted. Only the writer calls it.
 */
export async function endEpochs(lake: string, last: number): Promise<boolean> {
  const names = await fileNamesIn(join(lake, LOCKS));
  const locks = names.filter((name) => Number(/^readers-(\d+)\..*lock$/.exec(name)?.[1] ?? Infinity) <= last);
  for (const name of locks) if (!(await endLock(join(lake, LOCKS, name)))) return false;
  return true;
}

async function endLock(path: string): Promise<boolean> {
  const here = leases.get(path);
  if (here && here.count > 0) return false;
  if (here) await drop(path, here);
  // The system would give this process the lock that another thread of it holds.
  if (path.includes(`.${process.pid}-`) && (await exists(path))) return false;
  const lock = await lockFile(path, 'write').catch(async (error: unknown) => {
    if (!(await exists(path))) return undefined;
    throw error;
  });
  if (!lock) return true;
  if ('heldBy' in lock) return false;
  await rm(path, { force: true });
  await lock.release();
  return true;
}
