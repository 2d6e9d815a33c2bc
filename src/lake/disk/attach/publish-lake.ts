/** Uploads a lake to a bucket: files first, then manifests, and the snapshot head last. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket, type BucketOptions } from '../../../datastore/open.ts';
import type { RetriedBucket } from '../../../datastore/transfer/retried-bucket.ts';
import { LakeError, UsageError } from '../../../core/errors.ts';
import { knownOptions } from '../../../options/known-options.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { makeTemporaryFolder } from '../../../core/temporary.ts';
import { openParts, releaseParts, type LakePart } from './attach-parts.ts';
import { BucketPart, PUBLISHED } from './bucket-part.ts';
import { asLakeError, damagedFile, fingerprint } from '../files.ts';
import { inLanes } from '../../../core/lanes.ts';
import { publishable, type Publishable } from './publishable.ts';
import { SNAPSHOTS } from '../snapshot/read-snapshot.ts';
import { otherBytes } from '../snapshot/segment-check.ts';
import * as kind from '../../../options/kinds.ts';

/** Options of `publishLake`. */
export interface PublishOptions {
  /** How the bucket is reached. */
  bucket?: BucketOptions;
  /** Stops between objects; the call then rejects with the reason of the signal, and the next call continues. */
  signal?: AbortSignal;
}

/** What was written, and what the bucket had. */
export interface PublishReport {
  /** The address. */
  name: string;
  /** How many ledgers the published lake has. */
  ledgers: number;
  /** Objects that were written, and their bytes. */
  sent: { objects: number; bytes: number };
  /** Objects that the bucket already had with the same hash, and their bytes. */
  present: { objects: number; bytes: number };
}

/** Returns files that go into the bucket after the lake, step by step. `address` is the bucket's. */
export type FilesBeside = (part: LakePart, address: string) => Promise<Publishable[][]>;

/** How many objects are sent at a time. */
const AT_ONCE = 8;

/**
 * Uploads a lake to a bucket for `attachParts`. Skips objects with the same SHA-256; the store verifies the others, and the
 * head comes last, before what `beside` returns. After an interruption, the same call continues. Sends nothing if the bucket has another load of the same
 * ledgers. Throws UsageError for an unwritable address, StoreError if the bucket refuses, and LakeError if the lake is being
 * written or damaged, or the bucket holds other ledgers.
 */
export async function publishLake(
  dir: string,
  address: string,
  options: PublishOptions = {},
  beside: FilesBeside = async () => [],
): Promise<PublishReport> {
  const { bucket: access, signal } = knownOptions('publishLake', options, {
    bucket: kind.object,
    signal: kind.signal,
  });
  const bucket = await openBucket(address, access);
  try {
    if (!bucket.isWritable || !bucket.isListed)
      throw new UsageError(`${bucket.name} cannot be written: give s3:// or gs://`);
    const [part] = await openParts([dir], undefined);
    try {
      return await publish(bucket, part, options, await beside(part, bucket.name));
    } finally {
      await releaseParts([part]);
    }
  } catch (error) {
    throw signal?.aborted ? error : asLakeError(dir, error);
  } finally {
    bucket.close();
  }
}

async function publish(
  bucket: RetriedBucket,
  part: LakePart,
  { signal }: PublishOptions,
  beside: readonly Publishable[][],
): Promise<PublishReport> {
  const there = await bucket.all({ signal });
  const own = await publishable(part);
  const files = own.flat();
  const steps = [...own, ...beside];
  const ledgers = part.snapshot.segments.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const report: PublishReport = {
    ...{ name: bucket.name, ledgers },
    ...{ sent: { objects: 0, bytes: 0 }, present: { objects: 0, bytes: 0 } },
  };
  const count = (where: 'sent' | 'present', { bytes }: Publishable) => {
    report[where].objects++;
    report[where].bytes += bytes;
  };
  const isOther = there.has(PUBLISHED) && (await isOtherLoad(bucket, part, files, signal));
  for (const step of steps) {
    await inLanes(step, AT_ONCE, async (file) => {
      signal?.throwIfAborted();
      const isThere = isOther || (there.get(file.path) === file.bytes && (await isSame(bucket, file, signal)));
      if (!isThere) await send(bucket, part, file, signal);
      count(isThere ? 'present' : 'sent', file);
    });
  }
  return report;
}

