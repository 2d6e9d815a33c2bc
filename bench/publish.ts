/** Puts objects into a store that is a folder, as an exporter does: each is there whole, or not at all. */
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Copies an object of one folder into another on the same disk as `scratch`, and returns when it was there, in milliseconds of `performance`. */
export async function publish(key: string, from: string, to: string, scratch: string): Promise<number> {
  const path = join(to, key);
  await mkdir(dirname(path), { recursive: true });
  const unnamed = join(scratch, basename(key));
  await copyFile(join(from, key), unnamed);
  await rename(unnamed, path);
  return performance.now();
}
