/** Assets as members of a JSON object. A few hundred make most of a ledger, so their texts are kept. */
import { Piece } from '../../core/bytes.ts';
import { assetBytes, type AssetText } from '../asset/assets.ts';
import type { ValueWriter } from '../json/value-writer.ts';

let writers = 0;

/** Writes what `make` makes of an asset, which the asset keeps. */
export class AssetWriter {
  readonly #make: (asset: AssetText) => string;
  readonly #number = writers++;

  constructor(make: (asset: AssetText) => string) {
    this.#make = make;
  }

  /** Writes the Asset at `p` and returns where it ends. */
  write(w: ValueWriter, p: number): number {
    return this.writeFrom(w, w.view, p);
  }

  /** Writes the Asset at `p` of other bytes and returns where it ends. */
  writeFrom(w: ValueWriter, view: DataView, p: number): number {
    const asset = w.assets.at(view, p);
    w.piece((asset.texts[this.#number] ??= new Piece(this.#make(asset))));
    return p + assetBytes(view, p);
  }
}

/** Returns an asset's type, code and issuer as members; code and issuer are absent of the native one. */
function namedMembers({ type, code, issuer }: AssetText, prefix = ''): string {
  const kind = `,"${prefix}asset_type":"${type}"`;
  if (issuer === '') return kind;
  return `${kind},"${prefix}asset_code":${JSON.stringify(code)},"${prefix}asset_issuer":"${issuer}"`;
}

/** Writes `native` or `CODE:ISSUER` as a JSON string. */
export const canonicalAsset = new AssetWriter(({ code, issuer }) =>
  JSON.stringify(issuer === '' ? 'native' : `${code}:${issuer}`),
);

/** Writes an asset of a payment's path as an object, whose code and issuer are empty for the native one. */
export const pathAsset = new AssetWriter(
  ({ type, code, issuer }) =>
    `{"asset_type":"${type}","asset_code":${JSON.stringify(code)},"asset_issuer":"${issuer}"}`,
);

/** Returns a writer of an asset's type, code and issuer, their names after the prefix. */
export function assetNames(prefix = ''): AssetWriter {
  return new AssetWriter((asset) => namedMembers(asset, prefix));
}

/** Writes an asset's type, code and issuer without a prefix. */
export const plainNames = assetNames();
