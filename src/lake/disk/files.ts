/** Files that survive a power cut: written under a temporary name, fsynced, renamed, and their folder fsynced. */
import { createHash } from 'node:crypto';
import { constants, copyFile, link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isAbandoned } from '../../core/abandoned.ts';
import { LakeError } from '../../core/errors.ts';
import { makeDurableFolder, syncFolder } from '../../core/folders.ts';
import { namingFile, readFully, withFile } from '../../core/open-files.ts';
import { errorCode, systemReason, systemReasons } from '../../core/system-errors.ts';
import { sealedText, unsealed } from './sealed.ts';

/** What the names of unfinished files end with; whoever opens the lake for writing removes them. */
export const TEMPORARY = '.tmp';

/** The folders of a lake that have Parquet files. */
export const dataFolders = ['bronze', 'silver', 'semantic', 'gold'] as const;

/** The folder of a lake that has its index. */
export const INDEX_FOLDER = 'lookup';

const DATA_PATH = new RegExp(`^(${dataFolders.join('|')})(/[\\w=-][\\w=.-]*)+\\.parquet$`);

/** Returns whether a path is one that Parquet files of a lake have, and so inside of it. */
export function isDataPath(path: string): boolean {
  return DATA_PATH.test(path);
}

/** Makes the file's bytes and then its name durable: fsync, rename from `<path>.tmp`, fsync of the folder. */
export async function publish(path: string): Promise<void> {
  await syncFile(path + TEMPORARY);
  await publishSynced(path);
}

/** Writes bytes under the path's temporary name. `synced` resolves when they are on the disk; callers must await it. */
export async function writeTemporary(path: string, bytes: Uint8Array): Promise<{ synced: Promise<void> }> {
  const file = await open(path + TEMPORARY, 'w');
  try {
    await file.writeFile(bytes);
  } catch (error) {
    await file.close();
    throw namingFile(error, path);
  }
  const synced = file
    .sync()
    .finally(() => file.close())
    .catch((error: unknown) => Promise.reject(namingFile(error, path)));
  synced.catch(() => undefined);
  return { synced };
}

/** Gives a file its name, durably, whose bytes are on the disk under its temporary name. */
export async function publishSynced(path: string): Promise<void> {
  await rename(path + TEMPORARY, path);
  await syncFolder(dirname(path));
}

