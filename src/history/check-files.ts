/** Whether the files of a lake's index are as they were written, all of their pages. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode, messageOf } from '../core/system-errors.ts';
import { LOOKUP_FOLDER } from './lookup.ts';
import { listsOf, sizeOf, type Run } from './run.ts';
import { READ_ROWS, ROW_BYTES } from './rows.ts';
import { DamagedRun, openRun, parseRunName } from './run-file.ts';
import { putAside } from './run-folder.ts';

/** So many rows, or checksums, are read before others have their turn: half a megabyte. */
const CHECKED_ROWS = 12 * READ_ROWS;

/** A file of the index that was read. */
export interface CheckedFile {
  /** Its path in the lake. */
  path: string;
  bytes: number;
  /** What is wrong with it: a DamagedRun, or what the system says; undefined when it is as it was written. */
  fault?: unknown;
}

/** How index files are read. */
export interface IndexCheckOptions {
  signal?: AbortSignal | undefined;
  /** Waits after so many bytes; by default, others have their turn. */
  pace?: ((bytes: number) => Promise<void>) | undefined;
}

/** Returns the paths of the index files of a lake, sorted. Skips unknown versions. Throws system errors. */
export async function listIndexFiles(lake: string): Promise<string[]> {
  const names = await readdir(join(lake, LOOKUP_FOLDER)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const isKnown = (name: string) => {
    const said = parseRunName(name);
    return said !== undefined && said.isOther !== true;
  };
  return names
    .filter(isKnown)
    .sort()
    .map((name) => `${LOOKUP_FOLDER}/${name}`);
}

/**
 * Compares the pages of an index file with their checksums; returns undefined if a merge removed the file. Throws the signal's
 * reason.
 */
export async function checkIndexFile(
  lake: string,
  path: string,
  options: IndexCheckOptions = {},
): Promise<CheckedFile | undefined> {
  const folder = join(lake, LOOKUP_FOLDER);
  try {
    const { size: bytes } = await stat(join(lake, path));
    const fault = await faultOf(folder, path.slice(LOOKUP_FOLDER.length + 1), options);
    return { path, bytes, ...(fault !== undefined && { fault }) };
  } catch (error) {
    options.signal?.throwIfAborted();
    return errorCode(error) === 'ENOENT' ? undefined : { path, bytes: 0, fault: error };
  }
}

/**
 * Yields each index file of a lake after comparing its pages with their checksums. Skips unknown versions and files that a
 * merge removes. Throws system errors if the folder cannot be listed, and the signal's reason.
 */
export async function* checkIndexFiles(lake: string, signal?: AbortSignal): AsyncGenerator<CheckedFile> {
  for (const path of await listIndexFiles(lake)) {
    const checked = await checkIndexFile(lake, path, { signal });
    if (checked) yield checked;
  }
}

/** Moves damaged index files away; returns the fault of each, or of one that is unreadable. */
export async function putAsideDamaged(lake: string, signal?: AbortSignal): Promise<string[]> {
  const faults: string[] = [];
  for await (const { fault } of checkIndexFiles(lake, signal)) {
    if (fault === undefined) continue;
    faults.push(messageOf(fault));
    if (fault instanceof DamagedRun) {
      putAside(join(lake, LOOKUP_FOLDER), fault.file, (error) => faults.push(messageOf(error)));
    }
  }
  return faults;
}

async function faultOf(
  folder: string,
  name: string,
  { signal, pace = () => setImmediate() }: IndexCheckOptions,
): Promise<DamagedRun | undefined> {
  let run: Run | undefined;
  try {
    run = openRun(folder, name);
    for (const list of listsOf[run.kind]) {
      const { count } = run[list];
      for (let row = 0; row < count; row += CHECKED_ROWS) {
        run[list].read(row, row + CHECKED_ROWS);
        await pace(CHECKED_ROWS * ROW_BYTES);
        signal?.throwIfAborted();
      }
    }
    const ledgers = sizeOf(run);
    for (let at = 0; at < ledgers; at += CHECKED_ROWS) run.checksums(at, Math.min(CHECKED_ROWS, ledgers - at));
    return undefined;
  } catch (error) {
    if (error instanceof DamagedRun) return error;
    throw error;
  } finally {
    run?.close?.();
  }
}
