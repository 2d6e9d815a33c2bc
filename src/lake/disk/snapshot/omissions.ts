/** What was passed over, in a file beside the manifests: so that a repair keeps it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../../core/errors.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { writeDurably } from '../files.ts';
import { sealedText, unsealed } from '../sealed.ts';
import type { Omission } from './manifest.ts';

/** Its path in a lake. */
export const OMISSIONS = 'segments/omissions.json';

/** An omission with the program that made it and the moment, as ISO 8601. */
export interface RecordedOmission extends Omission {
  decoderVersion: string;
  recordedAt: string;
}

/** Returns what was passed over in the lake; nothing when it has no such file. Throws a LakeError when that is damaged. */
export async function readOmissions(lake: string): Promise<RecordedOmission[]> {
  const path = join(lake, OMISSIONS);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  if (text === undefined) return [];
  const found = unsealed(text) as { omissions: RecordedOmission[] } | undefined;
  if (found) return found.omissions;
  throw new LakeError(`${path} is damaged: run ledgerlake repair`, { file: path });
}

/** Writes the omissions durably, in the place of what was known of the same ledgers of the same file. */
export async function writeOmissions(lake: string, omissions: readonly RecordedOmission[]): Promise<void> {
  const placeOf = ({ object, first }: Omission) => `${object} ${first ?? ''}`;
  const places = new Set(omissions.map(placeOf));
  const others = (await readOmissions(lake)).filter((known) => !places.has(placeOf(known)));
  await writeDurably(join(lake, OMISSIONS), sealedText({ omissions: [...others, ...omissions] }));
}
