/** Assets as XDR, made of their words. */
import { AssetType } from '../../xdr/generated/enums.ts';
import { readKey, strkeyVersion } from '../../xdr/strkey.ts';

/** The asset of lumens as XDR. */
export const LUMENS_XDR = new Uint8Array(4);

/** Returns the XDR of the asset that `name` names as SEP-11 does, `native` or `CODE:ISSUER`; undefined when it names none. */
export function namedAssetXdr(name: string): Uint8Array | undefined {
  if (name === 'native') return LUMENS_XDR;
  const [padded, issuer, ...rest] = name.split(':');
  const key = issuer !== undefined && rest.length === 0 ? readKey(issuer, strkeyVersion.account) : undefined;
  // eslint-disable-next-line local/linear-expressions -- an asset code has at most 12 bytes
  const code = padded.replace(/\0+$/, '');
  if (!key || code.length === 0 || code.length > 12) return undefined;
  const type = code.length <= 4 ? AssetType.assetTypeCreditAlphanum4 : AssetType.assetTypeCreditAlphanum12;
  return creditXdr(type, Buffer.from(code, 'latin1'), key);
}

/** Returns the XDR of an asset of the type, with zeros behind its code; the issuer's kind of key is 0. */
export function creditXdr(type: number, code: Uint8Array, issuer: Uint8Array): Uint8Array {
  const codeBytes = type === AssetType.assetTypeCreditAlphanum4 ? 4 : 12;
  const xdr = new Uint8Array(4 + codeBytes + 36);
  xdr[3] = type;
  xdr.set(code, 4);
  xdr.set(issuer, 8 + codeBytes);
  return xdr;
}
