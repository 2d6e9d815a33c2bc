/** Assets as Hubble writes them: type, code, issuer and the FarmHash id. */
import { bigqueryFingerprint } from 'farmhash-modern';
import type { Int64Column, Utf8Column } from '../../arrow/columns.ts';
import { column, type ColumnSpec } from '../../arrow/table.ts';
import { ByteWriter, Piece } from '../../core/bytes.ts';
import { Kept } from '../../xdr/kept.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';
import { textOf } from '../../xdr/text.ts';

/** An asset's words and its id in two halves. */
export interface AssetText {
  /** `native`, `credit_alphanum4`, `credit_alphanum12`. */
  type: string;
  code: string;
  issuer: string;
  /** FarmHash of code, issuer and type (Hubble's asset_id). */
  idHigh: number;
  idLow: number;
  /** Type, as Go names it, too, code and issuer as columns take them, and `native` or CODE:ISSUER. */
  typePiece: Piece;
  goTypePiece: Piece;
  codePiece: Piece;
  issuerPiece: Piece;
  keyPiece: Piece;
  /** What is made of it elsewhere: texts of JSON by their AssetWriter, and its contract. */
  readonly texts: (Piece | undefined)[];
  contract: AssetContract | undefined;
  /** The builder's rows that name it already. */
  seenBy: object | undefined;
}

/** An asset and the contract that stands for it on the decoder's network. */
export interface AssetContract {
  asset: AssetText;
  /** The Asset as XDR. */
  xdr: Uint8Array;
  view: DataView;
  /** The 32 bytes of the contract's id, and its `C` address. */
  id: DataView;
  address: Piece;
}

const TYPES = ['native', 'credit_alphanum4', 'credit_alphanum12', 'pool_share'];
const GO_TYPES = ['Native', 'CreditAlphanum4', 'CreditAlphanum12', 'PoolShare'].map(
  (name) => `AssetTypeAssetType${name}`,
);
const CODE_BYTES = [0, 4, 12, 0];

/** Returns the size of the Asset at `p`. */
export function assetBytes(view: DataView, p: number): number {
  return [4, 44, 52][view.getInt32(p)];
}

const KEPT_ASSETS = 1 << 13;

/** The assets of the last ledgers. */
export class Assets {
  readonly #kept = new Kept(KEPT_ASSETS, 44, describe);

  /** Returns the Asset at `p`, or the TrustLineAsset at `p` that is no pool share: the same object while it is kept. */
  at(view: DataView, p: number): AssetText {
    const end = p + assetBytes(view, p);
    return this.#kept.of(view, p, end, hashAt(view, p, end));
  }
}

/** Of all words of the code, which an issuer chooses, and of the last of the issuer's random key. */
function hashAt(view: DataView, p: number, end: number): number {
  let hash = view.getInt32(end - 4);
  for (let word = p + 4; word < end - 36; word += 4) hash = Math.imul(hash ^ view.getInt32(word), 0x9e3779b1);
  return hash;
}

/** The native asset. */
export const LUMENS = withIds(0, '', '');

/** What a trust line to pool shares has for an asset. */
export const POOL_SHARE = withIds(3, '', '');

function describe(view: DataView, start: number, end: number): AssetText {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, end - start);
  const type = view.getInt32(start);
  const size = CODE_BYTES[type];
  let codeEnd = 4 + size;
  while (codeEnd > 4 && bytes[codeEnd - 1] === 0) codeEnd--;
  return withIds(type, textOf(bytes, 4, codeEnd), type === 0 ? '' : accountText(bytes, 4 + size + 4));
}

function withIds(type: number, code: string, issuer: string): AssetText {
  const id = bigqueryFingerprint(code + issuer + TYPES[type]);
  return {
    type: TYPES[type],
    code,
    issuer,
    typePiece: new Piece(TYPES[type]),
    goTypePiece: new Piece(GO_TYPES[type]),
    codePiece: new Piece(code),
    issuerPiece: new Piece(issuer),
    keyPiece: new Piece(issuer === '' ? TYPES[type] : `${code}:${issuer}`),
    idHigh: Number(id >> 32n),
    idLow: Number(id & 0xffffffffn),
    texts: [],
    contract: undefined,
    seenBy: undefined,
  };
}

function accountText(bytes: Uint8Array, p: number): string {
  const w = new ByteWriter(64);
  writeStrkey(w, strkeyVersion.account, bytes, p, p + 32);
  return w.text();
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

type NamedAsset<P extends string> = Record<`${P}_${'type' | 'code' | 'issuer'}`, Utf8Column> &
  Record<`${P}_id`, Int64Column>;

/** Returns the four columns of a table that an asset fills, under a prefix. */
export function assetFrom<P extends string>(out: NamedAsset<P>, prefix: P): AssetColumns {
  const [type, code, issuer] = (['type', 'code', 'issuer'] as const).map(
    (part) => out[`${prefix}_${part}`] as Utf8Column,
  );
  return { type, code, issuer, id: out[`${prefix}_id`] as Int64Column };
}

/** Writes an asset to its four columns. */
export function pushAsset(columns: AssetColumns, asset: AssetText): void {
  pushAssetNames(columns.type, columns.code, columns.issuer, asset);
  columns.id.push(asset.idHigh, asset.idLow);
}

const EMPTY = new Piece('');

/** What rows have that are about no asset. */
export const NO_ASSET = { typePiece: EMPTY, codePiece: EMPTY, issuerPiece: EMPTY };

/** Type, code and issuer of an asset as columns take them. */
export type AssetNames = Pick<AssetText, keyof typeof NO_ASSET>;

/** Writes type, code and issuer of an asset. */
export function pushAssetNames(type: Utf8Column, code: Utf8Column, issuer: Utf8Column, asset: AssetNames): void {
  type.piece(asset.typePiece);
  code.piece(asset.codePiece);
  issuer.piece(asset.issuerPiece);
}
