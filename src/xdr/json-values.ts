/** SEP-51 JSON of the types that are a text of their own: strkeys, asset codes and wide integers. */
import { writeMuxedKey, writeScAddress } from './address.ts';
import type { JsonWriter } from './json-writer.ts';
import { strkeyVersion, writeStrkey } from './strkey.ts';

const QUOTE = 34;

function key(w: JsonWriter, version: number, p: number): number {
  w.byte(QUOTE);
  w.keys.write(w, version, w.view, p);
  w.byte(QUOTE);
  return p + 32;
}

export function jsonPublicKey(w: JsonWriter, p: number): number {
  return key(w, strkeyVersion.account, p + 4);
}

export function jsonContractId(w: JsonWriter, p: number): number {
  return key(w, strkeyVersion.contract, p);
}

export function jsonPoolId(w: JsonWriter, p: number): number {
  return key(w, strkeyVersion.liquidityPool, p);
}

export function jsonMuxedAccount(w: JsonWriter, p: number): number {
  if (w.view.getInt32(p) === 0) return key(w, strkeyVersion.account, p + 4);
  return jsonMuxedAccountMed25519(w, p + 4);
}

export function jsonMuxedAccountMed25519(w: JsonWriter, p: number): number {
  w.byte(QUOTE);
  const end = writeMuxedKey(w, w.view, p);
  w.byte(QUOTE);
  return end;
}

export const jsonMuxedEd25519Account = jsonMuxedAccountMed25519;

export function jsonMuxedContract(w: JsonWriter, p: number): number {
  w.byte(QUOTE);
  const end = writeMuxedKey(w, w.view, p, strkeyVersion.muxedContract);
  w.byte(QUOTE);
  return end;
}

export function jsonSignerKey(w: JsonWriter, p: number): number {
  const versions = [strkeyVersion.account, strkeyVersion.preAuthTx, strkeyVersion.sha256Hash];
  const version = versions[w.view.getInt32(p)];
  return version === undefined ? jsonSignerKeyEd25519SignedPayload(w, p + 4) : key(w, version, p + 4);
}

/** The payload of a signed-payload strkey is the XDR of the signer itself. */
export function jsonSignerKeyEd25519SignedPayload(w: JsonWriter, p: number): number {
  const length = w.view.getUint32(p + 32);
  const end = p + 36 + length + (-length & 3);
  w.byte(QUOTE);
  writeStrkey(w, strkeyVersion.signedPayload, w.bytes, p, end);
  w.byte(QUOTE);
  return end;
}

export function jsonClaimableBalanceId(w: JsonWriter, p: number): number {
  w.byte(QUOTE);
  const end = w.keys.writeBalance(w, w.view, p);
  w.byte(QUOTE);
  return end;
}

export function jsonScAddress(w: JsonWriter, p: number): number {
  w.byte(QUOTE);
  const end = writeScAddress(w, w.keys, w.view, p);
  w.byte(QUOTE);
  return end;
}

export function jsonAssetCode4(w: JsonWriter, p: number): number {
  return assetCode(w, p, 4, 0);
}

/** A code of the 12-byte kind keeps at least five bytes, so that its kind can be told from the text. */
export function jsonAssetCode12(w: JsonWriter, p: number): number {
  return assetCode(w, p, 12, 5);
}

export function jsonAssetCode(w: JsonWriter, p: number): number {
  return w.view.getInt32(p) === 1 ? jsonAssetCode4(w, p + 4) : jsonAssetCode12(w, p + 4);
}

function assetCode(w: JsonWriter, p: number, size: number, least: number): number {
  let end = p + size;
  while (end > p + least && w.bytes[end - 1] === 0) end--;
  w.escaped(p, end);
  return p + size;
}

export function jsonInt128Parts(w: JsonWriter, p: number): number {
  return wide(w, p, 16, true);
}

export function jsonUint128Parts(w: JsonWriter, p: number): number {
  return wide(w, p, 16, false);
}

export function jsonInt256Parts(w: JsonWriter, p: number): number {
  return wide(w, p, 32, true);
}

export function jsonUint256Parts(w: JsonWriter, p: number): number {
  return wide(w, p, 32, false);
}

function wide(w: JsonWriter, p: number, size: number, signed: boolean): number {
  w.byte(QUOTE);
  writeWide(w, w.view, p, size, signed);
  w.byte(QUOTE);
  return p + size;
}

/** Writes the big-endian integer of `size` bytes at `p` in decimal, without quotes. */
export function writeWide(w: JsonWriter, view: DataView, p: number, size: number, signed: boolean): void {
  const low = p + size - 8;
  let small = true;
  for (let at = p; at < low; at += 4) if (view.getInt32(at) !== 0) small = false;
  // Nearly all amounts fit into 53 bits; BigInt arithmetic is for the rest.
  if (small && view.getUint32(low) < 2097152)
    return w.integer(view.getUint32(low) * 4294967296 + view.getUint32(low + 4));
  let value = signed ? view.getBigInt64(p) : view.getBigUint64(p);
  for (let at = p + 8; at < p + size; at += 8) value = (value << 64n) | view.getBigUint64(at);
  w.ascii(value.toString());
}