/** The store compared the bytes with this hash when they came. */
async function isSame(bucket: RetriedBucket, { path, sha256 }: Publishable, signal?: AbortSignal): Promise<boolean> {
  return (await bucket.metadata(path, { signal })).notes['sha256'] === sha256;
}

async function send(bucket: RetriedBucket, part: LakePart, file: Publishable, signal?: AbortSignal): Promise<void> {
  const { path, bytes, sha256, folder = part.path } = file;
  const source = join(folder, path);
  const found = await hashesOf(source).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new LakeError(`part ${part.name} lacks a file: ${path} is gone`, { lake: part.name, file: path }, error);
  });
  if (found.sha256 !== sha256) throw damagedFile(part.name, path, found.sha256, sha256);
  await bucket.put(path, { bytes, ...found, signal, open: () => createReadStream(source) });
}

async function hashesOf(path: string): Promise<{ sha256: string; md5: string }> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    sha256.update(chunk as Uint8Array);
    md5.update(chunk as Uint8Array);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}

/**
 * Returns whether the bucket has another load of all these ledgers, such as of a task that ran twice. Throws a LakeError if
 * writing would damage it.
 */
async function isOtherLoad(
  bucket: RetriedBucket,
  part: LakePart,
  files: readonly Publishable[],
  signal?: AbortSignal,
): Promise<boolean> {
  const folder = await makeTemporaryFolder();
  try {
    const [published] = await openParts([new BucketPart(bucket, folder, signal)], undefined);
    await checkLedgers(part, published);
    if (!(await isSpoilt(published, files))) return false;
    const count = ({ snapshot }: LakePart) =>
      snapshot.segments.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (count(published) === count(part)) return true;
    throw new LakeError(
      `${bucket.name} holds ledgers of another load than ${part.name}: publish that to an address of its own`,
      { lake: part.name },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every ledger of the bucket has to be one of the part. */
async function checkLedgers(part: LakePart, published: LakePart): Promise<void> {
  const fault = (what: string) =>
    new LakeError(`${published.name} ${what}: publish ${part.name} to an address of its own`, { lake: part.name });
  if (published.network !== part.network) throw fault(`holds network "${published.network}", not "${part.network}"`);
  const own = new Map(part.snapshot.segments.map(({ name, manifest }) => [name, manifest]));
  for (const known of published.snapshot.segments) {
    if (own.get(known.name) === known.manifest) continue;
    const ledgers = await part.manifests.ledgers(part.snapshot, known);
    for (const ledger of (await published.manifests.read(known)).ledgers) {
      const same = ledgers.get(ledger.sequence);
      if (!same) throw fault(`holds ledger ${ledger.sequence}, which ${part.name} lacks`);
      if (otherBytes(ledger, same)) throw fault(`holds other bytes for ledger ${ledger.sequence}`);
    }
  }
}

/** Whether a file that the published head needs would be written anew with other bytes. */
async function isSpoilt(
  { path: folder, snapshot, manifests }: LakePart,
  files: readonly Publishable[],
): Promise<boolean> {
  const own = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  for (const page of snapshot.pageFiles.map((name) => `${SNAPSHOTS}/${name}`)) {
    if (own.has(page) && own.get(page) !== (await fingerprint(join(folder, page))).sha256) return true;
  }
  for (const known of snapshot.segments) {
    const { files: needed } = await manifests.read(known);
    const hashes = [
      [`segments/${known.name}.json`, known.manifest],
      ...needed.map(({ path, sha256 }) => [path, sha256]),
    ];
    if (hashes.some(([path, sha256]) => own.has(path) && own.get(path) !== sha256)) return true;
  }
  return false;
}
