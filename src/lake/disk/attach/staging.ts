/** Where what is attached from buckets is brought: into a folder of the lake, which stays until all of it is the lake's. */
import { hash } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isBucketAddress, openBucket, type BucketOptions } from '../../../datastore/open.ts';
import type { RetriedBucket } from '../../../datastore/transfer/retried-bucket.ts';
import type { PartSource } from './attach-parts.ts';
import { BucketPart } from './bucket-part.ts';

/** The folder, in the lake. */
export const STAGED = 'attaching';

/**
 * Runs with the parts, those in buckets ready to be downloaded. Removes downloads on success; otherwise the next run reuses
 * them. Throws what `openBucket` does.
 */
export async function withStagedParts<T>(
  dir: string,
  parts: readonly string[],
  { bucket: options, signal }: { bucket?: BucketOptions; signal?: AbortSignal },
  use: (sources: PartSource[]) => Promise<T>,
): Promise<T> {
  const buckets: RetriedBucket[] = [];
  const staged: BucketPart[] = [];
  let isDone = false;
  try {
    const sources: PartSource[] = [];
    for (const part of new Set(parts)) {
      if (!isBucketAddress(part)) sources.push(part);
      else {
        buckets.push(await openBucket(part, options));
        staged.push(new BucketPart(buckets.at(-1)!, placeOf(dir, buckets.at(-1)!.name), signal));
        sources.push(staged.at(-1)!);
      }
    }
    const result = await use(sources);
    isDone = true;
    return result;
  } finally {
    for (const bucket of buckets) bucket.close();
    if (isDone || !staged.some(({ hasFiles }) => hasFiles)) await removeStaged(dir, staged);
  }
}

function placeOf(dir: string, name: string): string {
  return join(resolve(dir), STAGED, hash('sha256', name).slice(0, 16));
}

/** A lake that was only made for what is staged goes, too. */
async function removeStaged(dir: string, staged: readonly BucketPart[]): Promise<void> {
  for (const part of staged) await rm(part.dir, { recursive: true, force: true });
  if (staged.length === 0) return;
  await rmdir(join(dir, STAGED)).catch(() => undefined);
  await rmdir(dir).catch(() => undefined);
}
