/** Defines the Soroban network settings with which a simulated network starts. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { costParameters, FIRST_WITH_ML_DSA } from './cost-parameters.ts';

/**
 * Returns what a simulated network begins with: pubnet's fees and limits of 2026, but short lives, so that entries are archived,
 * evicted and restored within some hundred ledgers. Before protocol 30 it has no cost parameters, since nothing here is metered by them.
 */
export function initialSettings(protocol: number): xdr.ConfigSettingEntry[] {
  const C = xdr.ConfigSettingEntry;
  const settings = [
    C.configSettingContractMaxSizeBytes(131_072),
    C.configSettingContractComputeV0(compute),
    C.configSettingContractLedgerCostV0(ledgerCost),
    C.configSettingContractHistoricalDataV0(
      new xdr.ConfigSettingContractHistoricalDataV0({ feeHistorical1Kb: 16_235n }),
    ),
    C.configSettingContractEventsV0(
      new xdr.ConfigSettingContractEventsV0({ txMaxContractEventsSizeBytes: 16_384, feeContractEvents1Kb: 10_000n }),
    ),
    C.configSettingContractBandwidthV0(
      new xdr.ConfigSettingContractBandwidthV0({
        ledgerMaxTxsSizeBytes: 10_000_000,
        txMaxSizeBytes: 132_096,
        feeTxSize1Kb: 1_624n,
      }),
    ),
    C.configSettingContractDataKeySizeBytes(250),
    C.configSettingContractDataEntrySizeBytes(65_536),
    C.configSettingStateArchival(archival),
    C.configSettingContractExecutionLanes(new xdr.ConfigSettingContractExecutionLanesV0({ ledgerMaxTxCount: 2_000 })),
    C.configSettingLiveSorobanStateSizeWindow(Array.from({ length: 30 }, () => 0n)),
    C.configSettingEvictionIterator(
      new xdr.EvictionIterator({ bucketListLevel: 1, isCurrBucket: true, bucketFileOffset: 0n }),
    ),
  ];
  return [
    ...settings,
    ...(protocol >= 23 ? sinceParallel : []),
    ...(protocol >= FIRST_WITH_ML_DSA ? costParameters() : []),
  ];
}

const compute = new xdr.ConfigSettingContractComputeV0({
  ledgerMaxInstructions: 500_000_000_000n,
  txMaxInstructions: 400_000_000n,
  feeRatePerInstructionsIncrement: 25n,
  txMemoryLimit: 41_943_040,
});

const ledgerCost = new xdr.ConfigSettingContractLedgerCostV0({
  ledgerMaxDiskReadEntries: 100_000,
  ledgerMaxDiskReadBytes: 100_000_000,
  ledgerMaxWriteLedgerEntries: 100_000,
  ledgerMaxWriteBytes: 100_000_000,
  txMaxDiskReadEntries: 100,
  txMaxDiskReadBytes: 200_000,
  txMaxWriteLedgerEntries: 50,
  txMaxWriteBytes: 132_096,
  feeDiskReadLedgerEntry: 6_250n,
  feeWriteLedgerEntry: 10_000n,
  feeDiskRead1Kb: 1_786n,
  sorobanStateTargetSizeBytes: 3_000_000_000n,
  rentFee1KbSorobanStateSizeLow: -17_000n,
  rentFee1KbSorobanStateSizeHigh: 10_000n,
  sorobanStateRentFeeGrowthFactor: 5_000,
});

const archival = new xdr.StateArchivalSettings({
  maxEntryTtl: 3_110_400,
  minTemporaryTtl: 16,
  minPersistentTtl: 48,
  persistentRentRateDenominator: 1_402n,
  tempRentRateDenominator: 2_804n,
  maxEntriesToArchive: 1_000,
  liveSorobanStateSizeWindowSampleSize: 30,
  liveSorobanStateSizeWindowSamplePeriod: 64,
  evictionScanSize: 100_000,
  startingEvictionScanLevel: 1,
});

const sinceParallel = [
  xdr.ConfigSettingEntry.configSettingContractParallelComputeV0(
    new xdr.ConfigSettingContractParallelComputeV0({ ledgerMaxDependentTxClusters: 2 }),
  ),
  xdr.ConfigSettingEntry.configSettingContractLedgerCostExtV0(
    new xdr.ConfigSettingContractLedgerCostExtV0({ txMaxFootprintEntries: 100, feeWrite1Kb: 3_500n }),
  ),
  xdr.ConfigSettingEntry.configSettingScpTiming(
    new xdr.ConfigSettingScpTiming({
      ledgerTargetCloseTimeMilliseconds: 5_000,
      nominationTimeoutInitialMilliseconds: 1_000,
      nominationTimeoutIncrementMilliseconds: 1_000,
      ballotTimeoutInitialMilliseconds: 1_000,
      ballotTimeoutIncrementMilliseconds: 1_000,
    }),
  ),
];
