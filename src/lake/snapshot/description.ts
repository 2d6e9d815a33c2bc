/** `lake.json`: which format a lake has, and of which network it is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../errors.ts';
import { errorCode } from '../../system-errors.ts';
import { writeDurably } from '../files.ts';
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
    const found: Partial<LakeDescription> = JSON.parse(await readFile(path, 'utf8'));
    const { format_version, network_passphrase, options = {} } = found;
    if (typeof format_version === 'number' && typeof network_passphrase === 'string') {
      return { format_version, network_passphrase, options };
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new LakeError(`no lake at ${dir}: ${code === 'ENOENT' ? NO_LAKE : NO_FOLDER}`, { lake: dir }, error);
    }
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LakeError(`${path} does not describe a lake: ledgerlake repair makes it again of what the segments say`, {
    lake: dir,
  });
}

/** Returns what `lake.json` says; throws a LakeError when the lake is of a newer format or another network than asked for. */
export async function describeKnown(dir: string, network: string | undefined): Promise<LakeDescription> {
  const description = await describeLake(dir);
  const { format_version: version, network_passphrase: own } = description;
  if (version > FORMAT_VERSION) {
    const message = `lake ${dir} has format version ${version}, newest known is ${FORMAT_VERSION}: update ledgerlake`;
    throw new LakeError(message, { lake: dir });
  }
  if (network !== undefined && network !== own) {
    throw new LakeError(`lake ${dir} holds network "${own}", asked for "${network}"`, { lake: dir });
  }
  return description;
}

/** Writes `lake.json` durably. */
export async function writeDescription(dir: string, description: LakeDescription): Promise<void> {
  await writeDurably(join(dir, 'lake.json'), JSON.stringify(description, null, 2) + '\n');
}
