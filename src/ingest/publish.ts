/** A lake into a bucket, with Iceberg tables whose locations are there. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../core/temporary.ts';
import type { LakePart } from '../lake/disk/attach/attach-parts.ts';
import { fingerprints, type Publishable } from '../lake/disk/attach/publishable.ts';
import { publishLake, type PublishOptions, type PublishReport } from '../lake/disk/attach/publish-lake.ts';
import { listFiles } from '../lake/disk/files.ts';
import { hasIceberg, ICEBERG, IcebergTables } from '../lake/iceberg/iceberg.ts';
import { tables } from '../tables/index.ts';

/**
 * Uploads a lake to a bucket for `attachParts`. Skips objects with the same SHA-256; the store verifies the others, and the
 * head comes last. After an interruption, the same call continues. Sends nothing if the bucket has another load of the same
 * ledgers. If the lake publishes Iceberg tables, their metadata follows, with the locations of the bucket and one snapshot.
 * Throws UsageError for an unwritable address, StoreError if the bucket refuses, and LakeError if the lake is being written
 * or damaged, or the bucket holds other ledgers.
 */
export async function publishWithIceberg(
  dir: string,
  address: string,
  options: PublishOptions = {},
): Promise<PublishReport> {
  const folder = await makeTemporaryFolder();
  try {
    return await publishLake(dir, address, options, (part, root) => icebergFiles(part, root, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the tables into the folder, and returns their files: pointers come last. */
async function icebergFiles(
  { path, snapshot, manifests }: LakePart,
  root: string,
  folder: string,
): Promise<Publishable[][]> {
  if (!(await hasIceberg(path))) return [];
  const iceberg = new IcebergTables({
    ...{ lake: path, tables, manifests, folder: join(folder, ICEBERG) },
    // eslint-disable-next-line local/linear-expressions -- an address on the command line
    root: root.replace(/\/+$/, ''),
    firstVersion: snapshot.number,
  });
  await iceberg.publish(snapshot, snapshot.epoch);
  const files = await fingerprints(folder, await listFiles(folder, ICEBERG));
  const isPointer = (file: Publishable) => file.path.endsWith('version-hint.text');
  const named = (wanted: boolean) =>
    files.filter((file) => isPointer(file) === wanted).map((file) => ({ ...file, folder }));
  return [named(false), named(true)];
}
