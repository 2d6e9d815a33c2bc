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
    const id = hash('sha256', bytes.subarray(body + 4, end), 'buffer');
    writePoolId(w, name.pool, new DataView(id.buffer, id.byteOffset), 0);
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

export function writeAllowTrust(w: JsonWriter, at: OperationAt): void {
  const { view, body, sourceKey, sourceId } = at;
  const asset = allowedAsset(at);
  plainAsset.writeFrom(w, asset.view, asset.xdr, 0);
  writeParty(w, name.trustee, sourceKey, sourceId);
  writeAccount(w, name.trustor.account, body);
  const authorize = view.getUint32(asset.flags);
  append(w, name.authorize);
  w.ascii(authorize & AUTHORIZED ? 'true' : 'false');
  if (authorize & MAINTAIN_LIABILITIES) w.ascii(',"authorize_to_maintain_liabilities":true');
  if (authorize & CLAWBACK_ENABLED) w.ascii(',"clawback_enabled":true');
}

/** The Asset of an allow trust operation, and where its flags stand in the ledger. */
export interface AllowedAsset {
  xdr: Uint8Array;
  view: DataView;
  flags: number;
}

/** Returns the asset of an allow trust operation, which names a code only: the issuer is its source. */
export function allowedAsset({ view, bytes, body, sourceKey }: OperationAt): AllowedAsset {
  const code = body + PUBLIC_KEY;
  const flags = code + (view.getInt32(code) === AssetType.assetTypeCreditAlphanum4 ? 8 : 16);
  const xdr = new Uint8Array(flags - code + PUBLIC_KEY);
  xdr.set(bytes.subarray(code, flags));
  xdr.set(bytes.subarray(sourceKey, sourceKey + 32), xdr.length - 32);
  return { xdr, view: new DataView(xdr.buffer), flags };
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
