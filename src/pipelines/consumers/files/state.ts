/** What a consumer of files has written, beside its pipeline: the checkpoint, and how long each file was at it. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../../lake/files.ts';
import { errorCode } from '../../../system-errors.ts';
import type { LedgerMark, SinkContext } from '../../sink.ts';

export interface FileState {
  checkpoint: LedgerMark | undefined;
  /** Bytes of each file, by its path. */
  lengths: Record<string, number>;
}

type Place = Pick<SinkContext, 'folder' | 'consumer'>;

const pathOf = ({ folder, consumer }: Place) => join(folder, `${consumer}.files.json`);

/** Returns what was written up to the last checkpoint; nothing where a run is to begin again. */
export async function readState(place: Place & Pick<SinkContext, 'from'>): Promise<FileState> {
  if (place.from === 'start') await rm(pathOf(place), { force: true });
  try {
    return JSON.parse(await readFile(pathOf(place), 'utf8')) as FileState;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { checkpoint: undefined, lengths: {} };
    throw error;
  }
}

/** Keeps the state; when it resolves it outlives a loss of power. */
export function writeState(place: Place, state: FileState): Promise<void> {
  return writeDurably(pathOf(place), JSON.stringify(state));
}
