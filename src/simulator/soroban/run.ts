/** Tracks the resources, fees and restored entries of one Soroban transaction. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Entry, Ttl } from '../state/entries.ts';
import { entryXdr } from '../encode/entry.ts';
import type { Change } from '../state/state.ts';
import { isPersistent, isSoroban } from './keys.ts';
import { eventsFee, nonRefundableFee } from './fees.ts';
import type { SorobanSettings } from './settings.ts';

/** What a transaction that uses contracts declares, and what comes of it beside results and changes. */
export class SorobanRun {
  readonly data: xdr.SorobanTransactionData;
  readonly settings: SorobanSettings;
  /** Stroops that are gone whatever happens. */
  readonly nonRefundable: bigint;
  /** Stroops: rent, and rent with events, of the operation if it succeeded. */
  rent = 0n;
  refundable = 0n;
  /** Entries that were archived, by their keys, as the meta says them restored. */
  readonly restored = new Map<string, Entry>();
  /** Longer lives of entries that the transaction only read: they hold when all transactions of a stage are done. */
  readonly extended: Ttl[] = [];
  /** DiagnosticEvents as XDR. */
  diagnostics: Uint8Array[] = [];
  returnValue?: Uint8Array;

  constructor(data: xdr.SorobanTransactionData, settings: SorobanSettings, nonRefundable: bigint) {
    this.data = data;
    this.settings = settings;
    this.nonRefundable = nonRefundable;
  }

  /** Takes what an operation costs; false when the transaction did not offer as much. */
  consume(eventBytes: number, rent: bigint): boolean {
    const refundable = rent + eventsFee(eventBytes, this.settings);
    if (this.data.resourceFee - this.nonRefundable < refundable) return false;
    this.rent = rent;
    this.refundable = refundable;
    return true;
  }

  /** Returns the stroops that go back to the payer. */
  refund(): bigint {
    return this.data.resourceFee - this.nonRefundable - this.refundable;
  }

  /** Forgets what a transaction cost that failed. */
  fail(): void {
    this.rent = 0n;
    this.refundable = 0n;
  }

  /** Returns an operation's changes as its meta has them: with what was restored, and longer lives of what was read. */
  metaChanges(changes: readonly Change[], before: (key: string) => Entry | undefined): Change[] {
    const restored = new Map(this.restored);
    const own = changes.map((change): Change => {
      const { key } = (change.after ?? change.before)!;
      const entry = restored.get(key);
      restored.delete(key);
      return entry ? withRestored(change, entry) : change;
    });
    const untouched = Array.from(restored.values(), (entry): Change => ({ restored: entry, after: entry }));
    const extended = this.extended.map((after): Change => ({ before: before(after.key), after }));
    return [...own, ...untouched, ...extended];
  }
}

function withRestored({ after }: Change, restored: Entry): Change {
  const isSame = after && Buffer.compare(entryXdr(after), entryXdr(restored)) === 0;
  return { restored, after: isSame ? restored : after };
}

/** Returns the part of a transaction's resource fee that is never refunded; `size` is that of its envelope in bytes. */
export function declaredFee(
  { resources, ext }: xdr.SorobanTransactionData,
  size: number,
  settings: SorobanSettings,
  isRestoring: boolean,
): bigint {
  const { footprint, instructions, diskReadBytes, writeBytes } = resources;
  const diskReadEntries = settings.ledgerCostExt
    ? diskReads({ resources, ext }, isRestoring)
    : footprint.readOnly.length;
  const writeEntries = footprint.readWrite.length;
  return nonRefundableFee({ instructions, diskReadEntries, writeEntries, diskReadBytes, writeBytes, size }, settings);
}

/** Returns how many entries come from the disk since protocol 23: those of accounts, and archived ones (`getNumDiskReadEntries`). */
export function diskReads(
  { resources: { footprint }, ext }: Pick<xdr.SorobanTransactionData, 'resources' | 'ext'>,
  isRestoring: boolean,
): number {
  if (isRestoring) return footprint.readWrite.length;
  const classic = [...footprint.readOnly, ...footprint.readWrite].filter((key) => !isSoroban(key)).length;
  return classic + archivedIndexes(ext).length;
}

/** Returns which entries of the read-write footprint are to be restored. */
export function archivedIndexes(ext: xdr.SorobanTransactionDataExt): readonly number[] {
  return ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
}

/** Whether the indexes of entries to restore come in order and are of entries that are archived when their life is over. */
export function areGoodIndexes({ resources, ext }: xdr.SorobanTransactionData): boolean {
  const keys = resources.footprint.readWrite;
  return archivedIndexes(ext).every((index, i, all) => {
    return (i === 0 || index > all[i - 1]) && index < keys.length && isPersistent(keys[index]);
  });
}
