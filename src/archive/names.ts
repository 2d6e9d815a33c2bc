/** File names and checkpoints of archives (stellar-core HistoryArchive, FileTransferInfo, Fs.cpp). */
import { UsageError } from '../core/errors.ts';

/** A checkpoint is made every so many ledgers, by the last of them: 63, 127 and so on. */
const CHECKPOINT_LEDGERS = 64;

/** The state of the newest checkpoint. */
export const NEWEST_STATE = '.well-known/stellar-history.json';

/** The files of a checkpoint beside its buckets. */
export type CheckpointFile = 'history' | 'ledger' | 'transactions' | 'results';

/** Returns the name of a checkpoint's file: `ledger/00/00/00/ledger-0000003f.xdr.gz`. */
export function checkpointFile(kind: CheckpointFile, checkpoint: number): string {
  const hex = checkpoint.toString(16).padStart(8, '0');
  return `${kind}/${folders(hex)}/${kind}-${hex}.${kind === 'history' ? 'json' : 'xdr.gz'}`;
}

/** Returns the name of the file of the bucket with this hash in hex. */
export function bucketFile(hash: string): string {
  return `bucket/${folders(hash)}/bucket-${hash}.xdr.gz`;
}

/** Returns the last ledger of the checkpoint that the ledger is in. */
export function checkpointOf(ledger: number): number {
  return ledger - (ledger % CHECKPOINT_LEDGERS) + CHECKPOINT_LEDGERS - 1;
}

/** Throws UsageError, with the checkpoints beside it, for a ledger that has none. */
export function checkCheckpoint(ledger: number): void {
  const after = checkpointOf(ledger);
  if (Number.isInteger(ledger) && ledger > 0 && after === ledger) return;
  const before = after - CHECKPOINT_LEDGERS;
  const near = Number.isInteger(ledger) && ledger > 0 ? [...(before > 0 ? [before] : []), after] : [63, 127];
  throw new UsageError(
    `ledger ${ledger} is not a checkpoint: checkpoints are every 64th ledger, such as ${near.join(' and ')}`,
  );
}

function folders(hex: string): string {
  return [0, 2, 4].map((at) => hex.slice(at, at + 2)).join('/');
}
