/** Details of operations on trust lines, and clawback. */
import { hash } from 'node:crypto';
import { AssetType } from '../../xdr/generated/enums.ts';
import { skipChangeTrustAsset } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { plainAsset } from './assets.ts';
import { writeTrustLineFlags } from './flags.ts';
import { append, idNames, member, party, piece } from './pieces.ts';
import { writeAccount, writeAmount, writeMuxed, writeParty, writePoolId } from './values.ts';

const name = {
  amount: member('amount'),
  authorize: member('authorize'),
  from: party('from'),
  limit: member('limit'),
  pool: idNames('liquidity_pool_id'),
  trustee: party('trustee'),
  trustor: party('trustor'),
};
const poolShares = piece(',"asset_type":"liquidity_pool_shares"');

export function writeChangeTrust(w: JsonWriter, { view, bytes, body, sourceKey, sourceId }: OperationAt): void {
  const end = skipChangeTrustAsset(view, body);
  if (view.getInt32(body) === AssetType.assetTypePoolShare) {
    append(w, poolShares);
    // A pool's id is the hash of its parameters.
    writePoolId(w, name.pool, hash('sha256', bytes.subarray(body + 4, end), 'buffer'), 0);
  } else {
    plainAsset.write(w, body);
    writeTrustee(w, view.getInt32(body), end);
  }
  writeParty(w, name.trustor, sourceKey, sourceId);
  writeAmount(w, name.limit, end);
}

function writeTrustee(w: JsonWriter, type: number, end: number): void {
  if (type !== AssetType.assetTypeNative) return writeAccount(w, name.trustee.account, end - PUBLIC_KEY);
  append(w, name.trustee.account);
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
  writeParty(w, name.trustee, sourceKey, sourceId);
  writeAccount(w, name.trustor.account, body);
  const authorize = view.getUint32(flags);
  append(w, name.authorize);
  w.ascii(authorize & AUTHORIZED ? 'true' : 'false');
  if (authorize & MAINTAIN_LIABILITIES) w.ascii(',"authorize_to_maintain_liabilities":true');
  if (authorize & CLAWBACK_ENABLED) w.ascii(',"clawback_enabled":true');
}

export function writeSetTrustLineFlags(w: JsonWriter, { view, body }: OperationAt): void {
  writeAccount(w, name.trustor.account, body);
  const flags = plainAsset.write(w, body + PUBLIC_KEY);
  writeTrustLineFlags(w, 'clear', view.getUint32(flags));
  writeTrustLineFlags(w, 'set', view.getUint32(flags + 4));
}

export function writeClawback(w: JsonWriter, { body }: OperationAt): void {
  const from = plainAsset.write(w, body);
  writeAmount(w, name.amount, writeMuxed(w, name.from, from));
}
