/** Encodes the transaction meta and the entry changes of a closed ledger. */
import type { Change } from '../state/state.ts';
import type { AppliedTransaction } from '../transactions/outcome.ts';
import { entryXdr } from '../encode/entry.ts';
import { keyXdr } from '../encode/key.ts';
import { scv } from '../events/asset-contracts.ts';
import { writeList } from '../encode/values.ts';
import type { Writer } from '../encode/writer.ts';

/** Writes LedgerEntryChanges: created, state and updated, or state and removed; instead of the state, what was restored. */
export function writeChanges(writer: Writer, changes: readonly Change[]): Writer {
  writer.int(changes.reduce((count, change) => count + partsOf(change), 0));
  for (const { before, after, restored } of changes) {
    const former = restored ?? before;
    if (former) writer.int(restored ? changeTypes.restored : changeTypes.state).raw(entryXdr(former));
    if (!after) writer.int(changeTypes.removed).raw(keyXdr(former!));
    else if (after !== restored) writer.int(former ? changeTypes.updated : changeTypes.created).raw(entryXdr(after));
  }
  return writer;
}

function partsOf({ before, after, restored }: Change): number {
  if (restored) return after === restored ? 1 : 2;
  return before ? 2 : 1;
}

const changeTypes = { created: 0, updated: 1, removed: 2, state: 3, restored: 4 } as const;

/** Writes a transaction as ledgers of this protocol hold it: a TransactionResultMetaV1 with meta V4, or before 23 without and V3. */
export function writeTransactionMeta(
  writer: Writer,
  applied: AppliedTransaction,
  resultPair: Uint8Array,
  protocol: number,
): void {
  const isNew = protocol >= 23;
  if (isNew) writer.int(0);
  writeChanges(writer.raw(resultPair), applied.feeChanges);
  writeMeta(writer, applied, isNew);
  if (isNew) writeChanges(writer, applied.feeChangesAfter ?? []);
}

function writeMeta(writer: Writer, applied: AppliedTransaction, isNew: boolean): void {
  writeChanges(writer.int(isNew ? 4 : 3).int(0), applied.changesBefore).int(applied.operations.length);
  for (const { changes, events } of applied.operations) {
    if (isNew) writer.int(0);
    writeChanges(writer, changes);
    if (isNew) writeList(writer, events);
  }
  writeChanges(writer, applied.changesAfter);
  writeSorobanMeta(writer, applied, isNew);
  if (isNew) writeList(writeList(writer, applied.events), applied.soroban?.diagnostics ?? []);
}

// of V3 with events and diagnostics; a value is there of a call that succeeded, in V3 always
function writeSorobanMeta(writer: Writer, { soroban, operations }: AppliedTransaction, isNew: boolean): void {
  if (!soroban) return void writer.int(0);
  writer.int(1).int(1).int(0).long(soroban.nonRefundable).long(soroban.refundable).long(soroban.rent);
  const value = soroban.returnValue;
  if (isNew) {
    writer.int(value ? 1 : 0);
    if (value) writer.raw(value);
    return;
  }
  writeList(
    writer,
    operations.flatMap(({ events }) => events),
  );
  if (value) writer.raw(value);
  else writer.int(scv.bool).int(0);
  writeList(writer, soroban.diagnostics);
}