/** Writes and syncs a small file; an error leaves nothing. `mode` is its permissions; default: the system's. */
export async function writeDurably(path: string, text: string, mode?: number): Promise<void> {
  await makeDurableFolder(dirname(path));
  try {
    await writeSynced(path + TEMPORARY, text, { mode });
    await rename(path + TEMPORARY, path);
  } catch (error) {
    // On a file system that failed this may fail, too; the first error says more.
    await rm(path + TEMPORARY, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** What systems say where a file cannot have a second name. */
const UNLINKED = ['EPERM', 'ENOTSUP', 'EACCES', 'ENOSYS', 'EMLINK'];

/** Drafts that this process is writing. */
const drafts = new Set<string>();

/**
 * Writes a file that only its owner may read, unless it exists; returns whether it did. One of several processes wins.
 * Throws system errors. A killed process leaves its draft: `removeDrafts` removes it.
 */
export async function writeOnce(path: string, bytes: Uint8Array | string): Promise<boolean> {
  await makeDurableFolder(dirname(path));
  const draft = `${path}.${hostname()}.${process.pid}${TEMPORARY}`;
  drafts.add(resolve(draft));
  try {
    await writeSynced(draft, bytes, { mode: 0o600 });
    await link(draft, path).catch(async (error: unknown) => {
      if (!UNLINKED.includes(errorCode(error) ?? '')) throw error;
      await copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    drafts.delete(resolve(draft));
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** Removes drafts of a file that killed processes left. Ignores drafts that it cannot remove. */
export async function removeDrafts(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(start) && one.endsWith(TEMPORARY))) {
    const [, host, pid] = /^(.+)\.(\d+)$/.exec(name.slice(start.length, -TEMPORARY.length)) ?? [];
    const draft = join(dirname(path), name);
    if (host === undefined || drafts.has(resolve(draft))) continue;
    if (isAbandoned(draft, { host, pid: Number(pid) })) await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Writes the paths as a file that `readPaths` reads, durably; no file when there are none. */
export async function writePaths(lake: string, path: string, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await writeDurably(join(lake, path), sealedText({ paths }));
  else await removeFiles(lake, [path]);
}

/** Returns the paths that such a file lists; none when there is no such file, or when it is damaged. */
export async function readPaths(lake: string, path: string): Promise<string[]> {
  try {
    const found = unsealed(await readFile(join(lake, path), 'utf8')) as { paths: string[] } | undefined;
    return found?.paths ?? [];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Writes and syncs a small file. The caller syncs its folder. `flag` is how to open it. */
export async function writeSynced(
  path: string,
  text: Uint8Array | string,
  { mode, flag = 'w' }: { mode?: number | undefined; flag?: 'w' | 'wx' } = {},
): Promise<void> {
  await withFile(
    path,
    async (file) => {
      await file.writeFile(text);
      await file.sync();
    },
    { flags: flag, mode },
  );
}

/** Makes the bytes of a file durable. */
export async function syncFile(path: string): Promise<void> {
  await withFile(path, (file) => file.sync());
}

const PIECE_BYTES = 1 << 20;
/** The scrub reads pieces of this size: hashing one takes 0.1 ms, so that requests do not wait. */
const SLOW_PIECE_BYTES = 1 << 16;
/** What files are read into: a buffer for each file would cost as much in garbage collection as its hash. */
const spare: Buffer[] = [];

/** Waits until so many bytes more may be read; rejects when the reader is to stop. */
export type ReadPace = (bytes: number) => Promise<void>;

/** Returns size and SHA-256 of a file. With a pace, reads small pieces and waits after each. */
export async function fingerprint(path: string, pace?: ReadPace): Promise<{ bytes: number; sha256: string }> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  const piece = pace ? SLOW_PIECE_BYTES : PIECE_BYTES;
  try {
    return await withFile(path, async (file) => {
      const running = createHash('sha256');
      let bytes = 0;
      for (let read = piece; read === piece; bytes += read) {
        read = await readFully(file, buffer.subarray(0, piece), bytes);
        running.update(buffer.subarray(0, read));
        await pace?.(read);
      }
      return { bytes, sha256: running.digest('hex') };
    });
  } finally {
    spare.push(buffer);
  }
}

/** Returns the error for a file of a part that is not what was committed. */
export function damagedFile(part: string, file: string, found: string, expected: string): LakeError {
  const message = `part ${part} has a damaged file: ${file} is ${found}, expected ${expected}, as it was committed`;
  return new LakeError(message, { lake: part, file, found, expected });
}

/** Returns the paths of all files below the folder, relative to `root`; none when there is no such folder. */
export async function listFiles(root: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Removes files of the lake that may be there or not. */
export async function removeFiles(root: string, paths: Iterable<string>): Promise<void> {
  for (const path of paths) await rm(join(root, path), { force: true });
}

/** Returns a LakeError if the system or DuckDB cannot use the lake's folder, else the error itself. */
export function asLakeError(lake: string, error: unknown): unknown {
  if (error instanceof LakeError) return error;
  const reason = reasonOf(error);
  return reason ? new LakeError(`lake ${lake} cannot be used: ${reason}`, { lake }, error) : error;
}

/** Returns what is wrong with a file and what to do, in the words of the system or DuckDB. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOfDuckDB(error);
  return systemReason(error) ?? (code && systemReasons[code]);
}

/** Returns the system's code of what DuckDB says of a file in words alone. */
export function codeOfDuckDB(error: unknown): 'ENOSPC' | 'EROFS' | 'EACCES' | undefined {
  const text = error instanceof Error ? error.message : '';
  if (/No space left on device|disk is full|Could not write all bytes/i.test(text)) return 'ENOSPC';
  if (/Read-only file system/i.test(text)) return 'EROFS';
  if (/Permission denied/i.test(text)) return 'EACCES';
  return undefined;
}
