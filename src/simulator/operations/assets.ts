/** Validates assets, pool parameters and texts in operations, and derives the ids of pools. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { writeAsset } from '../encode/values.ts';
import { Writer } from '../encode/writer.ts';
import { sha256 } from '../identity.ts';
import { poolFee } from '../exchange/pool-id.ts';
import type { AssetId } from '../state/entries.ts';
import { assetOf, hexOf } from '../encode/from-xdr.ts';
import { compareAssets } from '../state/keys.ts';

/** Whether an asset's code is one: letters and digits, 1 to 4 of them or 5 to 12 (stellar-core, `isAssetValid`). */
export function isValidAsset(asset: xdr.Asset): boolean {
  if (asset.type === 'assetTypeNative') return true;
  if (asset.type === 'assetTypeCreditAlphanum4') return isCode(asset.alphaNum4.assetCode.toBytes(), 1);
  return isCode(asset.alphaNum12.assetCode.toBytes(), 5);
}

function isCode(bytes: Uint8Array, shortest: number): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  // eslint-disable-next-line local/linear-expressions -- an asset code has at most 12 bytes
  const code = text.replace(/\0+$/, '');
  return code.length >= shortest && /^[a-zA-Z0-9]+$/.test(code);
}

/** A pool of two assets, before there is one. */
export interface PoolParameters {
  id: string;
  assetA: AssetId;
  assetB: AssetId;
  fee: number;
}

/** Returns the parameters of a pool with its id, the SHA-256 of their XDR (CAP-38). */
export function poolParameters({ constantProduct }: xdr.LiquidityPoolParameters): PoolParameters {
  const assetA = assetOf(constantProduct.assetA);
  const assetB = assetOf(constantProduct.assetB);
  const { fee } = constantProduct;
  const writer = writeAsset(writeAsset(new Writer(128).int(0), assetA), assetB).int(fee);
  return { id: hexOf(sha256(writer.toBytes())), assetA, assetB, fee };
}

/** Whether a pool may be: valid assets in their order, and the one fee that there is. */
export function isValidPool(parameters: xdr.LiquidityPoolParameters): boolean {
  const { assetA, assetB, fee } = parameters.constantProduct;
  if (!isValidAsset(assetA) || !isValidAsset(assetB)) return false;
  return fee === poolFee && compareAssets(assetOf(assetA), assetOf(assetB)) < 0;
}

/** Whether characters may stand in a home domain or the name of a data entry: printable ASCII. */
export const isValidText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
