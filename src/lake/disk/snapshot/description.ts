/** `lake.json`: which format a lake has, and of which network it is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../../core/errors.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { writeDurably } from '../files.ts';
import { sealedText, unsealed } from '../sealed.ts';
import { FORMAT_VERSION } from './manifest.ts';

/** What `lake.json` says. */
export interface LakeDescription {
  format_version: number;
  network_passphrase: string;
  /** Free for the program that made the lake, such as which columns are kept. */
  options: Record<string, unknown>;
}

const NO_LAKE = 'it has no lake.json; check the path, or make a lake with ledgerlake ingest';
const NO_FOLDER = 'a part of the path is a file';

/** Returns what `lake.json` says; throws a LakeError when there is none or it is not one. */
export async function describeLake(dir: string): Promise<LakeDescription> {
  const path = join(dir, 'lake.json');
  try {
    const found = unsealed(await readFile(path, 'utf8')) as LakeDescription | undefined;
    if (found) return found;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new LakeError(`no lake at ${dir}: ${code === 'ENOENT' ? NO_LAKE : NO_FOLDER}`, { lake: dir }, error);
  }
  throw new LakeError(`${path} is damaged, or has an unknown form: run ledgerlake repair, or load the lake again`, {
    lake: dir,
  });
}

/** Returns what `lake.json` says; throws a LakeError when the lake is of another format or network than expected. */
export async function describeKnown(dir: string, network: string | undefined): Promise<LakeDescription> {
  const description = await describeLake(dir);
  const { format_version: version, network_passphrase: own } = description;
  if (version !== FORMAT_VERSION) {
    const advice = version > FORMAT_VERSION ? 'update ledgerlake' : 'load the lake again';
    const message = `lake ${dir} has format version ${version}, expected ${FORMAT_VERSION}: ${advice}`;
    throw new LakeError(message, { lake: dir });
  }
  if (network !== undefined && network !== own) {
    throw new LakeError(`lake ${dir} is of the network "${own}", not "${network}": give another folder`, { lake: dir });
  }
  return description;
}

/** Writes `lake.json` durably. */
export async function writeDescription(dir: string, description: LakeDescription): Promise<void> {
  await writeDurably(join(dir, 'lake.json'), sealedText(description));
}
