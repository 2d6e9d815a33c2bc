/** What a consumer of files has written, beside its pipeline: the checkpoint, and how long each file was at it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '../../../core/errors.ts';
import { writeDurably } from '../../../lake/disk/files.ts';
import { sealedText, unsealed } from '../../../lake/disk/sealed.ts';
import { errorCode } from '../../../core/system-errors.ts';
import type { LedgerMark, SinkContext } from '../../sink.ts';
import { damaged, type Owner } from '../checkpoint-file.ts';

export interface FileState {
  checkpoint: LedgerMark | undefined;
  /** Bytes of each file that the consumer has begun, by its path; 0 of a folder, and of a file of which no checkpoint knows. */
  lengths: Record<string, number>;
}

const pathOf = ({ folder, consumer }: Owner) => join(folder, `${consumer}.files.json`);

/** Returns the state at the last checkpoint; undefined for a new consumer. If a run starts again, it names only the files. */
export async function readFileState(owner: Owner & Pick<SinkContext, 'from'>): Promise<FileState | undefined> {
  const found = await keptState(owner);
  if (!found || owner.from === 'checkpoint') return found;
  const lengths = Object.fromEntries(Object.keys(found.lengths).map((path) => [path, 0]));
  const again = { checkpoint: undefined, lengths };
  await writeState(owner, again);
  return again;
}

/** Returns the state as it is kept; undefined for a new consumer. */
export async function keptState(owner: Owner): Promise<FileState | undefined> {
  try {
    const found = unsealed(await readFile(pathOf(owner), 'utf8')) as FileState | undefined;
    return found ?? damaged(owner, pathOf(owner));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Claims files or folders for a consumer before its first checkpoint, and returns their state. Throws PipelineError for a file
 * with other content.
 */
export async function ownedFiles(
  context: SinkContext,
  paths: readonly string[],
  hasContent: (path: string) => Promise<boolean>,
): Promise<FileState> {
  const found = await readFileState(context);
  const { checkpoint, lengths } = found ?? { checkpoint: undefined, lengths: {} };
  const begun = paths.filter((path) => !(path in lengths));
  for (const path of begun) if (await hasContent(path)) throw notOwn(context, path);
  const state = { checkpoint, lengths: { ...lengths, ...Object.fromEntries(begun.map((path) => [path, 0])) } };
  if (begun.length > 0) await writeState(context, state);
  return state;
}

function notOwn({ consumer }: Owner, path: string): PipelineError {
  const message = `${consumer}: ${path}: what is there was not written by this consumer, and would be lost; name another file or folder, or move it away`;
  return new PipelineError(message, { code: 'file_exists', component: consumer });
}

/** Keeps the state; when it resolves it outlives a loss of power. */
export function writeState(owner: Owner, state: FileState): Promise<void> {
  return writeDurably(pathOf(owner), sealedText(state));
}
