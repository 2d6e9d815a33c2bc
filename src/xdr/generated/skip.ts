// Generated from the XDR schema of @stellar/stellar-sdk 17.2.0 and protocol 30. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile
import {
  MAX_DEPTH,
  count,
  flag,
  skipVarOpaque,
  tooDeep,
  unknownArm,
  unknownMember,
} from '../reader.ts';

export function skipAccountEntry(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p += 20;
  p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  p = skipVarOpaque(d, p + 4, 32);
  p += 8;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = skipSigner(d, p);
  return skipAccountEntryExt(d, p);
}

export function skipAccountEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipAccountEntryExtensionV1(d, p + 4);
  }
  throw unknownArm('AccountEntryExt', p, d.getInt32(p));
}

export function skipAccountEntryExtensionV1(d: DataView, p: number): number {
  return skipAccountEntryExtensionV1Ext(d, p + 16);
}

export function skipAccountEntryExtensionV1Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 2:
      return skipAccountEntryExtensionV2(d, p + 4);
  }
  throw unknownArm('AccountEntryExtensionV1Ext', p, d.getInt32(p));
}

export function skipAccountEntryExtensionV2(d: DataView, p: number): number {
  p += 12;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  return skipAccountEntryExtensionV2Ext(d, p);
}

export function skipAccountEntryExtensionV2Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 3:
      return skipAccountEntryExtensionV3(d, p + 4);
  }
  throw unknownArm('AccountEntryExtensionV2Ext', p, d.getInt32(p));
}

export function skipAccountEntryExtensionV3(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 12;
}

export function skipAccountFlags(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1 && value !== 2 && value !== 4 && value !== 8) throw unknownMember('AccountFlags', p, value);
  return p + 4;
}

export function skipAccountMergeResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 12;
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
      return p + 4;
  }
  throw unknownArm('AccountMergeResult', p, d.getInt32(p));
}

export function skipAccountMergeResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -7 || value > 0) throw unknownMember('AccountMergeResultCode', p, value);
  return p + 4;
}

export function skipAllowTrustOp(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipAssetCode(d, p);
  return p + 4;
}

export function skipAllowTrustResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
      return p + 4;
  }
  throw unknownArm('AllowTrustResult', p, d.getInt32(p));
}

export function skipAllowTrustResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -6 || value > 0) throw unknownMember('AllowTrustResultCode', p, value);
  return p + 4;
}

export function skipAlphaNum12(d: DataView, p: number): number {
  return skipPublicKey(d, p + 12);
}

export function skipAlphaNum4(d: DataView, p: number): number {
  return skipPublicKey(d, p + 4);
}

export function skipAsset(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipAlphaNum4(d, p + 4);
    case 2:
      return skipAlphaNum12(d, p + 4);
  }
  throw unknownArm('Asset', p, d.getInt32(p));
}

export function skipAssetCode(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 1:
      return p + 8;
    case 2:
      return p + 16;
  }
  throw unknownArm('AssetCode', p, d.getInt32(p));
}

export function skipAssetCode12(_d: DataView, p: number): number {
  return p + 12;
}

export function skipAssetCode4(_d: DataView, p: number): number {
  return p + 4;
}

export function skipAssetType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('AssetType', p, value);
  return p + 4;
}

export function skipAuth(_d: DataView, p: number): number {
  return p + 4;
}

export function skipAuthCert(d: DataView, p: number): number {
  return skipVarOpaque(d, p + 40, 64);
}

export function skipAuthenticatedMessage(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipAuthenticatedMessageV0(d, p + 4);
  }
  throw unknownArm('AuthenticatedMessage', p, d.getInt32(p));
}

export function skipAuthenticatedMessageV0(d: DataView, p: number): number {
  p = skipStellarMessage(d, p + 8);
  return p + 32;
}

export function skipBeginSponsoringFutureReservesOp(d: DataView, p: number): number {
  return skipPublicKey(d, p);
}

export function skipBeginSponsoringFutureReservesResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
      return p + 4;
  }
  throw unknownArm('BeginSponsoringFutureReservesResult', p, d.getInt32(p));
}

export function skipBeginSponsoringFutureReservesResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -3 || value > 0) throw unknownMember('BeginSponsoringFutureReservesResultCode', p, value);
  return p + 4;
}

export function skipBinaryFuseFilterType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('BinaryFuseFilterType', p, value);
  return p + 4;
}

export function skipBucketEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case 2:
      return skipLedgerEntry(d, p + 4);
    case 1:
      return skipLedgerKey(d, p + 4);
    case -1:
      return skipBucketMetadata(d, p + 4);
  }
  throw unknownArm('BucketEntry', p, d.getInt32(p));
}

export function skipBucketEntryType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -1 || value > 2) throw unknownMember('BucketEntryType', p, value);
  return p + 4;
}

export function skipBucketListType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('BucketListType', p, value);
  return p + 4;
}

export function skipBucketMetadata(d: DataView, p: number): number {
  return skipBucketMetadataExt(d, p + 4);
}

export function skipBucketMetadataExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipBucketListType(d, p + 4);
  }
  throw unknownArm('BucketMetadataExt', p, d.getInt32(p));
}

export function skipBumpSequenceOp(_d: DataView, p: number): number {
  return p + 8;
}

export function skipBumpSequenceResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
      return p + 4;
  }
  throw unknownArm('BumpSequenceResult', p, d.getInt32(p));
}

export function skipBumpSequenceResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -1 || value > 0) throw unknownMember('BumpSequenceResultCode', p, value);
  return p + 4;
}

export function skipChangeTrustAsset(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipAlphaNum4(d, p + 4);
    case 2:
      return skipAlphaNum12(d, p + 4);
    case 3:
      return skipLiquidityPoolParameters(d, p + 4);
  }
  throw unknownArm('ChangeTrustAsset', p, d.getInt32(p));
}

export function skipChangeTrustOp(d: DataView, p: number): number {
  p = skipChangeTrustAsset(d, p);
  return p + 8;
}

export function skipChangeTrustResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
      return p + 4;
  }
  throw unknownArm('ChangeTrustResult', p, d.getInt32(p));
}

export function skipChangeTrustResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -8 || value > 0) throw unknownMember('ChangeTrustResultCode', p, value);
  return p + 4;
}

export function skipClaimAtom(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipClaimOfferAtomV0(d, p + 4);
    case 1:
      return skipClaimOfferAtom(d, p + 4);
    case 2:
      return skipClaimLiquidityAtom(d, p + 4);
  }
  throw unknownArm('ClaimAtom', p, d.getInt32(p));
}

export function skipClaimAtomType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('ClaimAtomType', p, value);
  return p + 4;
}

export function skipClaimClaimableBalanceOp(d: DataView, p: number): number {
  return skipClaimableBalanceId(d, p);
}

export function skipClaimClaimableBalanceResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
      return p + 4;
  }
  throw unknownArm('ClaimClaimableBalanceResult', p, d.getInt32(p));
}

export function skipClaimClaimableBalanceResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -6 || value > 0) throw unknownMember('ClaimClaimableBalanceResultCode', p, value);
  return p + 4;
}

export function skipClaimLiquidityAtom(d: DataView, p: number): number {
  p = skipAsset(d, p + 32);
  p = skipAsset(d, p + 8);
  return p + 8;
}

export function skipClaimOfferAtom(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipAsset(d, p + 8);
  p = skipAsset(d, p + 8);
  return p + 8;
}

export function skipClaimOfferAtomV0(d: DataView, p: number): number {
  p = skipAsset(d, p + 40);
  p = skipAsset(d, p + 8);
  return p + 8;
}

export function skipClaimPredicate(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
    case 2:
      p += 8;
      for (let i = count(d, p - 4, 2); i > 0; i--) p = skipClaimPredicate(d, p, depth - 1);
      return p;
    case 3:
      p += 4;
      return flag(d, p) ? skipClaimPredicate(d, p + 4, depth - 1) : p + 4;
    case 4:
    case 5:
      return p + 12;
  }
  throw unknownArm('ClaimPredicate', p, d.getInt32(p));
}

export function skipClaimPredicateType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 5) throw unknownMember('ClaimPredicateType', p, value);
  return p + 4;
}

export function skipClaimableBalanceEntry(d: DataView, p: number): number {
  p = skipClaimableBalanceId(d, p);
  p += 4;
  for (let i = count(d, p - 4, 10); i > 0; i--) p = skipClaimant(d, p);
  p = skipAsset(d, p);
  return skipClaimableBalanceEntryExt(d, p + 8);
}

export function skipClaimableBalanceEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipClaimableBalanceEntryExtensionV1(d, p + 4);
  }
  throw unknownArm('ClaimableBalanceEntryExt', p, d.getInt32(p));
}

export function skipClaimableBalanceEntryExtensionV1(d: DataView, p: number): number {
  p = skipClaimableBalanceEntryExtensionV1Ext(d, p);
  return p + 4;
}

export function skipClaimableBalanceEntryExtensionV1Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('ClaimableBalanceEntryExtensionV1Ext', p, d.getInt32(p));
}

export function skipClaimableBalanceFlags(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1) throw unknownMember('ClaimableBalanceFlags', p, value);
  return p + 4;
}

export function skipClaimableBalanceId(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 36;
  }
  throw unknownArm('ClaimableBalanceId', p, d.getInt32(p));
}

export function skipClaimableBalanceIdType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('ClaimableBalanceIdType', p, value);
  return p + 4;
}

export function skipClaimant(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipClaimantV0(d, p + 4);
  }
  throw unknownArm('Claimant', p, d.getInt32(p));
}

export function skipClaimantType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('ClaimantType', p, value);
  return p + 4;
}

export function skipClaimantV0(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipClaimPredicate(d, p);
}

export function skipClawbackClaimableBalanceOp(d: DataView, p: number): number {
  return skipClaimableBalanceId(d, p);
}

export function skipClawbackClaimableBalanceResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
      return p + 4;
  }
  throw unknownArm('ClawbackClaimableBalanceResult', p, d.getInt32(p));
}

export function skipClawbackClaimableBalanceResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -3 || value > 0) throw unknownMember('ClawbackClaimableBalanceResultCode', p, value);
  return p + 4;
}

export function skipClawbackOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipMuxedAccount(d, p);
  return p + 8;
}

export function skipClawbackResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
      return p + 4;
  }
  throw unknownArm('ClawbackResult', p, d.getInt32(p));
}

export function skipClawbackResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -4 || value > 0) throw unknownMember('ClawbackResultCode', p, value);
  return p + 4;
}

export function skipConfigSettingContractBandwidthV0(_d: DataView, p: number): number {
  return p + 16;
}

export function skipConfigSettingContractComputeV0(_d: DataView, p: number): number {
  return p + 28;
}

export function skipConfigSettingContractEventsV0(_d: DataView, p: number): number {
  return p + 12;
}

export function skipConfigSettingContractExecutionLanesV0(_d: DataView, p: number): number {
  return p + 4;
}

export function skipConfigSettingContractHistoricalDataV0(_d: DataView, p: number): number {
  return p + 8;
}

export function skipConfigSettingContractLedgerCostExtV0(_d: DataView, p: number): number {
  return p + 12;
}

export function skipConfigSettingContractLedgerCostV0(_d: DataView, p: number): number {
  return p + 84;
}

export function skipConfigSettingContractParallelComputeV0(_d: DataView, p: number): number {
  return p + 4;
}

export function skipConfigSettingEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case 8:
    case 9:
    case 11:
    case 14:
      return p + 8;
    case 1:
      return p + 32;
    case 2:
      return p + 88;
    case 3:
      return p + 12;
    case 4:
    case 15:
      return p + 16;
    case 5:
      return p + 20;
    case 6:
    case 7:
      p += 8;
      for (let i = count(d, p - 4, 1024); i > 0; i--) p = skipContractCostParamEntry(d, p);
      return p;
    case 10:
      return p + 52;
    case 12:
      p += 8;
      return p + d.getUint32(p - 4) * 8;
    case 13:
      return skipEvictionIterator(d, p + 4);
    case 16:
      return p + 24;
    case 17:
      return skipFrozenLedgerKeys(d, p + 4);
    case 18:
      return skipFrozenLedgerKeysDelta(d, p + 4);
    case 19:
      return skipFreezeBypassTxs(d, p + 4);
    case 20:
      return skipFreezeBypassTxsDelta(d, p + 4);
  }
  throw unknownArm('ConfigSettingEntry', p, d.getInt32(p));
}

export function skipConfigSettingId(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 20) throw unknownMember('ConfigSettingId', p, value);
  return p + 4;
}

export function skipConfigSettingScpTiming(_d: DataView, p: number): number {
  return p + 20;
}

export function skipConfigUpgradeSet(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipConfigSettingEntry(d, p);
  return p;
}

export function skipConfigUpgradeSetKey(_d: DataView, p: number): number {
  return p + 64;
}

export function skipContractCodeCostInputs(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 40;
}

export function skipContractCodeEntry(d: DataView, p: number): number {
  p = skipContractCodeEntryExt(d, p);
  return skipVarOpaque(d, p + 32, 4294967295);
}

export function skipContractCodeEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipContractCodeEntryV1(d, p + 4);
  }
  throw unknownArm('ContractCodeEntryExt', p, d.getInt32(p));
}

export function skipContractCodeEntryV1(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return skipContractCodeCostInputs(d, p);
}

export function skipContractCostParamEntry(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 16;
}

export function skipContractCostType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 94) throw unknownMember('ContractCostType', p, value);
  return p + 4;
}

export function skipContractDataDurability(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('ContractDataDurability', p, value);
  return p + 4;
}

