/** Makes an archive of a lake that is not served. */
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { UsageError } from '../../../core/errors.ts';
import { formats, makeArchive, parts, planArchive } from './archive.ts';
import { ArchiveBody } from './archive-body.ts';
import { isWhole, readArchive, type Archive } from './archive-files.ts';
import { ApiError } from '../errors.ts';
import { closeLakes, openLakes } from '../start.ts';
import { View } from '../view.ts';

export interface ArchiveLakeOptions {
  dataDir?: string;
  signal?: AbortSignal;
}

/** Returns the archive of a request and its folder; makes it unless a whole one is there. Throws UsageError for what cannot be. */
export async function archiveLake(
  lake: string,
  request: unknown,
  { dataDir, signal = new AbortController().signal }: ArchiveLakeOptions = {},
): Promise<{ folder: string; made: Archive }> {
  if (!Check(ArchiveBody, request)) {
    throw new UsageError(
      `expected CODE:ISSUER or XLM, parts among ${parts.join(', ')}, and a format among ${formats.join(', ')}`,
    );
  }
  const lakes = await openLakes([lake], { dataDir });
  try {
    const [served] = lakes;
    const view = new View(served, await served.lake.snapshot(), signal, {});
    const plan = await planArchive(view, request);
    const { archives } = served;
    const known = await readArchive(archives, plan.archive_id);
    const isMade = known?.status === 'complete' && (await isWhole(archives, known));
    const made = isMade ? known : await makeArchive(view, archives, plan, request);
    return { folder: join(archives, plan.archive_id), made };
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message) : error;
  } finally {
    await closeLakes(lakes);
  }
}
