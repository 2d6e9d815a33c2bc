/** The contracts of assets (CAP-46-06). A contract's id costs a hash, so those of the last assets seen are kept. */
import { ByteWriter } from '../bytes.ts';
import { AssetType } from '../xdr/generated/enums.ts';
import { strkeyVersion, writeStrkey } from '../xdr/strkey.ts';
import { assetAt, assetBytes, sameWords, slotOf, wordsOf, type AssetText } from './assets.ts';
import type { Context } from './context.ts';
import { contractIdOf } from './sac.ts';

/** An asset and the contract that stands for it on one network. */
export interface AssetContract {
  asset: AssetText;
  /** The Asset as XDR. */
  xdr: Uint8Array;
  view: DataView;
  /** The 32 bytes of the contract's id. */
  id: DataView;
}

type Source = Pick<Context, 'view' | 'bytes' | 'networkId'>;

interface Kept<T> {
  key: Int32Array;
  value: T;
}

const SLOT_BITS = 14;
const byAsset: (Kept<AssetContract> | undefined)[] = Array.from({ length: 1 << SLOT_BITS });
const byName: (Kept<AssetContract | undefined> | undefined)[] = Array.from({ length: 1 << SLOT_BITS });
let keptNetwork: Uint8Array = new Uint8Array(0);

/** Returns the contract of the Asset at `p`. */
export function assetContract(source: Source, p: number): AssetContract {
  const { view, bytes, networkId } = source;
  forgetOtherNetwork(networkId);
  const end = p + assetBytes(view, p);
  const slot = slotOf(view, p, end, SLOT_BITS);
  const kept = byAsset[slot];
  if (kept && sameWords(kept.key, view, p, end)) return kept.value;
  const value = describe(bytes.slice(p, end), networkId);
  byAsset[slot] = { key: wordsOf(view, p, end), value };
  return value;
}

const NATIVE = new Uint8Array(4);
const nativeView = new DataView(NATIVE.buffer);

/** Returns the contract of lumens. */
export function nativeContract(networkId: Uint8Array): AssetContract {
  return assetContract({ view: nativeView, bytes: NATIVE, networkId }, 0);
}

/**
 * Returns the contract of the asset that the XDR string at `p`, its length first, names as SEP-11 does: `native` or
 * `CODE:ISSUER`; nothing when it names none.
 */
export function namedAssetContract({ view, bytes, networkId }: Source, p: number): AssetContract | undefined {
  forgetOtherNetwork(networkId);
  const start = p + 4;
  const end = start + view.getUint32(p);
  // The length is part of the key: the padding after the text is zeros, as the text itself may be.
  const paddedEnd = start + ((end - start + 3) & ~3);
  if (end - start < SHORTEST_NAME || end - start > LONGEST_NAME) return undefined;
  const slot = nameSlot(view, p, paddedEnd);
  const kept = byName[slot];
  if (kept && sameWords(kept.key, view, p, paddedEnd)) return kept.value;
  const asset = assetXdr(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'));
  const value = asset && assetContract({ view: new DataView(asset.buffer), bytes: asset, networkId }, 0);
  byName[slot] = { key: wordsOf(view, p, paddedEnd), value };
  return value;
}

/** `native`; a code of twelve, a colon and an issuer. */
const SHORTEST_NAME = 6;
const LONGEST_NAME = 69;

function nameSlot(view: DataView, p: number, end: number): number {
  const hash = Math.imul(view.getInt32(p + 4), 0x9e3779b1) ^ view.getInt32(end - 4) ^ view.getInt32(end - 8);
  return Math.imul(hash, 0x85ebca6b) >>> (32 - SLOT_BITS);
}

function forgetOtherNetwork(networkId: Uint8Array): void {
  if (networkId === keptNetwork) return;
  byAsset.fill(undefined);
  byName.fill(undefined);
  keptNetwork = networkId;
}

function describe(xdr: Uint8Array, networkId: Uint8Array): AssetContract {
  const view = new DataView(xdr.buffer);
  const id = Uint8Array.from(contractIdOf({ networkId }, xdr));
  return { asset: assetAt(view, xdr, 0), xdr, view, id: new DataView(id.buffer) };
}

/** Whether the 32 bytes at `p` are the contract's id. */
export function isContract({ id }: AssetContract, view: DataView, p: number): boolean {
  for (let i = 0; i < 32; i += 4) if (view.getInt32(p + i) !== id.getInt32(i)) return false;
  return true;
}

function assetXdr(name: string): Uint8Array | undefined {
  if (name === 'native') return NATIVE.slice();
  const [padded, issuer, ...rest] = name.split(':');
  const key = issuer !== undefined && rest.length === 0 ? accountKey(issuer) : undefined;
  const code = padded!.replace(/\0+$/, '');
  if (!key || code.length === 0 || code.length > 12) return undefined;
  const size = code.length <= 4 ? 4 : 12;
  const asset = new Uint8Array(4 + size + 36);
  new DataView(asset.buffer).setInt32(
    0,
    size === 4 ? AssetType.assetTypeCreditAlphanum4 : AssetType.assetTypeCreditAlphanum12,
  );
  asset.set(Buffer.from(code, 'latin1'), 4);
  asset.set(key, 8 + size);
  return asset;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const scratch = new ByteWriter(64);

/** Returns the key of a `G...`, or nothing when it is none. */
function accountKey(text: string): Uint8Array | undefined {
  const decoded: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of text) {
    bits = ((bits << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    count += 5;
    if (count >= 8) decoded.push((bits >> (count -= 8)) & 255);
  }
  const key = Uint8Array.from(decoded.slice(1, 33));
  scratch.length = 0;
  writeStrkey(scratch, strkeyVersion.account, key, 0, key.length);
  return scratch.text() === text ? key : undefined;
}