export function skipContractDataEntry(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p = skipScAddress(d, p);
  p = skipScVal(d, p);
  p = skipContractDataDurability(d, p);
  return skipScVal(d, p);
}

export function skipContractEvent(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p = flag(d, p) ? p + 36 : p + 4;
  p = skipContractEventType(d, p);
  return skipContractEventBody(d, p);
}

export function skipContractEventBody(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipContractEventV0(d, p + 4);
  }
  throw unknownArm('ContractEventBody', p, d.getInt32(p));
}

export function skipContractEventType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('ContractEventType', p, value);
  return p + 4;
}

export function skipContractEventV0(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScVal(d, p);
  return skipScVal(d, p);
}

export function skipContractExecutable(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 36;
    case 1:
      return p + 4;
    case 2:
      return skipContractExecutableExternalRef(d, p + 4);
  }
  throw unknownArm('ContractExecutable', p, d.getInt32(p));
}

export function skipContractExecutableExternalRef(d: DataView, p: number): number {
  p = skipScAddress(d, p);
  return skipVarOpaque(d, p, 4294967295);
}

export function skipContractExecutableType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('ContractExecutableType', p, value);
  return p + 4;
}

export function skipContractId(_d: DataView, p: number): number {
  return p + 32;
}

export function skipContractIdPreimage(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipContractIdPreimageFromAddress(d, p + 4);
    case 1:
      return skipAsset(d, p + 4);
  }
  throw unknownArm('ContractIdPreimage', p, d.getInt32(p));
}

export function skipContractIdPreimageFromAddress(d: DataView, p: number): number {
  p = skipScAddress(d, p);
  return p + 32;
}

export function skipContractIdPreimageType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('ContractIdPreimageType', p, value);
  return p + 4;
}

export function skipCreateAccountOp(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 8;
}

export function skipCreateAccountResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
      return p + 4;
  }
  throw unknownArm('CreateAccountResult', p, d.getInt32(p));
}

export function skipCreateAccountResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -4 || value > 0) throw unknownMember('CreateAccountResultCode', p, value);
  return p + 4;
}

export function skipCreateClaimableBalanceOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p += 12;
  for (let i = count(d, p - 4, 10); i > 0; i--) p = skipClaimant(d, p);
  return p;
}

export function skipCreateClaimableBalanceResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipClaimableBalanceId(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
      return p + 4;
  }
  throw unknownArm('CreateClaimableBalanceResult', p, d.getInt32(p));
}

export function skipCreateClaimableBalanceResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -5 || value > 0) throw unknownMember('CreateClaimableBalanceResultCode', p, value);
  return p + 4;
}

export function skipCreateContractArgs(d: DataView, p: number): number {
  p = skipContractIdPreimage(d, p);
  return skipContractExecutable(d, p);
}

export function skipCreateContractArgsV2(d: DataView, p: number): number {
  p = skipContractIdPreimage(d, p);
  p = skipContractExecutable(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScVal(d, p);
  return p;
}

export function skipCreatePassiveSellOfferOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipAsset(d, p);
  return p + 16;
}

export function skipCryptoKeyType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0 && value !== 1 && value !== 2 && value !== 3 && value !== 256) throw unknownMember('CryptoKeyType', p, value);
  return p + 4;
}

export function skipCurve25519Public(_d: DataView, p: number): number {
  return p + 32;
}

export function skipCurve25519Secret(_d: DataView, p: number): number {
  return p + 32;
}

export function skipDataEntry(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipVarOpaque(d, p, 64);
  p = skipVarOpaque(d, p, 64);
  return skipDataEntryExt(d, p);
}

export function skipDataEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('DataEntryExt', p, d.getInt32(p));
}

export function skipDataValue(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 64);
}

export function skipDecoratedSignature(d: DataView, p: number): number {
  return skipVarOpaque(d, p + 4, 64);
}

export function skipDiagnosticEvent(d: DataView, p: number): number {
  flag(d, p);
  p = p + 4;
  return skipContractEvent(d, p);
}

export function skipDontHave(d: DataView, p: number): number {
  p = skipMessageType(d, p);
  return p + 32;
}

export function skipEncodedLedgerKey(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 4294967295);
}

export function skipEncryptedBody(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 64000);
}

export function skipEndSponsoringFutureReservesResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
      return p + 4;
  }
  throw unknownArm('EndSponsoringFutureReservesResult', p, d.getInt32(p));
}

export function skipEndSponsoringFutureReservesResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -1 || value > 0) throw unknownMember('EndSponsoringFutureReservesResultCode', p, value);
  return p + 4;
}

export function skipEnvelopeType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 10) throw unknownMember('EnvelopeType', p, value);
  return p + 4;
}

export function skipError(d: DataView, p: number): number {
  p = skipErrorCode(d, p);
  return skipVarOpaque(d, p, 100);
}

export function skipErrorCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 4) throw unknownMember('ErrorCode', p, value);
  return p + 4;
}

export function skipEvictionIterator(d: DataView, p: number): number {
  flag(d, p + 4);
  p = p + 8;
  return p + 8;
}

export function skipExtendFootprintTtlOp(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 4;
}

export function skipExtendFootprintTtlResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
      return p + 4;
  }
  throw unknownArm('ExtendFootprintTtlResult', p, d.getInt32(p));
}

export function skipExtendFootprintTtlResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -3 || value > 0) throw unknownMember('ExtendFootprintTtlResultCode', p, value);
  return p + 4;
}

export function skipExtensionPoint(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('ExtensionPoint', p, d.getInt32(p));
}

export function skipFeeBumpTransaction(d: DataView, p: number): number {
  p = skipMuxedAccount(d, p);
  p = skipFeeBumpTransactionInnerTx(d, p + 8);
  return skipFeeBumpTransactionExt(d, p);
}

export function skipFeeBumpTransactionEnvelope(d: DataView, p: number): number {
  p = skipFeeBumpTransaction(d, p);
  p += 4;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = skipDecoratedSignature(d, p);
  return p;
}

export function skipFeeBumpTransactionExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('FeeBumpTransactionExt', p, d.getInt32(p));
}

export function skipFeeBumpTransactionInnerTx(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 2:
      return skipTransactionV1Envelope(d, p + 4);
  }
  throw unknownArm('FeeBumpTransactionInnerTx', p, d.getInt32(p));
}

export function skipFloodAdvert(d: DataView, p: number): number {
  p += 4;
  return p + count(d, p - 4, 1000) * 32;
}

export function skipFloodDemand(d: DataView, p: number): number {
  p += 4;
  return p + count(d, p - 4, 1000) * 32;
}

export function skipFreezeBypassTxs(d: DataView, p: number): number {
  p += 4;
  return p + d.getUint32(p - 4) * 32;
}

export function skipFreezeBypassTxsDelta(d: DataView, p: number): number {
  p += 4;
  p = p + d.getUint32(p - 4) * 32;
  p += 4;
  return p + d.getUint32(p - 4) * 32;
}

export function skipFrozenLedgerKeys(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipVarOpaque(d, p, 4294967295);
  return p;
}

export function skipFrozenLedgerKeysDelta(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipVarOpaque(d, p, 4294967295);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipVarOpaque(d, p, 4294967295);
  return p;
}

export function skipGeneralizedTransactionSet(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 1:
      return skipTransactionSetV1(d, p + 4);
  }
  throw unknownArm('GeneralizedTransactionSet', p, d.getInt32(p));
}

export function skipHash(_d: DataView, p: number): number {
  return p + 32;
}

export function skipHashIdPreimage(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 6:
      return skipHashIdPreimageOperationId(d, p + 4);
    case 7:
      return skipHashIdPreimageRevokeId(d, p + 4);
    case 8:
      return skipHashIdPreimageContractId(d, p + 4);
    case 9:
      return skipHashIdPreimageSorobanAuthorization(d, p + 4);
    case 10:
      return skipHashIdPreimageSorobanAuthorizationWithAddress(d, p + 4);
  }
  throw unknownArm('HashIdPreimage', p, d.getInt32(p));
}

export function skipHashIdPreimageContractId(d: DataView, p: number): number {
  return skipContractIdPreimage(d, p + 32);
}

export function skipHashIdPreimageOperationId(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 12;
}

export function skipHashIdPreimageRevokeId(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipAsset(d, p + 44);
}

export function skipHashIdPreimageSorobanAuthorization(d: DataView, p: number): number {
  return skipSorobanAuthorizedInvocation(d, p + 44);
}

export function skipHashIdPreimageSorobanAuthorizationWithAddress(d: DataView, p: number): number {
  p = skipScAddress(d, p + 44);
  return skipSorobanAuthorizedInvocation(d, p);
}

export function skipHello(d: DataView, p: number): number {
  p = skipVarOpaque(d, p + 44, 100);
  p = skipPublicKey(d, p + 4);
  p = skipAuthCert(d, p);
  return p + 32;
}

export function skipHmacSha256Key(_d: DataView, p: number): number {
  return p + 32;
}

export function skipHmacSha256Mac(_d: DataView, p: number): number {
  return p + 32;
}

export function skipHostFunction(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipInvokeContractArgs(d, p + 4);
    case 1:
      return skipCreateContractArgs(d, p + 4);
    case 2:
      return skipVarOpaque(d, p + 4, 4294967295);
    case 3:
      return skipCreateContractArgsV2(d, p + 4);
  }
  throw unknownArm('HostFunction', p, d.getInt32(p));
}

export function skipHostFunctionType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('HostFunctionType', p, value);
  return p + 4;
}

export function skipHotArchiveBucketEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLedgerEntry(d, p + 4);
    case 1:
      return skipLedgerKey(d, p + 4);
    case -1:
      return skipBucketMetadata(d, p + 4);
  }
  throw unknownArm('HotArchiveBucketEntry', p, d.getInt32(p));
}

export function skipHotArchiveBucketEntryType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -1 || value > 1) throw unknownMember('HotArchiveBucketEntryType', p, value);
  return p + 4;
}

export function skipInflationPayout(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 8;
}

export function skipInflationResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      p += 8;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipInflationPayout(d, p);
      return p;
    case -1:
      return p + 4;
  }
  throw unknownArm('InflationResult', p, d.getInt32(p));
}

export function skipInflationResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -1 || value > 0) throw unknownMember('InflationResultCode', p, value);
  return p + 4;
}

export function skipInnerTransactionResult(d: DataView, p: number): number {
  p = skipInnerTransactionResultResult(d, p + 8);
  return skipInnerTransactionResultExt(d, p);
}

export function skipInnerTransactionResultExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('InnerTransactionResultExt', p, d.getInt32(p));
}

export function skipInnerTransactionResultPair(d: DataView, p: number): number {
  return skipInnerTransactionResult(d, p + 32);
}

export function skipInnerTransactionResultResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
      p += 8;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationResult(d, p);
      return p;
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
    case -10:
    case -11:
    case -12:
    case -14:
    case -15:
    case -16:
    case -17:
    case -18:
      return p + 4;
  }
  throw unknownArm('InnerTransactionResultResult', p, d.getInt32(p));
}

export function skipInt128Parts(_d: DataView, p: number): number {
  return p + 16;
}

export function skipInt256Parts(_d: DataView, p: number): number {
  return p + 32;
}

export function skipInvokeContractArgs(d: DataView, p: number): number {
  p = skipScAddress(d, p);
  p = skipVarOpaque(d, p, 32);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScVal(d, p);
  return p;
}

export function skipInvokeHostFunctionOp(d: DataView, p: number): number {
  p = skipHostFunction(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipSorobanAuthorizationEntry(d, p);
  return p;
}

export function skipInvokeHostFunctionResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 36;
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
      return p + 4;
  }
  throw unknownArm('InvokeHostFunctionResult', p, d.getInt32(p));
}

export function skipInvokeHostFunctionResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -5 || value > 0) throw unknownMember('InvokeHostFunctionResultCode', p, value);
  return p + 4;
}

export function skipInvokeHostFunctionSuccessPreImage(d: DataView, p: number): number {
  p = skipScVal(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipContractEvent(d, p);
  return p;
}

export function skipIpAddrType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('IpAddrType', p, value);
  return p + 4;
}

export function skipLedgerBounds(_d: DataView, p: number): number {
  return p + 8;
}

export function skipLedgerCloseMeta(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLedgerCloseMetaV0(d, p + 4);
    case 1:
      return skipLedgerCloseMetaV1(d, p + 4);
    case 2:
      return skipLedgerCloseMetaV2(d, p + 4);
  }
  throw unknownArm('LedgerCloseMeta', p, d.getInt32(p));
}

export function skipLedgerCloseMetaBatch(d: DataView, p: number): number {
  p += 12;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerCloseMeta(d, p);
  return p;
}

export function skipLedgerCloseMetaExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipLedgerCloseMetaExtV1(d, p + 4);
  }
  throw unknownArm('LedgerCloseMetaExt', p, d.getInt32(p));
}

export function skipLedgerCloseMetaExtV1(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 8;
}

