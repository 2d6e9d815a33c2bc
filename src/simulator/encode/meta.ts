import type { Change } from '../state/state.ts';
import type { AppliedTransaction } from '../transactions/outcome.ts';
import { entryXdr } from './entry.ts';
import { keyXdr } from './key.ts';
import type { Writer } from './writer.ts';

/** Writes LedgerEntryChanges: created, state and updated, or state and removed. */
export function writeChanges(writer: Writer, changes: readonly Change[]): Writer {
  writer.int(changes.reduce((count, { before }) => count + (before ? 2 : 1), 0));
  for (const { before, after } of changes) {
    if (before) writer.int(changeTypes.state).raw(entryXdr(before));
    if (!after) writer.int(changeTypes.removed).raw(keyXdr(before!));
    else writer.int(before ? changeTypes.updated : changeTypes.created).raw(entryXdr(after));
  }
  return writer;
}

const changeTypes = { created: 0, updated: 1, removed: 2, state: 3 } as const;

/** Writes a transaction as ledgers of this protocol hold it: a TransactionResultMetaV1 with meta V4, or before 23 without and V3. */
export function writeTransaction(
  writer: Writer,
  applied: AppliedTransaction,
  resultPair: Uint8Array,
  protocol: number,
): void {
  const isNew = protocol >= 23;
  if (isNew) writer.int(0);
  writeChanges(writer.raw(resultPair), applied.feeChanges);
  writeMeta(writer, applied, isNew);
  if (isNew) writer.int(0);
}

function writeMeta(writer: Writer, applied: AppliedTransaction, isNew: boolean): void {
  writeChanges(writer.int(isNew ? 4 : 3).int(0), applied.changesBefore).int(applied.operations.length);
  for (const { changes, events } of applied.operations) {
    if (isNew) writer.int(0);
    writeChanges(writer, changes);
    if (isNew) writeList(writer, events);
  }
  // no soroban meta
  writeChanges(writer, applied.changesAfter).int(0);
  if (isNew) writeList(writer, applied.events).int(0);
}

/** Writes the number of parts, then each as it is. */
export function writeList(writer: Writer, parts: readonly Uint8Array[]): Writer {
  writer.int(parts.length);
  for (const part of parts) writer.raw(part);
  return writer;
}
