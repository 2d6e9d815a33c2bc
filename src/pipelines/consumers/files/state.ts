/** What a consumer of files has written, beside its pipeline: the checkpoint, and how long each file was at it. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../../lake/files.ts';
import { errorCode } from '../../../system-errors.ts';
import type { LedgerMark, SinkContext } from '../../sink.ts';
import type { Owner } from '../checkpoint-file.ts';

export interface FileState {
  checkpoint: LedgerMark | undefined;
  /** Bytes of each file, by its path. */
  lengths: Record<string, number>;
}

const pathOf = ({ folder, consumer }: Owner) => join(folder, `${consumer}.files.json`);

/** Returns what was written up to the last checkpoint; nothing where a run is to begin again. */
export async function readState(owner: Owner & Pick<SinkContext, 'from'>): Promise<FileState> {
  if (owner.from === 'start') await rm(pathOf(owner), { force: true });
  try {
    return JSON.parse(await readFile(pathOf(owner), 'utf8')) as FileState;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { checkpoint: undefined, lengths: {} };
    throw error;
  }
}

/** Keeps the state; when it resolves it outlives a loss of power. */
export function writeState(owner: Owner, state: FileState): Promise<void> {
  return writeDurably(pathOf(owner), JSON.stringify(state));
}