export function skipLedgerCloseMetaV0(d: DataView, p: number): number {
  p = skipLedgerHeaderHistoryEntry(d, p);
  p = skipTransactionSet(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionResultMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipUpgradeEntryMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpHistoryEntry(d, p);
  return p;
}

export function skipLedgerCloseMetaV1(d: DataView, p: number): number {
  p = skipLedgerCloseMetaExt(d, p);
  p = skipLedgerHeaderHistoryEntry(d, p);
  p = skipGeneralizedTransactionSet(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionResultMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipUpgradeEntryMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpHistoryEntry(d, p);
  p += 12;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerKey(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntry(d, p);
  return p;
}

export function skipLedgerCloseMetaV2(d: DataView, p: number): number {
  p = skipLedgerCloseMetaExt(d, p);
  p = skipLedgerHeaderHistoryEntry(d, p);
  p = skipGeneralizedTransactionSet(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionResultMetaV1(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipUpgradeEntryMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpHistoryEntry(d, p);
  p += 12;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerKey(d, p);
  return p;
}

export function skipLedgerCloseValueSignature(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipVarOpaque(d, p, 64);
}

export function skipLedgerEntry(d: DataView, p: number): number {
  p = skipLedgerEntryData(d, p + 4);
  return skipLedgerEntryExt(d, p);
}

export function skipLedgerEntryChange(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case 1:
    case 3:
    case 4:
      return skipLedgerEntry(d, p + 4);
    case 2:
      return skipLedgerKey(d, p + 4);
  }
  throw unknownArm('LedgerEntryChange', p, d.getInt32(p));
}

export function skipLedgerEntryChangeType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 4) throw unknownMember('LedgerEntryChangeType', p, value);
  return p + 4;
}

export function skipLedgerEntryData(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipAccountEntry(d, p + 4);
    case 1:
      return skipTrustLineEntry(d, p + 4);
    case 2:
      return skipOfferEntry(d, p + 4);
    case 3:
      return skipDataEntry(d, p + 4);
    case 4:
      return skipClaimableBalanceEntry(d, p + 4);
    case 5:
      return skipLiquidityPoolEntry(d, p + 4);
    case 6:
      return skipContractDataEntry(d, p + 4);
    case 7:
      return skipContractCodeEntry(d, p + 4);
    case 8:
      return skipConfigSettingEntry(d, p + 4);
    case 9:
      return p + 40;
  }
  throw unknownArm('LedgerEntryData', p, d.getInt32(p));
}

export function skipLedgerEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipLedgerEntryExtensionV1(d, p + 4);
  }
  throw unknownArm('LedgerEntryExt', p, d.getInt32(p));
}

export function skipLedgerEntryExtensionV1(d: DataView, p: number): number {
  p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  return skipLedgerEntryExtensionV1Ext(d, p);
}

export function skipLedgerEntryExtensionV1Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('LedgerEntryExtensionV1Ext', p, d.getInt32(p));
}

export function skipLedgerEntryType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 9) throw unknownMember('LedgerEntryType', p, value);
  return p + 4;
}

export function skipLedgerFootprint(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerKey(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerKey(d, p);
  return p;
}

export function skipLedgerHeader(d: DataView, p: number): number {
  p = skipStellarValue(d, p + 36);
  return skipLedgerHeaderExt(d, p + 236);
}

export function skipLedgerHeaderExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipLedgerHeaderExtensionV1(d, p + 4);
  }
  throw unknownArm('LedgerHeaderExt', p, d.getInt32(p));
}

export function skipLedgerHeaderExtensionV1(d: DataView, p: number): number {
  return skipLedgerHeaderExtensionV1Ext(d, p + 4);
}

export function skipLedgerHeaderExtensionV1Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('LedgerHeaderExtensionV1Ext', p, d.getInt32(p));
}

export function skipLedgerHeaderFlags(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1 && value !== 2 && value !== 4) throw unknownMember('LedgerHeaderFlags', p, value);
  return p + 4;
}

export function skipLedgerHeaderHistoryEntry(d: DataView, p: number): number {
  p = skipLedgerHeader(d, p + 32);
  return skipLedgerHeaderHistoryEntryExt(d, p);
}

export function skipLedgerHeaderHistoryEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('LedgerHeaderHistoryEntryExt', p, d.getInt32(p));
}

export function skipLedgerKey(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLedgerKeyAccount(d, p + 4);
    case 1:
      return skipLedgerKeyTrustLine(d, p + 4);
    case 2:
      return skipLedgerKeyOffer(d, p + 4);
    case 3:
      return skipLedgerKeyData(d, p + 4);
    case 4:
      return skipLedgerKeyClaimableBalance(d, p + 4);
    case 5:
    case 7:
    case 9:
      return p + 36;
    case 6:
      return skipLedgerKeyContractData(d, p + 4);
    case 8:
      return skipLedgerKeyConfigSetting(d, p + 4);
  }
  throw unknownArm('LedgerKey', p, d.getInt32(p));
}

export function skipLedgerKeyAccount(d: DataView, p: number): number {
  return skipPublicKey(d, p);
}

export function skipLedgerKeyClaimableBalance(d: DataView, p: number): number {
  return skipClaimableBalanceId(d, p);
}

export function skipLedgerKeyConfigSetting(d: DataView, p: number): number {
  return skipConfigSettingId(d, p);
}

export function skipLedgerKeyContractCode(_d: DataView, p: number): number {
  return p + 32;
}

export function skipLedgerKeyContractData(d: DataView, p: number): number {
  p = skipScAddress(d, p);
  p = skipScVal(d, p);
  return skipContractDataDurability(d, p);
}

export function skipLedgerKeyData(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipVarOpaque(d, p, 64);
}

export function skipLedgerKeyLiquidityPool(_d: DataView, p: number): number {
  return p + 32;
}

export function skipLedgerKeyOffer(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 8;
}

export function skipLedgerKeyTrustLine(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipTrustLineAsset(d, p);
}

export function skipLedgerKeyTtl(_d: DataView, p: number): number {
  return p + 32;
}

export function skipLedgerScpMessages(d: DataView, p: number): number {
  p += 8;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpEnvelope(d, p);
  return p;
}

export function skipLedgerUpgrade(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 7:
      return p + 8;
    case 6:
      return p + 68;
  }
  throw unknownArm('LedgerUpgrade', p, d.getInt32(p));
}

export function skipLedgerUpgradeType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 1 || value > 7) throw unknownMember('LedgerUpgradeType', p, value);
  return p + 4;
}

export function skipLiabilities(_d: DataView, p: number): number {
  return p + 16;
}

export function skipLiquidityPoolConstantProductParameters(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipAsset(d, p);
  return p + 4;
}

export function skipLiquidityPoolDepositOp(_d: DataView, p: number): number {
  return p + 64;
}

export function skipLiquidityPoolDepositResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
      return p + 4;
  }
  throw unknownArm('LiquidityPoolDepositResult', p, d.getInt32(p));
}

export function skipLiquidityPoolDepositResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -8 || value > 0) throw unknownMember('LiquidityPoolDepositResultCode', p, value);
  return p + 4;
}

export function skipLiquidityPoolEntry(d: DataView, p: number): number {
  return skipLiquidityPoolEntryBody(d, p + 32);
}

export function skipLiquidityPoolEntryBody(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLiquidityPoolEntryConstantProduct(d, p + 4);
  }
  throw unknownArm('LiquidityPoolEntryBody', p, d.getInt32(p));
}

export function skipLiquidityPoolEntryConstantProduct(d: DataView, p: number): number {
  p = skipLiquidityPoolConstantProductParameters(d, p);
  return p + 32;
}

export function skipLiquidityPoolParameters(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLiquidityPoolConstantProductParameters(d, p + 4);
  }
  throw unknownArm('LiquidityPoolParameters', p, d.getInt32(p));
}

export function skipLiquidityPoolType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('LiquidityPoolType', p, value);
  return p + 4;
}

export function skipLiquidityPoolWithdrawOp(_d: DataView, p: number): number {
  return p + 56;
}

export function skipLiquidityPoolWithdrawResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
      return p + 4;
  }
  throw unknownArm('LiquidityPoolWithdrawResult', p, d.getInt32(p));
}

export function skipLiquidityPoolWithdrawResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -6 || value > 0) throw unknownMember('LiquidityPoolWithdrawResultCode', p, value);
  return p + 4;
}

export function skipManageBuyOfferOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipAsset(d, p);
  return p + 24;
}

export function skipManageBuyOfferResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipManageOfferSuccessResult(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
    case -10:
    case -11:
    case -12:
      return p + 4;
  }
  throw unknownArm('ManageBuyOfferResult', p, d.getInt32(p));
}

export function skipManageBuyOfferResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -12 || value > 0) throw unknownMember('ManageBuyOfferResultCode', p, value);
  return p + 4;
}

export function skipManageDataOp(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 64);
  return flag(d, p) ? skipVarOpaque(d, p + 4, 64) : p + 4;
}

export function skipManageDataResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
      return p + 4;
  }
  throw unknownArm('ManageDataResult', p, d.getInt32(p));
}

export function skipManageDataResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -4 || value > 0) throw unknownMember('ManageDataResultCode', p, value);
  return p + 4;
}

export function skipManageOfferEffect(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('ManageOfferEffect', p, value);
  return p + 4;
}

export function skipManageOfferSuccessResult(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipClaimAtom(d, p);
  return skipManageOfferSuccessResultOffer(d, p);
}

export function skipManageOfferSuccessResultOffer(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case 1:
      return skipOfferEntry(d, p + 4);
    case 2:
      return p + 4;
  }
  throw unknownArm('ManageOfferSuccessResultOffer', p, d.getInt32(p));
}

export function skipManageSellOfferOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipAsset(d, p);
  return p + 24;
}

export function skipManageSellOfferResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipManageOfferSuccessResult(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
    case -10:
    case -11:
    case -12:
      return p + 4;
  }
  throw unknownArm('ManageSellOfferResult', p, d.getInt32(p));
}

export function skipManageSellOfferResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -12 || value > 0) throw unknownMember('ManageSellOfferResultCode', p, value);
  return p + 4;
}

export function skipMemo(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipVarOpaque(d, p + 4, 28);
    case 2:
      return p + 12;
    case 3:
    case 4:
      return p + 36;
  }
  throw unknownArm('Memo', p, d.getInt32(p));
}

export function skipMemoType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 4) throw unknownMember('MemoType', p, value);
  return p + 4;
}

export function skipMessageType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0 && value !== 2 && value !== 3 && value !== 5 && value !== 6 && value !== 7 && value !== 8 && value !== 9 && value !== 10 && value !== 11 && value !== 12 && value !== 13 && value !== 16 && value !== 17 && value !== 18 && value !== 19 && value !== 20 && value !== 21 && value !== 22 && value !== 23 && value !== 24) throw unknownMember('MessageType', p, value);
  return p + 4;
}

export function skipMuxedAccount(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 36;
    case 256:
      return p + 44;
  }
  throw unknownArm('MuxedAccount', p, d.getInt32(p));
}

export function skipMuxedAccountMed25519(_d: DataView, p: number): number {
  return p + 40;
}

export function skipMuxedContract(_d: DataView, p: number): number {
  return p + 40;
}

export function skipMuxedEd25519Account(_d: DataView, p: number): number {
  return p + 40;
}

export function skipOfferEntry(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipAsset(d, p + 8);
  p = skipAsset(d, p);
  return skipOfferEntryExt(d, p + 20);
}

export function skipOfferEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('OfferEntryExt', p, d.getInt32(p));
}

export function skipOfferEntryFlags(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1) throw unknownMember('OfferEntryFlags', p, value);
  return p + 4;
}

export function skipOperation(d: DataView, p: number): number {
  p = flag(d, p) ? skipMuxedAccount(d, p + 4) : p + 4;
  return skipOperationBody(d, p);
}

export function skipOperationBody(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipCreateAccountOp(d, p + 4);
    case 1:
      return skipPaymentOp(d, p + 4);
    case 2:
      return skipPathPaymentStrictReceiveOp(d, p + 4);
    case 3:
      return skipManageSellOfferOp(d, p + 4);
    case 4:
      return skipCreatePassiveSellOfferOp(d, p + 4);
    case 5:
      return skipSetOptionsOp(d, p + 4);
    case 6:
      return skipChangeTrustOp(d, p + 4);
    case 7:
      return skipAllowTrustOp(d, p + 4);
    case 8:
      return skipMuxedAccount(d, p + 4);
    case 9:
    case 17:
      return p + 4;
    case 10:
      return skipManageDataOp(d, p + 4);
    case 11:
      return p + 12;
    case 12:
      return skipManageBuyOfferOp(d, p + 4);
    case 13:
      return skipPathPaymentStrictSendOp(d, p + 4);
    case 14:
      return skipCreateClaimableBalanceOp(d, p + 4);
    case 15:
      return skipClaimClaimableBalanceOp(d, p + 4);
    case 16:
      return skipBeginSponsoringFutureReservesOp(d, p + 4);
    case 18:
      return skipRevokeSponsorshipOp(d, p + 4);
    case 19:
      return skipClawbackOp(d, p + 4);
    case 20:
      return skipClawbackClaimableBalanceOp(d, p + 4);
    case 21:
      return skipSetTrustLineFlagsOp(d, p + 4);
    case 22:
      return p + 68;
    case 23:
      return p + 60;
    case 24:
      return skipInvokeHostFunctionOp(d, p + 4);
    case 25:
      return skipExtendFootprintTtlOp(d, p + 4);
    case 26:
      return skipRestoreFootprintOp(d, p + 4);
  }
  throw unknownArm('OperationBody', p, d.getInt32(p));
}

export function skipOperationMeta(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return p;
}

export function skipOperationMetaV2(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipContractEvent(d, p);
  return p;
}

export function skipOperationResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipOperationResultTr(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
      return p + 4;
  }
  throw unknownArm('OperationResult', p, d.getInt32(p));
}

export function skipOperationResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -6 || value > 0) throw unknownMember('OperationResultCode', p, value);
  return p + 4;
}

