/**
 * Locks of the system on files: they end with their process, whatever ends it, and hold over NFS and on read-only mounts.
 * Node has no call for them; attaching a DuckDB database takes one (fcntl: shared for reading, exclusive for writing).
 * A process has such a lock once: it is gone when any holder of the process gives it back. Callers count their own.
 */
import { chmod, open, readFile, rm, stat, symlink, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LakeError } from '../../../core/errors.ts';
import { errorCode, messageOf } from '../../../core/system-errors.ts';
import { makeTemporaryFolder } from '../../../core/temporary.ts';
import { openDatabase, quoteText, type DuckDBConnection } from '../../duckdb/duckdb.ts';
import { codeOfDuckDB } from '../files.ts';

export interface FileLock {
  release(): Promise<void>;
}

/** Releases all locks, even if one fails; then throws the first error. */
export async function releaseAll(locks: readonly FileLock[]): Promise<void> {
  const ended = await Promise.allSettled(locks.map((lock) => lock.release()));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** What another process holds, and its number as far as the system tells. */
export interface Conflict {
  heldBy: number | undefined;
}

let database: Promise<DuckDBConnection> | undefined;
let attached = 0;

/**
 * Locks a file; for writing, creates or repairs it. Returns a Conflict if another process holds it. Throws system errors,
 * and LakeError if the path is no lock file.
 */
export async function lockFile(path: string, mode: 'read' | 'write'): Promise<FileLock | Conflict> {
  try {
    return await attach(path, mode);
  } catch (error) {
    if (!(await isFileOrMissing(path)))
      throw new LakeError(`${path} is not a file, but the lock file must be there: move it away`);
    const code = codeOfDuckDB(error);
    if (code && error instanceof Error) throw Object.assign(error, { code, syscall: 'open', path });
    if (!isOfDamage(error)) throw error;
    await writeAnew(path);
    return attach(path, mode);
  }
}

/**
 * Takes the lock of a file for writing, as `lockFile` does; only the user of this process may open the file. Others could hold
 * a lock on a file that they can read, and so keep the owner out.
 */
export async function lockOwnFile(path: string): Promise<FileLock | Conflict> {
  const lock = await lockFile(path, 'write');
  // Where the file system keeps no modes, or the file is another user's, it stays as it is.
  if ('release' in lock) await chmod(path, 0o600).catch(() => undefined);
  return lock;
}

/** How often a lock is asked for that others make and remove at that moment. */
const MOST_TRIES = 20;

/**
 * Locks a file that exists only while it is locked. Returns a Conflict if another process holds it. Throws system errors.
 */
export async function lockPassingFile(path: string): Promise<FileLock | Conflict> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      const lock = await lockNow(path);
      if ('release' in lock ? await isHeld(lock) : lock.heldBy !== undefined) return lock;
      // Who had it has removed it, so that others make another one, or ended before the system could name it.
      if ('release' in lock) await lock.release();
    } catch (error) {
      // DuckDB empties a file that it finds empty before it locks it, and does not make one that it found.
      const mayPass = isOfDamage(error) || /No such file/.test(messageOf(error));
      if (!mayPass || tries === MOST_TRIES) throw error;
    }
    await setTimeout(5 * Math.random());
  }
  // A lock on a file that is gone would keep nobody out.
  return { heldBy: undefined };
}

type PassingLock = FileLock & { isThere(): Promise<boolean> };

/** Returns whether the locked file has its name still; gives the lock back if the system does not say. */
async function isHeld(lock: PassingLock): Promise<boolean> {
  return lock.isThere().catch(async (error: unknown) => {
    await lock.release().catch(() => undefined);
    throw error;
  });
}

async function lockNow(path: string): Promise<PassingLock | Conflict> {
  // While it is open no other file gets its number. It is closed last: that gives back the lock of the process, too.
  const file = await open(path, 'a', 0o600);
  const isThere = () => isAt(path, file);
  try {
    const lock = await lockFile(path, 'write');
    if ('heldBy' in lock) {
      await file.close();
      return lock;
    }
    const release = async () => {
      try {
        if (await isThere()) await rm(path, { force: true });
      } finally {
        await lock.release().finally(() => file.close());
      }
    };
    return { isThere, release };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const own = await file.stat();
  const found = await stat(path).catch(() => undefined);
  return found?.ino === own.ino && found.dev === own.dev;
}

async function attach(path: string, mode: 'read' | 'write'): Promise<FileLock | Conflict> {
  database ??= openDatabase({ threads: 1 }).then((instance) => instance.connect());
  const connection = await database;
  const name = `lock_${attached++}`;
  const link = path.includes('?') ? await linkTo(path) : undefined;
  const unlink = () => link && rm(dirname(link), { recursive: true, force: true });
  try {
    await connection.run(`attach ${quoteText(link ?? path)} as ${name} ${mode === 'read' ? '(read_only)' : ''}`);
  } catch (error) {
    await unlink();
    const conflict = conflictOf(error);
    if (!conflict) throw error;
    return conflict;
  }
  const release = async () => {
    await connection.run(`detach ${name}`);
    await unlink();
  };
  return { release };
}

/** Returns who holds a file that DuckDB could not lock; undefined for any other error. */
export function conflictOf(error: unknown): Conflict | undefined {
  const message = messageOf(error);
  if (!/Could not set lock on file/.test(message) || /locks are not supported|No locks available/.test(message))
    return undefined;
  // A process of another container has number 0 here.
  return { heldBy: Number(/\(PID (\d+)\)/.exec(message)?.[1]) || undefined };
}

/** DuckDB 1.5.5 takes what follows a `?` for options of the database: such a file is reached by a link, in a folder of its own. */
async function linkTo(path: string): Promise<string> {
  const link = join(await makeTemporaryFolder(), 'lock');
  await symlink(resolve(path), link);
  return link;
}

async function isFileOrMissing(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.isFile();
}

/** What DuckDB 1.5.5 says of a database file of which a part is missing or changed. */
function isOfDamage(error: unknown): boolean {
  return /not a valid DuckDB database file|Could not read enough bytes|Corrupt database file/.test(messageOf(error));
}

/** Writes into the file that is there: of one that took its place, others might hold the lock of the one before. */
async function writeAnew(path: string): Promise<void> {
  const folder = await makeTemporaryFolder();
  try {
    const whole = join(folder, 'whole.lock');
    const lock = await attach(whole, 'write');
    if ('release' in lock) await lock.release();
    // A file that is gone is made anew by who attaches it.
    await writeFile(path, await readFile(whole), { flag: 'r+', flush: true }).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
