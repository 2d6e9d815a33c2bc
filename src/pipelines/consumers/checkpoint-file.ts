/** What a consumer has written, in a file of the pipeline: a copy for display, and the truth where a target keeps none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PipelineError } from '../../core/errors.ts';
import { writeDurably } from '../../lake/disk/files.ts';
import { sealedText, unsealed } from '../../lake/disk/sealed.ts';
import { errorCode } from '../../core/system-errors.ts';
import type { LedgerMark, SinkContext } from '../sink.ts';

export interface KeptCheckpoint extends LedgerMark {
  /** Kind of the sink that wrote it. */
  kind: string;
  runId: string;
  /** The first ledger that was ever written there. */
  first?: number;
}

/** Whose state is kept. */
export type Owner = Pick<SinkContext, 'folder' | 'consumer'>;

const fileOf = ({ folder, consumer }: Owner) => join(folder, `${consumer.replace(/[^\w.-]/g, '_')}.checkpoint.json`);

/** Throws the error of a state that is not as it was written: to go on from it could write ledgers twice, or leave some out. */
export function damaged({ consumer }: Owner, path: string): never {
  const message = `${consumer}: ${path} is damaged: put back a copy of it, or remove it and what the consumer wrote, and run again`;
  throw new PipelineError(message, { code: 'state_damaged', component: consumer });
}

/** Returns the checkpoint of a native sink; undefined before the first. Throws PipelineError if the file is damaged. */
export function readCheckpoint(owner: Owner): KeptCheckpoint | undefined {
  try {
    const found = unsealed(readFileSync(fileOf(owner), 'utf8')) as KeptCheckpoint | undefined;
    return found ?? damaged(owner, fileOf(owner));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps the checkpoint; when this resolves it outlives a loss of power. */
export function writeCheckpoint(owner: Owner, checkpoint: KeptCheckpoint): Promise<void> {
  return writeDurably(fileOf(owner), sealedText(checkpoint));
}
