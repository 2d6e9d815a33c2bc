/** Computes Soroban resource fees, event fees and rent. */
import type { SorobanSettings } from './settings.ts';

/** What a transaction declares that it will use. */
export interface DeclaredResources {
  instructions: number;
  diskReadEntries: number;
  writeEntries: number;
  diskReadBytes: number;
  writeBytes: number;
  /** Bytes of the envelope. */
  size: number;
}

/** An entry as rent is computed for it: sizes in bytes, 0 for one that is new, as its former lifetime then is. */
export interface RentChange {
  isPersistent: boolean;
  isCode: boolean;
  oldSize: number;
  newSize: number;
  oldLiveUntil: number;
  newLiveUntil: number;
}

/**
 * Returns the part of the resource fee that is never refunded, in stroops (CAP-46-07; rs-soroban-env fees.rs,
 * `compute_transaction_resource_fee`).
 */
export function nonRefundableFee(used: DeclaredResources, settings: SorobanSettings): bigint {
  const { compute, ledgerCost, ledgerCostExt, historical, bandwidth } = settings;
  const write = ledgerCostExt ? ledgerCostExt.feeWrite1Kb : rentFeePer1Kb(settings);
  return (
    perIncrement(used.instructions, compute.feeRatePerInstructionsIncrement, 10_000n) +
    ledgerCost.feeDiskReadLedgerEntry * BigInt(used.diskReadEntries) +
    ledgerCost.feeWriteLedgerEntry * BigInt(used.writeEntries) +
    perIncrement(used.diskReadBytes, ledgerCost.feeDiskRead1Kb) +
    perIncrement(used.writeBytes, write) +
    perIncrement(used.size + baseResultSize, historical.feeHistorical1Kb) +
    perIncrement(used.size, bandwidth.feeTxSize1Kb)
  );
}

/** Returns the fee for the bytes of events and return value. */
export function eventsFee(bytes: number, { events }: SorobanSettings): bigint {
  return perIncrement(bytes, events.feeContractEvents1Kb);
}

/** Returns the rent of entries that were made, grew or live longer (rs-soroban-env fees.rs, `compute_rent_fee`). */
export function rentFee(changes: readonly RentChange[], settings: SorobanSettings, ledger: number): bigint {
  const extended = changes.filter(({ oldLiveUntil, newLiveUntil }) => oldLiveUntil < newLiveUntil).length;
  const { ledgerCost, ledgerCostExt } = settings;
  const perKb = rentFeePer1Kb(settings);
  const rents = changes.reduce((sum, change) => sum + rentOf(change, settings, ledger, perKb), 0n);
  const write = ledgerCostExt ? ledgerCostExt.feeWrite1Kb : perKb;
  return rents + ledgerCost.feeWriteLedgerEntry * BigInt(extended) + perIncrement(extended * ttlEntrySize, write);
}

function rentOf(
  change: RentChange,
  { archival, ledgerCostExt }: SorobanSettings,
  ledger: number,
  perKb: bigint,
): bigint {
  const isNew = change.oldSize === 0 && change.oldLiveUntil === 0;
  const added = change.newLiveUntil - (isNew ? ledger - 1 : change.oldLiveUntil);
  const rate = change.isPersistent ? archival.persistentRentRateDenominator : archival.tempRentRateDenominator;
  const rent = (size: number, ledgers: number) =>
    ceilDiv(BigInt(size) * perKb * BigInt(ledgers), larger(kilobyte * rate, 1n));
  let fee = added >= 0 ? rent(change.newSize, added) : 0n;
  const prepaid = change.oldLiveUntil - ledger + 1;
  const growth = change.newSize - change.oldSize;
  if (!isNew && prepaid >= 1 && growth >= 0) fee += rent(growth, prepaid);
  // CAP-66: code is read from memory, and pays a third of the rent
  return change.isCode && ledgerCostExt ? ceilDiv(fee, 3n) : fee;
}

/** Returns the stroops that writing or renting a kilobyte costs while the state has its size (`compute_rent_write_fee_per_1kb`). */
function rentFeePer1Kb({ ledgerCost, stateSize }: SorobanSettings): bigint {
  const { sorobanStateTargetSizeBytes: target, rentFee1KbSorobanStateSizeLow: low } = ledgerCost;
  const { rentFee1KbSorobanStateSizeHigh: high, sorobanStateRentFeeGrowthFactor: growth } = ledgerCost;
  const span = high - low;
  const divisor = larger(target, 1n);
  const fee =
    stateSize < target
      ? ceilDiv(span * stateSize, divisor) + low
      : high + ceilDiv(span * (stateSize - target) * BigInt(growth), divisor);
  return larger(fee, minRentFeePer1Kb);
}

function perIncrement(value: number, rate: bigint, increment = kilobyte): bigint {
  return ceilDiv(BigInt(value) * rate, increment);
}

const ceilDiv = (a: bigint, b: bigint) => (a > 0n ? (a + b - 1n) / b : a / b);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const kilobyte = 1024n;
// TX_BASE_RESULT_SIZE, TTL_ENTRY_SIZE, MINIMUM_RENT_WRITE_FEE_PER_1KB
const baseResultSize = 300;
const ttlEntrySize = 48;
const minRentFeePer1Kb = 1_000n;