export function skipOperationResultTr(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipCreateAccountResult(d, p + 4);
    case 1:
      return skipPaymentResult(d, p + 4);
    case 2:
      return skipPathPaymentStrictReceiveResult(d, p + 4);
    case 3:
    case 4:
      return skipManageSellOfferResult(d, p + 4);
    case 5:
      return skipSetOptionsResult(d, p + 4);
    case 6:
      return skipChangeTrustResult(d, p + 4);
    case 7:
      return skipAllowTrustResult(d, p + 4);
    case 8:
      return skipAccountMergeResult(d, p + 4);
    case 9:
      return skipInflationResult(d, p + 4);
    case 10:
      return skipManageDataResult(d, p + 4);
    case 11:
      return skipBumpSequenceResult(d, p + 4);
    case 12:
      return skipManageBuyOfferResult(d, p + 4);
    case 13:
      return skipPathPaymentStrictSendResult(d, p + 4);
    case 14:
      return skipCreateClaimableBalanceResult(d, p + 4);
    case 15:
      return skipClaimClaimableBalanceResult(d, p + 4);
    case 16:
      return skipBeginSponsoringFutureReservesResult(d, p + 4);
    case 17:
      return skipEndSponsoringFutureReservesResult(d, p + 4);
    case 18:
      return skipRevokeSponsorshipResult(d, p + 4);
    case 19:
      return skipClawbackResult(d, p + 4);
    case 20:
      return skipClawbackClaimableBalanceResult(d, p + 4);
    case 21:
      return skipSetTrustLineFlagsResult(d, p + 4);
    case 22:
      return skipLiquidityPoolDepositResult(d, p + 4);
    case 23:
      return skipLiquidityPoolWithdrawResult(d, p + 4);
    case 24:
      return skipInvokeHostFunctionResult(d, p + 4);
    case 25:
      return skipExtendFootprintTtlResult(d, p + 4);
    case 26:
      return skipRestoreFootprintResult(d, p + 4);
  }
  throw unknownArm('OperationResultTr', p, d.getInt32(p));
}

export function skipOperationType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 26) throw unknownMember('OperationType', p, value);
  return p + 4;
}

export function skipParallelTxsComponent(d: DataView, p: number): number {
  p = flag(d, p) ? p + 12 : p + 4;
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) {
    p += 4;
    for (let i = d.getUint32(p - 4); i > 0; i--) {
      p += 4;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionEnvelope(d, p);
    }
  }
  return p;
}

export function skipPathPaymentStrictReceiveOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipMuxedAccount(d, p + 8);
  p = skipAsset(d, p);
  p += 12;
  for (let i = count(d, p - 4, 5); i > 0; i--) p = skipAsset(d, p);
  return p;
}

export function skipPathPaymentStrictReceiveResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipPathPaymentStrictReceiveResultSuccess(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -10:
    case -11:
    case -12:
      return p + 4;
    case -9:
      return skipAsset(d, p + 4);
  }
  throw unknownArm('PathPaymentStrictReceiveResult', p, d.getInt32(p));
}

export function skipPathPaymentStrictReceiveResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -12 || value > 0) throw unknownMember('PathPaymentStrictReceiveResultCode', p, value);
  return p + 4;
}

export function skipPathPaymentStrictReceiveResultSuccess(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipClaimAtom(d, p);
  return skipSimplePaymentResult(d, p);
}

export function skipPathPaymentStrictSendOp(d: DataView, p: number): number {
  p = skipAsset(d, p);
  p = skipMuxedAccount(d, p + 8);
  p = skipAsset(d, p);
  p += 12;
  for (let i = count(d, p - 4, 5); i > 0; i--) p = skipAsset(d, p);
  return p;
}

export function skipPathPaymentStrictSendResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipPathPaymentStrictSendResultSuccess(d, p + 4);
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -10:
    case -11:
    case -12:
      return p + 4;
    case -9:
      return skipAsset(d, p + 4);
  }
  throw unknownArm('PathPaymentStrictSendResult', p, d.getInt32(p));
}

export function skipPathPaymentStrictSendResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -12 || value > 0) throw unknownMember('PathPaymentStrictSendResultCode', p, value);
  return p + 4;
}

export function skipPathPaymentStrictSendResultSuccess(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipClaimAtom(d, p);
  return skipSimplePaymentResult(d, p);
}

export function skipPaymentOp(d: DataView, p: number): number {
  p = skipMuxedAccount(d, p);
  p = skipAsset(d, p);
  return p + 8;
}

export function skipPaymentResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
      return p + 4;
  }
  throw unknownArm('PaymentResult', p, d.getInt32(p));
}

export function skipPaymentResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -9 || value > 0) throw unknownMember('PaymentResultCode', p, value);
  return p + 4;
}

export function skipPeerAddress(d: DataView, p: number): number {
  p = skipPeerAddressIp(d, p);
  return p + 8;
}

export function skipPeerAddressIp(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 8;
    case 1:
      return p + 20;
  }
  throw unknownArm('PeerAddressIp', p, d.getInt32(p));
}

export function skipPeerStats(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipVarOpaque(d, p, 100);
  return p + 104;
}

export function skipPersistedScpState(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipPersistedScpStateV0(d, p + 4);
    case 1:
      return skipPersistedScpStateV1(d, p + 4);
  }
  throw unknownArm('PersistedScpState', p, d.getInt32(p));
}

export function skipPersistedScpStateV0(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpEnvelope(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpQuorumSet(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipStoredTransactionSet(d, p);
  return p;
}

export function skipPersistedScpStateV1(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpEnvelope(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpQuorumSet(d, p);
  return p;
}

export function skipPoolId(_d: DataView, p: number): number {
  return p + 32;
}

export function skipPreconditionType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('PreconditionType', p, value);
  return p + 4;
}

export function skipPreconditions(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return p + 20;
    case 2:
      return skipPreconditionsV2(d, p + 4);
  }
  throw unknownArm('Preconditions', p, d.getInt32(p));
}

export function skipPreconditionsV2(d: DataView, p: number): number {
  p = flag(d, p) ? p + 20 : p + 4;
  p = flag(d, p) ? p + 12 : p + 4;
  p = flag(d, p) ? p + 12 : p + 4;
  p += 16;
  for (let i = count(d, p - 4, 2); i > 0; i--) p = skipSignerKey(d, p);
  return p;
}

export function skipPrice(_d: DataView, p: number): number {
  return p + 8;
}

export function skipPublicKey(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 36;
  }
  throw unknownArm('PublicKey', p, d.getInt32(p));
}

export function skipPublicKeyType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('PublicKeyType', p, value);
  return p + 4;
}

export function skipRestoreFootprintOp(d: DataView, p: number): number {
  return skipExtensionPoint(d, p);
}

export function skipRestoreFootprintResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
      return p + 4;
  }
  throw unknownArm('RestoreFootprintResult', p, d.getInt32(p));
}

export function skipRestoreFootprintResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -3 || value > 0) throw unknownMember('RestoreFootprintResultCode', p, value);
  return p + 4;
}

export function skipRevokeSponsorshipOp(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipLedgerKey(d, p + 4);
    case 1:
      return skipRevokeSponsorshipOpSigner(d, p + 4);
  }
  throw unknownArm('RevokeSponsorshipOp', p, d.getInt32(p));
}

export function skipRevokeSponsorshipOpSigner(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipSignerKey(d, p);
}

export function skipRevokeSponsorshipResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
      return p + 4;
  }
  throw unknownArm('RevokeSponsorshipResult', p, d.getInt32(p));
}

export function skipRevokeSponsorshipResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -5 || value > 0) throw unknownMember('RevokeSponsorshipResultCode', p, value);
  return p + 4;
}

export function skipRevokeSponsorshipType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('RevokeSponsorshipType', p, value);
  return p + 4;
}

export function skipScAddress(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipPublicKey(d, p + 4);
    case 1:
    case 4:
      return p + 36;
    case 2:
    case 5:
      return p + 44;
    case 3:
      return skipClaimableBalanceId(d, p + 4);
  }
  throw unknownArm('ScAddress', p, d.getInt32(p));
}

export function skipScAddressType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 5) throw unknownMember('ScAddressType', p, value);
  return p + 4;
}

export function skipScBytes(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 4294967295);
}

export function skipScContractInstance(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipContractExecutable(d, p);
  if (flag(d, p)) {
    p += 8;
    for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScMapEntry(d, p, depth - 1);
  } else p += 4;
  return p;
}

export function skipScEnvMetaEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 12;
  }
  throw unknownArm('ScEnvMetaEntry', p, d.getInt32(p));
}

export function skipScEnvMetaEntryInterfaceVersion(_d: DataView, p: number): number {
  return p + 8;
}

export function skipScEnvMetaKind(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('ScEnvMetaKind', p, value);
  return p + 4;
}

export function skipScError(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 8;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
      return skipScErrorCode(d, p + 4);
  }
  throw unknownArm('ScError', p, d.getInt32(p));
}

export function skipScErrorCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 9) throw unknownMember('ScErrorCode', p, value);
  return p + 4;
}

export function skipScErrorType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 9) throw unknownMember('ScErrorType', p, value);
  return p + 4;
}

export function skipScMapEntry(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipScVal(d, p, depth - 1);
  return skipScVal(d, p, depth - 1);
}

export function skipScMetaEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipScMetaV0(d, p + 4);
  }
  throw unknownArm('ScMetaEntry', p, d.getInt32(p));
}

export function skipScMetaKind(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('ScMetaKind', p, value);
  return p + 4;
}

export function skipScMetaV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 4294967295);
  return skipVarOpaque(d, p, 4294967295);
}

export function skipScNonceKey(_d: DataView, p: number): number {
  return p + 8;
}

export function skipScSpecEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipScSpecFunctionV0(d, p + 4);
    case 1:
      return skipScSpecUdtStructV0(d, p + 4);
    case 2:
      return skipScSpecUdtUnionV0(d, p + 4);
    case 3:
      return skipScSpecUdtEnumV0(d, p + 4);
    case 4:
      return skipScSpecUdtErrorEnumV0(d, p + 4);
    case 5:
      return skipScSpecEventV0(d, p + 4);
  }
  throw unknownArm('ScSpecEntry', p, d.getInt32(p));
}

export function skipScSpecEntryKind(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 5) throw unknownMember('ScSpecEntryKind', p, value);
  return p + 4;
}

export function skipScSpecEventDataFormat(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('ScSpecEventDataFormat', p, value);
  return p + 4;
}

export function skipScSpecEventParamLocationV0(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('ScSpecEventParamLocationV0', p, value);
  return p + 4;
}

export function skipScSpecEventParamV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 30);
  p = skipScSpecTypeDef(d, p);
  return skipScSpecEventParamLocationV0(d, p);
}

export function skipScSpecEventV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 80);
  p = skipVarOpaque(d, p, 1024);
  p += 4;
  for (let i = count(d, p - 4, 2); i > 0; i--) p = skipVarOpaque(d, p, 32);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecEventParamV0(d, p);
  return skipScSpecEventDataFormat(d, p);
}

export function skipScSpecFunctionInputV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 30);
  return skipScSpecTypeDef(d, p);
}

export function skipScSpecFunctionV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 32);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecFunctionInputV0(d, p);
  p += 4;
  for (let i = count(d, p - 4, 1); i > 0; i--) p = skipScSpecTypeDef(d, p);
  return p;
}

export function skipScSpecType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0 && value !== 1 && value !== 2 && value !== 3 && value !== 4 && value !== 5 && value !== 6 && value !== 7 && value !== 8 && value !== 9 && value !== 10 && value !== 11 && value !== 12 && value !== 13 && value !== 14 && value !== 16 && value !== 17 && value !== 19 && value !== 20 && value !== 1000 && value !== 1001 && value !== 1002 && value !== 1004 && value !== 1005 && value !== 1006 && value !== 2000) throw unknownMember('ScSpecType', p, value);
  return p + 4;
}

export function skipScSpecTypeBytesN(_d: DataView, p: number): number {
  return p + 4;
}

export function skipScSpecTypeDef(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  switch (d.getInt32(p)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 16:
    case 17:
    case 19:
    case 20:
      return p + 4;
    case 1000:
      return skipScSpecTypeOption(d, p + 4, depth - 1);
    case 1001:
      return skipScSpecTypeResult(d, p + 4, depth - 1);
    case 1002:
      return skipScSpecTypeVec(d, p + 4, depth - 1);
    case 1004:
      return skipScSpecTypeMap(d, p + 4, depth - 1);
    case 1005:
      return skipScSpecTypeTuple(d, p + 4, depth - 1);
    case 1006:
      return p + 8;
    case 2000:
      return skipScSpecTypeUdt(d, p + 4);
  }
  throw unknownArm('ScSpecTypeDef', p, d.getInt32(p));
}

export function skipScSpecTypeMap(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipScSpecTypeDef(d, p, depth - 1);
  return skipScSpecTypeDef(d, p, depth - 1);
}

export function skipScSpecTypeOption(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  return skipScSpecTypeDef(d, p, depth - 1);
}

export function skipScSpecTypeResult(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipScSpecTypeDef(d, p, depth - 1);
  return skipScSpecTypeDef(d, p, depth - 1);
}

export function skipScSpecTypeTuple(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p += 4;
  for (let i = count(d, p - 4, 12); i > 0; i--) p = skipScSpecTypeDef(d, p, depth - 1);
  return p;
}

export function skipScSpecTypeUdt(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 1024);
}

export function skipScSpecTypeVec(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  return skipScSpecTypeDef(d, p, depth - 1);
}

export function skipScSpecUdtEnumCaseV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 60);
  return p + 4;
}

export function skipScSpecUdtEnumV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 80);
  p = skipVarOpaque(d, p, 1024);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecUdtEnumCaseV0(d, p);
  return p;
}

