/** Details of operations on trust lines, and clawback. */
import { hash } from 'node:crypto';
import { AssetType } from '../../xdr/generated/enums.ts';
import { skipChangeTrustAsset } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { plainAsset } from './assets.ts';
import { writeTrustLineFlags } from './flags.ts';
import {
  writeAccount,
  writeAmount,
  writeKeyMember,
  writeMuxed,
  writeName,
  writeParty,
  writePoolId,
  writeWord,
} from './values.ts';

export function writeChangeTrust(w: JsonWriter, { view, bytes, body, sourceKey, sourceId }: OperationAt): void {
  const end = skipChangeTrustAsset(view, body);
  if (view.getInt32(body) === AssetType.assetTypePoolShare) {
    writeWord(w, 'asset_type', 'liquidity_pool_shares');
    // A pool's id is the hash of its parameters.
    writePoolId(w, 'liquidity_pool_id', hash('sha256', bytes.subarray(body + 4, end), 'buffer'), 0);
  } else {
    plainAsset.write(w, body);
    writeTrustee(w, view.getInt32(body), end);
  }
  writeParty(w, 'trustor', sourceKey, sourceId);
  writeAmount(w, 'limit', end);
}

function writeTrustee(w: JsonWriter, type: number, end: number): void {
  if (type !== AssetType.assetTypeNative) return writeAccount(w, 'trustee', end - PUBLIC_KEY);
  writeName(w, 'trustee');
  w.ascii('null');
}

const AUTHORIZED = 1;
const MAINTAIN_LIABILITIES = 2;
const CLAWBACK_ENABLED = 4;

/** The operation names a code only: the issuer is its source. */
export function writeAllowTrust(w: JsonWriter, { view, bytes, body, sourceKey, sourceId }: OperationAt): void {
  const code = body + PUBLIC_KEY;
  const flags = code + (view.getInt32(code) === AssetType.assetTypeCreditAlphanum4 ? 8 : 16);
  const asset = new Uint8Array(flags - code + PUBLIC_KEY);
  asset.set(bytes.subarray(code, flags));
  asset.set(bytes.subarray(sourceKey, sourceKey + 32), asset.length - 32);
  plainAsset.writeFrom(w, new DataView(asset.buffer), asset, 0);
  writeParty(w, 'trustee', sourceKey, sourceId);
  writeAccount(w, 'trustor', body);
  const authorize = view.getUint32(flags);
  writeName(w, 'authorize');
  w.ascii(authorize & AUTHORIZED ? 'true' : 'false');
  if (authorize & MAINTAIN_LIABILITIES) w.ascii(',"authorize_to_maintain_liabilities":true');
  if (authorize & CLAWBACK_ENABLED) w.ascii(',"clawback_enabled":true');
}

export function writeSetTrustLineFlags(w: JsonWriter, { view, body }: OperationAt): void {
  writeKeyMember(w, 'trustor', strkeyVersion.account, body + 4);
  const flags = plainAsset.write(w, body + PUBLIC_KEY);
  writeTrustLineFlags(w, 'clear', view.getUint32(flags));
  writeTrustLineFlags(w, 'set', view.getUint32(flags + 4));
}

export function writeClawback(w: JsonWriter, { body }: OperationAt): void {
  const from = plainAsset.write(w, body);
  writeAmount(w, 'amount', writeMuxed(w, 'from', from));
}
