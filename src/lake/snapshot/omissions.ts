/** What was passed over, in a file beside the manifests: so that a repair keeps it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../errors.ts';
import { errorCode } from '../../system-errors.ts';
import { writeDurably } from '../files.ts';
import type { Omission } from './manifest.ts';

/** Its path in a lake. */
export const OMISSIONS = 'segments/omissions.json';

/** An omission with the program that made it and the moment, as ISO 8601. */
export interface RecordedOmission extends Omission {
  decoderVersion: string;
  recordedAt: string;
}

/** Returns what was passed over in the lake; nothing when it has no such file. Throws a LakeError when that is not JSON. */
export async function readOmissions(lake: string): Promise<RecordedOmission[]> {
  const path = join(lake, OMISSIONS);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RecordedOmission[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    if (error instanceof SyntaxError) throw new LakeError(`${path} is not JSON`, { file: path }, error);
    throw error;
  }
}

/** Writes the omissions durably, in the place of what was known of the same ledgers of the same file. */
export async function writeOmissions(lake: string, omissions: readonly RecordedOmission[]): Promise<void> {
  const placeOf = ({ object, first }: Omission) => `${object} ${first ?? ''}`;
  const places = new Set(omissions.map(placeOf));
  const others = (await readOmissions(lake)).filter((known) => !places.has(placeOf(known)));
  await writeDurably(join(lake, OMISSIONS), JSON.stringify([...others, ...omissions]) + '\n');
}
