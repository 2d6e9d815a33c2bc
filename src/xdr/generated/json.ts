// Generated from the XDR schema of @stellar/stellar-sdk 17.2.0. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile
import type { JsonWriter } from '../json-writer.ts';
import {
  jsonAssetCode,
  jsonAssetCode12,
  jsonAssetCode4,
  jsonClaimableBalanceId,
  jsonContractId,
  jsonInt128Parts,
  jsonInt256Parts,
  jsonMuxedAccount,
  jsonMuxedAccountMed25519,
  jsonMuxedEd25519Account,
  jsonPoolId,
  jsonPublicKey,
  jsonScAddress,
  jsonSignerKey,
  jsonSignerKeyEd25519SignedPayload,
  jsonUint128Parts,
  jsonUint256Parts,
} from '../json-values.ts';

export function jsonAccountEntry(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"balance":');
  p = w.int64(p);
  w.ascii(',"seq_num":');
  p = w.int64(p);
  w.ascii(',"num_sub_entries":');
  p = w.uint32(p);
  w.ascii(',"inflation_dest":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonPublicKey(w, p);
  w.ascii(',"flags":');
  p = w.uint32(p);
  w.ascii(',"home_domain":');
  p = w.string(p);
  w.ascii(',"thresholds":');
  p = jsonThresholds(w, p);
  w.ascii(',"signers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSigner(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonAccountEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonAccountEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonAccountEntryExtensionV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV1(w: JsonWriter, p: number): number {
  w.ascii('{"liabilities":');
  p = jsonLiabilities(w, p);
  w.ascii(',"ext":');
  p = jsonAccountEntryExtensionV1Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonAccountEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 2:
      w.ascii('{"v2":');
      p = jsonAccountEntryExtensionV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV2(w: JsonWriter, p: number): number {
  w.ascii('{"num_sponsored":');
  p = w.uint32(p);
  w.ascii(',"num_sponsoring":');
  p = w.uint32(p);
  w.ascii(',"signer_sponsoring_i_ds":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p += 4;
    if (w.view.getUint32(p - 4) === 0) w.ascii('null');
    else p = jsonPublicKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonAccountEntryExtensionV2Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonAccountEntryExtensionV2Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 3:
      w.ascii('{"v3":');
      p = jsonAccountEntryExtensionV3(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV3(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"seq_ledger":');
  p = w.uint32(p);
  w.ascii(',"seq_time":');
  p = w.uint64(p);
  w.ascii('}');
  return p;
}

export function jsonAccountFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"required_flag"');
      break;
    case 2:
      w.ascii('"revocable_flag"');
      break;
    case 4:
      w.ascii('"immutable_flag"');
      break;
    case 8:
      w.ascii('"clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonAccountMergeResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = w.int64(p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_account"');
      break;
    case -3:
      w.ascii('"immutable_set"');
      break;
    case -4:
      w.ascii('"has_sub_entries"');
      break;
    case -5:
      w.ascii('"seqnum_too_far"');
      break;
    case -6:
      w.ascii('"dest_full"');
      break;
    case -7:
      w.ascii('"is_sponsor"');
      break;
  }
  return p;
}

export function jsonAccountMergeResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_account"');
      break;
    case -3:
      w.ascii('"immutable_set"');
      break;
    case -4:
      w.ascii('"has_sub_entries"');
      break;
    case -5:
      w.ascii('"seqnum_too_far"');
      break;
    case -6:
      w.ascii('"dest_full"');
      break;
    case -7:
      w.ascii('"is_sponsor"');
      break;
  }
  return p + 4;
}

export function jsonAllowTrustOp(w: JsonWriter, p: number): number {
  w.ascii('{"trustor":');
  p = jsonPublicKey(w, p);
  w.ascii(',"asset":');
  p = jsonAssetCode(w, p);
  w.ascii(',"authorize":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonAllowTrustResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"trust_not_required"');
      break;
    case -4:
      w.ascii('"cant_revoke"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"low_reserve"');
      break;
  }
  return p;
}

export function jsonAllowTrustResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"trust_not_required"');
      break;
    case -4:
      w.ascii('"cant_revoke"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonAlphaNum12(w: JsonWriter, p: number): number {
  w.ascii('{"asset_code":');
  p = jsonAssetCode12(w, p);
  w.ascii(',"issuer":');
  p = jsonPublicKey(w, p);
  w.ascii('}');
  return p;
}

export function jsonAlphaNum4(w: JsonWriter, p: number): number {
  w.ascii('{"asset_code":');
  p = jsonAssetCode4(w, p);
  w.ascii(',"issuer":');
  p = jsonPublicKey(w, p);
  w.ascii('}');
  return p;
}

export function jsonAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"native"');
      break;
    case 1:
      w.ascii('{"credit_alphanum4":');
      p = jsonAlphaNum4(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"credit_alphanum12":');
      p = jsonAlphaNum12(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonAssetType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"native"');
      break;
    case 1:
      w.ascii('"credit_alphanum4"');
      break;
    case 2:
      w.ascii('"credit_alphanum12"');
      break;
    case 3:
      w.ascii('"pool_share"');
      break;
  }
  return p + 4;
}

export function jsonAuth(w: JsonWriter, p: number): number {
  w.ascii('{"flags":');
  p = w.int32(p);
  w.ascii('}');
  return p;
}

export function jsonAuthCert(w: JsonWriter, p: number): number {
  w.ascii('{"pubkey":');
  p = jsonCurve25519Public(w, p);
  w.ascii(',"expiration":');
  p = w.uint64(p);
  w.ascii(',"sig":');
  p = jsonSignature(w, p);
  w.ascii('}');
  return p;
}

export function jsonAuthenticatedMessage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonAuthenticatedMessageV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonAuthenticatedMessageV0(w: JsonWriter, p: number): number {
  w.ascii('{"sequence":');
  p = w.uint64(p);
  w.ascii(',"message":');
  p = jsonStellarMessage(w, p);
  w.ascii(',"mac":');
  p = jsonHmacSha256Mac(w, p);
  w.ascii('}');
  return p;
}

export function jsonBeginSponsoringFutureReservesOp(w: JsonWriter, p: number): number {
  w.ascii('{"sponsored_id":');
  p = jsonPublicKey(w, p);
  w.ascii('}');
  return p;
}

export function jsonBeginSponsoringFutureReservesResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"already_sponsored"');
      break;
    case -3:
      w.ascii('"recursive"');
      break;
  }
  return p;
}

export function jsonBeginSponsoringFutureReservesResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"already_sponsored"');
      break;
    case -3:
      w.ascii('"recursive"');
      break;
  }
  return p + 4;
}

export function jsonBinaryFuseFilterType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"b8_bit"');
      break;
    case 1:
      w.ascii('"b16_bit"');
      break;
    case 2:
      w.ascii('"b32_bit"');
      break;
  }
  return p + 4;
}

export function jsonBucketEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"liveentry":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"initentry":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"deadentry":');
      p = jsonLedgerKey(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('{"metaentry":');
      p = jsonBucketMetadata(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonBucketEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case -1:
      w.ascii('"metaentry"');
      break;
    case 0:
      w.ascii('"liveentry"');
      break;
    case 1:
      w.ascii('"deadentry"');
      break;
    case 2:
      w.ascii('"initentry"');
      break;
  }
  return p + 4;
}

export function jsonBucketListType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"live"');
      break;
    case 1:
      w.ascii('"hot_archive"');
      break;
  }
  return p + 4;
}

export function jsonBucketMetadata(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_version":');
  p = w.uint32(p);
  w.ascii(',"ext":');
  p = jsonBucketMetadataExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonBucketMetadataExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonBucketListType(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonBumpSequenceOp(w: JsonWriter, p: number): number {
  w.ascii('{"bump_to":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonBumpSequenceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"bad_seq"');
      break;
  }
  return p;
}

export function jsonBumpSequenceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"bad_seq"');
      break;
  }
  return p + 4;
}

export function jsonChangeTrustAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"native"');
      break;
    case 1:
      w.ascii('{"credit_alphanum4":');
      p = jsonAlphaNum4(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"credit_alphanum12":');
      p = jsonAlphaNum12(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"pool_share":');
      p = jsonLiquidityPoolParameters(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonChangeTrustOp(w: JsonWriter, p: number): number {
  w.ascii('{"line":');
  p = jsonChangeTrustAsset(w, p);
  w.ascii(',"limit":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonChangeTrustResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_issuer"');
      break;
    case -3:
      w.ascii('"invalid_limit"');
      break;
    case -4:
      w.ascii('"low_reserve"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"trust_line_missing"');
      break;
    case -7:
      w.ascii('"cannot_delete"');
      break;
    case -8:
      w.ascii('"not_auth_maintain_liabilities"');
      break;
  }
  return p;
}

export function jsonChangeTrustResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_issuer"');
      break;
    case -3:
      w.ascii('"invalid_limit"');
      break;
    case -4:
      w.ascii('"low_reserve"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"trust_line_missing"');
      break;
    case -7:
      w.ascii('"cannot_delete"');
      break;
    case -8:
      w.ascii('"not_auth_maintain_liabilities"');
      break;
  }
  return p + 4;
}

export function jsonClaimAtom(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonClaimOfferAtomV0(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"order_book":');
      p = jsonClaimOfferAtom(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"liquidity_pool":');
      p = jsonClaimLiquidityAtom(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonClaimAtomType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('"order_book"');
      break;
    case 2:
      w.ascii('"liquidity_pool"');
      break;
  }
  return p + 4;
}

export function jsonClaimClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.ascii('{"balance_id":');
  p = jsonClaimableBalanceId(w, p);
  w.ascii('}');
  return p;
}

export function jsonClaimClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"cannot_claim"');
      break;
    case -3:
      w.ascii('"line_full"');
      break;
    case -4:
      w.ascii('"no_trust"');
      break;
    case -5:
      w.ascii('"not_authorized"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p;
}

export function jsonClaimClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"cannot_claim"');
      break;
    case -3:
      w.ascii('"line_full"');
      break;
    case -4:
      w.ascii('"no_trust"');
      break;
    case -5:
      w.ascii('"not_authorized"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonClaimLiquidityAtom(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii(',"asset_sold":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_sold":');
  p = w.int64(p);
  w.ascii(',"asset_bought":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_bought":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonClaimOfferAtom(w: JsonWriter, p: number): number {
  w.ascii('{"seller_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii(',"asset_sold":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_sold":');
  p = w.int64(p);
  w.ascii(',"asset_bought":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_bought":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonClaimOfferAtomV0(w: JsonWriter, p: number): number {
  w.ascii('{"seller_ed25519":');
  p = jsonUint256Bytes(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii(',"asset_sold":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_sold":');
  p = w.int64(p);
  w.ascii(',"asset_bought":');
  p = jsonAsset(w, p);
  w.ascii(',"amount_bought":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonClaimPredicate(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"unconditional"');
      break;
    case 1:
      w.ascii('{"and":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonClaimPredicate(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 2:
      w.ascii('{"or":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonClaimPredicate(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 3:
      w.ascii('{"not":');
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.ascii('null');
      else p = jsonClaimPredicate(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"before_absolute_time":');
      p = w.int64(p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"before_relative_time":');
      p = w.int64(p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonClaimPredicateType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"unconditional"');
      break;
    case 1:
      w.ascii('"and"');
      break;
    case 2:
      w.ascii('"or"');
      break;
    case 3:
      w.ascii('"not"');
      break;
    case 4:
      w.ascii('"before_absolute_time"');
      break;
    case 5:
      w.ascii('"before_relative_time"');
      break;
  }
  return p + 4;
}

export function jsonClaimableBalanceEntry(w: JsonWriter, p: number): number {
  w.ascii('{"balance_id":');
  p = jsonClaimableBalanceId(w, p);
  w.ascii(',"claimants":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimant(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"ext":');
  p = jsonClaimableBalanceEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonClaimableBalanceEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonClaimableBalanceEntryExtensionV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonClaimableBalanceEntryExtensionV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonClaimableBalanceEntryExtensionV1Ext(w, p);
  w.ascii(',"flags":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonClaimableBalanceEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonClaimableBalanceFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"claimable_balance_clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonClaimableBalanceIdType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"claimable_balance_id_type_v0"');
      break;
  }
  return p + 4;
}

export function jsonClaimant(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"claimant_type_v0":');
      p = jsonClaimantV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonClaimantType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"claimant_type_v0"');
      break;
  }
  return p + 4;
}

export function jsonClaimantV0(w: JsonWriter, p: number): number {
  w.ascii('{"destination":');
  p = jsonPublicKey(w, p);
  w.ascii(',"predicate":');
  p = jsonClaimPredicate(w, p);
  w.ascii('}');
  return p;
}

export function jsonClawbackClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.ascii('{"balance_id":');
  p = jsonClaimableBalanceId(w, p);
  w.ascii('}');
  return p;
}

export function jsonClawbackClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_issuer"');
      break;
    case -3:
      w.ascii('"not_clawback_enabled"');
      break;
  }
  return p;
}

export function jsonClawbackClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_issuer"');
      break;
    case -3:
      w.ascii('"not_clawback_enabled"');
      break;
  }
  return p + 4;
}

export function jsonClawbackOp(w: JsonWriter, p: number): number {
  w.ascii('{"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"from":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonClawbackResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"not_clawback_enabled"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
  }
  return p;
}

export function jsonClawbackResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"not_clawback_enabled"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
  }
  return p + 4;
}

