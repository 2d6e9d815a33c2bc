/** Executes SetOptions: changes flags, thresholds, signers and home domain of an account. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountFlags, type Account, type AccountId } from '../state/entries.ts';
import { accountOf, signerKeyOf, sdkText } from '../encode/from-xdr.ts';
import { isValidText } from './assets.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { reserveResult } from './results.ts';
import { addSigner, removeSigner } from './signers.ts';

/** SetOptionsOpFrame.cpp */
export const setOptions: OperationKind<'setOptions'> = {
  threshold({ setOptionsOp: { masterWeight, lowThreshold, medThreshold, highThreshold, signer } }) {
    const needsHigh = [masterWeight, lowThreshold, medThreshold, highThreshold, signer].some((it) => it !== null);
    return needsHigh ? 'high' : 'medium';
  },

  check({ setOptionsOp }, source) {
    const failure = fault(setOptionsOp, source);
    return failure && result(failure);
  },

  apply({ setOptionsOp }, context) {
    const { state, source } = context;
    const account = state.account(source)!;
    const flags = (account.flags & ~(setOptionsOp.clearFlags ?? 0)) | (setOptionsOp.setFlags ?? 0);
    const failure = refusal(setOptionsOp, account, flags, context);
    if (failure) return result(failure);
    state.put({ ...account, ...settings(setOptionsOp, account), flags });
    return setOptionsOp.signer ? changeSigner(setOptionsOp.signer, context) : success();
  },
};

// what is wrong whatever the ledger holds
function fault(operation: xdr.SetOptionsOp, source: AccountId): xdr.SetOptionsResult | undefined {
  const { setFlags, clearFlags, masterWeight, lowThreshold, medThreshold, highThreshold } = operation;
  const unknown = ~allFlags;
  if ((setFlags ?? 0) & unknown || (clearFlags ?? 0) & unknown) return xdr.SetOptionsResult.setOptionsUnknownFlag();
  if ((setFlags ?? 0) & (clearFlags ?? 0)) return xdr.SetOptionsResult.setOptionsBadFlags();
  if ([masterWeight, lowThreshold, medThreshold, highThreshold].some((it) => (it ?? 0) > 255)) {
    return xdr.SetOptionsResult.setOptionsThresholdOutOfRange();
  }
  if (operation.signer && !isGoodSigner(operation.signer, source)) return xdr.SetOptionsResult.setOptionsBadSigner();
  const domain = operation.homeDomain;
  return domain && !isValidText(sdkText(domain)) ? xdr.SetOptionsResult.setOptionsInvalidHomeDomain() : undefined;
}

function isGoodSigner({ key, weight }: xdr.Signer, source: AccountId): boolean {
  if (signerKeyOf(key) === `00000000${source}` || weight > 255) return false;
  return key.type !== 'signerKeyTypeEd25519SignedPayload' || key.ed25519SignedPayload.payload.length > 0;
}

// what the ledger does not allow
function refusal(
  { inflationDest, setFlags, clearFlags }: xdr.SetOptionsOp,
  account: Account,
  flags: number,
  { state, source }: OperationContext,
): xdr.SetOptionsResult | undefined {
  const destination = inflationDest && accountOf(inflationDest);
  if (destination && destination !== source && !state.account(destination)) {
    return xdr.SetOptionsResult.setOptionsInvalidInflation();
  }
  const changes = ((setFlags ?? 0) | (clearFlags ?? 0)) & allFlags;
  if (changes && account.flags & accountFlags.immutable) return xdr.SetOptionsResult.setOptionsCantChange();
  if ((setFlags === null && clearFlags === null) || !(flags & accountFlags.clawback)) return undefined;
  return flags & accountFlags.revocable ? undefined : xdr.SetOptionsResult.setOptionsAuthRevocableRequired();
}

function settings(operation: xdr.SetOptionsOp, { thresholds, ...account }: Account): Partial<Account> {
  const { inflationDest, homeDomain, masterWeight, lowThreshold, medThreshold, highThreshold } = operation;
  const [master, low, medium, high] = thresholds;
  return {
    inflationDestination: inflationDest ? accountOf(inflationDest) : account.inflationDestination,
    homeDomain: homeDomain ? sdkText(homeDomain) : account.homeDomain,
    thresholds: [masterWeight ?? master, lowThreshold ?? low, medThreshold ?? medium, highThreshold ?? high],
  };
}

function changeSigner({ key, weight }: xdr.Signer, context: OperationContext): xdr.OperationResult {
  const { state, source } = context;
  const account = state.account(source)!;
  const name = signerKeyOf(key);
  if (weight === 0) {
    removeSigner(context, source, name);
    return success();
  }
  if (account.signers.some((signer) => signer.key === name)) {
    const signers = account.signers.map((signer) => (signer.key === name ? { ...signer, weight } : signer));
    state.put({ ...account, signers });
    return success();
  }
  if (account.signers.length === maxSigners) return result(xdr.SetOptionsResult.setOptionsTooManySigners());
  const failure = addSigner(context, source, { key: name, weight });
  return failure ? reserveResult(failure, tr(xdr.SetOptionsResult.setOptionsLowReserve())) : success();
}

const maxSigners = 20;
const allFlags = accountFlags.required | accountFlags.revocable | accountFlags.immutable | accountFlags.clawback;
const tr = (value: xdr.SetOptionsResult) => xdr.OperationResultTr.setOptions(value);
const result = (value: xdr.SetOptionsResult) => xdr.OperationResult.opInner(tr(value));
const success = () => result(xdr.SetOptionsResult.setOptionsSuccess());
