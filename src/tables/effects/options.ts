/** Effects of set options: on the account's settings, and on its signers as they differ before and after. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atSetOptionsOp, locateSetOptionsOp } from '../../xdr/generated/locate.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { member } from '../details/pieces.ts';
import { writeAccount, writeString, writeUint32 } from '../details/values.ts';
import type { EffectRows } from './rows.ts';
import { signerWeights } from './signers.ts';
import { flagsWriter } from './values.ts';
import { effectType, type EffectType } from './types.ts';

const name = {
  homeDomain: member('home_domain'),
  inflationDestination: member('inflation_destination'),
  weight: member('weight'),
};
const thresholds = [
  { field: 'lowThreshold', name: member('low_threshold') },
  { field: 'medThreshold', name: member('med_threshold') },
  { field: 'highThreshold', name: member('high_threshold') },
] as const;
/** By bit. */
const writeFlags = flagsWriter([
  'auth_required_flag',
  'auth_revocable_flag',
  'auth_immutable_flag',
  'auth_clawback_enabled_flag',
]);
const options = atSetOptionsOp();

/**
 * account_home_domain_updated, account_thresholds_updated, account_flags_updated, account_inflation_destination_updated for
 * what the operation sets; signer_removed, signer_updated and signer_created for what changed.
 */
export function addSetOptions(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  locateSetOptionsOp(view, body, options);
  if (view.getUint32(options.homeDomain) === 1) {
    rows.open();
    writeString(rows.w, name.homeDomain, options.homeDomain + 4);
    rows.closeForSource(effectType.accountHomeDomainUpdated);
  }
  addThresholds(rows, view);
  addFlags(rows, flagsAt(view, options.setFlags), flagsAt(view, options.clearFlags));
  if (view.getUint32(options.inflationDest) === 1) {
    rows.open();
    writeAccount(rows.w, name.inflationDestination, options.inflationDest + 4);
    rows.closeForSource(effectType.accountInflationDestinationUpdated);
  }
  addSignerChanges(rows, at);
}

function addThresholds(rows: EffectRows, view: DataView): void {
  const { w } = rows;
  rows.open();
  for (const { field, name } of thresholds) {
    if (view.getUint32(options[field]) === 1) writeUint32(w, name, options[field] + 4);
  }
  if (w.length === 0) return;
  rows.closeForSource(effectType.accountThresholdsUpdated);
}

function flagsAt(view: DataView, p: number): number {
  return view.getUint32(p) === 1 ? view.getUint32(p + 4) : 0;
}

function addFlags(rows: EffectRows, set: number, cleared: number): void {
  const { w } = rows;
  rows.open();
  writeFlags(w, set, cleared);
  if (w.length === 0) return;
  rows.closeForSource(effectType.accountFlagsUpdated);
}

function addSignerChanges(rows: EffectRows, at: OperationAt): void {
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.account) continue;
    if (pre === ABSENT || post === ABSENT) throw at.fault('set options created or removed an account', at.body);
    addWeights(rows, signerWeights(rows.w, pre), signerWeights(rows.w, post));
  }
}

function addWeights(rows: EffectRows, before: Map<string, number>, after: Map<string, number>): void {
  for (const key of [...before.keys()].sort()) {
    const weight = after.get(key);
    if (weight === undefined) addSigner(rows, effectType.signerRemoved, key);
    else if (weight !== before.get(key)) addSigner(rows, effectType.signerUpdated, key, weight);
  }
  for (const key of [...after.keys()].sort()) {
    if (!before.has(key)) addSigner(rows, effectType.signerCreated, key, after.get(key));
  }
}

function addSigner(rows: EffectRows, type: EffectType, key: string, weight?: number): void {
  rows.open().signer = key;
  if (weight !== undefined) {
    rows.w.piece(name.weight);
    rows.w.integer(weight);
  }
  rows.closeForSource(type);
}
