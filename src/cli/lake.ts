/** Lakes as commands use them. */
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, fileNamesIn } from '../core/folders.ts';
import type { LakeHandle, OpenOptions } from '../index.ts';

type Use<T> = (lake: LakeHandle) => Promise<T>;

/** Runs `use` with the open lake, and closes it. */
export async function withLake<T>(dir: string, options: OpenOptions, use: Use<T>): Promise<T> {
  const { open } = await import('../index.ts');
  const lake = await open(dir, options);
  const result = await use(lake).catch(async (error: unknown) => {
    // Of two errors, the first is thrown.
    await lake.close().catch(() => undefined);
    throw error;
  });
  await lake.close();
  return result;
}

/** The same for a lake that need not exist yet: one that is made here, and into which nothing comes, is taken away again. */
export async function withNewLake<T>(dir: string, options: OpenOptions, use: Use<T>): Promise<T> {
  const isNew = await isVacant(dir);
  let isEmpty = false;
  try {
    return await withLake(dir, options, async (handle) => {
      try {
        return await use(handle);
      } finally {
        const { segments, baselines } = await handle.lake.snapshot();
        isEmpty = isNew && segments.length + baselines.length === 0;
        if (isEmpty) await rm(join(dir, 'lake.json'));
      }
    });
  } finally {
    if (isEmpty) await removeParts(dir);
  }
}

/** Returns whether the folder holds a lake. */
export async function isLake(dir: string): Promise<boolean> {
  return exists(join(dir, 'lake.json'));
}

async function isVacant(dir: string): Promise<boolean> {
  const entries = await fileNamesIn(dir);
  return entries.length === 0;
}

async function removeParts(dir: string): Promise<void> {
  if (await isLake(dir)) return;
  for (const part of ['bronze', 'iceberg', 'locks', 'scrub.json', 'segments', 'snapshots']) {
    await rm(join(dir, part), { recursive: true, force: true });
  }
  await rmdir(dir).catch(() => undefined);
}
