/** Parts of a load, made one lake: their segments, and their index of transactions, events and entries. */
import { constants, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import { openRun, parseRunName } from '../history/run-file.ts';
import { knownOptions } from '../known-options.ts';
import { attachLakes, type AttachOptions, type AttachReport } from '../lake/attach.ts';
import { messageOf } from '../system-errors.ts';

export interface AttachPartsOptions extends AttachOptions {
  /** Takes in words what went wrong and does not end the attach: the index is made again by a server, and by `ingest --index-only`. */
  onTrouble?: (message: string) => void;
}

/**
 * Makes lakes that were loaded apart, such as those of `shard`, part of the lake in `dir`, which is made where there is none: all of
 * them in one snapshot, without decoding, and their index with them. Rows, kept relations and checks are then those of one load, in
 * whatever order parts come; the same part again changes nothing. Ledgers that are lacking between parts are the report's `gaps`.
 *
 * Throws UsageError without parts or with options that there are not, and LakeError or VerifyError as `attachLakes` does, with the
 * lake as it was before.
 */
export async function attachParts(
  dir: string,
  parts: readonly string[],
  options: AttachPartsOptions = {},
): Promise<AttachReport> {
  knownOptions('attachParts', options, { how: true, signal: true, onSegment: true, onTrouble: true });
  return attachLakes(dir, parts, options, async (opened, lake) => {
    const onTrouble = (message: string) => options.onTrouble?.(message);
    await attachIndexes(
      join(lake, LOOKUP_FOLDER),
      opened.map(({ path }) => join(path, LOOKUP_FOLDER)),
      onTrouble,
    );
  });
}

async function attachIndexes(
  folder: string,
  others: readonly string[],
  onTrouble: (message: string) => void,
): Promise<void> {
  const names = await Promise.all(others.map((other) => readdir(other).catch(() => [])));
  if (names.flat().length === 0) return;
  const onFault = (error: unknown, what: string) => onTrouble(`cannot ${what}: ${messageOf(error)}`);
  const lookup = new Lookup(folder, { onFault });
  try {
    await mkdir(folder, { recursive: true });
    for (const [i, other] of others.entries())
      for (const name of names[i]) await attachRun(lookup, folder, other, name);
    await lookup.settled();
    await lookup.flush();
  } catch (error) {
    onFault(error, 'bring the index of a part');
  } finally {
    lookup.close();
  }
}

/** What the index has of a run in part is left to the server, which adds what it misses. */
async function attachRun(lookup: Lookup, folder: string, other: string, name: string): Promise<void> {
  const range = parseRunName(name);
  const [missing] = range ? lookup.missing(range) : [];
  if (!range || missing?.first !== range.first || missing.last !== range.last) return;
  await bring(join(other, name), folder, name);
  await lookup.add(openRun(folder, name));
}

/** A name that ends so is removed by who opens the index when this process is gone. */
async function bring(source: string, folder: string, name: string): Promise<void> {
  const temporary = join(folder, `.${name}.${hostname()}.${process.pid}.${Date.now()}`);
  try {
    await link(source, temporary).catch(() => copyFile(source, temporary, constants.COPYFILE_FICLONE));
    await rename(temporary, join(folder, name));
  } finally {
    await rm(temporary, { force: true });
  }
}