export function skipScSpecUdtErrorEnumCaseV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 60);
  return p + 4;
}

export function skipScSpecUdtErrorEnumV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 80);
  p = skipVarOpaque(d, p, 1024);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecUdtErrorEnumCaseV0(d, p);
  return p;
}

export function skipScSpecUdtStructFieldV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 30);
  return skipScSpecTypeDef(d, p);
}

export function skipScSpecUdtStructV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 80);
  p = skipVarOpaque(d, p, 1024);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecUdtStructFieldV0(d, p);
  return p;
}

export function skipScSpecUdtUnionCaseTupleV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 60);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecTypeDef(d, p);
  return p;
}

export function skipScSpecUdtUnionCaseV0(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipScSpecUdtUnionCaseVoidV0(d, p + 4);
    case 1:
      return skipScSpecUdtUnionCaseTupleV0(d, p + 4);
  }
  throw unknownArm('ScSpecUdtUnionCaseV0', p, d.getInt32(p));
}

export function skipScSpecUdtUnionCaseV0Kind(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 1) throw unknownMember('ScSpecUdtUnionCaseV0Kind', p, value);
  return p + 4;
}

export function skipScSpecUdtUnionCaseVoidV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  return skipVarOpaque(d, p, 60);
}

export function skipScSpecUdtUnionV0(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 1024);
  p = skipVarOpaque(d, p, 80);
  p = skipVarOpaque(d, p, 1024);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScSpecUdtUnionCaseV0(d, p);
  return p;
}

export function skipScVal(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  switch (d.getInt32(p)) {
    case 0:
      flag(d, p + 4);
      return p + 8;
    case 1:
    case 20:
      return p + 4;
    case 2:
      return skipScError(d, p + 4);
    case 3:
    case 4:
      return p + 8;
    case 5:
    case 6:
    case 7:
    case 8:
    case 21:
      return p + 12;
    case 9:
    case 10:
      return p + 20;
    case 11:
    case 12:
      return p + 36;
    case 13:
    case 14:
    case 22:
      return skipVarOpaque(d, p + 4, 4294967295);
    case 15:
      return skipVarOpaque(d, p + 4, 32);
    case 16:
      p += 4;
      if (flag(d, p)) {
        p += 8;
        for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScVal(d, p, depth - 1);
      } else p += 4;
      return p;
    case 17:
      p += 4;
      if (flag(d, p)) {
        p += 8;
        for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScMapEntry(d, p, depth - 1);
      } else p += 4;
      return p;
    case 18:
      return skipScAddress(d, p + 4);
    case 19:
      return skipScContractInstance(d, p + 4, depth - 1);
  }
  throw unknownArm('ScVal', p, d.getInt32(p));
}

export function skipScValType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 22) throw unknownMember('ScValType', p, value);
  return p + 4;
}

export function skipScpBallot(d: DataView, p: number): number {
  return skipVarOpaque(d, p + 4, 4294967295);
}

export function skipScpEnvelope(d: DataView, p: number): number {
  p = skipScpStatement(d, p);
  return skipVarOpaque(d, p, 64);
}

export function skipScpHistoryEntry(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipScpHistoryEntryV0(d, p + 4);
  }
  throw unknownArm('ScpHistoryEntry', p, d.getInt32(p));
}

export function skipScpHistoryEntryV0(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpQuorumSet(d, p);
  return skipLedgerScpMessages(d, p);
}

export function skipScpNomination(d: DataView, p: number): number {
  p += 36;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipVarOpaque(d, p, 4294967295);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipVarOpaque(d, p, 4294967295);
  return p;
}

export function skipScpQuorumSet(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p += 8;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipPublicKey(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipScpQuorumSet(d, p, depth - 1);
  return p;
}

export function skipScpStatement(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return skipScpStatementPledges(d, p + 8);
}

export function skipScpStatementConfirm(d: DataView, p: number): number {
  p = skipScpBallot(d, p);
  return p + 44;
}

export function skipScpStatementExternalize(d: DataView, p: number): number {
  p = skipScpBallot(d, p);
  return p + 36;
}

export function skipScpStatementPledges(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipScpStatementPrepare(d, p + 4);
    case 1:
      return skipScpStatementConfirm(d, p + 4);
    case 2:
      return skipScpStatementExternalize(d, p + 4);
    case 3:
      return skipScpNomination(d, p + 4);
  }
  throw unknownArm('ScpStatementPledges', p, d.getInt32(p));
}

export function skipScpStatementPrepare(d: DataView, p: number): number {
  p = skipScpBallot(d, p + 32);
  p = flag(d, p) ? skipScpBallot(d, p + 4) : p + 4;
  p = flag(d, p) ? skipScpBallot(d, p + 4) : p + 4;
  return p + 8;
}

export function skipScpStatementType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('ScpStatementType', p, value);
  return p + 4;
}

export function skipSendMore(_d: DataView, p: number): number {
  return p + 4;
}

export function skipSendMoreExtended(_d: DataView, p: number): number {
  return p + 8;
}

export function skipSerializedBinaryFuseFilter(d: DataView, p: number): number {
  p = skipBinaryFuseFilterType(d, p);
  return skipVarOpaque(d, p + 52, 4294967295);
}

export function skipSetOptionsOp(d: DataView, p: number): number {
  p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? p + 8 : p + 4;
  p = flag(d, p) ? skipVarOpaque(d, p + 4, 32) : p + 4;
  return flag(d, p) ? skipSigner(d, p + 4) : p + 4;
}

export function skipSetOptionsResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
    case -10:
      return p + 4;
  }
  throw unknownArm('SetOptionsResult', p, d.getInt32(p));
}

export function skipSetOptionsResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -10 || value > 0) throw unknownMember('SetOptionsResultCode', p, value);
  return p + 4;
}

export function skipSetTrustLineFlagsOp(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipAsset(d, p);
  return p + 8;
}

export function skipSetTrustLineFlagsResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case -1:
    case -2:
    case -3:
    case -4:
    case -5:
      return p + 4;
  }
  throw unknownArm('SetTrustLineFlagsResult', p, d.getInt32(p));
}

export function skipSetTrustLineFlagsResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -5 || value > 0) throw unknownMember('SetTrustLineFlagsResultCode', p, value);
  return p + 4;
}

export function skipShortHashSeed(_d: DataView, p: number): number {
  return p + 16;
}

export function skipSignature(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 64);
}

export function skipSignatureHint(_d: DataView, p: number): number {
  return p + 4;
}

export function skipSignedTimeSlicedSurveyRequestMessage(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 64);
  return skipTimeSlicedSurveyRequestMessage(d, p);
}

export function skipSignedTimeSlicedSurveyResponseMessage(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 64);
  return skipTimeSlicedSurveyResponseMessage(d, p);
}

export function skipSignedTimeSlicedSurveyStartCollectingMessage(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 64);
  return skipTimeSlicedSurveyStartCollectingMessage(d, p);
}

export function skipSignedTimeSlicedSurveyStopCollectingMessage(d: DataView, p: number): number {
  p = skipVarOpaque(d, p, 64);
  return skipTimeSlicedSurveyStopCollectingMessage(d, p);
}

export function skipSigner(d: DataView, p: number): number {
  p = skipSignerKey(d, p);
  return p + 4;
}

export function skipSignerKey(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
    case 1:
    case 2:
      return p + 36;
    case 3:
      return skipSignerKeyEd25519SignedPayload(d, p + 4);
  }
  throw unknownArm('SignerKey', p, d.getInt32(p));
}

export function skipSignerKeyEd25519SignedPayload(d: DataView, p: number): number {
  return skipVarOpaque(d, p + 32, 64);
}

export function skipSignerKeyType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('SignerKeyType', p, value);
  return p + 4;
}

export function skipSimplePaymentResult(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipAsset(d, p);
  return p + 8;
}

export function skipSorobanAddressCredentials(d: DataView, p: number): number {
  p = skipScAddress(d, p);
  return skipScVal(d, p + 12);
}

export function skipSorobanAddressCredentialsWithDelegates(d: DataView, p: number): number {
  p = skipSorobanAddressCredentials(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipSorobanDelegateSignature(d, p);
  return p;
}

export function skipSorobanAuthorizationEntry(d: DataView, p: number): number {
  p = skipSorobanCredentials(d, p);
  return skipSorobanAuthorizedInvocation(d, p);
}

export function skipSorobanAuthorizedFunction(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipInvokeContractArgs(d, p + 4);
    case 1:
      return skipCreateContractArgs(d, p + 4);
    case 2:
      return skipCreateContractArgsV2(d, p + 4);
  }
  throw unknownArm('SorobanAuthorizedFunction', p, d.getInt32(p));
}

export function skipSorobanAuthorizedFunctionType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('SorobanAuthorizedFunctionType', p, value);
  return p + 4;
}

export function skipSorobanAuthorizedInvocation(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipSorobanAuthorizedFunction(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipSorobanAuthorizedInvocation(d, p, depth - 1);
  return p;
}

export function skipSorobanCredentials(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
    case 2:
      return skipSorobanAddressCredentials(d, p + 4);
    case 3:
      return skipSorobanAddressCredentialsWithDelegates(d, p + 4);
  }
  throw unknownArm('SorobanCredentials', p, d.getInt32(p));
}

export function skipSorobanCredentialsType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('SorobanCredentialsType', p, value);
  return p + 4;
}

export function skipSorobanDelegateSignature(d: DataView, p: number, depth = MAX_DEPTH): number {
  if (depth === 0) throw tooDeep(p);
  p = skipScAddress(d, p);
  p = skipScVal(d, p, depth - 1);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipSorobanDelegateSignature(d, p, depth - 1);
  return p;
}

export function skipSorobanResources(d: DataView, p: number): number {
  p = skipLedgerFootprint(d, p);
  return p + 12;
}

export function skipSorobanResourcesExtV0(d: DataView, p: number): number {
  p += 4;
  return p + d.getUint32(p - 4) * 4;
}

export function skipSorobanTransactionData(d: DataView, p: number): number {
  p = skipSorobanTransactionDataExt(d, p);
  p = skipSorobanResources(d, p);
  return p + 8;
}

export function skipSorobanTransactionDataExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipSorobanResourcesExtV0(d, p + 4);
  }
  throw unknownArm('SorobanTransactionDataExt', p, d.getInt32(p));
}

export function skipSorobanTransactionMeta(d: DataView, p: number): number {
  p = skipSorobanTransactionMetaExt(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipContractEvent(d, p);
  p = skipScVal(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipDiagnosticEvent(d, p);
  return p;
}

export function skipSorobanTransactionMetaExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipSorobanTransactionMetaExtV1(d, p + 4);
  }
  throw unknownArm('SorobanTransactionMetaExt', p, d.getInt32(p));
}

export function skipSorobanTransactionMetaExtV1(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  return p + 24;
}

export function skipSorobanTransactionMetaV2(d: DataView, p: number): number {
  p = skipSorobanTransactionMetaExt(d, p);
  return flag(d, p) ? skipScVal(d, p + 4) : p + 4;
}

export function skipStateArchivalSettings(_d: DataView, p: number): number {
  return p + 48;
}

export function skipStellarMessage(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipError(d, p + 4);
    case 13:
      return skipHello(d, p + 4);
    case 2:
    case 12:
    case 16:
      return p + 8;
    case 3:
      return skipDontHave(d, p + 4);
    case 5:
      p += 8;
      for (let i = count(d, p - 4, 100); i > 0; i--) p = skipPeerAddress(d, p);
      return p;
    case 6:
    case 9:
      return p + 36;
    case 7:
      return skipTransactionSet(d, p + 4);
    case 17:
      return skipGeneralizedTransactionSet(d, p + 4);
    case 8:
      return skipTransactionEnvelope(d, p + 4);
    case 21:
      return skipSignedTimeSlicedSurveyRequestMessage(d, p + 4);
    case 22:
      return skipSignedTimeSlicedSurveyResponseMessage(d, p + 4);
    case 23:
      return skipSignedTimeSlicedSurveyStartCollectingMessage(d, p + 4);
    case 24:
      return skipSignedTimeSlicedSurveyStopCollectingMessage(d, p + 4);
    case 10:
      return skipScpQuorumSet(d, p + 4);
    case 11:
      return skipScpEnvelope(d, p + 4);
    case 20:
      return p + 12;
    case 18:
      return skipFloodAdvert(d, p + 4);
    case 19:
      return skipFloodDemand(d, p + 4);
  }
  throw unknownArm('StellarMessage', p, d.getInt32(p));
}

export function skipStellarValue(d: DataView, p: number): number {
  p += 44;
  for (let i = count(d, p - 4, 6); i > 0; i--) p = skipVarOpaque(d, p, 128);
  return skipStellarValueExt(d, p);
}

export function skipStellarValueExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipLedgerCloseValueSignature(d, p + 4);
    case 2:
      return skipStellarValueProposedValue(d, p + 4);
    case 3:
      return skipStellarValueSignedMsValue(d, p + 4);
    case 4:
      return skipStellarValueProposedMsValue(d, p + 4);
  }
  throw unknownArm('StellarValueExt', p, d.getInt32(p));
}

export function skipStellarValueProposedMsValue(d: DataView, p: number): number {
  return skipLedgerCloseValueSignature(d, p + 76);
}

export function skipStellarValueProposedValue(d: DataView, p: number): number {
  return skipLedgerCloseValueSignature(d, p + 68);
}

export function skipStellarValueSignedMsValue(d: DataView, p: number): number {
  return skipLedgerCloseValueSignature(d, p + 8);
}

