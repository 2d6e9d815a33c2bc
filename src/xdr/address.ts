/** Addresses as text, without quotes (SEP-23). */
import type { ByteWriter } from '../core/bytes.ts';
import { ScAddressType } from './generated/enums.ts';
import { unknownArm } from './reader.ts';
import { strkeyVersion, writeStrkey, type KeyTexts } from './strkey.ts';

/** A value of ScAddressType; tables by type must have all of them. */
export type AddressType = (typeof ScAddressType)[keyof typeof ScAddressType];

/** Writes the ScAddress at `p` and returns where it ends. Throws XdrFault for an arm that the schema has not. */
export function writeScAddress(w: ByteWriter, keys: KeyTexts, view: DataView, p: number): number {
  const type = view.getInt32(p) as AddressType;
  switch (type) {
    case ScAddressType.scAddressTypeAccount:
      // The key has a type of its own.
      keys.write(w, strkeyVersion.account, view, p + 8);
      return p + 40;
    case ScAddressType.scAddressTypeContract:
      keys.write(w, strkeyVersion.contract, view, p + 4);
      return p + 36;
    case ScAddressType.scAddressTypeMuxedAccount:
      return writeMuxedKey(w, view, p + 4);
    case ScAddressType.scAddressTypeClaimableBalance:
      return keys.writeBalance(w, view, p + 4);
    case ScAddressType.scAddressTypeLiquidityPool:
      keys.write(w, strkeyVersion.liquidityPool, view, p + 4);
      return p + 36;
    case ScAddressType.scAddressTypeMuxedContract:
      return writeMuxedKey(w, view, p + 4, strkeyVersion.muxedContract);
    default:
      throw unknownArm('ScAddress', p, type satisfies never);
  }
}

/** Writes the id and key of a muxed account or contract at `p`; the id comes first in XDR and last in the strkey (SEP-23). */
export function writeMuxedKey(
  w: ByteWriter,
  view: DataView,
  p: number,
  version: number = strkeyVersion.muxedAccount,
): number {
  const payload = new Uint8Array(40);
  payload.set(bytesOf(view, p + 8, 32));
  payload.set(bytesOf(view, p, 8), 32);
  writeStrkey(w, version, payload, 0, payload.length);
  return p + 40;
}

function bytesOf(view: DataView, p: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + p, length);
}
