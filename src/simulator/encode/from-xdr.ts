/** Converts keys, assets, signers and strings of the SDK into the state's names. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkHex } from './sdk.ts';
import type { AccountId, AssetId } from '../state/entries.ts';

/** Returns bytes as hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** Returns the account of a public key. */
export function accountOf(key: xdr.PublicKey): AccountId {
  return hexOf(key.ed25519.toBytes());
}

/** Returns the account of an address, without its multiplexed id. */
export function accountOfMuxed(address: xdr.MuxedAccount): AccountId {
  return hexOf((address.type === 'keyTypeEd25519' ? address.ed25519 : address.med25519.ed25519).toBytes());
}

/** Returns the number behind a multiplexed address, or undefined. */
export function muxedId(address: xdr.MuxedAccount): bigint | undefined {
  return address.type === 'keyTypeMuxedEd25519' ? address.med25519.id : undefined;
}

/** Returns the name of an asset by which entries call it. */
export function assetOf(asset: xdr.Asset): AssetId {
  switch (asset.type) {
    case 'assetTypeNative':
      return 'native';
    case 'assetTypeCreditAlphanum4':
      return creditOf(asset.alphaNum4.assetCode.toBytes(), asset.alphaNum4.issuer);
    case 'assetTypeCreditAlphanum12':
      return creditOf(asset.alphaNum12.assetCode.toBytes(), asset.alphaNum12.issuer);
    default:
      return asset satisfies never;
  }
}

/** Returns the name of a credit from its code, which zeros may fill up, and its issuer. */
export function creditOf(code: Uint8Array, issuer: xdr.PublicKey): AssetId {
  const end = code.findLastIndex((byte) => byte !== 0) + 1;
  return `${Buffer.from(code.buffer, code.byteOffset, end).toString('latin1')}:${accountOf(issuer)}`;
}

/** Returns the bytes of an XDR string as characters. */
export function sdkText(text: xdr.XdrString): string {
  return Buffer.from(text.bytes.buffer, text.bytes.byteOffset, text.bytes.length).toString('latin1');
}

/** Returns the name of a key that may sign: the hex of its XDR. */
export function signerKeyOf(key: xdr.SignerKey): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return `00000000${hexOf(key.ed25519.toBytes())}`;
    case 'signerKeyTypePreAuthTx':
      return `00000001${hexOf(key.preAuthTx.toBytes())}`;
    case 'signerKeyTypeHashX':
      return `00000002${hexOf(key.hashX.toBytes())}`;
    default:
      return sdkHex(key);
  }
}
