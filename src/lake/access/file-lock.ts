/**
 * Locks of the system on files: they end with their process, whatever ends it, and hold over NFS and on read-only mounts.
 * Node has no call for them; attaching a DuckDB database takes one (fcntl: shared for reading, exclusive for writing).
 * A process has such a lock once: it is gone when any holder of the process gives it back. Callers count their own.
 */
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LakeError } from '../../errors.ts';
import { messageOf } from '../../system-errors.ts';
import { openDatabase, quoteText, type DuckDBConnection } from '../duckdb.ts';

export interface FileLock {
  release(): Promise<void>;
}

/** What another process holds, and its number as far as the system tells. */
export interface Conflict {
  heldBy: number | undefined;
}

let database: Promise<DuckDBConnection> | undefined;
let attached = 0;

/**
 * Takes the lock of a file; for writing the file is made if need be, and made whole where a power cut left a part of it. Returns a
 * Conflict when another process holds it, and throws what the system says when the file is not there or may not be written, and LakeError
 * where something else than a file is there.
 */
export async function lockFile(path: string, mode: 'read' | 'write'): Promise<FileLock | Conflict> {
  try {
    return await attach(path, mode);
  } catch (error) {
    if (!(await isFileOrMissing(path)))
      throw new LakeError(`${path} is no file, and a lock has to be there: move it away`);
    if (!isOfDamage(error)) throw error;
    await writeAnew(path);
    return attach(path, mode);
  }
}

async function attach(path: string, mode: 'read' | 'write'): Promise<FileLock | Conflict> {
  database ??= openDatabase({ threads: 1 }).then((instance) => instance.connect());
  const connection = await database;
  const name = `lock_${attached++}`;
  const link = path.includes('?') ? await linkTo(dirname(path)) : undefined;
  const unlink = () => link && rm(link, { recursive: true, force: true });
  try {
    const file = link ? join(link, 'folder', basename(path)) : path;
    await connection.run(`attach ${quoteText(file)} as ${name} ${mode === 'read' ? '(read_only)' : ''}`);
  } catch (error) {
    await unlink();
    const message = messageOf(error);
    if (!/Could not set lock on file/.test(message)) throw error;
    const pid = /\(PID (\d+)\)/.exec(message)?.[1];
    return { heldBy: pid === undefined ? undefined : Number(pid) };
  }
  const release = async () => {
    await connection.run(`detach ${name}`);
    await unlink();
  };
  return { release };
}

/** DuckDB 1.5.5 takes what follows a `?` for options of the database: such a folder is reached by a link, in a folder of its own. */
async function linkTo(folder: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'ledgerlake-link-'));
  await symlink(resolve(folder), join(place, 'folder'));
  return place;
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
  const folder = await mkdtemp(join(tmpdir(), 'ledgerlake-lock-'));
  try {
    const whole = join(folder, 'whole.lock');
    const lock = await attach(whole, 'write');
    if ('release' in lock) await lock.release();
    await writeFile(path, await readFile(whole), { flag: 'r+', flush: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