export function skipStellarValueType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 4) throw unknownMember('StellarValueType', p, value);
  return p + 4;
}

export function skipStoredDebugTransactionSet(d: DataView, p: number): number {
  p = skipStoredTransactionSet(d, p);
  return skipStellarValue(d, p + 4);
}

export function skipStoredTransactionSet(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipTransactionSet(d, p + 4);
    case 1:
      return skipGeneralizedTransactionSet(d, p + 4);
  }
  throw unknownArm('StoredTransactionSet', p, d.getInt32(p));
}

export function skipSurveyMessageCommandType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1) throw unknownMember('SurveyMessageCommandType', p, value);
  return p + 4;
}

export function skipSurveyMessageResponseType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 2) throw unknownMember('SurveyMessageResponseType', p, value);
  return p + 4;
}

export function skipSurveyRequestMessage(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipPublicKey(d, p);
  return skipSurveyMessageCommandType(d, p + 36);
}

export function skipSurveyResponseBody(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 2:
      return skipTopologyResponseBodyV2(d, p + 4);
  }
  throw unknownArm('SurveyResponseBody', p, d.getInt32(p));
}

export function skipSurveyResponseMessage(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipPublicKey(d, p);
  p = skipSurveyMessageCommandType(d, p + 4);
  return skipVarOpaque(d, p, 64000);
}

export function skipThresholdIndexes(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 3) throw unknownMember('ThresholdIndexes', p, value);
  return p + 4;
}

export function skipThresholds(_d: DataView, p: number): number {
  return p + 4;
}

export function skipTimeBounds(_d: DataView, p: number): number {
  return p + 16;
}

export function skipTimeSlicedNodeData(d: DataView, p: number): number {
  flag(d, p + 28);
  p = p + 32;
  return p + 8;
}

export function skipTimeSlicedPeerData(d: DataView, p: number): number {
  p = skipPeerStats(d, p);
  return p + 4;
}

export function skipTimeSlicedSurveyRequestMessage(d: DataView, p: number): number {
  p = skipSurveyRequestMessage(d, p);
  return p + 12;
}

export function skipTimeSlicedSurveyResponseMessage(d: DataView, p: number): number {
  p = skipSurveyResponseMessage(d, p);
  return p + 4;
}

export function skipTimeSlicedSurveyStartCollectingMessage(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 8;
}

export function skipTimeSlicedSurveyStopCollectingMessage(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  return p + 8;
}

export function skipTopologyResponseBodyV2(d: DataView, p: number): number {
  p += 4;
  for (let i = count(d, p - 4, 25); i > 0; i--) p = skipTimeSlicedPeerData(d, p);
  p += 4;
  for (let i = count(d, p - 4, 25); i > 0; i--) p = skipTimeSlicedPeerData(d, p);
  return skipTimeSlicedNodeData(d, p);
}

export function skipTransaction(d: DataView, p: number): number {
  p = skipMuxedAccount(d, p);
  p = skipPreconditions(d, p + 12);
  p = skipMemo(d, p);
  p += 4;
  for (let i = count(d, p - 4, 100); i > 0; i--) p = skipOperation(d, p);
  return skipTransactionExt(d, p);
}

export function skipTransactionEnvelope(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipTransactionV0Envelope(d, p + 4);
    case 2:
      return skipTransactionV1Envelope(d, p + 4);
    case 5:
      return skipFeeBumpTransactionEnvelope(d, p + 4);
  }
  throw unknownArm('TransactionEnvelope', p, d.getInt32(p));
}

export function skipTransactionEvent(d: DataView, p: number): number {
  p = skipTransactionEventStage(d, p);
  return skipContractEvent(d, p);
}

export function skipTransactionEventStage(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < 0 || value > 2) throw unknownMember('TransactionEventStage', p, value);
  return p + 4;
}

export function skipTransactionExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipSorobanTransactionData(d, p + 4);
  }
  throw unknownArm('TransactionExt', p, d.getInt32(p));
}

export function skipTransactionHistoryEntry(d: DataView, p: number): number {
  p = skipTransactionSet(d, p + 4);
  return skipTransactionHistoryEntryExt(d, p);
}

export function skipTransactionHistoryEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipGeneralizedTransactionSet(d, p + 4);
  }
  throw unknownArm('TransactionHistoryEntryExt', p, d.getInt32(p));
}

export function skipTransactionHistoryResultEntry(d: DataView, p: number): number {
  p = skipTransactionResultSet(d, p + 4);
  return skipTransactionHistoryResultEntryExt(d, p);
}

export function skipTransactionHistoryResultEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('TransactionHistoryResultEntryExt', p, d.getInt32(p));
}

export function skipTransactionMeta(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      p += 8;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationMeta(d, p);
      return p;
    case 1:
      return skipTransactionMetaV1(d, p + 4);
    case 2:
      return skipTransactionMetaV2(d, p + 4);
    case 3:
      return skipTransactionMetaV3(d, p + 4);
    case 4:
      return skipTransactionMetaV4(d, p + 4);
  }
  throw unknownArm('TransactionMeta', p, d.getInt32(p));
}

export function skipTransactionMetaV1(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationMeta(d, p);
  return p;
}

export function skipTransactionMetaV2(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return p;
}

export function skipTransactionMetaV3(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return flag(d, p) ? skipSorobanTransactionMeta(d, p + 4) : p + 4;
}

export function skipTransactionMetaV4(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationMetaV2(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p = flag(d, p) ? skipSorobanTransactionMetaV2(d, p + 4) : p + 4;
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionEvent(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipDiagnosticEvent(d, p);
  return p;
}

export function skipTransactionPhase(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      p += 8;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTxSetComponent(d, p);
      return p;
    case 1:
      return skipParallelTxsComponent(d, p + 4);
  }
  throw unknownArm('TransactionPhase', p, d.getInt32(p));
}

export function skipTransactionResult(d: DataView, p: number): number {
  p = skipTransactionResultResult(d, p + 8);
  return skipTransactionResultExt(d, p);
}

export function skipTransactionResultCode(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value < -18 || value > 1) throw unknownMember('TransactionResultCode', p, value);
  return p + 4;
}

export function skipTransactionResultExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('TransactionResultExt', p, d.getInt32(p));
}

export function skipTransactionResultMeta(d: DataView, p: number): number {
  p = skipTransactionResultPair(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return skipTransactionMeta(d, p);
}

export function skipTransactionResultMetaV1(d: DataView, p: number): number {
  p = skipExtensionPoint(d, p);
  p = skipTransactionResultPair(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  p = skipTransactionMeta(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return p;
}

export function skipTransactionResultPair(d: DataView, p: number): number {
  return skipTransactionResult(d, p + 32);
}

export function skipTransactionResultResult(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 1:
    case -13:
      return skipInnerTransactionResultPair(d, p + 4);
    case 0:
    case -1:
      p += 8;
      for (let i = d.getUint32(p - 4); i > 0; i--) p = skipOperationResult(d, p);
      return p;
    case -2:
    case -3:
    case -4:
    case -5:
    case -6:
    case -7:
    case -8:
    case -9:
    case -10:
    case -11:
    case -12:
    case -14:
    case -15:
    case -16:
    case -17:
    case -18:
      return p + 4;
  }
  throw unknownArm('TransactionResultResult', p, d.getInt32(p));
}

export function skipTransactionResultSet(d: DataView, p: number): number {
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionResultPair(d, p);
  return p;
}

export function skipTransactionSet(d: DataView, p: number): number {
  p += 36;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionEnvelope(d, p);
  return p;
}

export function skipTransactionSetV1(d: DataView, p: number): number {
  p += 36;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionPhase(d, p);
  return p;
}

export function skipTransactionSignaturePayload(d: DataView, p: number): number {
  return skipTransactionSignaturePayloadTaggedTransaction(d, p + 32);
}

export function skipTransactionSignaturePayloadTaggedTransaction(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 2:
      return skipTransaction(d, p + 4);
    case 5:
      return skipFeeBumpTransaction(d, p + 4);
  }
  throw unknownArm('TransactionSignaturePayloadTaggedTransaction', p, d.getInt32(p));
}

export function skipTransactionV0(d: DataView, p: number): number {
  p += 44;
  p = flag(d, p) ? p + 20 : p + 4;
  p = skipMemo(d, p);
  p += 4;
  for (let i = count(d, p - 4, 100); i > 0; i--) p = skipOperation(d, p);
  return skipTransactionV0Ext(d, p);
}

export function skipTransactionV0Envelope(d: DataView, p: number): number {
  p = skipTransactionV0(d, p);
  p += 4;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = skipDecoratedSignature(d, p);
  return p;
}

export function skipTransactionV0Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('TransactionV0Ext', p, d.getInt32(p));
}

export function skipTransactionV1Envelope(d: DataView, p: number): number {
  p = skipTransaction(d, p);
  p += 4;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = skipDecoratedSignature(d, p);
  return p;
}

export function skipTrustLineAsset(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipAlphaNum4(d, p + 4);
    case 2:
      return skipAlphaNum12(d, p + 4);
    case 3:
      return p + 36;
  }
  throw unknownArm('TrustLineAsset', p, d.getInt32(p));
}

export function skipTrustLineEntry(d: DataView, p: number): number {
  p = skipPublicKey(d, p);
  p = skipTrustLineAsset(d, p);
  return skipTrustLineEntryExt(d, p + 20);
}

export function skipTrustLineEntryExt(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 1:
      return skipTrustLineEntryV1(d, p + 4);
  }
  throw unknownArm('TrustLineEntryExt', p, d.getInt32(p));
}

export function skipTrustLineEntryExtensionV2(d: DataView, p: number): number {
  return skipTrustLineEntryExtensionV2Ext(d, p + 4);
}

export function skipTrustLineEntryExtensionV2Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
  }
  throw unknownArm('TrustLineEntryExtensionV2Ext', p, d.getInt32(p));
}

export function skipTrustLineEntryV1(d: DataView, p: number): number {
  return skipTrustLineEntryV1Ext(d, p + 16);
}

export function skipTrustLineEntryV1Ext(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return p + 4;
    case 2:
      return skipTrustLineEntryExtensionV2(d, p + 4);
  }
  throw unknownArm('TrustLineEntryV1Ext', p, d.getInt32(p));
}

export function skipTrustLineFlags(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 1 && value !== 2 && value !== 4) throw unknownMember('TrustLineFlags', p, value);
  return p + 4;
}

export function skipTtlEntry(_d: DataView, p: number): number {
  return p + 36;
}

export function skipTxSetComponent(d: DataView, p: number): number {
  switch (d.getInt32(p)) {
    case 0:
      return skipTxSetComponentTxsMaybeDiscountedFee(d, p + 4);
  }
  throw unknownArm('TxSetComponent', p, d.getInt32(p));
}

export function skipTxSetComponentTxsMaybeDiscountedFee(d: DataView, p: number): number {
  p = flag(d, p) ? p + 12 : p + 4;
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipTransactionEnvelope(d, p);
  return p;
}

export function skipTxSetComponentType(d: DataView, p: number): number {
  const value = d.getInt32(p);
  if (value !== 0) throw unknownMember('TxSetComponentType', p, value);
  return p + 4;
}

export function skipUint128Parts(_d: DataView, p: number): number {
  return p + 16;
}

export function skipUint256Bytes(_d: DataView, p: number): number {
  return p + 32;
}

export function skipUint256Parts(_d: DataView, p: number): number {
  return p + 32;
}

export function skipUpgradeEntryMeta(d: DataView, p: number): number {
  p = skipLedgerUpgrade(d, p);
  p += 4;
  for (let i = d.getUint32(p - 4); i > 0; i--) p = skipLedgerEntryChange(d, p);
  return p;
}

export function skipUpgradeType(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 128);
}

export function skipValue(d: DataView, p: number): number {
  return skipVarOpaque(d, p, 4294967295);
}

