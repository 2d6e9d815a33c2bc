/** Assets as Hubble writes them: type, code, issuer and the FarmHash id. */
import { bigqueryFingerprint } from 'farmhash-modern';
import type { Int64Column, Utf8Column } from '../arrow/columns.ts';
import { column, type ColumnSpec } from '../arrow/table.ts';
import { ByteWriter } from '../bytes.ts';
import { strkeyVersion, writeKey } from '../xdr/strkey.ts';
import { lossyUtf8 } from './context.ts';

/** An asset's words and its id in two halves. */
export interface AssetText {
  /** `native`, `credit_alphanum4`, `credit_alphanum12`. */
  type: string;
  code: string;
  issuer: string;
  /** FarmHash of code, issuer and type (Hubble's asset_id). */
  idHigh: number;
  idLow: number;
  /** The same with the enum's Go name as type, as trust lines have it in Hubble; joins with nothing else. */
  trustLineIdHigh: number;
  trustLineIdLow: number;
}

const TYPES = ['native', 'credit_alphanum4', 'credit_alphanum12', 'pool_share'];
const GO_TYPES = ['Native', 'CreditAlphanum4', 'CreditAlphanum12', 'PoolShare'].map(
  (name) => `AssetTypeAssetType${name}`,
);
const CODE_BYTES = [0, 4, 12, 0];
const KEPT = 50_000;

const known = new Map<string, AssetText>();
const scratch = new ByteWriter(64);

/** Returns the size of the Asset at `p`. */
export function assetBytes(view: DataView, p: number): number {
  return [4, 44, 52][view.getInt32(p)]!;
}

/** Returns the Asset at `p`, or the TrustLineAsset at `p` that is no pool share. */
export function assetAt(view: DataView, bytes: Uint8Array, p: number): AssetText {
  return assetOf(view.getInt32(p), bytes, p + 4);
}

/** Returns the asset of a type whose code and issuer stand at `p`. Texts of the last assets seen are kept. */
export function assetOf(type: number, bytes: Uint8Array, p: number): AssetText {
  const size = CODE_BYTES[type]!;
  const key = latin1(bytes, p, type === 0 ? p : p + size + 36);
  let asset = known.get(key);
  if (asset) return asset;
  if (known.size >= KEPT) known.clear();
  asset = describe(type, bytes, p, size);
  known.set(key, asset);
  return asset;
}

/** What a trust line to pool shares has for an asset. */
export const POOL_SHARE = withIds(3, '', '');

function describe(type: number, bytes: Uint8Array, p: number, size: number): AssetText {
  let end = p + size;
  while (end > p && bytes[end - 1] === 0) end--;
  return withIds(type, lossyUtf8(bytes, p, end), type === 0 ? '' : accountText(bytes, p + size + 4));
}

function withIds(type: number, code: string, issuer: string): AssetText {
  const id = bigqueryFingerprint(code + issuer + TYPES[type]!);
  const trustLineId = bigqueryFingerprint(code + issuer + GO_TYPES[type]!);
  return {
    type: TYPES[type]!,
    code,
    issuer,
    idHigh: Number(id >> 32n),
    idLow: Number(id & 0xffffffffn),
    trustLineIdHigh: Number(trustLineId >> 32n),
    trustLineIdLow: Number(trustLineId & 0xffffffffn),
  };
}

function accountText(bytes: Uint8Array, p: number): string {
  scratch.length = 0;
  writeKey(scratch, strkeyVersion.account, bytes, p);
  return scratch.text();
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

/** Returns the declarations of the four columns that an asset fills, under a prefix; `role` says which asset it is. */
export function assetColumns<P extends string>(prefix: P, role: string) {
  return {
    [`${prefix}_type`]: column('utf8', `Type of the asset ${role}: native, credit_alphanum4 or credit_alphanum12.`),
    [`${prefix}_code`]: column('utf8', `Code of the asset ${role}; empty for lumens.`),
    [`${prefix}_issuer`]: column('utf8', `Issuer of the asset ${role}; empty for lumens.`),
    [`${prefix}_id`]: column('int64', `FarmHash of code, issuer and type of the asset ${role}.`),
  } as Record<`${P}_${'type' | 'code' | 'issuer'}`, ColumnSpec<'utf8'>> & Record<`${P}_id`, ColumnSpec<'int64'>>;
}

/** The four columns that an asset fills. */
export interface AssetColumns {
  type: Utf8Column;
  code: Utf8Column;
  issuer: Utf8Column;
  id: Int64Column;
}

/** Writes an asset to its four columns. */
export function pushAsset({ type, code, issuer, id }: AssetColumns, asset: AssetText): void {
  type.ascii(asset.type);
  code.push(asset.code);
  issuer.ascii(asset.issuer);
  id.push(asset.idHigh, asset.idLow);
}