export function jsonConfigSettingContractBandwidthV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_max_txs_size_bytes":');
  p = w.uint32(p);
  w.ascii(',"tx_max_size_bytes":');
  p = w.uint32(p);
  w.ascii(',"fee_tx_size1_kb":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractComputeV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_max_instructions":');
  p = w.int64(p);
  w.ascii(',"tx_max_instructions":');
  p = w.int64(p);
  w.ascii(',"fee_rate_per_instructions_increment":');
  p = w.int64(p);
  w.ascii(',"tx_memory_limit":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractEventsV0(w: JsonWriter, p: number): number {
  w.ascii('{"tx_max_contract_events_size_bytes":');
  p = w.uint32(p);
  w.ascii(',"fee_contract_events1_kb":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractExecutionLanesV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_max_tx_count":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractHistoricalDataV0(w: JsonWriter, p: number): number {
  w.ascii('{"fee_historical1_kb":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractLedgerCostExtV0(w: JsonWriter, p: number): number {
  w.ascii('{"tx_max_footprint_entries":');
  p = w.uint32(p);
  w.ascii(',"fee_write1_kb":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractLedgerCostV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_max_disk_read_entries":');
  p = w.uint32(p);
  w.ascii(',"ledger_max_disk_read_bytes":');
  p = w.uint32(p);
  w.ascii(',"ledger_max_write_ledger_entries":');
  p = w.uint32(p);
  w.ascii(',"ledger_max_write_bytes":');
  p = w.uint32(p);
  w.ascii(',"tx_max_disk_read_entries":');
  p = w.uint32(p);
  w.ascii(',"tx_max_disk_read_bytes":');
  p = w.uint32(p);
  w.ascii(',"tx_max_write_ledger_entries":');
  p = w.uint32(p);
  w.ascii(',"tx_max_write_bytes":');
  p = w.uint32(p);
  w.ascii(',"fee_disk_read_ledger_entry":');
  p = w.int64(p);
  w.ascii(',"fee_write_ledger_entry":');
  p = w.int64(p);
  w.ascii(',"fee_disk_read1_kb":');
  p = w.int64(p);
  w.ascii(',"soroban_state_target_size_bytes":');
  p = w.int64(p);
  w.ascii(',"rent_fee1_kb_soroban_state_size_low":');
  p = w.int64(p);
  w.ascii(',"rent_fee1_kb_soroban_state_size_high":');
  p = w.int64(p);
  w.ascii(',"soroban_state_rent_fee_growth_factor":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingContractParallelComputeV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_max_dependent_tx_clusters":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonConfigSettingEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"contract_max_size_bytes":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"contract_compute_v0":');
      p = jsonConfigSettingContractComputeV0(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"contract_ledger_cost_v0":');
      p = jsonConfigSettingContractLedgerCostV0(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"contract_historical_data_v0":');
      p = jsonConfigSettingContractHistoricalDataV0(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"contract_events_v0":');
      p = jsonConfigSettingContractEventsV0(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"contract_bandwidth_v0":');
      p = jsonConfigSettingContractBandwidthV0(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"contract_cost_params_cpu_instructions":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonContractCostParamEntry(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 7:
      w.ascii('{"contract_cost_params_memory_bytes":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonContractCostParamEntry(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 8:
      w.ascii('{"contract_data_key_size_bytes":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"contract_data_entry_size_bytes":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 10:
      w.ascii('{"state_archival":');
      p = jsonStateArchivalSettings(w, p);
      w.ascii('}');
      break;
    case 11:
      w.ascii('{"contract_execution_lanes":');
      p = jsonConfigSettingContractExecutionLanesV0(w, p);
      w.ascii('}');
      break;
    case 12:
      w.ascii('{"live_soroban_state_size_window":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = w.uint64(p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 13:
      w.ascii('{"eviction_iterator":');
      p = jsonEvictionIterator(w, p);
      w.ascii('}');
      break;
    case 14:
      w.ascii('{"contract_parallel_compute_v0":');
      p = jsonConfigSettingContractParallelComputeV0(w, p);
      w.ascii('}');
      break;
    case 15:
      w.ascii('{"contract_ledger_cost_ext_v0":');
      p = jsonConfigSettingContractLedgerCostExtV0(w, p);
      w.ascii('}');
      break;
    case 16:
      w.ascii('{"scp_timing":');
      p = jsonConfigSettingScpTiming(w, p);
      w.ascii('}');
      break;
    case 17:
      w.ascii('{"frozen_ledger_keys":');
      p = jsonFrozenLedgerKeys(w, p);
      w.ascii('}');
      break;
    case 18:
      w.ascii('{"frozen_ledger_keys_delta":');
      p = jsonFrozenLedgerKeysDelta(w, p);
      w.ascii('}');
      break;
    case 19:
      w.ascii('{"freeze_bypass_txs":');
      p = jsonFreezeBypassTxs(w, p);
      w.ascii('}');
      break;
    case 20:
      w.ascii('{"freeze_bypass_txs_delta":');
      p = jsonFreezeBypassTxsDelta(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonConfigSettingId(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract_max_size_bytes"');
      break;
    case 1:
      w.ascii('"contract_compute_v0"');
      break;
    case 2:
      w.ascii('"contract_ledger_cost_v0"');
      break;
    case 3:
      w.ascii('"contract_historical_data_v0"');
      break;
    case 4:
      w.ascii('"contract_events_v0"');
      break;
    case 5:
      w.ascii('"contract_bandwidth_v0"');
      break;
    case 6:
      w.ascii('"contract_cost_params_cpu_instructions"');
      break;
    case 7:
      w.ascii('"contract_cost_params_memory_bytes"');
      break;
    case 8:
      w.ascii('"contract_data_key_size_bytes"');
      break;
    case 9:
      w.ascii('"contract_data_entry_size_bytes"');
      break;
    case 10:
      w.ascii('"state_archival"');
      break;
    case 11:
      w.ascii('"contract_execution_lanes"');
      break;
    case 12:
      w.ascii('"live_soroban_state_size_window"');
      break;
    case 13:
      w.ascii('"eviction_iterator"');
      break;
    case 14:
      w.ascii('"contract_parallel_compute_v0"');
      break;
    case 15:
      w.ascii('"contract_ledger_cost_ext_v0"');
      break;
    case 16:
      w.ascii('"scp_timing"');
      break;
    case 17:
      w.ascii('"frozen_ledger_keys"');
      break;
    case 18:
      w.ascii('"frozen_ledger_keys_delta"');
      break;
    case 19:
      w.ascii('"freeze_bypass_txs"');
      break;
    case 20:
      w.ascii('"freeze_bypass_txs_delta"');
      break;
  }
  return p + 4;
}

export function jsonConfigSettingScpTiming(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_target_close_time_milliseconds":');
  p = w.uint32(p);
  w.ascii(',"nomination_timeout_initial_milliseconds":');
  p = w.uint32(p);
  w.ascii(',"nomination_timeout_increment_milliseconds":');
  p = w.uint32(p);
  w.ascii(',"ballot_timeout_initial_milliseconds":');
  p = w.uint32(p);
  w.ascii(',"ballot_timeout_increment_milliseconds":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonConfigUpgradeSet(w: JsonWriter, p: number): number {
  w.ascii('{"updated_entry":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonConfigSettingEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonConfigUpgradeSetKey(w: JsonWriter, p: number): number {
  w.ascii('{"contract_id":');
  p = jsonContractId(w, p);
  w.ascii(',"content_hash":');
  p = jsonHash(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractCodeCostInputs(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"n_instructions":');
  p = w.uint32(p);
  w.ascii(',"n_functions":');
  p = w.uint32(p);
  w.ascii(',"n_globals":');
  p = w.uint32(p);
  w.ascii(',"n_table_entries":');
  p = w.uint32(p);
  w.ascii(',"n_types":');
  p = w.uint32(p);
  w.ascii(',"n_data_segments":');
  p = w.uint32(p);
  w.ascii(',"n_elem_segments":');
  p = w.uint32(p);
  w.ascii(',"n_imports":');
  p = w.uint32(p);
  w.ascii(',"n_exports":');
  p = w.uint32(p);
  w.ascii(',"n_data_segment_bytes":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonContractCodeEntry(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonContractCodeEntryExt(w, p);
  w.ascii(',"hash":');
  p = jsonHash(w, p);
  w.ascii(',"code":');
  p = w.varOpaque(p);
  w.ascii('}');
  return p;
}

export function jsonContractCodeEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonContractCodeEntryV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonContractCodeEntryV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"cost_inputs":');
  p = jsonContractCodeCostInputs(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractCostParamEntry(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"const_term":');
  p = w.int64(p);
  w.ascii(',"linear_term":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonContractCostType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"wasm_insn_exec"');
      break;
    case 1:
      w.ascii('"mem_alloc"');
      break;
    case 2:
      w.ascii('"mem_cpy"');
      break;
    case 3:
      w.ascii('"mem_cmp"');
      break;
    case 4:
      w.ascii('"dispatch_host_function"');
      break;
    case 5:
      w.ascii('"visit_object"');
      break;
    case 6:
      w.ascii('"val_ser"');
      break;
    case 7:
      w.ascii('"val_deser"');
      break;
    case 8:
      w.ascii('"compute_sha256_hash"');
      break;
    case 9:
      w.ascii('"compute_ed25519_pub_key"');
      break;
    case 10:
      w.ascii('"verify_ed25519_sig"');
      break;
    case 11:
      w.ascii('"vm_instantiation"');
      break;
    case 12:
      w.ascii('"vm_cached_instantiation"');
      break;
    case 13:
      w.ascii('"invoke_vm_function"');
      break;
    case 14:
      w.ascii('"compute_keccak256_hash"');
      break;
    case 15:
      w.ascii('"decode_ecdsa_curve256_sig"');
      break;
    case 16:
      w.ascii('"recover_ecdsa_secp256k1_key"');
      break;
    case 17:
      w.ascii('"int256_add_sub"');
      break;
    case 18:
      w.ascii('"int256_mul"');
      break;
    case 19:
      w.ascii('"int256_div"');
      break;
    case 20:
      w.ascii('"int256_pow"');
      break;
    case 21:
      w.ascii('"int256_shift"');
      break;
    case 22:
      w.ascii('"cha_cha20_draw_bytes"');
      break;
    case 23:
      w.ascii('"parse_wasm_instructions"');
      break;
    case 24:
      w.ascii('"parse_wasm_functions"');
      break;
    case 25:
      w.ascii('"parse_wasm_globals"');
      break;
    case 26:
      w.ascii('"parse_wasm_table_entries"');
      break;
    case 27:
      w.ascii('"parse_wasm_types"');
      break;
    case 28:
      w.ascii('"parse_wasm_data_segments"');
      break;
    case 29:
      w.ascii('"parse_wasm_elem_segments"');
      break;
    case 30:
      w.ascii('"parse_wasm_imports"');
      break;
    case 31:
      w.ascii('"parse_wasm_exports"');
      break;
    case 32:
      w.ascii('"parse_wasm_data_segment_bytes"');
      break;
    case 33:
      w.ascii('"instantiate_wasm_instructions"');
      break;
    case 34:
      w.ascii('"instantiate_wasm_functions"');
      break;
    case 35:
      w.ascii('"instantiate_wasm_globals"');
      break;
    case 36:
      w.ascii('"instantiate_wasm_table_entries"');
      break;
    case 37:
      w.ascii('"instantiate_wasm_types"');
      break;
    case 38:
      w.ascii('"instantiate_wasm_data_segments"');
      break;
    case 39:
      w.ascii('"instantiate_wasm_elem_segments"');
      break;
    case 40:
      w.ascii('"instantiate_wasm_imports"');
      break;
    case 41:
      w.ascii('"instantiate_wasm_exports"');
      break;
    case 42:
      w.ascii('"instantiate_wasm_data_segment_bytes"');
      break;
    case 43:
      w.ascii('"sec1_decode_point_uncompressed"');
      break;
    case 44:
      w.ascii('"verify_ecdsa_secp256r1_sig"');
      break;
    case 45:
      w.ascii('"bls12381_encode_fp"');
      break;
    case 46:
      w.ascii('"bls12381_decode_fp"');
      break;
    case 47:
      w.ascii('"bls12381_g1_check_point_on_curve"');
      break;
    case 48:
      w.ascii('"bls12381_g1_check_point_in_subgroup"');
      break;
    case 49:
      w.ascii('"bls12381_g2_check_point_on_curve"');
      break;
    case 50:
      w.ascii('"bls12381_g2_check_point_in_subgroup"');
      break;
    case 51:
      w.ascii('"bls12381_g1_projective_to_affine"');
      break;
    case 52:
      w.ascii('"bls12381_g2_projective_to_affine"');
      break;
    case 53:
      w.ascii('"bls12381_g1_add"');
      break;
    case 54:
      w.ascii('"bls12381_g1_mul"');
      break;
    case 55:
      w.ascii('"bls12381_g1_msm"');
      break;
    case 56:
      w.ascii('"bls12381_map_fp_to_g1"');
      break;
    case 57:
      w.ascii('"bls12381_hash_to_g1"');
      break;
    case 58:
      w.ascii('"bls12381_g2_add"');
      break;
    case 59:
      w.ascii('"bls12381_g2_mul"');
      break;
    case 60:
      w.ascii('"bls12381_g2_msm"');
      break;
    case 61:
      w.ascii('"bls12381_map_fp2_to_g2"');
      break;
    case 62:
      w.ascii('"bls12381_hash_to_g2"');
      break;
    case 63:
      w.ascii('"bls12381_pairing"');
      break;
    case 64:
      w.ascii('"bls12381_fr_from_u256"');
      break;
    case 65:
      w.ascii('"bls12381_fr_to_u256"');
      break;
    case 66:
      w.ascii('"bls12381_fr_add_sub"');
      break;
    case 67:
      w.ascii('"bls12381_fr_mul"');
      break;
    case 68:
      w.ascii('"bls12381_fr_pow"');
      break;
    case 69:
      w.ascii('"bls12381_fr_inv"');
      break;
    case 70:
      w.ascii('"bn254_encode_fp"');
      break;
    case 71:
      w.ascii('"bn254_decode_fp"');
      break;
    case 72:
      w.ascii('"bn254_g1_check_point_on_curve"');
      break;
    case 73:
      w.ascii('"bn254_g2_check_point_on_curve"');
      break;
    case 74:
      w.ascii('"bn254_g2_check_point_in_subgroup"');
      break;
    case 75:
      w.ascii('"bn254_g1_projective_to_affine"');
      break;
    case 76:
      w.ascii('"bn254_g1_add"');
      break;
    case 77:
      w.ascii('"bn254_g1_mul"');
      break;
    case 78:
      w.ascii('"bn254_pairing"');
      break;
    case 79:
      w.ascii('"bn254_fr_from_u256"');
      break;
    case 80:
      w.ascii('"bn254_fr_to_u256"');
      break;
    case 81:
      w.ascii('"bn254_fr_add_sub"');
      break;
    case 82:
      w.ascii('"bn254_fr_mul"');
      break;
    case 83:
      w.ascii('"bn254_fr_pow"');
      break;
    case 84:
      w.ascii('"bn254_fr_inv"');
      break;
    case 85:
      w.ascii('"bn254_g1_msm"');
      break;
  }
  return p + 4;
}

export function jsonContractDataDurability(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"temporary"');
      break;
    case 1:
      w.ascii('"persistent"');
      break;
  }
  return p + 4;
}

export function jsonContractDataEntry(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"contract":');
  p = jsonScAddress(w, p);
  w.ascii(',"key":');
  p = jsonScVal(w, p);
  w.ascii(',"durability":');
  p = jsonContractDataDurability(w, p);
  w.ascii(',"val":');
  p = jsonScVal(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractEvent(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"contract_id":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonContractId(w, p);
  w.ascii(',"type":');
  p = jsonContractEventType(w, p);
  w.ascii(',"body":');
  p = jsonContractEventBody(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractEventBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonContractEventV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonContractEventType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"system"');
      break;
    case 1:
      w.ascii('"contract"');
      break;
    case 2:
      w.ascii('"diagnostic"');
      break;
  }
  return p + 4;
}

export function jsonContractEventV0(w: JsonWriter, p: number): number {
  w.ascii('{"topics":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"data":');
  p = jsonScVal(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractExecutable(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"wasm":');
      p = jsonHash(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('"stellar_asset"');
      break;
    case 2:
      w.ascii('{"external_ref":');
      p = jsonContractExecutableExternalRef(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonContractExecutableExternalRef(w: JsonWriter, p: number): number {
  w.ascii('{"executable_owner":');
  p = jsonScAddress(w, p);
  w.ascii(',"tag":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonContractExecutableType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"wasm"');
      break;
    case 1:
      w.ascii('"stellar_asset"');
      break;
    case 2:
      w.ascii('"external_ref"');
      break;
  }
  return p + 4;
}

export function jsonContractIdPreimage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"address":');
      p = jsonContractIdPreimageFromAddress(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"asset":');
      p = jsonAsset(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonContractIdPreimageFromAddress(w: JsonWriter, p: number): number {
  w.ascii('{"address":');
  p = jsonScAddress(w, p);
  w.ascii(',"salt":');
  p = jsonUint256Bytes(w, p);
  w.ascii('}');
  return p;
}

export function jsonContractIdPreimageType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"address"');
      break;
    case 1:
      w.ascii('"asset"');
      break;
  }
  return p + 4;
}

export function jsonCreateAccountOp(w: JsonWriter, p: number): number {
  w.ascii('{"destination":');
  p = jsonPublicKey(w, p);
  w.ascii(',"starting_balance":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonCreateAccountResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"already_exist"');
      break;
  }
  return p;
}

export function jsonCreateAccountResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"already_exist"');
      break;
  }
  return p + 4;
}

export function jsonCreateClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.ascii('{"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"claimants":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimant(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonCreateClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonClaimableBalanceId(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"low_reserve"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"not_authorized"');
      break;
    case -5:
      w.ascii('"underfunded"');
      break;
  }
  return p;
}

export function jsonCreateClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"low_reserve"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"not_authorized"');
      break;
    case -5:
      w.ascii('"underfunded"');
      break;
  }
  return p + 4;
}

export function jsonCreateContractArgs(w: JsonWriter, p: number): number {
  w.ascii('{"contract_id_preimage":');
  p = jsonContractIdPreimage(w, p);
  w.ascii(',"executable":');
  p = jsonContractExecutable(w, p);
  w.ascii('}');
  return p;
}

export function jsonCreateContractArgsV2(w: JsonWriter, p: number): number {
  w.ascii('{"contract_id_preimage":');
  p = jsonContractIdPreimage(w, p);
  w.ascii(',"executable":');
  p = jsonContractExecutable(w, p);
  w.ascii(',"constructor_args":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonCreatePassiveSellOfferOp(w: JsonWriter, p: number): number {
  w.ascii('{"selling":');
  p = jsonAsset(w, p);
  w.ascii(',"buying":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"price":');
  p = jsonPrice(w, p);
  w.ascii('}');
  return p;
}

export function jsonCryptoKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ed25519"');
      break;
    case 1:
      w.ascii('"pre_auth_tx"');
      break;
    case 2:
      w.ascii('"hash_x"');
      break;
    case 3:
      w.ascii('"ed25519_signed_payload"');
      break;
    case 256:
      w.ascii('"muxed_ed25519"');
      break;
  }
  return p + 4;
}

export function jsonCurve25519Public(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = w.opaque(p, 32);
  w.ascii('}');
  return p;
}

export function jsonCurve25519Secret(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = w.opaque(p, 32);
  w.ascii('}');
  return p;
}

export function jsonDataEntry(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"data_name":');
  p = w.string(p);
  w.ascii(',"data_value":');
  p = jsonDataValue(w, p);
  w.ascii(',"ext":');
  p = jsonDataEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonDataEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonDataValue(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonDecoratedSignature(w: JsonWriter, p: number): number {
  w.ascii('{"hint":');
  p = jsonSignatureHint(w, p);
  w.ascii(',"signature":');
  p = jsonSignature(w, p);
  w.ascii('}');
  return p;
}

export function jsonDiagnosticEvent(w: JsonWriter, p: number): number {
  w.ascii('{"in_successful_contract_call":');
  p = w.bool(p);
  w.ascii(',"event":');
  p = jsonContractEvent(w, p);
  w.ascii('}');
  return p;
}

export function jsonDontHave(w: JsonWriter, p: number): number {
  w.ascii('{"type":');
  p = jsonMessageType(w, p);
  w.ascii(',"req_hash":');
  p = jsonUint256Bytes(w, p);
  w.ascii('}');
  return p;
}

export function jsonEncodedLedgerKey(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonEncryptedBody(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonEndSponsoringFutureReservesResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_sponsored"');
      break;
  }
  return p;
}

export function jsonEndSponsoringFutureReservesResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_sponsored"');
      break;
  }
  return p + 4;
}

export function jsonEnvelopeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"tx_v0"');
      break;
    case 1:
      w.ascii('"scp"');
      break;
    case 2:
      w.ascii('"tx"');
      break;
    case 3:
      w.ascii('"auth"');
      break;
    case 4:
      w.ascii('"scpvalue"');
      break;
    case 5:
      w.ascii('"tx_fee_bump"');
      break;
    case 6:
      w.ascii('"op_id"');
      break;
    case 7:
      w.ascii('"pool_revoke_op_id"');
      break;
    case 8:
      w.ascii('"contract_id"');
      break;
    case 9:
      w.ascii('"soroban_authorization"');
      break;
    case 10:
      w.ascii('"soroban_authorization_with_address"');
      break;
  }
  return p + 4;
}

export function jsonError(w: JsonWriter, p: number): number {
  w.ascii('{"code":');
  p = jsonErrorCode(w, p);
  w.ascii(',"msg":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonErrorCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"misc"');
      break;
    case 1:
      w.ascii('"data"');
      break;
    case 2:
      w.ascii('"conf"');
      break;
    case 3:
      w.ascii('"auth"');
      break;
    case 4:
      w.ascii('"load"');
      break;
  }
  return p + 4;
}

export function jsonEvictionIterator(w: JsonWriter, p: number): number {
  w.ascii('{"bucket_list_level":');
  p = w.uint32(p);
  w.ascii(',"is_curr_bucket":');
  p = w.bool(p);
  w.ascii(',"bucket_file_offset":');
  p = w.uint64(p);
  w.ascii('}');
  return p;
}

export function jsonExtendFootprintTtlOp(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"extend_to":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonExtendFootprintTtlResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p;
}

export function jsonExtendFootprintTtlResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonExtensionPoint(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonFeeBumpTransaction(w: JsonWriter, p: number): number {
  w.ascii('{"fee_source":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"fee":');
  p = w.int64(p);
  w.ascii(',"inner_tx":');
  p = jsonFeeBumpTransactionInnerTx(w, p);
  w.ascii(',"ext":');
  p = jsonFeeBumpTransactionExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonFeeBumpTransactionEnvelope(w: JsonWriter, p: number): number {
  w.ascii('{"tx":');
  p = jsonFeeBumpTransaction(w, p);
  w.ascii(',"signatures":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFeeBumpTransactionExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonFeeBumpTransactionInnerTx(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.ascii('{"tx":');
      p = jsonTransactionV1Envelope(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonFloodAdvert(w: JsonWriter, p: number): number {
  w.ascii('{"tx_hashes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFloodDemand(w: JsonWriter, p: number): number {
  w.ascii('{"tx_hashes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFreezeBypassTxs(w: JsonWriter, p: number): number {
  w.ascii('{"tx_hashes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFreezeBypassTxsDelta(w: JsonWriter, p: number): number {
  w.ascii('{"add_txs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"remove_txs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFrozenLedgerKeys(w: JsonWriter, p: number): number {
  w.ascii('{"keys":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonFrozenLedgerKeysDelta(w: JsonWriter, p: number): number {
  w.ascii('{"keys_to_freeze":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"keys_to_unfreeze":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonGeneralizedTransactionSet(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.ascii('{"v1":');
      p = jsonTransactionSetV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonHash(w: JsonWriter, p: number): number {
  return w.opaque(p, 32);
}

export function jsonHashIdPreimage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 6:
      w.ascii('{"op_id":');
      p = jsonHashIdPreimageOperationId(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"pool_revoke_op_id":');
      p = jsonHashIdPreimageRevokeId(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"contract_id":');
      p = jsonHashIdPreimageContractId(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"soroban_authorization":');
      p = jsonHashIdPreimageSorobanAuthorization(w, p);
      w.ascii('}');
      break;
    case 10:
      w.ascii('{"soroban_authorization_with_address":');
      p = jsonHashIdPreimageSorobanAuthorizationWithAddress(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonHashIdPreimageContractId(w: JsonWriter, p: number): number {
  w.ascii('{"network_id":');
  p = jsonHash(w, p);
  w.ascii(',"contract_id_preimage":');
  p = jsonContractIdPreimage(w, p);
  w.ascii('}');
  return p;
}

export function jsonHashIdPreimageOperationId(w: JsonWriter, p: number): number {
  w.ascii('{"source_account":');
  p = jsonPublicKey(w, p);
  w.ascii(',"seq_num":');
  p = w.int64(p);
  w.ascii(',"op_num":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonHashIdPreimageRevokeId(w: JsonWriter, p: number): number {
  w.ascii('{"source_account":');
  p = jsonPublicKey(w, p);
  w.ascii(',"seq_num":');
  p = w.int64(p);
  w.ascii(',"op_num":');
  p = w.uint32(p);
  w.ascii(',"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii(',"asset":');
  p = jsonAsset(w, p);
  w.ascii('}');
  return p;
}

export function jsonHashIdPreimageSorobanAuthorization(w: JsonWriter, p: number): number {
  w.ascii('{"network_id":');
  p = jsonHash(w, p);
  w.ascii(',"nonce":');
  p = w.int64(p);
  w.ascii(',"signature_expiration_ledger":');
  p = w.uint32(p);
  w.ascii(',"invocation":');
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.ascii('}');
  return p;
}

export function jsonHashIdPreimageSorobanAuthorizationWithAddress(w: JsonWriter, p: number): number {
  w.ascii('{"network_id":');
  p = jsonHash(w, p);
  w.ascii(',"nonce":');
  p = w.int64(p);
  w.ascii(',"signature_expiration_ledger":');
  p = w.uint32(p);
  w.ascii(',"address":');
  p = jsonScAddress(w, p);
  w.ascii(',"invocation":');
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.ascii('}');
  return p;
}

export function jsonHello(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_version":');
  p = w.uint32(p);
  w.ascii(',"overlay_version":');
  p = w.uint32(p);
  w.ascii(',"overlay_min_version":');
  p = w.uint32(p);
  w.ascii(',"network_id":');
  p = jsonHash(w, p);
  w.ascii(',"version_str":');
  p = w.string(p);
  w.ascii(',"listening_port":');
  p = w.int32(p);
  w.ascii(',"peer_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"cert":');
  p = jsonAuthCert(w, p);
  w.ascii(',"nonce":');
  p = jsonUint256Bytes(w, p);
  w.ascii('}');
  return p;
}

export function jsonHmacSha256Key(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = w.opaque(p, 32);
  w.ascii('}');
  return p;
}

export function jsonHmacSha256Mac(w: JsonWriter, p: number): number {
  w.ascii('{"mac":');
  p = w.opaque(p, 32);
  w.ascii('}');
  return p;
}

export function jsonHostFunction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"invoke_contract":');
      p = jsonInvokeContractArgs(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"create_contract":');
      p = jsonCreateContractArgs(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"upload_contract_wasm":');
      p = w.varOpaque(p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"create_contract_v2":');
      p = jsonCreateContractArgsV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonHostFunctionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"invoke_contract"');
      break;
    case 1:
      w.ascii('"create_contract"');
      break;
    case 2:
      w.ascii('"upload_contract_wasm"');
      break;
    case 3:
      w.ascii('"create_contract_v2"');
      break;
  }
  return p + 4;
}

export function jsonHotArchiveBucketEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"archived":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"live":');
      p = jsonLedgerKey(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('{"metaentry":');
      p = jsonBucketMetadata(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonHotArchiveBucketEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case -1:
      w.ascii('"metaentry"');
      break;
    case 0:
      w.ascii('"archived"');
      break;
    case 1:
      w.ascii('"live"');
      break;
  }
  return p + 4;
}

export function jsonInflationPayout(w: JsonWriter, p: number): number {
  w.ascii('{"destination":');
  p = jsonPublicKey(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonInflationResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonInflationPayout(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case -1:
      w.ascii('"not_time"');
      break;
  }
  return p;
}

export function jsonInflationResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_time"');
      break;
  }
  return p + 4;
}

export function jsonInnerTransactionResult(w: JsonWriter, p: number): number {
  w.ascii('{"fee_charged":');
  p = w.int64(p);
  w.ascii(',"result":');
  p = jsonInnerTransactionResultResult(w, p);
  w.ascii(',"ext":');
  p = jsonInnerTransactionResultExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonInnerTransactionResultExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonInnerTransactionResultPair(w: JsonWriter, p: number): number {
  w.ascii('{"transaction_hash":');
  p = jsonHash(w, p);
  w.ascii(',"result":');
  p = jsonInnerTransactionResult(w, p);
  w.ascii('}');
  return p;
}

export function jsonInnerTransactionResultResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"tx_success":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case -1:
      w.ascii('{"tx_failed":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case -2:
      w.ascii('"tx_too_early"');
      break;
    case -3:
      w.ascii('"tx_too_late"');
      break;
    case -4:
      w.ascii('"tx_missing_operation"');
      break;
    case -5:
      w.ascii('"tx_bad_seq"');
      break;
    case -6:
      w.ascii('"tx_bad_auth"');
      break;
    case -7:
      w.ascii('"tx_insufficient_balance"');
      break;
    case -8:
      w.ascii('"tx_no_account"');
      break;
    case -9:
      w.ascii('"tx_insufficient_fee"');
      break;
    case -10:
      w.ascii('"tx_bad_auth_extra"');
      break;
    case -11:
      w.ascii('"tx_internal_error"');
      break;
    case -12:
      w.ascii('"tx_not_supported"');
      break;
    case -14:
      w.ascii('"tx_bad_sponsorship"');
      break;
    case -15:
      w.ascii('"tx_bad_min_seq_age_or_gap"');
      break;
    case -16:
      w.ascii('"tx_malformed"');
      break;
    case -17:
      w.ascii('"tx_soroban_invalid"');
      break;
    case -18:
      w.ascii('"tx_frozen_key_accessed"');
      break;
  }
  return p;
}

export function jsonInvokeContractArgs(w: JsonWriter, p: number): number {
  w.ascii('{"contract_address":');
  p = jsonScAddress(w, p);
  w.ascii(',"function_name":');
  p = w.string(p);
  w.ascii(',"args":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonInvokeHostFunctionOp(w: JsonWriter, p: number): number {
  w.ascii('{"host_function":');
  p = jsonHostFunction(w, p);
  w.ascii(',"auth":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanAuthorizationEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonInvokeHostFunctionResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonHash(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"trapped"');
      break;
    case -3:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -4:
      w.ascii('"entry_archived"');
      break;
    case -5:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p;
}

export function jsonInvokeHostFunctionResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"trapped"');
      break;
    case -3:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -4:
      w.ascii('"entry_archived"');
      break;
    case -5:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonInvokeHostFunctionSuccessPreImage(w: JsonWriter, p: number): number {
  w.ascii('{"return_value":');
  p = jsonScVal(w, p);
  w.ascii(',"events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonIpAddrType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"i_pv4"');
      break;
    case 1:
      w.ascii('"i_pv6"');
      break;
  }
  return p + 4;
}

export function jsonLedgerBounds(w: JsonWriter, p: number): number {
  w.ascii('{"min_ledger":');
  p = w.uint32(p);
  w.ascii(',"max_ledger":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonLedgerCloseMeta(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonLedgerCloseMetaV0(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonLedgerCloseMetaV1(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"v2":');
      p = jsonLedgerCloseMetaV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerCloseMetaBatch(w: JsonWriter, p: number): number {
  w.ascii('{"start_sequence":');
  p = w.uint32(p);
  w.ascii(',"end_sequence":');
  p = w.uint32(p);
  w.ascii(',"ledger_close_metas":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerCloseMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerCloseMetaExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonLedgerCloseMetaExtV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerCloseMetaExtV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"soroban_fee_write1_kb":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonLedgerCloseMetaV0(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_header":');
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.ascii(',"tx_set":');
  p = jsonTransactionSet(w, p);
  w.ascii(',"tx_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"upgrades_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"scp_info":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerCloseMetaV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonLedgerCloseMetaExt(w, p);
  w.ascii(',"ledger_header":');
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.ascii(',"tx_set":');
  p = jsonGeneralizedTransactionSet(w, p);
  w.ascii(',"tx_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"upgrades_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"scp_info":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"total_byte_size_of_live_soroban_state":');
  p = w.uint64(p);
  w.ascii(',"evicted_keys":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"unused":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerCloseMetaV2(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonLedgerCloseMetaExt(w, p);
  w.ascii(',"ledger_header":');
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.ascii(',"tx_set":');
  p = jsonGeneralizedTransactionSet(w, p);
  w.ascii(',"tx_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMetaV1(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"upgrades_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"scp_info":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"total_byte_size_of_live_soroban_state":');
  p = w.uint64(p);
  w.ascii(',"evicted_keys":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerCloseValueSignature(w: JsonWriter, p: number): number {
  w.ascii('{"node_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"signature":');
  p = jsonSignature(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerEntry(w: JsonWriter, p: number): number {
  w.ascii('{"last_modified_ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"data":');
  p = jsonLedgerEntryData(w, p);
  w.ascii(',"ext":');
  p = jsonLedgerEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerEntryChange(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"created":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"updated":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"removed":');
      p = jsonLedgerKey(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"state":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"restored":');
      p = jsonLedgerEntry(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerEntryChangeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"created"');
      break;
    case 1:
      w.ascii('"updated"');
      break;
    case 2:
      w.ascii('"removed"');
      break;
    case 3:
      w.ascii('"state"');
      break;
    case 4:
      w.ascii('"restored"');
      break;
  }
  return p + 4;
}

export function jsonLedgerEntryData(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"account":');
      p = jsonAccountEntry(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"trustline":');
      p = jsonTrustLineEntry(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"offer":');
      p = jsonOfferEntry(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"data":');
      p = jsonDataEntry(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"claimable_balance":');
      p = jsonClaimableBalanceEntry(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"liquidity_pool":');
      p = jsonLiquidityPoolEntry(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"contract_data":');
      p = jsonContractDataEntry(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"contract_code":');
      p = jsonContractCodeEntry(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"config_setting":');
      p = jsonConfigSettingEntry(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"ttl":');
      p = jsonTtlEntry(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonLedgerEntryExtensionV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerEntryExtensionV1(w: JsonWriter, p: number): number {
  w.ascii('{"sponsoring_id":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonPublicKey(w, p);
  w.ascii(',"ext":');
  p = jsonLedgerEntryExtensionV1Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonLedgerEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"account"');
      break;
    case 1:
      w.ascii('"trustline"');
      break;
    case 2:
      w.ascii('"offer"');
      break;
    case 3:
      w.ascii('"data"');
      break;
    case 4:
      w.ascii('"claimable_balance"');
      break;
    case 5:
      w.ascii('"liquidity_pool"');
      break;
    case 6:
      w.ascii('"contract_data"');
      break;
    case 7:
      w.ascii('"contract_code"');
      break;
    case 8:
      w.ascii('"config_setting"');
      break;
    case 9:
      w.ascii('"ttl"');
      break;
  }
  return p + 4;
}

export function jsonLedgerFootprint(w: JsonWriter, p: number): number {
  w.ascii('{"read_only":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"read_write":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerHeader(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_version":');
  p = w.uint32(p);
  w.ascii(',"previous_ledger_hash":');
  p = jsonHash(w, p);
  w.ascii(',"scp_value":');
  p = jsonStellarValue(w, p);
  w.ascii(',"tx_set_result_hash":');
  p = jsonHash(w, p);
  w.ascii(',"bucket_list_hash":');
  p = jsonHash(w, p);
  w.ascii(',"ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"total_coins":');
  p = w.int64(p);
  w.ascii(',"fee_pool":');
  p = w.int64(p);
  w.ascii(',"inflation_seq":');
  p = w.uint32(p);
  w.ascii(',"id_pool":');
  p = w.uint64(p);
  w.ascii(',"base_fee":');
  p = w.uint32(p);
  w.ascii(',"base_reserve":');
  p = w.uint32(p);
  w.ascii(',"max_tx_set_size":');
  p = w.uint32(p);
  w.ascii(',"skip_list":[');
  for (let i = 4; i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonLedgerHeaderExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerHeaderExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonLedgerHeaderExtensionV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerHeaderExtensionV1(w: JsonWriter, p: number): number {
  w.ascii('{"flags":');
  p = w.uint32(p);
  w.ascii(',"ext":');
  p = jsonLedgerHeaderExtensionV1Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerHeaderExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonLedgerHeaderFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"trading_flag"');
      break;
    case 2:
      w.ascii('"deposit_flag"');
      break;
    case 4:
      w.ascii('"withdrawal_flag"');
      break;
  }
  return p + 4;
}

export function jsonLedgerHeaderHistoryEntry(w: JsonWriter, p: number): number {
  w.ascii('{"hash":');
  p = jsonHash(w, p);
  w.ascii(',"header":');
  p = jsonLedgerHeader(w, p);
  w.ascii(',"ext":');
  p = jsonLedgerHeaderHistoryEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerHeaderHistoryEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonLedgerKey(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"account":');
      p = jsonLedgerKeyAccount(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"trustline":');
      p = jsonLedgerKeyTrustLine(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"offer":');
      p = jsonLedgerKeyOffer(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"data":');
      p = jsonLedgerKeyData(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"claimable_balance":');
      p = jsonLedgerKeyClaimableBalance(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"liquidity_pool":');
      p = jsonLedgerKeyLiquidityPool(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"contract_data":');
      p = jsonLedgerKeyContractData(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"contract_code":');
      p = jsonLedgerKeyContractCode(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"config_setting":');
      p = jsonLedgerKeyConfigSetting(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"ttl":');
      p = jsonLedgerKeyTtl(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerKeyAccount(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyClaimableBalance(w: JsonWriter, p: number): number {
  w.ascii('{"balance_id":');
  p = jsonClaimableBalanceId(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyConfigSetting(w: JsonWriter, p: number): number {
  w.ascii('{"config_setting_id":');
  p = jsonConfigSettingId(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyContractCode(w: JsonWriter, p: number): number {
  w.ascii('{"hash":');
  p = jsonHash(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyContractData(w: JsonWriter, p: number): number {
  w.ascii('{"contract":');
  p = jsonScAddress(w, p);
  w.ascii(',"key":');
  p = jsonScVal(w, p);
  w.ascii(',"durability":');
  p = jsonContractDataDurability(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyData(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"data_name":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyLiquidityPool(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyOffer(w: JsonWriter, p: number): number {
  w.ascii('{"seller_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyTrustLine(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"asset":');
  p = jsonTrustLineAsset(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerKeyTtl(w: JsonWriter, p: number): number {
  w.ascii('{"key_hash":');
  p = jsonHash(w, p);
  w.ascii('}');
  return p;
}

export function jsonLedgerScpMessages(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"messages":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonLedgerUpgrade(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.ascii('{"version":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"base_fee":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"max_tx_set_size":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"base_reserve":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"flags":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"config":');
      p = jsonConfigUpgradeSetKey(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"max_soroban_tx_set_size":');
      p = w.uint32(p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLedgerUpgradeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"version"');
      break;
    case 2:
      w.ascii('"base_fee"');
      break;
    case 3:
      w.ascii('"max_tx_set_size"');
      break;
    case 4:
      w.ascii('"base_reserve"');
      break;
    case 5:
      w.ascii('"flags"');
      break;
    case 6:
      w.ascii('"config"');
      break;
    case 7:
      w.ascii('"max_soroban_tx_set_size"');
      break;
  }
  return p + 4;
}

export function jsonLiabilities(w: JsonWriter, p: number): number {
  w.ascii('{"buying":');
  p = w.int64(p);
  w.ascii(',"selling":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolConstantProductParameters(w: JsonWriter, p: number): number {
  w.ascii('{"asset_a":');
  p = jsonAsset(w, p);
  w.ascii(',"asset_b":');
  p = jsonAsset(w, p);
  w.ascii(',"fee":');
  p = w.int32(p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolDepositOp(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii(',"max_amount_a":');
  p = w.int64(p);
  w.ascii(',"max_amount_b":');
  p = w.int64(p);
  w.ascii(',"min_price":');
  p = jsonPrice(w, p);
  w.ascii(',"max_price":');
  p = jsonPrice(w, p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolDepositResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"not_authorized"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
    case -5:
      w.ascii('"line_full"');
      break;
    case -6:
      w.ascii('"bad_price"');
      break;
    case -7:
      w.ascii('"pool_full"');
      break;
    case -8:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p;
}

export function jsonLiquidityPoolDepositResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"not_authorized"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
    case -5:
      w.ascii('"line_full"');
      break;
    case -6:
      w.ascii('"bad_price"');
      break;
    case -7:
      w.ascii('"pool_full"');
      break;
    case -8:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonLiquidityPoolEntry(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii(',"body":');
  p = jsonLiquidityPoolEntryBody(w, p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolEntryBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"liquidity_pool_constant_product":');
      p = jsonLiquidityPoolEntryConstantProduct(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLiquidityPoolEntryConstantProduct(w: JsonWriter, p: number): number {
  w.ascii('{"params":');
  p = jsonLiquidityPoolConstantProductParameters(w, p);
  w.ascii(',"reserve_a":');
  p = w.int64(p);
  w.ascii(',"reserve_b":');
  p = w.int64(p);
  w.ascii(',"total_pool_shares":');
  p = w.int64(p);
  w.ascii(',"pool_shares_trust_line_count":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolParameters(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"liquidity_pool_constant_product":');
      p = jsonLiquidityPoolConstantProductParameters(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonLiquidityPoolType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"liquidity_pool_constant_product"');
      break;
  }
  return p + 4;
}

export function jsonLiquidityPoolWithdrawOp(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_id":');
  p = jsonPoolId(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"min_amount_a":');
  p = w.int64(p);
  w.ascii(',"min_amount_b":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonLiquidityPoolWithdrawResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"underfunded"');
      break;
    case -4:
      w.ascii('"line_full"');
      break;
    case -5:
      w.ascii('"under_minimum"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p;
}

export function jsonLiquidityPoolWithdrawResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"underfunded"');
      break;
    case -4:
      w.ascii('"line_full"');
      break;
    case -5:
      w.ascii('"under_minimum"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonManageBuyOfferOp(w: JsonWriter, p: number): number {
  w.ascii('{"selling":');
  p = jsonAsset(w, p);
  w.ascii(',"buying":');
  p = jsonAsset(w, p);
  w.ascii(',"buy_amount":');
  p = w.int64(p);
  w.ascii(',"price":');
  p = jsonPrice(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonManageBuyOfferResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonManageOfferSuccessResult(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p;
}

export function jsonManageBuyOfferResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonManageDataOp(w: JsonWriter, p: number): number {
  w.ascii('{"data_name":');
  p = w.string(p);
  w.ascii(',"data_value":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonDataValue(w, p);
  w.ascii('}');
  return p;
}

export function jsonManageDataResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_supported_yet"');
      break;
    case -2:
      w.ascii('"name_not_found"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"invalid_name"');
      break;
  }
  return p;
}

export function jsonManageDataResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_supported_yet"');
      break;
    case -2:
      w.ascii('"name_not_found"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"invalid_name"');
      break;
  }
  return p + 4;
}

export function jsonManageOfferEffect(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"created"');
      break;
    case 1:
      w.ascii('"updated"');
      break;
    case 2:
      w.ascii('"deleted"');
      break;
  }
  return p + 4;
}

export function jsonManageOfferSuccessResult(w: JsonWriter, p: number): number {
  w.ascii('{"offers_claimed":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"offer":');
  p = jsonManageOfferSuccessResultOffer(w, p);
  w.ascii('}');
  return p;
}

export function jsonManageOfferSuccessResultOffer(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"created":');
      p = jsonOfferEntry(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"updated":');
      p = jsonOfferEntry(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('"deleted"');
      break;
  }
  return p;
}

export function jsonManageSellOfferOp(w: JsonWriter, p: number): number {
  w.ascii('{"selling":');
  p = jsonAsset(w, p);
  w.ascii(',"buying":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"price":');
  p = jsonPrice(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonManageSellOfferResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonManageOfferSuccessResult(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p;
}

export function jsonManageSellOfferResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonMemo(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('{"text":');
      p = w.string(p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"id":');
      p = w.uint64(p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"hash":');
      p = jsonHash(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"return":');
      p = jsonHash(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonMemoType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('"text"');
      break;
    case 2:
      w.ascii('"id"');
      break;
    case 3:
      w.ascii('"hash"');
      break;
    case 4:
      w.ascii('"return"');
      break;
  }
  return p + 4;
}

export function jsonMessageType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"error_msg"');
      break;
    case 2:
      w.ascii('"auth"');
      break;
    case 3:
      w.ascii('"dont_have"');
      break;
    case 5:
      w.ascii('"peers"');
      break;
    case 6:
      w.ascii('"get_tx_set"');
      break;
    case 7:
      w.ascii('"tx_set"');
      break;
    case 17:
      w.ascii('"generalized_tx_set"');
      break;
    case 8:
      w.ascii('"transaction"');
      break;
    case 9:
      w.ascii('"get_scp_quorumset"');
      break;
    case 10:
      w.ascii('"scp_quorumset"');
      break;
    case 11:
      w.ascii('"scp_message"');
      break;
    case 12:
      w.ascii('"get_scp_state"');
      break;
    case 13:
      w.ascii('"hello"');
      break;
    case 16:
      w.ascii('"send_more"');
      break;
    case 20:
      w.ascii('"send_more_extended"');
      break;
    case 18:
      w.ascii('"flood_advert"');
      break;
    case 19:
      w.ascii('"flood_demand"');
      break;
    case 21:
      w.ascii('"time_sliced_survey_request"');
      break;
    case 22:
      w.ascii('"time_sliced_survey_response"');
      break;
    case 23:
      w.ascii('"time_sliced_survey_start_collecting"');
      break;
    case 24:
      w.ascii('"time_sliced_survey_stop_collecting"');
      break;
  }
  return p + 4;
}

export function jsonOfferEntry(w: JsonWriter, p: number): number {
  w.ascii('{"seller_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"offer_id":');
  p = w.int64(p);
  w.ascii(',"selling":');
  p = jsonAsset(w, p);
  w.ascii(',"buying":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii(',"price":');
  p = jsonPrice(w, p);
  w.ascii(',"flags":');
  p = w.uint32(p);
  w.ascii(',"ext":');
  p = jsonOfferEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonOfferEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonOfferEntryFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"passive_flag"');
      break;
  }
  return p + 4;
}

export function jsonOperation(w: JsonWriter, p: number): number {
  w.ascii('{"source_account":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonMuxedAccount(w, p);
  w.ascii(',"body":');
  p = jsonOperationBody(w, p);
  w.ascii('}');
  return p;
}

export function jsonOperationBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"create_account":');
      p = jsonCreateAccountOp(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"payment":');
      p = jsonPaymentOp(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"path_payment_strict_receive":');
      p = jsonPathPaymentStrictReceiveOp(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"manage_sell_offer":');
      p = jsonManageSellOfferOp(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"create_passive_sell_offer":');
      p = jsonCreatePassiveSellOfferOp(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"set_options":');
      p = jsonSetOptionsOp(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"change_trust":');
      p = jsonChangeTrustOp(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"allow_trust":');
      p = jsonAllowTrustOp(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"account_merge":');
      p = jsonMuxedAccount(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('"inflation"');
      break;
    case 10:
      w.ascii('{"manage_data":');
      p = jsonManageDataOp(w, p);
      w.ascii('}');
      break;
    case 11:
      w.ascii('{"bump_sequence":');
      p = jsonBumpSequenceOp(w, p);
      w.ascii('}');
      break;
    case 12:
      w.ascii('{"manage_buy_offer":');
      p = jsonManageBuyOfferOp(w, p);
      w.ascii('}');
      break;
    case 13:
      w.ascii('{"path_payment_strict_send":');
      p = jsonPathPaymentStrictSendOp(w, p);
      w.ascii('}');
      break;
    case 14:
      w.ascii('{"create_claimable_balance":');
      p = jsonCreateClaimableBalanceOp(w, p);
      w.ascii('}');
      break;
    case 15:
      w.ascii('{"claim_claimable_balance":');
      p = jsonClaimClaimableBalanceOp(w, p);
      w.ascii('}');
      break;
    case 16:
      w.ascii('{"begin_sponsoring_future_reserves":');
      p = jsonBeginSponsoringFutureReservesOp(w, p);
      w.ascii('}');
      break;
    case 17:
      w.ascii('"end_sponsoring_future_reserves"');
      break;
    case 18:
      w.ascii('{"revoke_sponsorship":');
      p = jsonRevokeSponsorshipOp(w, p);
      w.ascii('}');
      break;
    case 19:
      w.ascii('{"clawback":');
      p = jsonClawbackOp(w, p);
      w.ascii('}');
      break;
    case 20:
      w.ascii('{"clawback_claimable_balance":');
      p = jsonClawbackClaimableBalanceOp(w, p);
      w.ascii('}');
      break;
    case 21:
      w.ascii('{"set_trust_line_flags":');
      p = jsonSetTrustLineFlagsOp(w, p);
      w.ascii('}');
      break;
    case 22:
      w.ascii('{"liquidity_pool_deposit":');
      p = jsonLiquidityPoolDepositOp(w, p);
      w.ascii('}');
      break;
    case 23:
      w.ascii('{"liquidity_pool_withdraw":');
      p = jsonLiquidityPoolWithdrawOp(w, p);
      w.ascii('}');
      break;
    case 24:
      w.ascii('{"invoke_host_function":');
      p = jsonInvokeHostFunctionOp(w, p);
      w.ascii('}');
      break;
    case 25:
      w.ascii('{"extend_footprint_ttl":');
      p = jsonExtendFootprintTtlOp(w, p);
      w.ascii('}');
      break;
    case 26:
      w.ascii('{"restore_footprint":');
      p = jsonRestoreFootprintOp(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonOperationMeta(w: JsonWriter, p: number): number {
  w.ascii('{"changes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonOperationMetaV2(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"changes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonOperationResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"op_inner":');
      p = jsonOperationResultTr(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"op_bad_auth"');
      break;
    case -2:
      w.ascii('"op_no_account"');
      break;
    case -3:
      w.ascii('"op_not_supported"');
      break;
    case -4:
      w.ascii('"op_too_many_subentries"');
      break;
    case -5:
      w.ascii('"op_exceeded_work_limit"');
      break;
    case -6:
      w.ascii('"op_too_many_sponsoring"');
      break;
  }
  return p;
}

export function jsonOperationResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"op_inner"');
      break;
    case -1:
      w.ascii('"op_bad_auth"');
      break;
    case -2:
      w.ascii('"op_no_account"');
      break;
    case -3:
      w.ascii('"op_not_supported"');
      break;
    case -4:
      w.ascii('"op_too_many_subentries"');
      break;
    case -5:
      w.ascii('"op_exceeded_work_limit"');
      break;
    case -6:
      w.ascii('"op_too_many_sponsoring"');
      break;
  }
  return p + 4;
}

export function jsonOperationResultTr(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"create_account":');
      p = jsonCreateAccountResult(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"payment":');
      p = jsonPaymentResult(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"path_payment_strict_receive":');
      p = jsonPathPaymentStrictReceiveResult(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"manage_sell_offer":');
      p = jsonManageSellOfferResult(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"create_passive_sell_offer":');
      p = jsonManageSellOfferResult(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"set_options":');
      p = jsonSetOptionsResult(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"change_trust":');
      p = jsonChangeTrustResult(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"allow_trust":');
      p = jsonAllowTrustResult(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"account_merge":');
      p = jsonAccountMergeResult(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"inflation":');
      p = jsonInflationResult(w, p);
      w.ascii('}');
      break;
    case 10:
      w.ascii('{"manage_data":');
      p = jsonManageDataResult(w, p);
      w.ascii('}');
      break;
    case 11:
      w.ascii('{"bump_sequence":');
      p = jsonBumpSequenceResult(w, p);
      w.ascii('}');
      break;
    case 12:
      w.ascii('{"manage_buy_offer":');
      p = jsonManageBuyOfferResult(w, p);
      w.ascii('}');
      break;
    case 13:
      w.ascii('{"path_payment_strict_send":');
      p = jsonPathPaymentStrictSendResult(w, p);
      w.ascii('}');
      break;
    case 14:
      w.ascii('{"create_claimable_balance":');
      p = jsonCreateClaimableBalanceResult(w, p);
      w.ascii('}');
      break;
    case 15:
      w.ascii('{"claim_claimable_balance":');
      p = jsonClaimClaimableBalanceResult(w, p);
      w.ascii('}');
      break;
    case 16:
      w.ascii('{"begin_sponsoring_future_reserves":');
      p = jsonBeginSponsoringFutureReservesResult(w, p);
      w.ascii('}');
      break;
    case 17:
      w.ascii('{"end_sponsoring_future_reserves":');
      p = jsonEndSponsoringFutureReservesResult(w, p);
      w.ascii('}');
      break;
    case 18:
      w.ascii('{"revoke_sponsorship":');
      p = jsonRevokeSponsorshipResult(w, p);
      w.ascii('}');
      break;
    case 19:
      w.ascii('{"clawback":');
      p = jsonClawbackResult(w, p);
      w.ascii('}');
      break;
    case 20:
      w.ascii('{"clawback_claimable_balance":');
      p = jsonClawbackClaimableBalanceResult(w, p);
      w.ascii('}');
      break;
    case 21:
      w.ascii('{"set_trust_line_flags":');
      p = jsonSetTrustLineFlagsResult(w, p);
      w.ascii('}');
      break;
    case 22:
      w.ascii('{"liquidity_pool_deposit":');
      p = jsonLiquidityPoolDepositResult(w, p);
      w.ascii('}');
      break;
    case 23:
      w.ascii('{"liquidity_pool_withdraw":');
      p = jsonLiquidityPoolWithdrawResult(w, p);
      w.ascii('}');
      break;
    case 24:
      w.ascii('{"invoke_host_function":');
      p = jsonInvokeHostFunctionResult(w, p);
      w.ascii('}');
      break;
    case 25:
      w.ascii('{"extend_footprint_ttl":');
      p = jsonExtendFootprintTtlResult(w, p);
      w.ascii('}');
      break;
    case 26:
      w.ascii('{"restore_footprint":');
      p = jsonRestoreFootprintResult(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonOperationType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"create_account"');
      break;
    case 1:
      w.ascii('"payment"');
      break;
    case 2:
      w.ascii('"path_payment_strict_receive"');
      break;
    case 3:
      w.ascii('"manage_sell_offer"');
      break;
    case 4:
      w.ascii('"create_passive_sell_offer"');
      break;
    case 5:
      w.ascii('"set_options"');
      break;
    case 6:
      w.ascii('"change_trust"');
      break;
    case 7:
      w.ascii('"allow_trust"');
      break;
    case 8:
      w.ascii('"account_merge"');
      break;
    case 9:
      w.ascii('"inflation"');
      break;
    case 10:
      w.ascii('"manage_data"');
      break;
    case 11:
      w.ascii('"bump_sequence"');
      break;
    case 12:
      w.ascii('"manage_buy_offer"');
      break;
    case 13:
      w.ascii('"path_payment_strict_send"');
      break;
    case 14:
      w.ascii('"create_claimable_balance"');
      break;
    case 15:
      w.ascii('"claim_claimable_balance"');
      break;
    case 16:
      w.ascii('"begin_sponsoring_future_reserves"');
      break;
    case 17:
      w.ascii('"end_sponsoring_future_reserves"');
      break;
    case 18:
      w.ascii('"revoke_sponsorship"');
      break;
    case 19:
      w.ascii('"clawback"');
      break;
    case 20:
      w.ascii('"clawback_claimable_balance"');
      break;
    case 21:
      w.ascii('"set_trust_line_flags"');
      break;
    case 22:
      w.ascii('"liquidity_pool_deposit"');
      break;
    case 23:
      w.ascii('"liquidity_pool_withdraw"');
      break;
    case 24:
      w.ascii('"invoke_host_function"');
      break;
    case 25:
      w.ascii('"extend_footprint_ttl"');
      break;
    case 26:
      w.ascii('"restore_footprint"');
      break;
  }
  return p + 4;
}

export function jsonParallelTxsComponent(w: JsonWriter, p: number): number {
  w.ascii('{"base_fee":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.int64(p);
  w.ascii(',"execution_stages":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    w.ascii('[');
    p += 4;
    for (let i = w.view.getUint32(p - 4); i > 0; i--) {
      w.ascii('[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonTransactionEnvelope(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']');
      if (i > 1) w.byte(44);
    }
    w.ascii(']');
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPathPaymentStrictReceiveOp(w: JsonWriter, p: number): number {
  w.ascii('{"send_asset":');
  p = jsonAsset(w, p);
  w.ascii(',"send_max":');
  p = w.int64(p);
  w.ascii(',"destination":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"dest_asset":');
  p = jsonAsset(w, p);
  w.ascii(',"dest_amount":');
  p = w.int64(p);
  w.ascii(',"path":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonAsset(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPathPaymentStrictReceiveResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonPathPaymentStrictReceiveResultSuccess(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('{"no_issuer":');
      p = jsonAsset(w, p);
      w.ascii('}');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"over_sendmax"');
      break;
  }
  return p;
}

export function jsonPathPaymentStrictReceiveResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"over_sendmax"');
      break;
  }
  return p + 4;
}

export function jsonPathPaymentStrictReceiveResultSuccess(w: JsonWriter, p: number): number {
  w.ascii('{"offers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"last":');
  p = jsonSimplePaymentResult(w, p);
  w.ascii('}');
  return p;
}

export function jsonPathPaymentStrictSendOp(w: JsonWriter, p: number): number {
  w.ascii('{"send_asset":');
  p = jsonAsset(w, p);
  w.ascii(',"send_amount":');
  p = w.int64(p);
  w.ascii(',"destination":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"dest_asset":');
  p = jsonAsset(w, p);
  w.ascii(',"dest_min":');
  p = w.int64(p);
  w.ascii(',"path":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonAsset(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPathPaymentStrictSendResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"success":');
      p = jsonPathPaymentStrictSendResultSuccess(w, p);
      w.ascii('}');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('{"no_issuer":');
      p = jsonAsset(w, p);
      w.ascii('}');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"under_destmin"');
      break;
  }
  return p;
}

export function jsonPathPaymentStrictSendResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"under_destmin"');
      break;
  }
  return p + 4;
}

export function jsonPathPaymentStrictSendResultSuccess(w: JsonWriter, p: number): number {
  w.ascii('{"offers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"last":');
  p = jsonSimplePaymentResult(w, p);
  w.ascii('}');
  return p;
}

export function jsonPaymentOp(w: JsonWriter, p: number): number {
  w.ascii('{"destination":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonPaymentResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
  }
  return p;
}

export function jsonPaymentResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
  }
  return p + 4;
}

export function jsonPeerAddress(w: JsonWriter, p: number): number {
  w.ascii('{"ip":');
  p = jsonPeerAddressIp(w, p);
  w.ascii(',"port":');
  p = w.uint32(p);
  w.ascii(',"num_failures":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonPeerAddressIp(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"i_pv4":');
      p = w.opaque(p, 4);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"i_pv6":');
      p = w.opaque(p, 16);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonPeerStats(w: JsonWriter, p: number): number {
  w.ascii('{"id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"version_str":');
  p = w.string(p);
  w.ascii(',"messages_read":');
  p = w.uint64(p);
  w.ascii(',"messages_written":');
  p = w.uint64(p);
  w.ascii(',"bytes_read":');
  p = w.uint64(p);
  w.ascii(',"bytes_written":');
  p = w.uint64(p);
  w.ascii(',"seconds_connected":');
  p = w.uint64(p);
  w.ascii(',"unique_flood_bytes_recv":');
  p = w.uint64(p);
  w.ascii(',"duplicate_flood_bytes_recv":');
  p = w.uint64(p);
  w.ascii(',"unique_fetch_bytes_recv":');
  p = w.uint64(p);
  w.ascii(',"duplicate_fetch_bytes_recv":');
  p = w.uint64(p);
  w.ascii(',"unique_flood_message_recv":');
  p = w.uint64(p);
  w.ascii(',"duplicate_flood_message_recv":');
  p = w.uint64(p);
  w.ascii(',"unique_fetch_message_recv":');
  p = w.uint64(p);
  w.ascii(',"duplicate_fetch_message_recv":');
  p = w.uint64(p);
  w.ascii('}');
  return p;
}

export function jsonPersistedScpState(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonPersistedScpStateV0(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonPersistedScpStateV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonPersistedScpStateV0(w: JsonWriter, p: number): number {
  w.ascii('{"scp_envelopes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"quorum_sets":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_sets":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonStoredTransactionSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPersistedScpStateV1(w: JsonWriter, p: number): number {
  w.ascii('{"scp_envelopes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"quorum_sets":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPreconditionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('"time"');
      break;
    case 2:
      w.ascii('"v2"');
      break;
  }
  return p + 4;
}

export function jsonPreconditions(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('{"time":');
      p = jsonTimeBounds(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"v2":');
      p = jsonPreconditionsV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonPreconditionsV2(w: JsonWriter, p: number): number {
  w.ascii('{"time_bounds":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonTimeBounds(w, p);
  w.ascii(',"ledger_bounds":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonLedgerBounds(w, p);
  w.ascii(',"min_seq_num":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.int64(p);
  w.ascii(',"min_seq_age":');
  p = w.uint64(p);
  w.ascii(',"min_seq_ledger_gap":');
  p = w.uint32(p);
  w.ascii(',"extra_signers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSignerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonPrice(w: JsonWriter, p: number): number {
  w.ascii('{"n":');
  p = w.int32(p);
  w.ascii(',"d":');
  p = w.int32(p);
  w.ascii('}');
  return p;
}

export function jsonPublicKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"public_key_type_ed25519"');
      break;
  }
  return p + 4;
}

export function jsonRestoreFootprintOp(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii('}');
  return p;
}

export function jsonRestoreFootprintResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p;
}

export function jsonRestoreFootprintResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonRevokeSponsorshipOp(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"ledger_entry":');
      p = jsonLedgerKey(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"signer":');
      p = jsonRevokeSponsorshipOpSigner(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonRevokeSponsorshipOpSigner(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"signer_key":');
  p = jsonSignerKey(w, p);
  w.ascii('}');
  return p;
}

export function jsonRevokeSponsorshipResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_sponsor"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"only_transferable"');
      break;
    case -5:
      w.ascii('"malformed"');
      break;
  }
  return p;
}

export function jsonRevokeSponsorshipResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_sponsor"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"only_transferable"');
      break;
    case -5:
      w.ascii('"malformed"');
      break;
  }
  return p + 4;
}

export function jsonRevokeSponsorshipType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ledger_entry"');
      break;
    case 1:
      w.ascii('"signer"');
      break;
  }
  return p + 4;
}

export function jsonScAddressType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"account"');
      break;
    case 1:
      w.ascii('"contract"');
      break;
    case 2:
      w.ascii('"muxed_account"');
      break;
    case 3:
      w.ascii('"claimable_balance"');
      break;
    case 4:
      w.ascii('"liquidity_pool"');
      break;
  }
  return p + 4;
}

export function jsonScBytes(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonScContractInstance(w: JsonWriter, p: number): number {
  w.ascii('{"executable":');
  p = jsonContractExecutable(w, p);
  w.ascii(',"storage":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else {
    w.ascii('[');
    p += 4;
    for (let i = w.view.getUint32(p - 4); i > 0; i--) {
      p = jsonScMapEntry(w, p);
      if (i > 1) w.byte(44);
    }
    w.ascii(']');
  }
  w.ascii('}');
  return p;
}

export function jsonScEnvMetaEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"sc_env_meta_kind_interface_version":');
      p = jsonScEnvMetaEntryInterfaceVersion(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScEnvMetaEntryInterfaceVersion(w: JsonWriter, p: number): number {
  w.ascii('{"protocol":');
  p = w.uint32(p);
  w.ascii(',"pre_release":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonScEnvMetaKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"sc_env_meta_kind_interface_version"');
      break;
  }
  return p + 4;
}

export function jsonScError(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"contract":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"wasm_vm":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"context":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"storage":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"object":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"crypto":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"events":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"budget":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"value":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"auth":');
      p = jsonScErrorCode(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScErrorCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"arith_domain"');
      break;
    case 1:
      w.ascii('"index_bounds"');
      break;
    case 2:
      w.ascii('"invalid_input"');
      break;
    case 3:
      w.ascii('"missing_value"');
      break;
    case 4:
      w.ascii('"existing_value"');
      break;
    case 5:
      w.ascii('"exceeded_limit"');
      break;
    case 6:
      w.ascii('"invalid_action"');
      break;
    case 7:
      w.ascii('"internal_error"');
      break;
    case 8:
      w.ascii('"unexpected_type"');
      break;
    case 9:
      w.ascii('"unexpected_size"');
      break;
  }
  return p + 4;
}

export function jsonScErrorType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract"');
      break;
    case 1:
      w.ascii('"wasm_vm"');
      break;
    case 2:
      w.ascii('"context"');
      break;
    case 3:
      w.ascii('"storage"');
      break;
    case 4:
      w.ascii('"object"');
      break;
    case 5:
      w.ascii('"crypto"');
      break;
    case 6:
      w.ascii('"events"');
      break;
    case 7:
      w.ascii('"budget"');
      break;
    case 8:
      w.ascii('"value"');
      break;
    case 9:
      w.ascii('"auth"');
      break;
  }
  return p + 4;
}

export function jsonScMapEntry(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = jsonScVal(w, p);
  w.ascii(',"val":');
  p = jsonScVal(w, p);
  w.ascii('}');
  return p;
}

export function jsonScMetaEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"sc_meta_v0":');
      p = jsonScMetaV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScMetaKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"sc_meta_v0"');
      break;
  }
  return p + 4;
}

export function jsonScMetaV0(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = w.string(p);
  w.ascii(',"val":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonScNonceKey(w: JsonWriter, p: number): number {
  w.ascii('{"nonce":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"function_v0":');
      p = jsonScSpecFunctionV0(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"udt_struct_v0":');
      p = jsonScSpecUdtStructV0(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"udt_union_v0":');
      p = jsonScSpecUdtUnionV0(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"udt_enum_v0":');
      p = jsonScSpecUdtEnumV0(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"udt_error_enum_v0":');
      p = jsonScSpecUdtErrorEnumV0(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"event_v0":');
      p = jsonScSpecEventV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScSpecEntryKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"function_v0"');
      break;
    case 1:
      w.ascii('"udt_struct_v0"');
      break;
    case 2:
      w.ascii('"udt_union_v0"');
      break;
    case 3:
      w.ascii('"udt_enum_v0"');
      break;
    case 4:
      w.ascii('"udt_error_enum_v0"');
      break;
    case 5:
      w.ascii('"event_v0"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventDataFormat(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"single_value"');
      break;
    case 1:
      w.ascii('"vec"');
      break;
    case 2:
      w.ascii('"map"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventParamLocationV0(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"data"');
      break;
    case 1:
      w.ascii('"topic_list"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventParamV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii(',"location":');
  p = jsonScSpecEventParamLocationV0(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecEventV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"lib":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"prefix_topics":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = w.string(p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"params":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecEventParamV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"data_format":');
  p = jsonScSpecEventDataFormat(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecFunctionInputV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecFunctionV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"inputs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecFunctionInputV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"outputs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"val"');
      break;
    case 1:
      w.ascii('"bool"');
      break;
    case 2:
      w.ascii('"void"');
      break;
    case 3:
      w.ascii('"error"');
      break;
    case 4:
      w.ascii('"u32"');
      break;
    case 5:
      w.ascii('"i32"');
      break;
    case 6:
      w.ascii('"u64"');
      break;
    case 7:
      w.ascii('"i64"');
      break;
    case 8:
      w.ascii('"timepoint"');
      break;
    case 9:
      w.ascii('"duration"');
      break;
    case 10:
      w.ascii('"u128"');
      break;
    case 11:
      w.ascii('"i128"');
      break;
    case 12:
      w.ascii('"u256"');
      break;
    case 13:
      w.ascii('"i256"');
      break;
    case 14:
      w.ascii('"bytes"');
      break;
    case 16:
      w.ascii('"string"');
      break;
    case 17:
      w.ascii('"symbol"');
      break;
    case 19:
      w.ascii('"address"');
      break;
    case 20:
      w.ascii('"muxed_address"');
      break;
    case 1000:
      w.ascii('"option"');
      break;
    case 1001:
      w.ascii('"result"');
      break;
    case 1002:
      w.ascii('"vec"');
      break;
    case 1004:
      w.ascii('"map"');
      break;
    case 1005:
      w.ascii('"tuple"');
      break;
    case 1006:
      w.ascii('"bytes_n"');
      break;
    case 2000:
      w.ascii('"udt"');
      break;
  }
  return p + 4;
}

export function jsonScSpecTypeBytesN(w: JsonWriter, p: number): number {
  w.ascii('{"n":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecTypeDef(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"val"');
      break;
    case 1:
      w.ascii('"bool"');
      break;
    case 2:
      w.ascii('"void"');
      break;
    case 3:
      w.ascii('"error"');
      break;
    case 4:
      w.ascii('"u32"');
      break;
    case 5:
      w.ascii('"i32"');
      break;
    case 6:
      w.ascii('"u64"');
      break;
    case 7:
      w.ascii('"i64"');
      break;
    case 8:
      w.ascii('"timepoint"');
      break;
    case 9:
      w.ascii('"duration"');
      break;
    case 10:
      w.ascii('"u128"');
      break;
    case 11:
      w.ascii('"i128"');
      break;
    case 12:
      w.ascii('"u256"');
      break;
    case 13:
      w.ascii('"i256"');
      break;
    case 14:
      w.ascii('"bytes"');
      break;
    case 16:
      w.ascii('"string"');
      break;
    case 17:
      w.ascii('"symbol"');
      break;
    case 19:
      w.ascii('"address"');
      break;
    case 20:
      w.ascii('"muxed_address"');
      break;
    case 1000:
      w.ascii('{"option":');
      p = jsonScSpecTypeOption(w, p);
      w.ascii('}');
      break;
    case 1001:
      w.ascii('{"result":');
      p = jsonScSpecTypeResult(w, p);
      w.ascii('}');
      break;
    case 1002:
      w.ascii('{"vec":');
      p = jsonScSpecTypeVec(w, p);
      w.ascii('}');
      break;
    case 1004:
      w.ascii('{"map":');
      p = jsonScSpecTypeMap(w, p);
      w.ascii('}');
      break;
    case 1005:
      w.ascii('{"tuple":');
      p = jsonScSpecTypeTuple(w, p);
      w.ascii('}');
      break;
    case 1006:
      w.ascii('{"bytes_n":');
      p = jsonScSpecTypeBytesN(w, p);
      w.ascii('}');
      break;
    case 2000:
      w.ascii('{"udt":');
      p = jsonScSpecTypeUdt(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScSpecTypeMap(w: JsonWriter, p: number): number {
  w.ascii('{"key_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii(',"value_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecTypeOption(w: JsonWriter, p: number): number {
  w.ascii('{"value_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecTypeResult(w: JsonWriter, p: number): number {
  w.ascii('{"ok_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii(',"error_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecTypeTuple(w: JsonWriter, p: number): number {
  w.ascii('{"value_types":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecTypeUdt(w: JsonWriter, p: number): number {
  w.ascii('{"name":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecTypeVec(w: JsonWriter, p: number): number {
  w.ascii('{"element_type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecUdtEnumCaseV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"value":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecUdtEnumV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"lib":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"cases":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtEnumCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecUdtErrorEnumCaseV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"value":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecUdtErrorEnumV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"lib":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"cases":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtErrorEnumCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecUdtStructFieldV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"type":');
  p = jsonScSpecTypeDef(w, p);
  w.ascii('}');
  return p;
}

export function jsonScSpecUdtStructV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"lib":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"fields":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtStructFieldV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecUdtUnionCaseTupleV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"type":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScSpecUdtUnionCaseV0(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"void_v0":');
      p = jsonScSpecUdtUnionCaseVoidV0(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"tuple_v0":');
      p = jsonScSpecUdtUnionCaseTupleV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScSpecUdtUnionCaseV0Kind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"void_v0"');
      break;
    case 1:
      w.ascii('"tuple_v0"');
      break;
  }
  return p + 4;
}

export function jsonScSpecUdtUnionCaseVoidV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii('}');
  return p;
}

export function jsonScSpecUdtUnionV0(w: JsonWriter, p: number): number {
  w.ascii('{"doc":');
  p = w.string(p);
  w.ascii(',"lib":');
  p = w.string(p);
  w.ascii(',"name":');
  p = w.string(p);
  w.ascii(',"cases":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtUnionCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScVal(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"bool":');
      p = w.bool(p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('"void"');
      break;
    case 2:
      w.ascii('{"error":');
      p = jsonScError(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"u32":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"i32":');
      p = w.int32(p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"u64":');
      p = w.uint64(p);
      w.ascii('}');
      break;
    case 6:
      w.ascii('{"i64":');
      p = w.int64(p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"timepoint":');
      p = w.uint64(p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"duration":');
      p = w.uint64(p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"u128":');
      p = jsonUint128Parts(w, p);
      w.ascii('}');
      break;
    case 10:
      w.ascii('{"i128":');
      p = jsonInt128Parts(w, p);
      w.ascii('}');
      break;
    case 11:
      w.ascii('{"u256":');
      p = jsonUint256Parts(w, p);
      w.ascii('}');
      break;
    case 12:
      w.ascii('{"i256":');
      p = jsonInt256Parts(w, p);
      w.ascii('}');
      break;
    case 13:
      w.ascii('{"bytes":');
      p = jsonScBytes(w, p);
      w.ascii('}');
      break;
    case 14:
      w.ascii('{"string":');
      p = w.string(p);
      w.ascii('}');
      break;
    case 15:
      w.ascii('{"symbol":');
      p = w.string(p);
      w.ascii('}');
      break;
    case 16:
      w.ascii('{"vec":');
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.ascii('null');
      else {
        w.ascii('[');
        p += 4;
        for (let i = w.view.getUint32(p - 4); i > 0; i--) {
          p = jsonScVal(w, p);
          if (i > 1) w.byte(44);
        }
        w.ascii(']');
      }
      w.ascii('}');
      break;
    case 17:
      w.ascii('{"map":');
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.ascii('null');
      else {
        w.ascii('[');
        p += 4;
        for (let i = w.view.getUint32(p - 4); i > 0; i--) {
          p = jsonScMapEntry(w, p);
          if (i > 1) w.byte(44);
        }
        w.ascii(']');
      }
      w.ascii('}');
      break;
    case 18:
      w.ascii('{"address":');
      p = jsonScAddress(w, p);
      w.ascii('}');
      break;
    case 19:
      w.ascii('{"contract_instance":');
      p = jsonScContractInstance(w, p);
      w.ascii('}');
      break;
    case 20:
      w.ascii('"ledger_key_contract_instance"');
      break;
    case 21:
      w.ascii('{"ledger_key_nonce":');
      p = jsonScNonceKey(w, p);
      w.ascii('}');
      break;
    case 22:
      w.ascii('{"executable_tag":');
      p = w.string(p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScValType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"bool"');
      break;
    case 1:
      w.ascii('"void"');
      break;
    case 2:
      w.ascii('"error"');
      break;
    case 3:
      w.ascii('"u32"');
      break;
    case 4:
      w.ascii('"i32"');
      break;
    case 5:
      w.ascii('"u64"');
      break;
    case 6:
      w.ascii('"i64"');
      break;
    case 7:
      w.ascii('"timepoint"');
      break;
    case 8:
      w.ascii('"duration"');
      break;
    case 9:
      w.ascii('"u128"');
      break;
    case 10:
      w.ascii('"i128"');
      break;
    case 11:
      w.ascii('"u256"');
      break;
    case 12:
      w.ascii('"i256"');
      break;
    case 13:
      w.ascii('"bytes"');
      break;
    case 14:
      w.ascii('"string"');
      break;
    case 15:
      w.ascii('"symbol"');
      break;
    case 16:
      w.ascii('"vec"');
      break;
    case 17:
      w.ascii('"map"');
      break;
    case 18:
      w.ascii('"address"');
      break;
    case 19:
      w.ascii('"contract_instance"');
      break;
    case 20:
      w.ascii('"ledger_key_contract_instance"');
      break;
    case 21:
      w.ascii('"ledger_key_nonce"');
      break;
    case 22:
      w.ascii('"executable_tag"');
      break;
  }
  return p + 4;
}

export function jsonScpBallot(w: JsonWriter, p: number): number {
  w.ascii('{"counter":');
  p = w.uint32(p);
  w.ascii(',"value":');
  p = jsonValue(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpEnvelope(w: JsonWriter, p: number): number {
  w.ascii('{"statement":');
  p = jsonScpStatement(w, p);
  w.ascii(',"signature":');
  p = jsonSignature(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpHistoryEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonScpHistoryEntryV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScpHistoryEntryV0(w: JsonWriter, p: number): number {
  w.ascii('{"quorum_sets":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ledger_messages":');
  p = jsonLedgerScpMessages(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpNomination(w: JsonWriter, p: number): number {
  w.ascii('{"quorum_set_hash":');
  p = jsonHash(w, p);
  w.ascii(',"votes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonValue(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"accepted":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonValue(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScpQuorumSet(w: JsonWriter, p: number): number {
  w.ascii('{"threshold":');
  p = w.uint32(p);
  w.ascii(',"validators":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonPublicKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"inner_sets":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonScpStatement(w: JsonWriter, p: number): number {
  w.ascii('{"node_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"slot_index":');
  p = w.uint64(p);
  w.ascii(',"pledges":');
  p = jsonScpStatementPledges(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpStatementConfirm(w: JsonWriter, p: number): number {
  w.ascii('{"ballot":');
  p = jsonScpBallot(w, p);
  w.ascii(',"n_prepared":');
  p = w.uint32(p);
  w.ascii(',"n_commit":');
  p = w.uint32(p);
  w.ascii(',"n_h":');
  p = w.uint32(p);
  w.ascii(',"quorum_set_hash":');
  p = jsonHash(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpStatementExternalize(w: JsonWriter, p: number): number {
  w.ascii('{"commit":');
  p = jsonScpBallot(w, p);
  w.ascii(',"n_h":');
  p = w.uint32(p);
  w.ascii(',"commit_quorum_set_hash":');
  p = jsonHash(w, p);
  w.ascii('}');
  return p;
}

export function jsonScpStatementPledges(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"prepare":');
      p = jsonScpStatementPrepare(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"confirm":');
      p = jsonScpStatementConfirm(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"externalize":');
      p = jsonScpStatementExternalize(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"nominate":');
      p = jsonScpNomination(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonScpStatementPrepare(w: JsonWriter, p: number): number {
  w.ascii('{"quorum_set_hash":');
  p = jsonHash(w, p);
  w.ascii(',"ballot":');
  p = jsonScpBallot(w, p);
  w.ascii(',"prepared":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonScpBallot(w, p);
  w.ascii(',"prepared_prime":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonScpBallot(w, p);
  w.ascii(',"n_c":');
  p = w.uint32(p);
  w.ascii(',"n_h":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonScpStatementType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"prepare"');
      break;
    case 1:
      w.ascii('"confirm"');
      break;
    case 2:
      w.ascii('"externalize"');
      break;
    case 3:
      w.ascii('"nominate"');
      break;
  }
  return p + 4;
}

export function jsonSendMore(w: JsonWriter, p: number): number {
  w.ascii('{"num_messages":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonSendMoreExtended(w: JsonWriter, p: number): number {
  w.ascii('{"num_messages":');
  p = w.uint32(p);
  w.ascii(',"num_bytes":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonSerializedBinaryFuseFilter(w: JsonWriter, p: number): number {
  w.ascii('{"type":');
  p = jsonBinaryFuseFilterType(w, p);
  w.ascii(',"input_hash_seed":');
  p = jsonShortHashSeed(w, p);
  w.ascii(',"filter_seed":');
  p = jsonShortHashSeed(w, p);
  w.ascii(',"segment_length":');
  p = w.uint32(p);
  w.ascii(',"segement_length_mask":');
  p = w.uint32(p);
  w.ascii(',"segment_count":');
  p = w.uint32(p);
  w.ascii(',"segment_count_length":');
  p = w.uint32(p);
  w.ascii(',"fingerprint_length":');
  p = w.uint32(p);
  w.ascii(',"fingerprints":');
  p = w.varOpaque(p);
  w.ascii('}');
  return p;
}

export function jsonSetOptionsOp(w: JsonWriter, p: number): number {
  w.ascii('{"inflation_dest":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonPublicKey(w, p);
  w.ascii(',"clear_flags":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"set_flags":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"master_weight":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"low_threshold":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"med_threshold":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"high_threshold":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.uint32(p);
  w.ascii(',"home_domain":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.string(p);
  w.ascii(',"signer":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonSigner(w, p);
  w.ascii('}');
  return p;
}

export function jsonSetOptionsResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"low_reserve"');
      break;
    case -2:
      w.ascii('"too_many_signers"');
      break;
    case -3:
      w.ascii('"bad_flags"');
      break;
    case -4:
      w.ascii('"invalid_inflation"');
      break;
    case -5:
      w.ascii('"cant_change"');
      break;
    case -6:
      w.ascii('"unknown_flag"');
      break;
    case -7:
      w.ascii('"threshold_out_of_range"');
      break;
    case -8:
      w.ascii('"bad_signer"');
      break;
    case -9:
      w.ascii('"invalid_home_domain"');
      break;
    case -10:
      w.ascii('"auth_revocable_required"');
      break;
  }
  return p;
}

export function jsonSetOptionsResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"low_reserve"');
      break;
    case -2:
      w.ascii('"too_many_signers"');
      break;
    case -3:
      w.ascii('"bad_flags"');
      break;
    case -4:
      w.ascii('"invalid_inflation"');
      break;
    case -5:
      w.ascii('"cant_change"');
      break;
    case -6:
      w.ascii('"unknown_flag"');
      break;
    case -7:
      w.ascii('"threshold_out_of_range"');
      break;
    case -8:
      w.ascii('"bad_signer"');
      break;
    case -9:
      w.ascii('"invalid_home_domain"');
      break;
    case -10:
      w.ascii('"auth_revocable_required"');
      break;
  }
  return p + 4;
}

export function jsonSetTrustLineFlagsOp(w: JsonWriter, p: number): number {
  w.ascii('{"trustor":');
  p = jsonPublicKey(w, p);
  w.ascii(',"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"clear_flags":');
  p = w.uint32(p);
  w.ascii(',"set_flags":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonSetTrustLineFlagsResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"cant_revoke"');
      break;
    case -4:
      w.ascii('"invalid_state"');
      break;
    case -5:
      w.ascii('"low_reserve"');
      break;
  }
  return p;
}

export function jsonSetTrustLineFlagsResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"cant_revoke"');
      break;
    case -4:
      w.ascii('"invalid_state"');
      break;
    case -5:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonShortHashSeed(w: JsonWriter, p: number): number {
  w.ascii('{"seed":');
  p = w.opaque(p, 16);
  w.ascii('}');
  return p;
}

export function jsonSignature(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonSignatureHint(w: JsonWriter, p: number): number {
  return w.opaque(p, 4);
}

export function jsonSignedTimeSlicedSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.ascii('{"request_signature":');
  p = jsonSignature(w, p);
  w.ascii(',"request":');
  p = jsonTimeSlicedSurveyRequestMessage(w, p);
  w.ascii('}');
  return p;
}

export function jsonSignedTimeSlicedSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.ascii('{"response_signature":');
  p = jsonSignature(w, p);
  w.ascii(',"response":');
  p = jsonTimeSlicedSurveyResponseMessage(w, p);
  w.ascii('}');
  return p;
}

export function jsonSignedTimeSlicedSurveyStartCollectingMessage(w: JsonWriter, p: number): number {
  w.ascii('{"signature":');
  p = jsonSignature(w, p);
  w.ascii(',"start_collecting":');
  p = jsonTimeSlicedSurveyStartCollectingMessage(w, p);
  w.ascii('}');
  return p;
}

export function jsonSignedTimeSlicedSurveyStopCollectingMessage(w: JsonWriter, p: number): number {
  w.ascii('{"signature":');
  p = jsonSignature(w, p);
  w.ascii(',"stop_collecting":');
  p = jsonTimeSlicedSurveyStopCollectingMessage(w, p);
  w.ascii('}');
  return p;
}

export function jsonSigner(w: JsonWriter, p: number): number {
  w.ascii('{"key":');
  p = jsonSignerKey(w, p);
  w.ascii(',"weight":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonSignerKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ed25519"');
      break;
    case 1:
      w.ascii('"pre_auth_tx"');
      break;
    case 2:
      w.ascii('"hash_x"');
      break;
    case 3:
      w.ascii('"ed25519_signed_payload"');
      break;
  }
  return p + 4;
}

export function jsonSimplePaymentResult(w: JsonWriter, p: number): number {
  w.ascii('{"destination":');
  p = jsonPublicKey(w, p);
  w.ascii(',"asset":');
  p = jsonAsset(w, p);
  w.ascii(',"amount":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonSorobanAddressCredentials(w: JsonWriter, p: number): number {
  w.ascii('{"address":');
  p = jsonScAddress(w, p);
  w.ascii(',"nonce":');
  p = w.int64(p);
  w.ascii(',"signature_expiration_ledger":');
  p = w.uint32(p);
  w.ascii(',"signature":');
  p = jsonScVal(w, p);
  w.ascii('}');
  return p;
}

export function jsonSorobanAddressCredentialsWithDelegates(w: JsonWriter, p: number): number {
  w.ascii('{"address_credentials":');
  p = jsonSorobanAddressCredentials(w, p);
  w.ascii(',"delegates":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanDelegateSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonSorobanAuthorizationEntry(w: JsonWriter, p: number): number {
  w.ascii('{"credentials":');
  p = jsonSorobanCredentials(w, p);
  w.ascii(',"root_invocation":');
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.ascii('}');
  return p;
}

export function jsonSorobanAuthorizedFunction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"contract_fn":');
      p = jsonInvokeContractArgs(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"create_contract_host_fn":');
      p = jsonCreateContractArgs(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"create_contract_v2_host_fn":');
      p = jsonCreateContractArgsV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSorobanAuthorizedFunctionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract_fn"');
      break;
    case 1:
      w.ascii('"create_contract_host_fn"');
      break;
    case 2:
      w.ascii('"create_contract_v2_host_fn"');
      break;
  }
  return p + 4;
}

export function jsonSorobanAuthorizedInvocation(w: JsonWriter, p: number): number {
  w.ascii('{"function":');
  p = jsonSorobanAuthorizedFunction(w, p);
  w.ascii(',"sub_invocations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanAuthorizedInvocation(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonSorobanCredentials(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"source_account"');
      break;
    case 1:
      w.ascii('{"address":');
      p = jsonSorobanAddressCredentials(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"address_v2":');
      p = jsonSorobanAddressCredentials(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"address_with_delegates":');
      p = jsonSorobanAddressCredentialsWithDelegates(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSorobanCredentialsType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"source_account"');
      break;
    case 1:
      w.ascii('"address"');
      break;
    case 2:
      w.ascii('"address_v2"');
      break;
    case 3:
      w.ascii('"address_with_delegates"');
      break;
  }
  return p + 4;
}

export function jsonSorobanDelegateSignature(w: JsonWriter, p: number): number {
  w.ascii('{"address":');
  p = jsonScAddress(w, p);
  w.ascii(',"signature":');
  p = jsonScVal(w, p);
  w.ascii(',"nested_delegates":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanDelegateSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonSorobanResources(w: JsonWriter, p: number): number {
  w.ascii('{"footprint":');
  p = jsonLedgerFootprint(w, p);
  w.ascii(',"instructions":');
  p = w.uint32(p);
  w.ascii(',"disk_read_bytes":');
  p = w.uint32(p);
  w.ascii(',"write_bytes":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonSorobanResourcesExtV0(w: JsonWriter, p: number): number {
  w.ascii('{"archived_soroban_entries":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = w.uint32(p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonSorobanTransactionData(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonSorobanTransactionDataExt(w, p);
  w.ascii(',"resources":');
  p = jsonSorobanResources(w, p);
  w.ascii(',"resource_fee":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonSorobanTransactionDataExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonSorobanResourcesExtV0(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSorobanTransactionMeta(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonSorobanTransactionMetaExt(w, p);
  w.ascii(',"events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"return_value":');
  p = jsonScVal(w, p);
  w.ascii(',"diagnostic_events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDiagnosticEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonSorobanTransactionMetaExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonSorobanTransactionMetaExtV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSorobanTransactionMetaExtV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"total_non_refundable_resource_fee_charged":');
  p = w.int64(p);
  w.ascii(',"total_refundable_resource_fee_charged":');
  p = w.int64(p);
  w.ascii(',"rent_fee_charged":');
  p = w.int64(p);
  w.ascii('}');
  return p;
}

export function jsonSorobanTransactionMetaV2(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonSorobanTransactionMetaExt(w, p);
  w.ascii(',"return_value":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonScVal(w, p);
  w.ascii('}');
  return p;
}

export function jsonStateArchivalSettings(w: JsonWriter, p: number): number {
  w.ascii('{"max_entry_ttl":');
  p = w.uint32(p);
  w.ascii(',"min_temporary_ttl":');
  p = w.uint32(p);
  w.ascii(',"min_persistent_ttl":');
  p = w.uint32(p);
  w.ascii(',"persistent_rent_rate_denominator":');
  p = w.int64(p);
  w.ascii(',"temp_rent_rate_denominator":');
  p = w.int64(p);
  w.ascii(',"max_entries_to_archive":');
  p = w.uint32(p);
  w.ascii(',"live_soroban_state_size_window_sample_size":');
  p = w.uint32(p);
  w.ascii(',"live_soroban_state_size_window_sample_period":');
  p = w.uint32(p);
  w.ascii(',"eviction_scan_size":');
  p = w.uint32(p);
  w.ascii(',"starting_eviction_scan_level":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonStellarMessage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"error_msg":');
      p = jsonError(w, p);
      w.ascii('}');
      break;
    case 13:
      w.ascii('{"hello":');
      p = jsonHello(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"auth":');
      p = jsonAuth(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"dont_have":');
      p = jsonDontHave(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"peers":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonPeerAddress(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 6:
      w.ascii('{"get_tx_set":');
      p = jsonUint256Bytes(w, p);
      w.ascii('}');
      break;
    case 7:
      w.ascii('{"tx_set":');
      p = jsonTransactionSet(w, p);
      w.ascii('}');
      break;
    case 17:
      w.ascii('{"generalized_tx_set":');
      p = jsonGeneralizedTransactionSet(w, p);
      w.ascii('}');
      break;
    case 8:
      w.ascii('{"transaction":');
      p = jsonTransactionEnvelope(w, p);
      w.ascii('}');
      break;
    case 21:
      w.ascii('{"time_sliced_survey_request":');
      p = jsonSignedTimeSlicedSurveyRequestMessage(w, p);
      w.ascii('}');
      break;
    case 22:
      w.ascii('{"time_sliced_survey_response":');
      p = jsonSignedTimeSlicedSurveyResponseMessage(w, p);
      w.ascii('}');
      break;
    case 23:
      w.ascii('{"time_sliced_survey_start_collecting":');
      p = jsonSignedTimeSlicedSurveyStartCollectingMessage(w, p);
      w.ascii('}');
      break;
    case 24:
      w.ascii('{"time_sliced_survey_stop_collecting":');
      p = jsonSignedTimeSlicedSurveyStopCollectingMessage(w, p);
      w.ascii('}');
      break;
    case 9:
      w.ascii('{"get_scp_quorumset":');
      p = jsonUint256Bytes(w, p);
      w.ascii('}');
      break;
    case 10:
      w.ascii('{"scp_quorumset":');
      p = jsonScpQuorumSet(w, p);
      w.ascii('}');
      break;
    case 11:
      w.ascii('{"scp_message":');
      p = jsonScpEnvelope(w, p);
      w.ascii('}');
      break;
    case 12:
      w.ascii('{"get_scp_state":');
      p = w.uint32(p);
      w.ascii('}');
      break;
    case 16:
      w.ascii('{"send_more":');
      p = jsonSendMore(w, p);
      w.ascii('}');
      break;
    case 20:
      w.ascii('{"send_more_extended":');
      p = jsonSendMoreExtended(w, p);
      w.ascii('}');
      break;
    case 18:
      w.ascii('{"flood_advert":');
      p = jsonFloodAdvert(w, p);
      w.ascii('}');
      break;
    case 19:
      w.ascii('{"flood_demand":');
      p = jsonFloodDemand(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonStellarValue(w: JsonWriter, p: number): number {
  w.ascii('{"tx_set_hash":');
  p = jsonHash(w, p);
  w.ascii(',"close_time":');
  p = w.uint64(p);
  w.ascii(',"upgrades":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeType(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonStellarValueExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonStellarValueExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"basic"');
      break;
    case 1:
      w.ascii('{"signed":');
      p = jsonLedgerCloseValueSignature(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"empty_tx_set":');
      p = jsonStellarValueProposedValue(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonStellarValueProposedValue(w: JsonWriter, p: number): number {
  w.ascii('{"tx_set_hash":');
  p = jsonHash(w, p);
  w.ascii(',"previous_ledger_hash":');
  p = jsonHash(w, p);
  w.ascii(',"previous_ledger_version":');
  p = w.uint32(p);
  w.ascii(',"lc_value_signature":');
  p = jsonLedgerCloseValueSignature(w, p);
  w.ascii('}');
  return p;
}

export function jsonStellarValueType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"basic"');
      break;
    case 1:
      w.ascii('"signed"');
      break;
    case 2:
      w.ascii('"empty_tx_set"');
      break;
  }
  return p + 4;
}

export function jsonStoredDebugTransactionSet(w: JsonWriter, p: number): number {
  w.ascii('{"tx_set":');
  p = jsonStoredTransactionSet(w, p);
  w.ascii(',"ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"scp_value":');
  p = jsonStellarValue(w, p);
  w.ascii('}');
  return p;
}

export function jsonStoredTransactionSet(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":');
      p = jsonTransactionSet(w, p);
      w.ascii('}');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonGeneralizedTransactionSet(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSurveyMessageCommandType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"time_sliced_survey_topology"');
      break;
  }
  return p + 4;
}

export function jsonSurveyMessageResponseType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 2:
      w.ascii('"survey_topology_response_v2"');
      break;
  }
  return p + 4;
}

export function jsonSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.ascii('{"surveyor_peer_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"surveyed_peer_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"ledger_num":');
  p = w.uint32(p);
  w.ascii(',"encryption_key":');
  p = jsonCurve25519Public(w, p);
  w.ascii(',"command_type":');
  p = jsonSurveyMessageCommandType(w, p);
  w.ascii('}');
  return p;
}

export function jsonSurveyResponseBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.ascii('{"survey_topology_response_v2":');
      p = jsonTopologyResponseBodyV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.ascii('{"surveyor_peer_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"surveyed_peer_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"ledger_num":');
  p = w.uint32(p);
  w.ascii(',"command_type":');
  p = jsonSurveyMessageCommandType(w, p);
  w.ascii(',"encrypted_body":');
  p = jsonEncryptedBody(w, p);
  w.ascii('}');
  return p;
}

export function jsonThresholdIndexes(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"master_weight"');
      break;
    case 1:
      w.ascii('"low"');
      break;
    case 2:
      w.ascii('"med"');
      break;
    case 3:
      w.ascii('"high"');
      break;
  }
  return p + 4;
}

export function jsonThresholds(w: JsonWriter, p: number): number {
  return w.opaque(p, 4);
}

export function jsonTimeBounds(w: JsonWriter, p: number): number {
  w.ascii('{"min_time":');
  p = w.uint64(p);
  w.ascii(',"max_time":');
  p = w.uint64(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedNodeData(w: JsonWriter, p: number): number {
  w.ascii('{"added_authenticated_peers":');
  p = w.uint32(p);
  w.ascii(',"dropped_authenticated_peers":');
  p = w.uint32(p);
  w.ascii(',"total_inbound_peer_count":');
  p = w.uint32(p);
  w.ascii(',"total_outbound_peer_count":');
  p = w.uint32(p);
  w.ascii(',"p75_scp_first_to_self_latency_ms":');
  p = w.uint32(p);
  w.ascii(',"p75_scp_self_to_other_latency_ms":');
  p = w.uint32(p);
  w.ascii(',"lost_sync_count":');
  p = w.uint32(p);
  w.ascii(',"is_validator":');
  p = w.bool(p);
  w.ascii(',"max_inbound_peer_count":');
  p = w.uint32(p);
  w.ascii(',"max_outbound_peer_count":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedPeerData(w: JsonWriter, p: number): number {
  w.ascii('{"peer_stats":');
  p = jsonPeerStats(w, p);
  w.ascii(',"average_latency_ms":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.ascii('{"request":');
  p = jsonSurveyRequestMessage(w, p);
  w.ascii(',"nonce":');
  p = w.uint32(p);
  w.ascii(',"inbound_peers_index":');
  p = w.uint32(p);
  w.ascii(',"outbound_peers_index":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.ascii('{"response":');
  p = jsonSurveyResponseMessage(w, p);
  w.ascii(',"nonce":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedSurveyStartCollectingMessage(w: JsonWriter, p: number): number {
  w.ascii('{"surveyor_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"nonce":');
  p = w.uint32(p);
  w.ascii(',"ledger_num":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTimeSlicedSurveyStopCollectingMessage(w: JsonWriter, p: number): number {
  w.ascii('{"surveyor_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"nonce":');
  p = w.uint32(p);
  w.ascii(',"ledger_num":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTopologyResponseBodyV2(w: JsonWriter, p: number): number {
  w.ascii('{"inbound_peers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTimeSlicedPeerData(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"outbound_peers":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTimeSlicedPeerData(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"node_data":');
  p = jsonTimeSlicedNodeData(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransaction(w: JsonWriter, p: number): number {
  w.ascii('{"source_account":');
  p = jsonMuxedAccount(w, p);
  w.ascii(',"fee":');
  p = w.uint32(p);
  w.ascii(',"seq_num":');
  p = w.int64(p);
  w.ascii(',"cond":');
  p = jsonPreconditions(w, p);
  w.ascii(',"memo":');
  p = jsonMemo(w, p);
  w.ascii(',"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperation(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonTransactionExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionEnvelope(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"tx_v0":');
      p = jsonTransactionV0Envelope(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"tx":');
      p = jsonTransactionV1Envelope(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"tx_fee_bump":');
      p = jsonFeeBumpTransactionEnvelope(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionEvent(w: JsonWriter, p: number): number {
  w.ascii('{"stage":');
  p = jsonTransactionEventStage(w, p);
  w.ascii(',"event":');
  p = jsonContractEvent(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionEventStage(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"before_all_txs"');
      break;
    case 1:
      w.ascii('"after_tx"');
      break;
    case 2:
      w.ascii('"after_all_txs"');
      break;
  }
  return p + 4;
}

export function jsonTransactionExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonSorobanTransactionData(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionHistoryEntry(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"tx_set":');
  p = jsonTransactionSet(w, p);
  w.ascii(',"ext":');
  p = jsonTransactionHistoryEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionHistoryEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonGeneralizedTransactionSet(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionHistoryResultEntry(w: JsonWriter, p: number): number {
  w.ascii('{"ledger_seq":');
  p = w.uint32(p);
  w.ascii(',"tx_result_set":');
  p = jsonTransactionResultSet(w, p);
  w.ascii(',"ext":');
  p = jsonTransactionHistoryResultEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionHistoryResultEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonTransactionMeta(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationMeta(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonTransactionMetaV1(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"v2":');
      p = jsonTransactionMetaV2(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"v3":');
      p = jsonTransactionMetaV3(w, p);
      w.ascii('}');
      break;
    case 4:
      w.ascii('{"v4":');
      p = jsonTransactionMetaV4(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionMetaV1(w: JsonWriter, p: number): number {
  w.ascii('{"tx_changes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionMetaV2(w: JsonWriter, p: number): number {
  w.ascii('{"tx_changes_before":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_changes_after":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionMetaV3(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"tx_changes_before":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_changes_after":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"soroban_meta":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonSorobanTransactionMeta(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionMetaV4(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"tx_changes_before":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMetaV2(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_changes_after":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"soroban_meta":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonSorobanTransactionMetaV2(w, p);
  w.ascii(',"events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"diagnostic_events":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDiagnosticEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionPhase(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"v0":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonTxSetComponent(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonParallelTxsComponent(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionResult(w: JsonWriter, p: number): number {
  w.ascii('{"fee_charged":');
  p = w.int64(p);
  w.ascii(',"result":');
  p = jsonTransactionResultResult(w, p);
  w.ascii(',"ext":');
  p = jsonTransactionResultExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"tx_fee_bump_inner_success"');
      break;
    case 0:
      w.ascii('"tx_success"');
      break;
    case -1:
      w.ascii('"tx_failed"');
      break;
    case -2:
      w.ascii('"tx_too_early"');
      break;
    case -3:
      w.ascii('"tx_too_late"');
      break;
    case -4:
      w.ascii('"tx_missing_operation"');
      break;
    case -5:
      w.ascii('"tx_bad_seq"');
      break;
    case -6:
      w.ascii('"tx_bad_auth"');
      break;
    case -7:
      w.ascii('"tx_insufficient_balance"');
      break;
    case -8:
      w.ascii('"tx_no_account"');
      break;
    case -9:
      w.ascii('"tx_insufficient_fee"');
      break;
    case -10:
      w.ascii('"tx_bad_auth_extra"');
      break;
    case -11:
      w.ascii('"tx_internal_error"');
      break;
    case -12:
      w.ascii('"tx_not_supported"');
      break;
    case -13:
      w.ascii('"tx_fee_bump_inner_failed"');
      break;
    case -14:
      w.ascii('"tx_bad_sponsorship"');
      break;
    case -15:
      w.ascii('"tx_bad_min_seq_age_or_gap"');
      break;
    case -16:
      w.ascii('"tx_malformed"');
      break;
    case -17:
      w.ascii('"tx_soroban_invalid"');
      break;
    case -18:
      w.ascii('"tx_frozen_key_accessed"');
      break;
  }
  return p + 4;
}

export function jsonTransactionResultExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonTransactionResultMeta(w: JsonWriter, p: number): number {
  w.ascii('{"result":');
  p = jsonTransactionResultPair(w, p);
  w.ascii(',"fee_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_apply_processing":');
  p = jsonTransactionMeta(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionResultMetaV1(w: JsonWriter, p: number): number {
  w.ascii('{"ext":');
  p = jsonExtensionPoint(w, p);
  w.ascii(',"result":');
  p = jsonTransactionResultPair(w, p);
  w.ascii(',"fee_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"tx_apply_processing":');
  p = jsonTransactionMeta(w, p);
  w.ascii(',"post_tx_apply_fee_processing":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionResultPair(w: JsonWriter, p: number): number {
  w.ascii('{"transaction_hash":');
  p = jsonHash(w, p);
  w.ascii(',"result":');
  p = jsonTransactionResult(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionResultResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.ascii('{"tx_fee_bump_inner_success":');
      p = jsonInnerTransactionResultPair(w, p);
      w.ascii('}');
      break;
    case -13:
      w.ascii('{"tx_fee_bump_inner_failed":');
      p = jsonInnerTransactionResultPair(w, p);
      w.ascii('}');
      break;
    case 0:
      w.ascii('{"tx_success":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case -1:
      w.ascii('{"tx_failed":[');
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.ascii(']}');
      break;
    case -2:
      w.ascii('"tx_too_early"');
      break;
    case -3:
      w.ascii('"tx_too_late"');
      break;
    case -4:
      w.ascii('"tx_missing_operation"');
      break;
    case -5:
      w.ascii('"tx_bad_seq"');
      break;
    case -6:
      w.ascii('"tx_bad_auth"');
      break;
    case -7:
      w.ascii('"tx_insufficient_balance"');
      break;
    case -8:
      w.ascii('"tx_no_account"');
      break;
    case -9:
      w.ascii('"tx_insufficient_fee"');
      break;
    case -10:
      w.ascii('"tx_bad_auth_extra"');
      break;
    case -11:
      w.ascii('"tx_internal_error"');
      break;
    case -12:
      w.ascii('"tx_not_supported"');
      break;
    case -14:
      w.ascii('"tx_bad_sponsorship"');
      break;
    case -15:
      w.ascii('"tx_bad_min_seq_age_or_gap"');
      break;
    case -16:
      w.ascii('"tx_malformed"');
      break;
    case -17:
      w.ascii('"tx_soroban_invalid"');
      break;
    case -18:
      w.ascii('"tx_frozen_key_accessed"');
      break;
  }
  return p;
}

export function jsonTransactionResultSet(w: JsonWriter, p: number): number {
  w.ascii('{"results":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultPair(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionSet(w: JsonWriter, p: number): number {
  w.ascii('{"previous_ledger_hash":');
  p = jsonHash(w, p);
  w.ascii(',"txs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionSetV1(w: JsonWriter, p: number): number {
  w.ascii('{"previous_ledger_hash":');
  p = jsonHash(w, p);
  w.ascii(',"phases":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionPhase(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionSignaturePayload(w: JsonWriter, p: number): number {
  w.ascii('{"network_id":');
  p = jsonHash(w, p);
  w.ascii(',"tagged_transaction":');
  p = jsonTransactionSignaturePayloadTaggedTransaction(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionSignaturePayloadTaggedTransaction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.ascii('{"tx":');
      p = jsonTransaction(w, p);
      w.ascii('}');
      break;
    case 5:
      w.ascii('{"tx_fee_bump":');
      p = jsonFeeBumpTransaction(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTransactionV0(w: JsonWriter, p: number): number {
  w.ascii('{"source_account_ed25519":');
  p = jsonUint256Bytes(w, p);
  w.ascii(',"fee":');
  p = w.uint32(p);
  w.ascii(',"seq_num":');
  p = w.int64(p);
  w.ascii(',"time_bounds":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = jsonTimeBounds(w, p);
  w.ascii(',"memo":');
  p = jsonMemo(w, p);
  w.ascii(',"operations":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperation(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii('],"ext":');
  p = jsonTransactionV0Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonTransactionV0Envelope(w: JsonWriter, p: number): number {
  w.ascii('{"tx":');
  p = jsonTransactionV0(w, p);
  w.ascii(',"signatures":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTransactionV0Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonTransactionV1Envelope(w: JsonWriter, p: number): number {
  w.ascii('{"tx":');
  p = jsonTransaction(w, p);
  w.ascii(',"signatures":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTrustLineAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"native"');
      break;
    case 1:
      w.ascii('{"credit_alphanum4":');
      p = jsonAlphaNum4(w, p);
      w.ascii('}');
      break;
    case 2:
      w.ascii('{"credit_alphanum12":');
      p = jsonAlphaNum12(w, p);
      w.ascii('}');
      break;
    case 3:
      w.ascii('{"pool_share":');
      p = jsonPoolId(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTrustLineEntry(w: JsonWriter, p: number): number {
  w.ascii('{"account_id":');
  p = jsonPublicKey(w, p);
  w.ascii(',"asset":');
  p = jsonTrustLineAsset(w, p);
  w.ascii(',"balance":');
  p = w.int64(p);
  w.ascii(',"limit":');
  p = w.int64(p);
  w.ascii(',"flags":');
  p = w.uint32(p);
  w.ascii(',"ext":');
  p = jsonTrustLineEntryExt(w, p);
  w.ascii('}');
  return p;
}

export function jsonTrustLineEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('{"v1":');
      p = jsonTrustLineEntryV1(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTrustLineEntryExtensionV2(w: JsonWriter, p: number): number {
  w.ascii('{"liquidity_pool_use_count":');
  p = w.int32(p);
  w.ascii(',"ext":');
  p = jsonTrustLineEntryExtensionV2Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonTrustLineEntryExtensionV2Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
  }
  return p;
}

export function jsonTrustLineEntryV1(w: JsonWriter, p: number): number {
  w.ascii('{"liabilities":');
  p = jsonLiabilities(w, p);
  w.ascii(',"ext":');
  p = jsonTrustLineEntryV1Ext(w, p);
  w.ascii('}');
  return p;
}

export function jsonTrustLineEntryV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 2:
      w.ascii('{"v2":');
      p = jsonTrustLineEntryExtensionV2(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTrustLineFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"authorized_flag"');
      break;
    case 2:
      w.ascii('"authorized_to_maintain_liabilities_flag"');
      break;
    case 4:
      w.ascii('"trustline_clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonTtlEntry(w: JsonWriter, p: number): number {
  w.ascii('{"key_hash":');
  p = jsonHash(w, p);
  w.ascii(',"live_until_ledger_seq":');
  p = w.uint32(p);
  w.ascii('}');
  return p;
}

export function jsonTxSetComponent(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.ascii('{"txset_comp_txs_maybe_discounted_fee":');
      p = jsonTxSetComponentTxsMaybeDiscountedFee(w, p);
      w.ascii('}');
      break;
  }
  return p;
}

export function jsonTxSetComponentTxsMaybeDiscountedFee(w: JsonWriter, p: number): number {
  w.ascii('{"base_fee":');
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.ascii('null');
  else p = w.int64(p);
  w.ascii(',"txs":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonTxSetComponentType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"txset_comp_txs_maybe_discounted_fee"');
      break;
  }
  return p + 4;
}

export function jsonUint256Bytes(w: JsonWriter, p: number): number {
  return w.opaque(p, 32);
}

export function jsonUpgradeEntryMeta(w: JsonWriter, p: number): number {
  w.ascii('{"upgrade":');
  p = jsonLedgerUpgrade(w, p);
  w.ascii(',"changes":[');
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.ascii(']}');
  return p;
}

export function jsonUpgradeType(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonValue(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

/** The writer of each type, by name. */
export const jsonWriters = {
  AccountEntry: jsonAccountEntry,
  AccountEntryExt: jsonAccountEntryExt,
  AccountEntryExtensionV1: jsonAccountEntryExtensionV1,
  AccountEntryExtensionV1Ext: jsonAccountEntryExtensionV1Ext,
  AccountEntryExtensionV2: jsonAccountEntryExtensionV2,
  AccountEntryExtensionV2Ext: jsonAccountEntryExtensionV2Ext,
  AccountEntryExtensionV3: jsonAccountEntryExtensionV3,
  AccountFlags: jsonAccountFlags,
  AccountMergeResult: jsonAccountMergeResult,
  AccountMergeResultCode: jsonAccountMergeResultCode,
  AllowTrustOp: jsonAllowTrustOp,
  AllowTrustResult: jsonAllowTrustResult,
  AllowTrustResultCode: jsonAllowTrustResultCode,
  AlphaNum12: jsonAlphaNum12,
  AlphaNum4: jsonAlphaNum4,
  Asset: jsonAsset,
  AssetCode: jsonAssetCode,
  AssetCode12: jsonAssetCode12,
  AssetCode4: jsonAssetCode4,
  AssetType: jsonAssetType,
  Auth: jsonAuth,
  AuthCert: jsonAuthCert,
  AuthenticatedMessage: jsonAuthenticatedMessage,
  AuthenticatedMessageV0: jsonAuthenticatedMessageV0,
  BeginSponsoringFutureReservesOp: jsonBeginSponsoringFutureReservesOp,
  BeginSponsoringFutureReservesResult: jsonBeginSponsoringFutureReservesResult,
  BeginSponsoringFutureReservesResultCode: jsonBeginSponsoringFutureReservesResultCode,
  BinaryFuseFilterType: jsonBinaryFuseFilterType,
  BucketEntry: jsonBucketEntry,
  BucketEntryType: jsonBucketEntryType,
  BucketListType: jsonBucketListType,
  BucketMetadata: jsonBucketMetadata,
  BucketMetadataExt: jsonBucketMetadataExt,
  BumpSequenceOp: jsonBumpSequenceOp,
  BumpSequenceResult: jsonBumpSequenceResult,
  BumpSequenceResultCode: jsonBumpSequenceResultCode,
  ChangeTrustAsset: jsonChangeTrustAsset,
  ChangeTrustOp: jsonChangeTrustOp,
  ChangeTrustResult: jsonChangeTrustResult,
  ChangeTrustResultCode: jsonChangeTrustResultCode,
  ClaimAtom: jsonClaimAtom,
  ClaimAtomType: jsonClaimAtomType,
  ClaimClaimableBalanceOp: jsonClaimClaimableBalanceOp,
  ClaimClaimableBalanceResult: jsonClaimClaimableBalanceResult,
  ClaimClaimableBalanceResultCode: jsonClaimClaimableBalanceResultCode,
  ClaimLiquidityAtom: jsonClaimLiquidityAtom,
  ClaimOfferAtom: jsonClaimOfferAtom,
  ClaimOfferAtomV0: jsonClaimOfferAtomV0,
  ClaimPredicate: jsonClaimPredicate,
  ClaimPredicateType: jsonClaimPredicateType,
  ClaimableBalanceEntry: jsonClaimableBalanceEntry,
  ClaimableBalanceEntryExt: jsonClaimableBalanceEntryExt,
  ClaimableBalanceEntryExtensionV1: jsonClaimableBalanceEntryExtensionV1,
  ClaimableBalanceEntryExtensionV1Ext: jsonClaimableBalanceEntryExtensionV1Ext,
  ClaimableBalanceFlags: jsonClaimableBalanceFlags,
  ClaimableBalanceId: jsonClaimableBalanceId,
  ClaimableBalanceIdType: jsonClaimableBalanceIdType,
  Claimant: jsonClaimant,
  ClaimantType: jsonClaimantType,
  ClaimantV0: jsonClaimantV0,
  ClawbackClaimableBalanceOp: jsonClawbackClaimableBalanceOp,
  ClawbackClaimableBalanceResult: jsonClawbackClaimableBalanceResult,
  ClawbackClaimableBalanceResultCode: jsonClawbackClaimableBalanceResultCode,
  ClawbackOp: jsonClawbackOp,
  ClawbackResult: jsonClawbackResult,
  ClawbackResultCode: jsonClawbackResultCode,
  ConfigSettingContractBandwidthV0: jsonConfigSettingContractBandwidthV0,
  ConfigSettingContractComputeV0: jsonConfigSettingContractComputeV0,
  ConfigSettingContractEventsV0: jsonConfigSettingContractEventsV0,
  ConfigSettingContractExecutionLanesV0: jsonConfigSettingContractExecutionLanesV0,
  ConfigSettingContractHistoricalDataV0: jsonConfigSettingContractHistoricalDataV0,
  ConfigSettingContractLedgerCostExtV0: jsonConfigSettingContractLedgerCostExtV0,
  ConfigSettingContractLedgerCostV0: jsonConfigSettingContractLedgerCostV0,
  ConfigSettingContractParallelComputeV0: jsonConfigSettingContractParallelComputeV0,
  ConfigSettingEntry: jsonConfigSettingEntry,
  ConfigSettingId: jsonConfigSettingId,
  ConfigSettingScpTiming: jsonConfigSettingScpTiming,
  ConfigUpgradeSet: jsonConfigUpgradeSet,
  ConfigUpgradeSetKey: jsonConfigUpgradeSetKey,
  ContractCodeCostInputs: jsonContractCodeCostInputs,
  ContractCodeEntry: jsonContractCodeEntry,
  ContractCodeEntryExt: jsonContractCodeEntryExt,
  ContractCodeEntryV1: jsonContractCodeEntryV1,
  ContractCostParamEntry: jsonContractCostParamEntry,
  ContractCostType: jsonContractCostType,
  ContractDataDurability: jsonContractDataDurability,
  ContractDataEntry: jsonContractDataEntry,
  ContractEvent: jsonContractEvent,
  ContractEventBody: jsonContractEventBody,
  ContractEventType: jsonContractEventType,
  ContractEventV0: jsonContractEventV0,
  ContractExecutable: jsonContractExecutable,
  ContractExecutableExternalRef: jsonContractExecutableExternalRef,
  ContractExecutableType: jsonContractExecutableType,
  ContractId: jsonContractId,
  ContractIdPreimage: jsonContractIdPreimage,
  ContractIdPreimageFromAddress: jsonContractIdPreimageFromAddress,
  ContractIdPreimageType: jsonContractIdPreimageType,
  CreateAccountOp: jsonCreateAccountOp,
  CreateAccountResult: jsonCreateAccountResult,
  CreateAccountResultCode: jsonCreateAccountResultCode,
  CreateClaimableBalanceOp: jsonCreateClaimableBalanceOp,
  CreateClaimableBalanceResult: jsonCreateClaimableBalanceResult,
  CreateClaimableBalanceResultCode: jsonCreateClaimableBalanceResultCode,
  CreateContractArgs: jsonCreateContractArgs,
  CreateContractArgsV2: jsonCreateContractArgsV2,
  CreatePassiveSellOfferOp: jsonCreatePassiveSellOfferOp,
  CryptoKeyType: jsonCryptoKeyType,
  Curve25519Public: jsonCurve25519Public,
  Curve25519Secret: jsonCurve25519Secret,
  DataEntry: jsonDataEntry,
  DataEntryExt: jsonDataEntryExt,
  DataValue: jsonDataValue,
  DecoratedSignature: jsonDecoratedSignature,
  DiagnosticEvent: jsonDiagnosticEvent,
  DontHave: jsonDontHave,
  EncodedLedgerKey: jsonEncodedLedgerKey,
  EncryptedBody: jsonEncryptedBody,
  EndSponsoringFutureReservesResult: jsonEndSponsoringFutureReservesResult,
  EndSponsoringFutureReservesResultCode: jsonEndSponsoringFutureReservesResultCode,
  EnvelopeType: jsonEnvelopeType,
  Error: jsonError,
  ErrorCode: jsonErrorCode,
  EvictionIterator: jsonEvictionIterator,
  ExtendFootprintTtlOp: jsonExtendFootprintTtlOp,
  ExtendFootprintTtlResult: jsonExtendFootprintTtlResult,
  ExtendFootprintTtlResultCode: jsonExtendFootprintTtlResultCode,
  ExtensionPoint: jsonExtensionPoint,
  FeeBumpTransaction: jsonFeeBumpTransaction,
  FeeBumpTransactionEnvelope: jsonFeeBumpTransactionEnvelope,
  FeeBumpTransactionExt: jsonFeeBumpTransactionExt,
  FeeBumpTransactionInnerTx: jsonFeeBumpTransactionInnerTx,
  FloodAdvert: jsonFloodAdvert,
  FloodDemand: jsonFloodDemand,
  FreezeBypassTxs: jsonFreezeBypassTxs,
  FreezeBypassTxsDelta: jsonFreezeBypassTxsDelta,
  FrozenLedgerKeys: jsonFrozenLedgerKeys,
  FrozenLedgerKeysDelta: jsonFrozenLedgerKeysDelta,
  GeneralizedTransactionSet: jsonGeneralizedTransactionSet,
  Hash: jsonHash,
  HashIdPreimage: jsonHashIdPreimage,
  HashIdPreimageContractId: jsonHashIdPreimageContractId,
  HashIdPreimageOperationId: jsonHashIdPreimageOperationId,
  HashIdPreimageRevokeId: jsonHashIdPreimageRevokeId,
  HashIdPreimageSorobanAuthorization: jsonHashIdPreimageSorobanAuthorization,
  HashIdPreimageSorobanAuthorizationWithAddress: jsonHashIdPreimageSorobanAuthorizationWithAddress,
  Hello: jsonHello,
  HmacSha256Key: jsonHmacSha256Key,
  HmacSha256Mac: jsonHmacSha256Mac,
  HostFunction: jsonHostFunction,
  HostFunctionType: jsonHostFunctionType,
  HotArchiveBucketEntry: jsonHotArchiveBucketEntry,
  HotArchiveBucketEntryType: jsonHotArchiveBucketEntryType,
  InflationPayout: jsonInflationPayout,
  InflationResult: jsonInflationResult,
  InflationResultCode: jsonInflationResultCode,
  InnerTransactionResult: jsonInnerTransactionResult,
  InnerTransactionResultExt: jsonInnerTransactionResultExt,
  InnerTransactionResultPair: jsonInnerTransactionResultPair,
  InnerTransactionResultResult: jsonInnerTransactionResultResult,
  Int128Parts: jsonInt128Parts,
  Int256Parts: jsonInt256Parts,
  InvokeContractArgs: jsonInvokeContractArgs,
  InvokeHostFunctionOp: jsonInvokeHostFunctionOp,
  InvokeHostFunctionResult: jsonInvokeHostFunctionResult,
  InvokeHostFunctionResultCode: jsonInvokeHostFunctionResultCode,
  InvokeHostFunctionSuccessPreImage: jsonInvokeHostFunctionSuccessPreImage,
  IpAddrType: jsonIpAddrType,
  LedgerBounds: jsonLedgerBounds,
  LedgerCloseMeta: jsonLedgerCloseMeta,
  LedgerCloseMetaBatch: jsonLedgerCloseMetaBatch,
  LedgerCloseMetaExt: jsonLedgerCloseMetaExt,
  LedgerCloseMetaExtV1: jsonLedgerCloseMetaExtV1,
  LedgerCloseMetaV0: jsonLedgerCloseMetaV0,
  LedgerCloseMetaV1: jsonLedgerCloseMetaV1,
  LedgerCloseMetaV2: jsonLedgerCloseMetaV2,
  LedgerCloseValueSignature: jsonLedgerCloseValueSignature,
  LedgerEntry: jsonLedgerEntry,
  LedgerEntryChange: jsonLedgerEntryChange,
  LedgerEntryChangeType: jsonLedgerEntryChangeType,
  LedgerEntryData: jsonLedgerEntryData,
  LedgerEntryExt: jsonLedgerEntryExt,
  LedgerEntryExtensionV1: jsonLedgerEntryExtensionV1,
  LedgerEntryExtensionV1Ext: jsonLedgerEntryExtensionV1Ext,
  LedgerEntryType: jsonLedgerEntryType,
  LedgerFootprint: jsonLedgerFootprint,
  LedgerHeader: jsonLedgerHeader,
  LedgerHeaderExt: jsonLedgerHeaderExt,
  LedgerHeaderExtensionV1: jsonLedgerHeaderExtensionV1,
  LedgerHeaderExtensionV1Ext: jsonLedgerHeaderExtensionV1Ext,
  LedgerHeaderFlags: jsonLedgerHeaderFlags,
  LedgerHeaderHistoryEntry: jsonLedgerHeaderHistoryEntry,
  LedgerHeaderHistoryEntryExt: jsonLedgerHeaderHistoryEntryExt,
  LedgerKey: jsonLedgerKey,
  LedgerKeyAccount: jsonLedgerKeyAccount,
  LedgerKeyClaimableBalance: jsonLedgerKeyClaimableBalance,
  LedgerKeyConfigSetting: jsonLedgerKeyConfigSetting,
  LedgerKeyContractCode: jsonLedgerKeyContractCode,
  LedgerKeyContractData: jsonLedgerKeyContractData,
  LedgerKeyData: jsonLedgerKeyData,
  LedgerKeyLiquidityPool: jsonLedgerKeyLiquidityPool,
  LedgerKeyOffer: jsonLedgerKeyOffer,
  LedgerKeyTrustLine: jsonLedgerKeyTrustLine,
  LedgerKeyTtl: jsonLedgerKeyTtl,
  LedgerScpMessages: jsonLedgerScpMessages,
  LedgerUpgrade: jsonLedgerUpgrade,
  LedgerUpgradeType: jsonLedgerUpgradeType,
  Liabilities: jsonLiabilities,
  LiquidityPoolConstantProductParameters: jsonLiquidityPoolConstantProductParameters,
  LiquidityPoolDepositOp: jsonLiquidityPoolDepositOp,
  LiquidityPoolDepositResult: jsonLiquidityPoolDepositResult,
  LiquidityPoolDepositResultCode: jsonLiquidityPoolDepositResultCode,
  LiquidityPoolEntry: jsonLiquidityPoolEntry,
  LiquidityPoolEntryBody: jsonLiquidityPoolEntryBody,
  LiquidityPoolEntryConstantProduct: jsonLiquidityPoolEntryConstantProduct,
  LiquidityPoolParameters: jsonLiquidityPoolParameters,
  LiquidityPoolType: jsonLiquidityPoolType,
  LiquidityPoolWithdrawOp: jsonLiquidityPoolWithdrawOp,
  LiquidityPoolWithdrawResult: jsonLiquidityPoolWithdrawResult,
  LiquidityPoolWithdrawResultCode: jsonLiquidityPoolWithdrawResultCode,
  ManageBuyOfferOp: jsonManageBuyOfferOp,
  ManageBuyOfferResult: jsonManageBuyOfferResult,
  ManageBuyOfferResultCode: jsonManageBuyOfferResultCode,
  ManageDataOp: jsonManageDataOp,
  ManageDataResult: jsonManageDataResult,
  ManageDataResultCode: jsonManageDataResultCode,
  ManageOfferEffect: jsonManageOfferEffect,
  ManageOfferSuccessResult: jsonManageOfferSuccessResult,
  ManageOfferSuccessResultOffer: jsonManageOfferSuccessResultOffer,
  ManageSellOfferOp: jsonManageSellOfferOp,
  ManageSellOfferResult: jsonManageSellOfferResult,
  ManageSellOfferResultCode: jsonManageSellOfferResultCode,
  Memo: jsonMemo,
  MemoType: jsonMemoType,
  MessageType: jsonMessageType,
  MuxedAccount: jsonMuxedAccount,
  MuxedAccountMed25519: jsonMuxedAccountMed25519,
  MuxedEd25519Account: jsonMuxedEd25519Account,
  OfferEntry: jsonOfferEntry,
  OfferEntryExt: jsonOfferEntryExt,
  OfferEntryFlags: jsonOfferEntryFlags,
  Operation: jsonOperation,
  OperationBody: jsonOperationBody,
  OperationMeta: jsonOperationMeta,
  OperationMetaV2: jsonOperationMetaV2,
  OperationResult: jsonOperationResult,
  OperationResultCode: jsonOperationResultCode,
  OperationResultTr: jsonOperationResultTr,
  OperationType: jsonOperationType,
  ParallelTxsComponent: jsonParallelTxsComponent,
  PathPaymentStrictReceiveOp: jsonPathPaymentStrictReceiveOp,
  PathPaymentStrictReceiveResult: jsonPathPaymentStrictReceiveResult,
  PathPaymentStrictReceiveResultCode: jsonPathPaymentStrictReceiveResultCode,
  PathPaymentStrictReceiveResultSuccess: jsonPathPaymentStrictReceiveResultSuccess,
  PathPaymentStrictSendOp: jsonPathPaymentStrictSendOp,
  PathPaymentStrictSendResult: jsonPathPaymentStrictSendResult,
  PathPaymentStrictSendResultCode: jsonPathPaymentStrictSendResultCode,
  PathPaymentStrictSendResultSuccess: jsonPathPaymentStrictSendResultSuccess,
  PaymentOp: jsonPaymentOp,
  PaymentResult: jsonPaymentResult,
  PaymentResultCode: jsonPaymentResultCode,
  PeerAddress: jsonPeerAddress,
  PeerAddressIp: jsonPeerAddressIp,
  PeerStats: jsonPeerStats,
  PersistedScpState: jsonPersistedScpState,
  PersistedScpStateV0: jsonPersistedScpStateV0,
  PersistedScpStateV1: jsonPersistedScpStateV1,
  PoolId: jsonPoolId,
  PreconditionType: jsonPreconditionType,
  Preconditions: jsonPreconditions,
  PreconditionsV2: jsonPreconditionsV2,
  Price: jsonPrice,
  PublicKey: jsonPublicKey,
  PublicKeyType: jsonPublicKeyType,
  RestoreFootprintOp: jsonRestoreFootprintOp,
  RestoreFootprintResult: jsonRestoreFootprintResult,
  RestoreFootprintResultCode: jsonRestoreFootprintResultCode,
  RevokeSponsorshipOp: jsonRevokeSponsorshipOp,
  RevokeSponsorshipOpSigner: jsonRevokeSponsorshipOpSigner,
  RevokeSponsorshipResult: jsonRevokeSponsorshipResult,
  RevokeSponsorshipResultCode: jsonRevokeSponsorshipResultCode,
  RevokeSponsorshipType: jsonRevokeSponsorshipType,
  ScAddress: jsonScAddress,
  ScAddressType: jsonScAddressType,
  ScBytes: jsonScBytes,
  ScContractInstance: jsonScContractInstance,
  ScEnvMetaEntry: jsonScEnvMetaEntry,
  ScEnvMetaEntryInterfaceVersion: jsonScEnvMetaEntryInterfaceVersion,
  ScEnvMetaKind: jsonScEnvMetaKind,
  ScError: jsonScError,
  ScErrorCode: jsonScErrorCode,
  ScErrorType: jsonScErrorType,
  ScMapEntry: jsonScMapEntry,
  ScMetaEntry: jsonScMetaEntry,
  ScMetaKind: jsonScMetaKind,
  ScMetaV0: jsonScMetaV0,
  ScNonceKey: jsonScNonceKey,
  ScSpecEntry: jsonScSpecEntry,
  ScSpecEntryKind: jsonScSpecEntryKind,
  ScSpecEventDataFormat: jsonScSpecEventDataFormat,
  ScSpecEventParamLocationV0: jsonScSpecEventParamLocationV0,
  ScSpecEventParamV0: jsonScSpecEventParamV0,
  ScSpecEventV0: jsonScSpecEventV0,
  ScSpecFunctionInputV0: jsonScSpecFunctionInputV0,
  ScSpecFunctionV0: jsonScSpecFunctionV0,
  ScSpecType: jsonScSpecType,
  ScSpecTypeBytesN: jsonScSpecTypeBytesN,
  ScSpecTypeDef: jsonScSpecTypeDef,
  ScSpecTypeMap: jsonScSpecTypeMap,
  ScSpecTypeOption: jsonScSpecTypeOption,
  ScSpecTypeResult: jsonScSpecTypeResult,
  ScSpecTypeTuple: jsonScSpecTypeTuple,
  ScSpecTypeUdt: jsonScSpecTypeUdt,
  ScSpecTypeVec: jsonScSpecTypeVec,
  ScSpecUdtEnumCaseV0: jsonScSpecUdtEnumCaseV0,
  ScSpecUdtEnumV0: jsonScSpecUdtEnumV0,
  ScSpecUdtErrorEnumCaseV0: jsonScSpecUdtErrorEnumCaseV0,
  ScSpecUdtErrorEnumV0: jsonScSpecUdtErrorEnumV0,
  ScSpecUdtStructFieldV0: jsonScSpecUdtStructFieldV0,
  ScSpecUdtStructV0: jsonScSpecUdtStructV0,
  ScSpecUdtUnionCaseTupleV0: jsonScSpecUdtUnionCaseTupleV0,
  ScSpecUdtUnionCaseV0: jsonScSpecUdtUnionCaseV0,
  ScSpecUdtUnionCaseV0Kind: jsonScSpecUdtUnionCaseV0Kind,
  ScSpecUdtUnionCaseVoidV0: jsonScSpecUdtUnionCaseVoidV0,
  ScSpecUdtUnionV0: jsonScSpecUdtUnionV0,
  ScVal: jsonScVal,
  ScValType: jsonScValType,
  ScpBallot: jsonScpBallot,
  ScpEnvelope: jsonScpEnvelope,
  ScpHistoryEntry: jsonScpHistoryEntry,
  ScpHistoryEntryV0: jsonScpHistoryEntryV0,
  ScpNomination: jsonScpNomination,
  ScpQuorumSet: jsonScpQuorumSet,
  ScpStatement: jsonScpStatement,
  ScpStatementConfirm: jsonScpStatementConfirm,
  ScpStatementExternalize: jsonScpStatementExternalize,
  ScpStatementPledges: jsonScpStatementPledges,
  ScpStatementPrepare: jsonScpStatementPrepare,
  ScpStatementType: jsonScpStatementType,
  SendMore: jsonSendMore,
  SendMoreExtended: jsonSendMoreExtended,
  SerializedBinaryFuseFilter: jsonSerializedBinaryFuseFilter,
  SetOptionsOp: jsonSetOptionsOp,
  SetOptionsResult: jsonSetOptionsResult,
  SetOptionsResultCode: jsonSetOptionsResultCode,
  SetTrustLineFlagsOp: jsonSetTrustLineFlagsOp,
  SetTrustLineFlagsResult: jsonSetTrustLineFlagsResult,
  SetTrustLineFlagsResultCode: jsonSetTrustLineFlagsResultCode,
  ShortHashSeed: jsonShortHashSeed,
  Signature: jsonSignature,
  SignatureHint: jsonSignatureHint,
  SignedTimeSlicedSurveyRequestMessage: jsonSignedTimeSlicedSurveyRequestMessage,
  SignedTimeSlicedSurveyResponseMessage: jsonSignedTimeSlicedSurveyResponseMessage,
  SignedTimeSlicedSurveyStartCollectingMessage: jsonSignedTimeSlicedSurveyStartCollectingMessage,
  SignedTimeSlicedSurveyStopCollectingMessage: jsonSignedTimeSlicedSurveyStopCollectingMessage,
  Signer: jsonSigner,
  SignerKey: jsonSignerKey,
  SignerKeyEd25519SignedPayload: jsonSignerKeyEd25519SignedPayload,
  SignerKeyType: jsonSignerKeyType,
  SimplePaymentResult: jsonSimplePaymentResult,
  SorobanAddressCredentials: jsonSorobanAddressCredentials,
  SorobanAddressCredentialsWithDelegates: jsonSorobanAddressCredentialsWithDelegates,
  SorobanAuthorizationEntry: jsonSorobanAuthorizationEntry,
  SorobanAuthorizedFunction: jsonSorobanAuthorizedFunction,
  SorobanAuthorizedFunctionType: jsonSorobanAuthorizedFunctionType,
  SorobanAuthorizedInvocation: jsonSorobanAuthorizedInvocation,
  SorobanCredentials: jsonSorobanCredentials,
  SorobanCredentialsType: jsonSorobanCredentialsType,
  SorobanDelegateSignature: jsonSorobanDelegateSignature,
  SorobanResources: jsonSorobanResources,
  SorobanResourcesExtV0: jsonSorobanResourcesExtV0,
  SorobanTransactionData: jsonSorobanTransactionData,
  SorobanTransactionDataExt: jsonSorobanTransactionDataExt,
  SorobanTransactionMeta: jsonSorobanTransactionMeta,
  SorobanTransactionMetaExt: jsonSorobanTransactionMetaExt,
  SorobanTransactionMetaExtV1: jsonSorobanTransactionMetaExtV1,
  SorobanTransactionMetaV2: jsonSorobanTransactionMetaV2,
  StateArchivalSettings: jsonStateArchivalSettings,
  StellarMessage: jsonStellarMessage,
  StellarValue: jsonStellarValue,
  StellarValueExt: jsonStellarValueExt,
  StellarValueProposedValue: jsonStellarValueProposedValue,
  StellarValueType: jsonStellarValueType,
  StoredDebugTransactionSet: jsonStoredDebugTransactionSet,
  StoredTransactionSet: jsonStoredTransactionSet,
  SurveyMessageCommandType: jsonSurveyMessageCommandType,
  SurveyMessageResponseType: jsonSurveyMessageResponseType,
  SurveyRequestMessage: jsonSurveyRequestMessage,
  SurveyResponseBody: jsonSurveyResponseBody,
  SurveyResponseMessage: jsonSurveyResponseMessage,
  ThresholdIndexes: jsonThresholdIndexes,
  Thresholds: jsonThresholds,
  TimeBounds: jsonTimeBounds,
  TimeSlicedNodeData: jsonTimeSlicedNodeData,
  TimeSlicedPeerData: jsonTimeSlicedPeerData,
  TimeSlicedSurveyRequestMessage: jsonTimeSlicedSurveyRequestMessage,
  TimeSlicedSurveyResponseMessage: jsonTimeSlicedSurveyResponseMessage,
  TimeSlicedSurveyStartCollectingMessage: jsonTimeSlicedSurveyStartCollectingMessage,
  TimeSlicedSurveyStopCollectingMessage: jsonTimeSlicedSurveyStopCollectingMessage,
  TopologyResponseBodyV2: jsonTopologyResponseBodyV2,
  Transaction: jsonTransaction,
  TransactionEnvelope: jsonTransactionEnvelope,
  TransactionEvent: jsonTransactionEvent,
  TransactionEventStage: jsonTransactionEventStage,
  TransactionExt: jsonTransactionExt,
  TransactionHistoryEntry: jsonTransactionHistoryEntry,
  TransactionHistoryEntryExt: jsonTransactionHistoryEntryExt,
  TransactionHistoryResultEntry: jsonTransactionHistoryResultEntry,
  TransactionHistoryResultEntryExt: jsonTransactionHistoryResultEntryExt,
  TransactionMeta: jsonTransactionMeta,
  TransactionMetaV1: jsonTransactionMetaV1,
  TransactionMetaV2: jsonTransactionMetaV2,
  TransactionMetaV3: jsonTransactionMetaV3,
  TransactionMetaV4: jsonTransactionMetaV4,
  TransactionPhase: jsonTransactionPhase,
  TransactionResult: jsonTransactionResult,
  TransactionResultCode: jsonTransactionResultCode,
  TransactionResultExt: jsonTransactionResultExt,
  TransactionResultMeta: jsonTransactionResultMeta,
  TransactionResultMetaV1: jsonTransactionResultMetaV1,
  TransactionResultPair: jsonTransactionResultPair,
  TransactionResultResult: jsonTransactionResultResult,
  TransactionResultSet: jsonTransactionResultSet,
  TransactionSet: jsonTransactionSet,
  TransactionSetV1: jsonTransactionSetV1,
  TransactionSignaturePayload: jsonTransactionSignaturePayload,
  TransactionSignaturePayloadTaggedTransaction: jsonTransactionSignaturePayloadTaggedTransaction,
  TransactionV0: jsonTransactionV0,
  TransactionV0Envelope: jsonTransactionV0Envelope,
  TransactionV0Ext: jsonTransactionV0Ext,
  TransactionV1Envelope: jsonTransactionV1Envelope,
  TrustLineAsset: jsonTrustLineAsset,
  TrustLineEntry: jsonTrustLineEntry,
  TrustLineEntryExt: jsonTrustLineEntryExt,
  TrustLineEntryExtensionV2: jsonTrustLineEntryExtensionV2,
  TrustLineEntryExtensionV2Ext: jsonTrustLineEntryExtensionV2Ext,
  TrustLineEntryV1: jsonTrustLineEntryV1,
  TrustLineEntryV1Ext: jsonTrustLineEntryV1Ext,
  TrustLineFlags: jsonTrustLineFlags,
  TtlEntry: jsonTtlEntry,
  TxSetComponent: jsonTxSetComponent,
  TxSetComponentTxsMaybeDiscountedFee: jsonTxSetComponentTxsMaybeDiscountedFee,
  TxSetComponentType: jsonTxSetComponentType,
  Uint128Parts: jsonUint128Parts,
  Uint256Bytes: jsonUint256Bytes,
  Uint256Parts: jsonUint256Parts,
  UpgradeEntryMeta: jsonUpgradeEntryMeta,
  UpgradeType: jsonUpgradeType,
  Value: jsonValue,
};