/** The checked walk over each type, by name. */
export const skips = {
  AccountEntry: skipAccountEntry,
  AccountEntryExt: skipAccountEntryExt,
  AccountEntryExtensionV1: skipAccountEntryExtensionV1,
  AccountEntryExtensionV1Ext: skipAccountEntryExtensionV1Ext,
  AccountEntryExtensionV2: skipAccountEntryExtensionV2,
  AccountEntryExtensionV2Ext: skipAccountEntryExtensionV2Ext,
  AccountEntryExtensionV3: skipAccountEntryExtensionV3,
  AccountFlags: skipAccountFlags,
  AccountMergeResult: skipAccountMergeResult,
  AccountMergeResultCode: skipAccountMergeResultCode,
  AllowTrustOp: skipAllowTrustOp,
  AllowTrustResult: skipAllowTrustResult,
  AllowTrustResultCode: skipAllowTrustResultCode,
  AlphaNum12: skipAlphaNum12,
  AlphaNum4: skipAlphaNum4,
  Asset: skipAsset,
  AssetCode: skipAssetCode,
  AssetCode12: skipAssetCode12,
  AssetCode4: skipAssetCode4,
  AssetType: skipAssetType,
  Auth: skipAuth,
  AuthCert: skipAuthCert,
  AuthenticatedMessage: skipAuthenticatedMessage,
  AuthenticatedMessageV0: skipAuthenticatedMessageV0,
  BeginSponsoringFutureReservesOp: skipBeginSponsoringFutureReservesOp,
  BeginSponsoringFutureReservesResult: skipBeginSponsoringFutureReservesResult,
  BeginSponsoringFutureReservesResultCode: skipBeginSponsoringFutureReservesResultCode,
  BinaryFuseFilterType: skipBinaryFuseFilterType,
  BucketEntry: skipBucketEntry,
  BucketEntryType: skipBucketEntryType,
  BucketListType: skipBucketListType,
  BucketMetadata: skipBucketMetadata,
  BucketMetadataExt: skipBucketMetadataExt,
  BumpSequenceOp: skipBumpSequenceOp,
  BumpSequenceResult: skipBumpSequenceResult,
  BumpSequenceResultCode: skipBumpSequenceResultCode,
  ChangeTrustAsset: skipChangeTrustAsset,
  ChangeTrustOp: skipChangeTrustOp,
  ChangeTrustResult: skipChangeTrustResult,
  ChangeTrustResultCode: skipChangeTrustResultCode,
  ClaimAtom: skipClaimAtom,
  ClaimAtomType: skipClaimAtomType,
  ClaimClaimableBalanceOp: skipClaimClaimableBalanceOp,
  ClaimClaimableBalanceResult: skipClaimClaimableBalanceResult,
  ClaimClaimableBalanceResultCode: skipClaimClaimableBalanceResultCode,
  ClaimLiquidityAtom: skipClaimLiquidityAtom,
  ClaimOfferAtom: skipClaimOfferAtom,
  ClaimOfferAtomV0: skipClaimOfferAtomV0,
  ClaimPredicate: skipClaimPredicate,
  ClaimPredicateType: skipClaimPredicateType,
  ClaimableBalanceEntry: skipClaimableBalanceEntry,
  ClaimableBalanceEntryExt: skipClaimableBalanceEntryExt,
  ClaimableBalanceEntryExtensionV1: skipClaimableBalanceEntryExtensionV1,
  ClaimableBalanceEntryExtensionV1Ext: skipClaimableBalanceEntryExtensionV1Ext,
  ClaimableBalanceFlags: skipClaimableBalanceFlags,
  ClaimableBalanceId: skipClaimableBalanceId,
  ClaimableBalanceIdType: skipClaimableBalanceIdType,
  Claimant: skipClaimant,
  ClaimantType: skipClaimantType,
  ClaimantV0: skipClaimantV0,
  ClawbackClaimableBalanceOp: skipClawbackClaimableBalanceOp,
  ClawbackClaimableBalanceResult: skipClawbackClaimableBalanceResult,
  ClawbackClaimableBalanceResultCode: skipClawbackClaimableBalanceResultCode,
  ClawbackOp: skipClawbackOp,
  ClawbackResult: skipClawbackResult,
  ClawbackResultCode: skipClawbackResultCode,
  ConfigSettingContractBandwidthV0: skipConfigSettingContractBandwidthV0,
  ConfigSettingContractComputeV0: skipConfigSettingContractComputeV0,
  ConfigSettingContractEventsV0: skipConfigSettingContractEventsV0,
  ConfigSettingContractExecutionLanesV0: skipConfigSettingContractExecutionLanesV0,
  ConfigSettingContractHistoricalDataV0: skipConfigSettingContractHistoricalDataV0,
  ConfigSettingContractLedgerCostExtV0: skipConfigSettingContractLedgerCostExtV0,
  ConfigSettingContractLedgerCostV0: skipConfigSettingContractLedgerCostV0,
  ConfigSettingContractParallelComputeV0: skipConfigSettingContractParallelComputeV0,
  ConfigSettingEntry: skipConfigSettingEntry,
  ConfigSettingId: skipConfigSettingId,
  ConfigSettingScpTiming: skipConfigSettingScpTiming,
  ConfigUpgradeSet: skipConfigUpgradeSet,
  ConfigUpgradeSetKey: skipConfigUpgradeSetKey,
  ContractCodeCostInputs: skipContractCodeCostInputs,
  ContractCodeEntry: skipContractCodeEntry,
  ContractCodeEntryExt: skipContractCodeEntryExt,
  ContractCodeEntryV1: skipContractCodeEntryV1,
  ContractCostParamEntry: skipContractCostParamEntry,
  ContractCostType: skipContractCostType,
  ContractDataDurability: skipContractDataDurability,
  ContractDataEntry: skipContractDataEntry,
  ContractEvent: skipContractEvent,
  ContractEventBody: skipContractEventBody,
  ContractEventType: skipContractEventType,
  ContractEventV0: skipContractEventV0,
  ContractExecutable: skipContractExecutable,
  ContractExecutableExternalRef: skipContractExecutableExternalRef,
  ContractExecutableType: skipContractExecutableType,
  ContractId: skipContractId,
  ContractIdPreimage: skipContractIdPreimage,
  ContractIdPreimageFromAddress: skipContractIdPreimageFromAddress,
  ContractIdPreimageType: skipContractIdPreimageType,
  CreateAccountOp: skipCreateAccountOp,
  CreateAccountResult: skipCreateAccountResult,
  CreateAccountResultCode: skipCreateAccountResultCode,
  CreateClaimableBalanceOp: skipCreateClaimableBalanceOp,
  CreateClaimableBalanceResult: skipCreateClaimableBalanceResult,
  CreateClaimableBalanceResultCode: skipCreateClaimableBalanceResultCode,
  CreateContractArgs: skipCreateContractArgs,
  CreateContractArgsV2: skipCreateContractArgsV2,
  CreatePassiveSellOfferOp: skipCreatePassiveSellOfferOp,
  CryptoKeyType: skipCryptoKeyType,
  Curve25519Public: skipCurve25519Public,
  Curve25519Secret: skipCurve25519Secret,
  DataEntry: skipDataEntry,
  DataEntryExt: skipDataEntryExt,
  DataValue: skipDataValue,
  DecoratedSignature: skipDecoratedSignature,
  DiagnosticEvent: skipDiagnosticEvent,
  DontHave: skipDontHave,
  EncodedLedgerKey: skipEncodedLedgerKey,
  EncryptedBody: skipEncryptedBody,
  EndSponsoringFutureReservesResult: skipEndSponsoringFutureReservesResult,
  EndSponsoringFutureReservesResultCode: skipEndSponsoringFutureReservesResultCode,
  EnvelopeType: skipEnvelopeType,
  Error: skipError,
  ErrorCode: skipErrorCode,
  EvictionIterator: skipEvictionIterator,
  ExtendFootprintTtlOp: skipExtendFootprintTtlOp,
  ExtendFootprintTtlResult: skipExtendFootprintTtlResult,
  ExtendFootprintTtlResultCode: skipExtendFootprintTtlResultCode,
  ExtensionPoint: skipExtensionPoint,
  FeeBumpTransaction: skipFeeBumpTransaction,
  FeeBumpTransactionEnvelope: skipFeeBumpTransactionEnvelope,
  FeeBumpTransactionExt: skipFeeBumpTransactionExt,
  FeeBumpTransactionInnerTx: skipFeeBumpTransactionInnerTx,
  FloodAdvert: skipFloodAdvert,
  FloodDemand: skipFloodDemand,
  FreezeBypassTxs: skipFreezeBypassTxs,
  FreezeBypassTxsDelta: skipFreezeBypassTxsDelta,
  FrozenLedgerKeys: skipFrozenLedgerKeys,
  FrozenLedgerKeysDelta: skipFrozenLedgerKeysDelta,
  GeneralizedTransactionSet: skipGeneralizedTransactionSet,
  Hash: skipHash,
  HashIdPreimage: skipHashIdPreimage,
  HashIdPreimageContractId: skipHashIdPreimageContractId,
  HashIdPreimageOperationId: skipHashIdPreimageOperationId,
  HashIdPreimageRevokeId: skipHashIdPreimageRevokeId,
  HashIdPreimageSorobanAuthorization: skipHashIdPreimageSorobanAuthorization,
  HashIdPreimageSorobanAuthorizationWithAddress: skipHashIdPreimageSorobanAuthorizationWithAddress,
  Hello: skipHello,
  HmacSha256Key: skipHmacSha256Key,
  HmacSha256Mac: skipHmacSha256Mac,
  HostFunction: skipHostFunction,
  HostFunctionType: skipHostFunctionType,
  HotArchiveBucketEntry: skipHotArchiveBucketEntry,
  HotArchiveBucketEntryType: skipHotArchiveBucketEntryType,
  InflationPayout: skipInflationPayout,
  InflationResult: skipInflationResult,
  InflationResultCode: skipInflationResultCode,
  InnerTransactionResult: skipInnerTransactionResult,
  InnerTransactionResultExt: skipInnerTransactionResultExt,
  InnerTransactionResultPair: skipInnerTransactionResultPair,
  InnerTransactionResultResult: skipInnerTransactionResultResult,
  Int128Parts: skipInt128Parts,
  Int256Parts: skipInt256Parts,
  InvokeContractArgs: skipInvokeContractArgs,
  InvokeHostFunctionOp: skipInvokeHostFunctionOp,
  InvokeHostFunctionResult: skipInvokeHostFunctionResult,
  InvokeHostFunctionResultCode: skipInvokeHostFunctionResultCode,
  InvokeHostFunctionSuccessPreImage: skipInvokeHostFunctionSuccessPreImage,
  IpAddrType: skipIpAddrType,
  LedgerBounds: skipLedgerBounds,
  LedgerCloseMeta: skipLedgerCloseMeta,
  LedgerCloseMetaBatch: skipLedgerCloseMetaBatch,
  LedgerCloseMetaExt: skipLedgerCloseMetaExt,
  LedgerCloseMetaExtV1: skipLedgerCloseMetaExtV1,
  LedgerCloseMetaV0: skipLedgerCloseMetaV0,
  LedgerCloseMetaV1: skipLedgerCloseMetaV1,
  LedgerCloseMetaV2: skipLedgerCloseMetaV2,
  LedgerCloseValueSignature: skipLedgerCloseValueSignature,
  LedgerEntry: skipLedgerEntry,
  LedgerEntryChange: skipLedgerEntryChange,
  LedgerEntryChangeType: skipLedgerEntryChangeType,
  LedgerEntryData: skipLedgerEntryData,
  LedgerEntryExt: skipLedgerEntryExt,
  LedgerEntryExtensionV1: skipLedgerEntryExtensionV1,
  LedgerEntryExtensionV1Ext: skipLedgerEntryExtensionV1Ext,
  LedgerEntryType: skipLedgerEntryType,
  LedgerFootprint: skipLedgerFootprint,
  LedgerHeader: skipLedgerHeader,
  LedgerHeaderExt: skipLedgerHeaderExt,
  LedgerHeaderExtensionV1: skipLedgerHeaderExtensionV1,
  LedgerHeaderExtensionV1Ext: skipLedgerHeaderExtensionV1Ext,
  LedgerHeaderFlags: skipLedgerHeaderFlags,
  LedgerHeaderHistoryEntry: skipLedgerHeaderHistoryEntry,
  LedgerHeaderHistoryEntryExt: skipLedgerHeaderHistoryEntryExt,
  LedgerKey: skipLedgerKey,
  LedgerKeyAccount: skipLedgerKeyAccount,
  LedgerKeyClaimableBalance: skipLedgerKeyClaimableBalance,
  LedgerKeyConfigSetting: skipLedgerKeyConfigSetting,
  LedgerKeyContractCode: skipLedgerKeyContractCode,
  LedgerKeyContractData: skipLedgerKeyContractData,
  LedgerKeyData: skipLedgerKeyData,
  LedgerKeyLiquidityPool: skipLedgerKeyLiquidityPool,
  LedgerKeyOffer: skipLedgerKeyOffer,
  LedgerKeyTrustLine: skipLedgerKeyTrustLine,
  LedgerKeyTtl: skipLedgerKeyTtl,
  LedgerScpMessages: skipLedgerScpMessages,
  LedgerUpgrade: skipLedgerUpgrade,
  LedgerUpgradeType: skipLedgerUpgradeType,
  Liabilities: skipLiabilities,
  LiquidityPoolConstantProductParameters: skipLiquidityPoolConstantProductParameters,
  LiquidityPoolDepositOp: skipLiquidityPoolDepositOp,
  LiquidityPoolDepositResult: skipLiquidityPoolDepositResult,
  LiquidityPoolDepositResultCode: skipLiquidityPoolDepositResultCode,
  LiquidityPoolEntry: skipLiquidityPoolEntry,
  LiquidityPoolEntryBody: skipLiquidityPoolEntryBody,
  LiquidityPoolEntryConstantProduct: skipLiquidityPoolEntryConstantProduct,
  LiquidityPoolParameters: skipLiquidityPoolParameters,
  LiquidityPoolType: skipLiquidityPoolType,
  LiquidityPoolWithdrawOp: skipLiquidityPoolWithdrawOp,
  LiquidityPoolWithdrawResult: skipLiquidityPoolWithdrawResult,
  LiquidityPoolWithdrawResultCode: skipLiquidityPoolWithdrawResultCode,
  ManageBuyOfferOp: skipManageBuyOfferOp,
  ManageBuyOfferResult: skipManageBuyOfferResult,
  ManageBuyOfferResultCode: skipManageBuyOfferResultCode,
  ManageDataOp: skipManageDataOp,
  ManageDataResult: skipManageDataResult,
  ManageDataResultCode: skipManageDataResultCode,
  ManageOfferEffect: skipManageOfferEffect,
  ManageOfferSuccessResult: skipManageOfferSuccessResult,
  ManageOfferSuccessResultOffer: skipManageOfferSuccessResultOffer,
  ManageSellOfferOp: skipManageSellOfferOp,
  ManageSellOfferResult: skipManageSellOfferResult,
  ManageSellOfferResultCode: skipManageSellOfferResultCode,
  Memo: skipMemo,
  MemoType: skipMemoType,
  MessageType: skipMessageType,
  MuxedAccount: skipMuxedAccount,
  MuxedAccountMed25519: skipMuxedAccountMed25519,
  MuxedContract: skipMuxedContract,
  MuxedEd25519Account: skipMuxedEd25519Account,
  OfferEntry: skipOfferEntry,
  OfferEntryExt: skipOfferEntryExt,
  OfferEntryFlags: skipOfferEntryFlags,
  Operation: skipOperation,
  OperationBody: skipOperationBody,
  OperationMeta: skipOperationMeta,
  OperationMetaV2: skipOperationMetaV2,
  OperationResult: skipOperationResult,
  OperationResultCode: skipOperationResultCode,
  OperationResultTr: skipOperationResultTr,
  OperationType: skipOperationType,
  ParallelTxsComponent: skipParallelTxsComponent,
  PathPaymentStrictReceiveOp: skipPathPaymentStrictReceiveOp,
  PathPaymentStrictReceiveResult: skipPathPaymentStrictReceiveResult,
  PathPaymentStrictReceiveResultCode: skipPathPaymentStrictReceiveResultCode,
  PathPaymentStrictReceiveResultSuccess: skipPathPaymentStrictReceiveResultSuccess,
  PathPaymentStrictSendOp: skipPathPaymentStrictSendOp,
  PathPaymentStrictSendResult: skipPathPaymentStrictSendResult,
  PathPaymentStrictSendResultCode: skipPathPaymentStrictSendResultCode,
  PathPaymentStrictSendResultSuccess: skipPathPaymentStrictSendResultSuccess,
  PaymentOp: skipPaymentOp,
  PaymentResult: skipPaymentResult,
  PaymentResultCode: skipPaymentResultCode,
  PeerAddress: skipPeerAddress,
  PeerAddressIp: skipPeerAddressIp,
  PeerStats: skipPeerStats,
  PersistedScpState: skipPersistedScpState,
  PersistedScpStateV0: skipPersistedScpStateV0,
  PersistedScpStateV1: skipPersistedScpStateV1,
  PoolId: skipPoolId,
  PreconditionType: skipPreconditionType,
  Preconditions: skipPreconditions,
  PreconditionsV2: skipPreconditionsV2,
  Price: skipPrice,
  PublicKey: skipPublicKey,
  PublicKeyType: skipPublicKeyType,
  RestoreFootprintOp: skipRestoreFootprintOp,
  RestoreFootprintResult: skipRestoreFootprintResult,
  RestoreFootprintResultCode: skipRestoreFootprintResultCode,
  RevokeSponsorshipOp: skipRevokeSponsorshipOp,
  RevokeSponsorshipOpSigner: skipRevokeSponsorshipOpSigner,
  RevokeSponsorshipResult: skipRevokeSponsorshipResult,
  RevokeSponsorshipResultCode: skipRevokeSponsorshipResultCode,
  RevokeSponsorshipType: skipRevokeSponsorshipType,
  ScAddress: skipScAddress,
  ScAddressType: skipScAddressType,
  ScBytes: skipScBytes,
  ScContractInstance: skipScContractInstance,
  ScEnvMetaEntry: skipScEnvMetaEntry,
  ScEnvMetaEntryInterfaceVersion: skipScEnvMetaEntryInterfaceVersion,
  ScEnvMetaKind: skipScEnvMetaKind,
  ScError: skipScError,
  ScErrorCode: skipScErrorCode,
  ScErrorType: skipScErrorType,
  ScMapEntry: skipScMapEntry,
  ScMetaEntry: skipScMetaEntry,
  ScMetaKind: skipScMetaKind,
  ScMetaV0: skipScMetaV0,
  ScNonceKey: skipScNonceKey,
  ScSpecEntry: skipScSpecEntry,
  ScSpecEntryKind: skipScSpecEntryKind,
  ScSpecEventDataFormat: skipScSpecEventDataFormat,
  ScSpecEventParamLocationV0: skipScSpecEventParamLocationV0,
  ScSpecEventParamV0: skipScSpecEventParamV0,
  ScSpecEventV0: skipScSpecEventV0,
  ScSpecFunctionInputV0: skipScSpecFunctionInputV0,
  ScSpecFunctionV0: skipScSpecFunctionV0,
  ScSpecType: skipScSpecType,
  ScSpecTypeBytesN: skipScSpecTypeBytesN,
  ScSpecTypeDef: skipScSpecTypeDef,
  ScSpecTypeMap: skipScSpecTypeMap,
  ScSpecTypeOption: skipScSpecTypeOption,
  ScSpecTypeResult: skipScSpecTypeResult,
  ScSpecTypeTuple: skipScSpecTypeTuple,
  ScSpecTypeUdt: skipScSpecTypeUdt,
  ScSpecTypeVec: skipScSpecTypeVec,
  ScSpecUdtEnumCaseV0: skipScSpecUdtEnumCaseV0,
  ScSpecUdtEnumV0: skipScSpecUdtEnumV0,
  ScSpecUdtErrorEnumCaseV0: skipScSpecUdtErrorEnumCaseV0,
  ScSpecUdtErrorEnumV0: skipScSpecUdtErrorEnumV0,
  ScSpecUdtStructFieldV0: skipScSpecUdtStructFieldV0,
  ScSpecUdtStructV0: skipScSpecUdtStructV0,
  ScSpecUdtUnionCaseTupleV0: skipScSpecUdtUnionCaseTupleV0,
  ScSpecUdtUnionCaseV0: skipScSpecUdtUnionCaseV0,
  ScSpecUdtUnionCaseV0Kind: skipScSpecUdtUnionCaseV0Kind,
  ScSpecUdtUnionCaseVoidV0: skipScSpecUdtUnionCaseVoidV0,
  ScSpecUdtUnionV0: skipScSpecUdtUnionV0,
  ScVal: skipScVal,
  ScValType: skipScValType,
  ScpBallot: skipScpBallot,
  ScpEnvelope: skipScpEnvelope,
  ScpHistoryEntry: skipScpHistoryEntry,
  ScpHistoryEntryV0: skipScpHistoryEntryV0,
  ScpNomination: skipScpNomination,
  ScpQuorumSet: skipScpQuorumSet,
  ScpStatement: skipScpStatement,
  ScpStatementConfirm: skipScpStatementConfirm,
  ScpStatementExternalize: skipScpStatementExternalize,
  ScpStatementPledges: skipScpStatementPledges,
  ScpStatementPrepare: skipScpStatementPrepare,
  ScpStatementType: skipScpStatementType,
  SendMore: skipSendMore,
  SendMoreExtended: skipSendMoreExtended,
  SerializedBinaryFuseFilter: skipSerializedBinaryFuseFilter,
  SetOptionsOp: skipSetOptionsOp,
  SetOptionsResult: skipSetOptionsResult,
  SetOptionsResultCode: skipSetOptionsResultCode,
  SetTrustLineFlagsOp: skipSetTrustLineFlagsOp,
  SetTrustLineFlagsResult: skipSetTrustLineFlagsResult,
  SetTrustLineFlagsResultCode: skipSetTrustLineFlagsResultCode,
  ShortHashSeed: skipShortHashSeed,
  Signature: skipSignature,
  SignatureHint: skipSignatureHint,
  SignedTimeSlicedSurveyRequestMessage: skipSignedTimeSlicedSurveyRequestMessage,
  SignedTimeSlicedSurveyResponseMessage: skipSignedTimeSlicedSurveyResponseMessage,
  SignedTimeSlicedSurveyStartCollectingMessage: skipSignedTimeSlicedSurveyStartCollectingMessage,
  SignedTimeSlicedSurveyStopCollectingMessage: skipSignedTimeSlicedSurveyStopCollectingMessage,
  Signer: skipSigner,
  SignerKey: skipSignerKey,
  SignerKeyEd25519SignedPayload: skipSignerKeyEd25519SignedPayload,
  SignerKeyType: skipSignerKeyType,
  SimplePaymentResult: skipSimplePaymentResult,
  SorobanAddressCredentials: skipSorobanAddressCredentials,
  SorobanAddressCredentialsWithDelegates: skipSorobanAddressCredentialsWithDelegates,
  SorobanAuthorizationEntry: skipSorobanAuthorizationEntry,
  SorobanAuthorizedFunction: skipSorobanAuthorizedFunction,
  SorobanAuthorizedFunctionType: skipSorobanAuthorizedFunctionType,
  SorobanAuthorizedInvocation: skipSorobanAuthorizedInvocation,
  SorobanCredentials: skipSorobanCredentials,
  SorobanCredentialsType: skipSorobanCredentialsType,
  SorobanDelegateSignature: skipSorobanDelegateSignature,
  SorobanResources: skipSorobanResources,
  SorobanResourcesExtV0: skipSorobanResourcesExtV0,
  SorobanTransactionData: skipSorobanTransactionData,
  SorobanTransactionDataExt: skipSorobanTransactionDataExt,
  SorobanTransactionMeta: skipSorobanTransactionMeta,
  SorobanTransactionMetaExt: skipSorobanTransactionMetaExt,
  SorobanTransactionMetaExtV1: skipSorobanTransactionMetaExtV1,
  SorobanTransactionMetaV2: skipSorobanTransactionMetaV2,
  StateArchivalSettings: skipStateArchivalSettings,
  StellarMessage: skipStellarMessage,
  StellarValue: skipStellarValue,
  StellarValueExt: skipStellarValueExt,
  StellarValueProposedMsValue: skipStellarValueProposedMsValue,
  StellarValueProposedValue: skipStellarValueProposedValue,
  StellarValueSignedMsValue: skipStellarValueSignedMsValue,
  StellarValueType: skipStellarValueType,
  StoredDebugTransactionSet: skipStoredDebugTransactionSet,
  StoredTransactionSet: skipStoredTransactionSet,
  SurveyMessageCommandType: skipSurveyMessageCommandType,
  SurveyMessageResponseType: skipSurveyMessageResponseType,
  SurveyRequestMessage: skipSurveyRequestMessage,
  SurveyResponseBody: skipSurveyResponseBody,
  SurveyResponseMessage: skipSurveyResponseMessage,
  ThresholdIndexes: skipThresholdIndexes,
  Thresholds: skipThresholds,
  TimeBounds: skipTimeBounds,
  TimeSlicedNodeData: skipTimeSlicedNodeData,
  TimeSlicedPeerData: skipTimeSlicedPeerData,
  TimeSlicedSurveyRequestMessage: skipTimeSlicedSurveyRequestMessage,
  TimeSlicedSurveyResponseMessage: skipTimeSlicedSurveyResponseMessage,
  TimeSlicedSurveyStartCollectingMessage: skipTimeSlicedSurveyStartCollectingMessage,
  TimeSlicedSurveyStopCollectingMessage: skipTimeSlicedSurveyStopCollectingMessage,
  TopologyResponseBodyV2: skipTopologyResponseBodyV2,
  Transaction: skipTransaction,
  TransactionEnvelope: skipTransactionEnvelope,
  TransactionEvent: skipTransactionEvent,
  TransactionEventStage: skipTransactionEventStage,
  TransactionExt: skipTransactionExt,
  TransactionHistoryEntry: skipTransactionHistoryEntry,
  TransactionHistoryEntryExt: skipTransactionHistoryEntryExt,
  TransactionHistoryResultEntry: skipTransactionHistoryResultEntry,
  TransactionHistoryResultEntryExt: skipTransactionHistoryResultEntryExt,
  TransactionMeta: skipTransactionMeta,
  TransactionMetaV1: skipTransactionMetaV1,
  TransactionMetaV2: skipTransactionMetaV2,
  TransactionMetaV3: skipTransactionMetaV3,
  TransactionMetaV4: skipTransactionMetaV4,
  TransactionPhase: skipTransactionPhase,
  TransactionResult: skipTransactionResult,
  TransactionResultCode: skipTransactionResultCode,
  TransactionResultExt: skipTransactionResultExt,
  TransactionResultMeta: skipTransactionResultMeta,
  TransactionResultMetaV1: skipTransactionResultMetaV1,
  TransactionResultPair: skipTransactionResultPair,
  TransactionResultResult: skipTransactionResultResult,
  TransactionResultSet: skipTransactionResultSet,
  TransactionSet: skipTransactionSet,
  TransactionSetV1: skipTransactionSetV1,
  TransactionSignaturePayload: skipTransactionSignaturePayload,
  TransactionSignaturePayloadTaggedTransaction: skipTransactionSignaturePayloadTaggedTransaction,
  TransactionV0: skipTransactionV0,
  TransactionV0Envelope: skipTransactionV0Envelope,
  TransactionV0Ext: skipTransactionV0Ext,
  TransactionV1Envelope: skipTransactionV1Envelope,
  TrustLineAsset: skipTrustLineAsset,
  TrustLineEntry: skipTrustLineEntry,
  TrustLineEntryExt: skipTrustLineEntryExt,
  TrustLineEntryExtensionV2: skipTrustLineEntryExtensionV2,
  TrustLineEntryExtensionV2Ext: skipTrustLineEntryExtensionV2Ext,
  TrustLineEntryV1: skipTrustLineEntryV1,
  TrustLineEntryV1Ext: skipTrustLineEntryV1Ext,
  TrustLineFlags: skipTrustLineFlags,
  TtlEntry: skipTtlEntry,
  TxSetComponent: skipTxSetComponent,
  TxSetComponentTxsMaybeDiscountedFee: skipTxSetComponentTxsMaybeDiscountedFee,
  TxSetComponentType: skipTxSetComponentType,
  Uint128Parts: skipUint128Parts,
  Uint256Bytes: skipUint256Bytes,
  Uint256Parts: skipUint256Parts,
  UpgradeEntryMeta: skipUpgradeEntryMeta,
  UpgradeType: skipUpgradeType,
  Value: skipValue,
};
