/** Parts of a load, made one lake: their segments, and their index of transactions, events, entries and keys. */
import { constants, copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileNamesIn } from '../core/folders.ts';
import { isBucketAddress, type BucketOptions } from '../datastore/open.ts';
import { redact } from '../datastore/transfer/redact.ts';
import { UsageError } from '../core/errors.ts';
import { Index } from '../history/index-files.ts';
import { LOOKUP_FOLDER } from '../history/lookup.ts';
import { openRun, parseRunName } from '../history/run-file.ts';
import { knownOptions } from '../options/known-options.ts';
import type { LakePart } from '../lake/disk/attach/attach-parts.ts';
import { attachLakes, type AttachOptions, type AttachReport } from '../lake/disk/attach/attach.ts';
import { reasonOf } from '../lake/disk/files.ts';
import { catchUpIceberg } from '../lake/iceberg/iceberg.ts';
import { withStagedParts } from '../lake/disk/attach/staging.ts';
import { tables } from '../tables/index.ts';
import { messageOf } from '../core/system-errors.ts';
import { boundYoungGenerations } from '../core/young-generations.ts';
import * as kind from '../options/kinds.ts';

/** Options of `attachParts`. */
export interface AttachPartsOptions extends AttachOptions {
  /** How the buckets of parts are reached. */
  bucket?: BucketOptions;
  /** Reports faults that do not end the attach: a server or `ingest --index-only` rebuilds the index. */
  onTrouble?: (message: string) => void;
}

/**
 * Merges lakes, such as those of `shard`, into the lake in `dir`, which is created if needed: in one snapshot, without
 * decoding, with their index. The result equals that of one load, in any order of parts; known parts change nothing. A part
 * is a folder or the address of a bucket that `publishLake` wrote; its downloads stay until the attach succeeds. The
 * report's `gaps` lists missing ledgers. Throws UsageError, LakeError or VerifyError as `attachLakes` does; the lake is then
 * unchanged.
 */
export async function attachParts(
  dir: string,
  parts: readonly string[],
  options: AttachPartsOptions = {},
): Promise<AttachReport> {
  options = knownOptions('attachParts', options, {
    how: kind.oneOf('move', 'link', 'copy'),
    signal: kind.signal,
    onSegment: kind.call,
    onTrouble: kind.call,
    bucket: kind.object,
  });
  const onTrouble = (message: string) => options.onTrouble?.(message);
  const elsewhere = parts.find(isBucketAddress);
  if (options.how === 'move' && elsewhere !== undefined) {
    throw new UsageError(`part ${redact(elsewhere)} is in a bucket, from which --move deletes nothing: omit --move`);
  }
  boundYoungGenerations();
  return withStagedParts(dir, parts, options, (sources) =>
    attachLakes(dir, sources, options, async (opened, lake) => {
      await attachIndexes(lake, opened, onTrouble);
      if (opened.length > 0) await catchUpIceberg(lake, opened[0].network, tables);
    }),
  );
}

async function attachIndexes(
  lake: string,
  parts: readonly LakePart[],
  onTrouble: (message: string) => void,
): Promise<void> {
  const onFault = (error: unknown, what: string) => onTrouble(`cannot ${what}: ${reasonOf(error) ?? messageOf(error)}`);
  try {
    const files = (await Promise.all(parts.map(indexFiles))).flat();
    if (files.length > 0) await attachFiles(lake, files, onFault);
  } catch (error) {
    onFault(error, 'bring the index of a part');
  }
}

/** A file of a part's index. */
interface IndexFile {
  name: string;
  path: string;
  /** Brings it from a bucket. */
  fetch?: () => Promise<void>;
}

async function indexFiles({ path, bucket }: LakePart): Promise<IndexFile[]> {
  const place = join(path, LOOKUP_FOLDER);
  const of = (name: string) => ({ name, path: join(place, name) });
  if (!bucket) return (await fileNamesIn(place)).map(of);
  return [...(await bucket.indexFiles())].map(([name, bytes]) => {
    return { ...of(name), fetch: () => bucket.bringIndexFile(name, bytes) };
  });
}

async function attachFiles(
  lake: string,
  files: readonly IndexFile[],
  onFault: (error: unknown, what: string) => void,
): Promise<void> {
  const folder = join(lake, LOOKUP_FOLDER);
  const index = new Index(lake, onFault);
  try {
    await mkdir(folder, { recursive: true });
    for (const file of files) await attachRun(index, folder, file);
    await index.settled();
    await index.flush();
  } finally {
    index.close();
  }
}

/** What the index has of a run in part is left to the server and `refresh`, which add what it misses. */
async function attachRun(index: Index, folder: string, { name, path, fetch }: IndexFile): Promise<void> {
  const run = parseRunName(name);
  if (!run || run.isOther) return;
  const lookup = index[run.kind];
  const [missing] = lookup.missing(run);
  if (missing?.first !== run.first || missing.last !== run.last) return;
  await fetch?.();
  await bring(path, folder, name);
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
