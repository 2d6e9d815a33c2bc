/** Details of operations on trust lines, and clawback. */
import { hash } from 'node:crypto';
import { AssetType } from '../../xdr/generated/enums.ts';
import { skipChangeTrustAsset } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { writeMuxed, type DetailRow } from './columns.ts';
import { writeTrustLineFlags } from './flags.ts';
import { Piece } from '../../core/bytes.ts';
import { member, party } from './pieces.ts';
import { writeMuxedId } from './values.ts';

const name = {
  authorize: member('authorize'),
  from: party('from'),
  trustee: party('trustee'),
  trustor: party('trustor'),
};
const poolShares = new Piece('liquidity_pool_shares');

export function writeChangeTrust(w: JsonWriter, { view, bytes, body, sourceId }: OperationAt, out: DetailRow): void {
  const end = skipChangeTrustAsset(view, body);
  if (view.getInt32(body) === AssetType.assetTypePoolShare) {
    out.columns.asset_type.at(out.row).piece(poolShares);
    // A pool's id is the hash of its parameters.
    const id = hash('sha256', bytes.subarray(body + 4, end), 'buffer');
    out.pool(new DataView(id.buffer, id.byteOffset), 0);
  } else out.writeAsset(out.asset, view, body);
  writeMuxedId(w, name.trustor, sourceId);
  out.int64(out.columns.limit_stroops, view, end);
}

const AUTHORIZED = 1;
const MAINTAIN_LIABILITIES = 2;
const CLAWBACK_ENABLED = 4;

export function writeAllowTrust(w: JsonWriter, at: OperationAt, out: DetailRow): void {
  const { view, body, sourceId } = at;
  const asset = allowedAsset(at);
  out.writeAsset(out.asset, asset.view, 0);
  writeMuxedId(w, name.trustee, sourceId);
  out.account(out.columns.trustor, view, body + 4);
  const authorize = view.getUint32(asset.flags);
  w.piece(name.authorize);
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

export function writeSetTrustLineFlags(w: JsonWriter, { view, body }: OperationAt, out: DetailRow): void {
  out.account(out.columns.trustor, view, body + 4);
  const flags = out.writeAsset(out.asset, view, body + PUBLIC_KEY);
  writeTrustLineFlags(w, 'clear', view.getUint32(flags));
  writeTrustLineFlags(w, 'set', view.getUint32(flags + 4));
}

export function writeClawback(w: JsonWriter, { view, body }: OperationAt, out: DetailRow): void {
  const from = out.writeAsset(out.asset, view, body);
  const amount = writeMuxed(w, name.from, out, out.columns.details_from, from);
  out.int64(out.columns.amount_stroops, view, amount);
}
