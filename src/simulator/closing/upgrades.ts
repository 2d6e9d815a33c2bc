import * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../errors.ts';
import type { LedgerState } from '../state/ledger-state.ts';
import type { Change } from '../state/state.ts';

/** A header after an upgrade, and what the upgrade changed in the ledger. */
export interface Upgraded {
  header: xdr.LedgerHeader;
  changes: Change[];
}

/** Returns the header with an upgrade (stellar-core, `Upgrades::applyTo`); throws UsageError for one that is not executed. */
export function applyUpgrade(header: xdr.LedgerHeader, upgrade: xdr.LedgerUpgrade, _state: LedgerState): Upgraded {
  mustUpgrade(header, upgrade);
  switch (upgrade.type) {
    case 'ledgerUpgradeVersion':
      return { header: new xdr.LedgerHeader({ ...header, ledgerVersion: upgrade.newLedgerVersion }), changes: [] };
    case 'ledgerUpgradeBaseFee':
      return { header: new xdr.LedgerHeader({ ...header, baseFee: upgrade.newBaseFee }), changes: [] };
    case 'ledgerUpgradeMaxTxSetSize':
      return { header: new xdr.LedgerHeader({ ...header, maxTxSetSize: upgrade.newMaxTxSetSize }), changes: [] };
    case 'ledgerUpgradeBaseReserve':
      return { header: new xdr.LedgerHeader({ ...header, baseReserve: upgrade.newBaseReserve }), changes: [] };
    default:
      throw new UsageError(`the simulator executes no ${upgrade.type}`);
  }
}

/** Throws UsageError when an upgrade is not executed, or not from where the ledger is. */
export function mustUpgrade(header: xdr.LedgerHeader, upgrade: xdr.LedgerUpgrade): void {
  if (upgrade.type === 'ledgerUpgradeBaseReserve' && upgrade.newBaseReserve > header.baseReserve) {
    throw new UsageError(
      `the simulator raises no base reserve: it is ${header.baseReserve}, and ${upgrade.newBaseReserve} would take offers away`,
    );
  }
}
