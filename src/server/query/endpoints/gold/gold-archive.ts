/** One archive: made by POST on a server that may write; its state; its files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { errorCode } from '../../../../core/system-errors.ts';
import { Turns } from '../../../../core/turns.ts';
import { makeArchive, planArchive } from './archive/archive.ts';
import { ArchiveBody } from './archive/archive-body.ts';
import { artifactPath, isWhole, readArchive, writeArchive, type Archive } from './archive/archive-files.ts';
import type { EndpointRequest, Endpoint } from '../../endpoint.ts';
import { ApiError, invalid } from '../../errors.ts';
import { text, time, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { View } from '../../view.ts';
import { ArchiveRecord } from './gold-archives.ts';

const answer = Type.Object({ archive_id: text(), status: text(), created_at: time() });

/** Asks for an archive; it is made after the answer, one after another. */
export const archiveEndpoint: Endpoint = {
  path: '/api/v1/gold/compliance/archive',
  method: 'POST',
  status: 202,
  summary: 'Make an archive of an asset and a period',
  parameters: {},
  body: ArchiveBody,
  answer,
  async handle({ view, body }: EndpointRequest) {
    if (!Check(ArchiveBody, body))
      throw invalid('invalid body: expected {"asset_code", "asset_issuer", "start_date", "end_date", …}');
    const plan = await planArchive(view, body);
    const { archives } = view.served;
    const place = join(archives, plan.archive_id);
    return asked.take(place, async () => {
      const known = await readArchive(archives, plan.archive_id);
      const isMade = known?.status === 'complete' && (await isWhole(archives, known));
      if (known && (isMade || inWork.has(place))) return { body: told(known) };
      inWork.add(place);
      await writeArchive(archives, plan);
      const own = new View(view.served, view.snapshot, new AbortController().signal, {});
      turn = turn
        .then(() => makeArchive(own, archives, plan, body))
        .catch(() => undefined)
        .finally(() => inWork.delete(place));
      return { body: told(plan) };
    });
  },
};

/** Of concurrent requests for one archive, the first makes it; none sees what was there before. */
const asked = new Turns();

/** Folders of archives that are being made: one that says so and is not among them was left by a process that ended. */
const inWork = new Set<string>();

/** Archives are made one after another: each may take all processors. */
let turn: Promise<unknown> = Promise.resolve();

const told = ({ archive_id, status, created_at }: Archive): Row => ({ archive_id, status, created_at });

async function known(view: View, id: string): Promise<Archive> {
  const archive = await readArchive(view.served.archives, id);
  if (!archive) throw new ApiError(404, 'archive not found');
  return archive;
}

export const goldArchive = object({
  path: '/api/v1/gold/compliance/archive/{id}',
  summary: 'State of an archive',
  parameters: { id: parameter.text('Its id.') },
  answer: ArchiveRecord,
  isOutside: true,
  read: async ({ id }, view) => ({ body: (await known(view, id)) as unknown as Row }),
});

const types: Partial<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

export const goldArtifact = object({
  path: '/api/v1/gold/compliance/archive/{id}/download/{artifact}',
  summary: 'A file of an archive',
  parameters: { id: parameter.text('The id of the archive.'), artifact: parameter.text('The name of the file.') },
  answer: {},
  isOutside: true,
  others: ['application/octet-stream', 'text/csv', 'text/markdown'],
  async read({ id, artifact }, view) {
    const archive = await known(view, id);
    const path = artifactPath(view.served.archives, archive, artifact);
    if (path === undefined) throw new ApiError(404, 'artifact not found');
    const type = types[artifact.replace(/^.*\./, '')] ?? 'application/octet-stream';
    const bytes = await readFile(path).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new ApiError(404, 'artifact not found') : error;
    });
    return { body: {}, raw: { type, name: artifact, bytes } };
  },
});
