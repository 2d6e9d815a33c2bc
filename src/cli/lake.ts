/** Lakes as commands use them. */
import type { LakeHandle, OpenOptions } from '../index.ts';

/** Runs `use` with the open lake, and closes it. */
export async function withLake<T>(
  dir: string,
  options: OpenOptions,
  use: (lake: LakeHandle) => Promise<T>,
): Promise<T> {
  const { open } = await import('../index.ts');
  const lake = await open(dir, options);
  try {
    return await use(lake);
  } finally {
    await lake.close();
  }
}
