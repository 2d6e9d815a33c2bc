/** Makes an archive of a lake that is not served. */
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { LakeError, UsageError } from '../../../../../core/errors.ts';
import { archiveFormats, makeArchive, parts, planArchive } from './archive.ts';
import { ArchiveBody } from './archive-body.ts';
import { isWhole, readArchive, removeLeftLock, type Archive } from './archive-files.ts';
import { ApiError } from '../../../errors.ts';
import { closeLakes, openLakes } from '../../../start.ts';
import { View } from '../../../view.ts';

export interface ArchiveLakeOptions {
  dataDir?: string;
  signal?: AbortSignal;
}

/**
 * Returns the archive of a request and its folder; makes it unless a whole one is there. Throws UsageError for a wrong request,
 * LakeError if the lake has no ledger of the period.
 */
export async function archiveLake(
  lake: string,
  request: unknown,
  { dataDir, signal = new AbortController().signal }: ArchiveLakeOptions = {},
): Promise<{ folder: string; made: Archive }> {
  if (!Check(ArchiveBody, request)) {
    throw new UsageError(
      `expected CODE:ISSUER or XLM, parts among ${parts.join(', ')}, and a format among ${archiveFormats.join(', ')}`,
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
    if (isMade) await removeLeftLock(archives, plan.archive_id);
    const made = isMade ? known : await makeArchive(view, archives, plan, request);
    return { folder: join(archives, plan.archive_id), made };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.status === 404 ? new LakeError(error.message, { lake }) : new UsageError(error.message);
  } finally {
    await closeLakes(lakes);
  }
}
