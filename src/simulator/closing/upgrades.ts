/** Checks and applies ledger upgrades: protocol version, base fee, base reserve and set sizes. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../core/errors.ts';
import { initialSettings } from '../soroban/initial-settings.ts';
import { setting, settingEntry } from '../soroban/settings.ts';
import type { LedgerState } from '../encode/ledger-state.ts';
import type { Change } from '../state/state.ts';

/** The newest protocol that is executed. */
export const NEWEST_UPGRADE = 30;

/** Throws UsageError for a protocol that no network had: there is no 29. */
export function mustExist(protocol: number): void {
  if (protocol === 29) throw new UsageError('there is no protocol 29: protocol 30 follows 28');
}

/** A header after an upgrade, and what the upgrade changed in the ledger. */
export interface Upgraded {
  header: xdr.LedgerHeader;
  changes: Change[];
}

/** Returns the header with an upgrade (stellar-core, `Upgrades::applyTo`); throws as `mustUpgrade` does. */
export function applyUpgrade(header: xdr.LedgerHeader, upgrade: xdr.LedgerUpgrade, state: LedgerState): Upgraded {
  mustUpgrade(header, upgrade);
  switch (upgrade.type) {
    case 'ledgerUpgradeVersion':
      return {
        header: new xdr.LedgerHeader({ ...header, ledgerVersion: upgrade.newLedgerVersion }),
        changes: addSettings(upgrade.newLedgerVersion, state),
      };
    case 'ledgerUpgradeBaseFee':
      return { header: new xdr.LedgerHeader({ ...header, baseFee: upgrade.newBaseFee }), changes: [] };
    case 'ledgerUpgradeMaxTxSetSize':
      return { header: new xdr.LedgerHeader({ ...header, maxTxSetSize: upgrade.newMaxTxSetSize }), changes: [] };
    case 'ledgerUpgradeBaseReserve':
      return { header: new xdr.LedgerHeader({ ...header, baseReserve: upgrade.newBaseReserve }), changes: [] };
    case 'ledgerUpgradeMaxSorobanTxSetSize':
      return { header, changes: widenLanes(upgrade.newMaxSorobanTxSetSize, state) };
    default:
      throw new UsageError(`the simulator executes no ${upgrade.type}`);
  }
}

// settings that a protocol brings with it
function addSettings(protocol: number, state: LedgerState): Change[] {
  const missing = initialSettings(protocol).filter(({ type }) => !setting(state, type));
  return missing.map((data) => ({ after: state.put(settingEntry(data, state.ledger)) }));
}

function widenLanes(ledgerMaxTxCount: number, state: LedgerState): Change[] {
  const data = xdr.ConfigSettingEntry.configSettingContractExecutionLanes(
    new xdr.ConfigSettingContractExecutionLanesV0({ ledgerMaxTxCount }),
  );
  const entry = settingEntry(data, state.ledger);
  const before = state.get(entry.key);
  return [{ before, after: state.put(entry) }];
}

/**
 * Throws UsageError when an upgrade is not executed, or not from where the ledger is (stellar-core, `Upgrades::isValidForApply`).
 * Settings of contracts are not upgraded: no contract here writes the ConfigUpgradeSet that CAP-46-09 takes them from.
 */
export function mustUpgrade(header: xdr.LedgerHeader, upgrade: xdr.LedgerUpgrade): void {
  if (!executed.has(upgrade.type)) throw new UsageError(`the simulator executes no ${upgrade.type}`);
  if (upgrade.type === 'ledgerUpgradeVersion') mustBeNewer(header.ledgerVersion, upgrade.newLedgerVersion);
  if (upgrade.type === 'ledgerUpgradeBaseReserve' && upgrade.newBaseReserve > header.baseReserve) {
    throw new UsageError(
      `the simulator raises no base reserve: it is ${header.baseReserve}, and ${upgrade.newBaseReserve} would take offers away`,
    );
  }
}

function mustBeNewer(from: number, to: number): void {
  mustExist(to);
  if (to > from && to <= NEWEST_UPGRADE) return;
  throw new UsageError(
    `the simulator upgrades to a newer protocol, up to ${NEWEST_UPGRADE}: not from ${from} to ${to}`,
  );
}

const executed: ReadonlySet<xdr.LedgerUpgrade['type']> = new Set([
  'ledgerUpgradeVersion',
  'ledgerUpgradeBaseFee',
  'ledgerUpgradeMaxTxSetSize',
  'ledgerUpgradeBaseReserve',
  'ledgerUpgradeMaxSorobanTxSetSize',
]);
