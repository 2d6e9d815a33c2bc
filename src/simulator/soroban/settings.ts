/** Reads the Soroban network settings from the ledger state and builds their entries. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../core/errors.ts';
import type { ConfigSetting } from '../state/entries.ts';
import { sorobanKey } from '../state/keys.ts';
import type { State } from '../state/state.ts';

/** One of a network's settings, by its name in the schema. */
export type SettingOf<K extends xdr.ConfigSettingEntry['type']> = Extract<xdr.ConfigSettingEntry, { type: K }>;

/** The settings of a network that contracts depend on, from the entries of its state (CAP-46-07, CAP-66). */
export interface SorobanSettings {
  compute: xdr.ConfigSettingContractComputeV0;
  ledgerCost: xdr.ConfigSettingContractLedgerCostV0;
  /** Missing before protocol 23. */
  ledgerCostExt?: xdr.ConfigSettingContractLedgerCostExtV0;
  historical: xdr.ConfigSettingContractHistoricalDataV0;
  events: xdr.ConfigSettingContractEventsV0;
  bandwidth: xdr.ConfigSettingContractBandwidthV0;
  archival: xdr.StateArchivalSettings;
  lanes: xdr.ConfigSettingContractExecutionLanesV0;
  /** How many clusters of transactions a stage may have. */
  clusters: number;
  maxCodeSize: number;
  maxKeySize: number;
  maxEntrySize: number;
  /** Average size of all contract entries, in bytes. */
  stateSize: bigint;
  eviction: xdr.EvictionIterator;
}

/** Returns the settings in a state, or undefined when it has none. */
export function readNetworkSettings(state: State): SorobanSettings | undefined {
  const compute = setting(state, 'configSettingContractComputeV0');
  if (!compute) return undefined;
  const window = must(state, 'configSettingLiveSorobanStateSizeWindow').liveSorobanStateSizeWindow;
  return {
    compute: compute.contractCompute,
    ledgerCost: must(state, 'configSettingContractLedgerCostV0').contractLedgerCost,
    ledgerCostExt: setting(state, 'configSettingContractLedgerCostExtV0')?.contractLedgerCostExt,
    historical: must(state, 'configSettingContractHistoricalDataV0').contractHistoricalData,
    events: must(state, 'configSettingContractEventsV0').contractEvents,
    bandwidth: must(state, 'configSettingContractBandwidthV0').contractBandwidth,
    archival: must(state, 'configSettingStateArchival').stateArchivalSettings,
    lanes: must(state, 'configSettingContractExecutionLanes').contractExecutionLanes,
    clusters:
      setting(state, 'configSettingContractParallelComputeV0')?.contractParallelCompute.ledgerMaxDependentTxClusters ??
      1,
    maxCodeSize: must(state, 'configSettingContractMaxSizeBytes').contractMaxSizeBytes,
    maxKeySize: must(state, 'configSettingContractDataKeySizeBytes').contractDataKeySizeBytes,
    maxEntrySize: must(state, 'configSettingContractDataEntrySizeBytes').contractDataEntrySizeBytes,
    stateSize: window.length ? window.reduce((sum, size) => sum + size, 0n) / BigInt(window.length) : 0n,
    eviction: must(state, 'configSettingEvictionIterator').evictionIterator,
  };
}

/** Returns the entry of a setting, modified in this ledger. */
export function settingEntry(data: xdr.ConfigSettingEntry, ledger: number): ConfigSetting {
  return { kind: 'config_setting', key: settingKey(data.type), lastModified: ledger, data };
}

/** Returns one setting, or undefined when the state does not have it. */
export function setting<K extends xdr.ConfigSettingEntry['type']>(state: State, type: K): SettingOf<K> | undefined {
  const entry = state.get(settingKey(type));
  return entry?.kind === 'config_setting' && isSetting(entry.data, type) ? entry.data : undefined;
}

function must<K extends xdr.ConfigSettingEntry['type']>(state: State, type: K): SettingOf<K> {
  const found = setting(state, type);
  if (found) return found;
  throw new UsageError(`the network has no setting ${type}`);
}

function isSetting<K extends xdr.ConfigSettingEntry['type']>(
  data: xdr.ConfigSettingEntry,
  type: K,
): data is SettingOf<K> {
  return data.type === type;
}

function settingKey(type: xdr.ConfigSettingEntry['type']): string {
  let key = settingKeys.get(type);
  if (key === undefined) {
    const id = xdr.ConfigSettingId[type].value;
    key = sorobanKey(`00000008${id.toString(16).padStart(8, '0')}`);
    settingKeys.set(type, key);
  }
  return key;
}

const settingKeys = new Map<string, string>();
