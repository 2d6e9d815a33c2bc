/** Checks the declared resources, fees and footprint of a Soroban transaction. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { accountOf } from '../encode/from-xdr.ts';
import type { LedgerView } from '../context.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import type { InnerFrame } from './frame.ts';
import { sorobanKinds } from '../soroban/kinds.ts';
import { areGoodIndexes, archivedIndexes, declaredFee, diskReads } from '../soroban/run.ts';
import type { SorobanSettings } from '../soroban/settings.ts';

/**
 * Returns what is wrong with what a transaction says of contracts (stellar-core, `validateSorobanOpsConsistency`,
 * `checkSorobanResources` and the part of `commonValidPreSeqNum` between them). `fee` is what the transaction offers, when that matters.
 */
export function sorobanFault(inner: InnerFrame, view: LedgerView, fee: bigint | undefined) {
  const { operations, soroban, tx } = inner;
  const count = operations.filter(({ operation }) => sorobanKinds.has(operation.body.type)).length;
  if (count === 0) return soroban && view.protocol >= 21 ? 'txMalformed' : undefined;
  const { soroban: settings } = view;
  if (operations.length > 1 || !soroban || !settings) return 'txMalformed';
  const { body } = operations[0].operation;
  if (view.protocol >= 25 && body.type === 'invokeHostFunction' && hasMemoOrId(tx, operations[0].operation)) {
    return 'txSorobanInvalid';
  }
  const isRestoring = body.type === 'restoreFootprint';
  if (!areWithinLimits(soroban, inner.size, settings, isRestoring)) return 'txSorobanInvalid';
  if (fee !== undefined && soroban.resourceFee > fee) return 'txSorobanInvalid';
  if (soroban.resourceFee < declaredFee(soroban, inner.size, settings, isRestoring)) return 'txSorobanInvalid';
  return hasDuplicates(soroban) ? 'txSorobanInvalid' : undefined;
}

// CAP-71 gives transactions of contracts addresses of their own for that
function hasMemoOrId({ memo, sourceAccount }: xdr.Transaction, { sourceAccount: own }: xdr.Operation): boolean {
  const isMuxed = sourceAccount.type === 'keyTypeMuxedEd25519' || own?.type === 'keyTypeMuxedEd25519';
  return memo.type !== 'memoNone' || isMuxed;
}

function areWithinLimits(
  data: xdr.SorobanTransactionData,
  size: number,
  settings: SorobanSettings,
  isRestoring: boolean,
): boolean {
  const { compute, ledgerCost, ledgerCostExt, bandwidth, maxKeySize } = settings;
  const { footprint, instructions, diskReadBytes, writeBytes } = data.resources;
  const keys = [...footprint.readOnly, ...footprint.readWrite];
  const reads = ledgerCostExt ? diskReads(data, isRestoring) : keys.length;
  return (
    BigInt(instructions) <= compute.txMaxInstructions &&
    diskReadBytes <= ledgerCost.txMaxDiskReadBytes &&
    writeBytes <= ledgerCost.txMaxWriteBytes &&
    keys.length <= (ledgerCostExt?.txMaxFootprintEntries ?? keys.length) &&
    reads <= ledgerCost.txMaxDiskReadEntries &&
    footprint.readWrite.length <= ledgerCost.txMaxWriteLedgerEntries &&
    keys.every((key) => isAllowedKey(key) && sdkXdr(key).length <= maxKeySize) &&
    size <= bandwidth.txMaxSizeBytes &&
    (ledgerCostExt !== undefined || archivedIndexes(data.ext).length === 0) &&
    areGoodIndexes(data)
  );
}

function isAllowedKey(key: xdr.LedgerKey): boolean {
  if (key.type !== 'trustline')
    return key.type === 'account' || key.type === 'contractData' || key.type === 'contractCode';
  const { asset, accountId } = key.trustLine;
  if (asset.type !== 'assetTypeCreditAlphanum4' && asset.type !== 'assetTypeCreditAlphanum12') return false;
  return accountOf(asset.value.issuer) !== accountOf(accountId);
}

function hasDuplicates({ resources: { footprint } }: xdr.SorobanTransactionData): boolean {
  const keys = [...footprint.readOnly, ...footprint.readWrite].map(readEntryKey);
  return new Set(keys).size < keys.length;
}
