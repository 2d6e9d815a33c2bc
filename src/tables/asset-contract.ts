/** The contracts of assets (CAP-46-06). A contract's id costs a hash, so an asset keeps its own. */
import { ByteWriter } from '../bytes.ts';
import { KeyNumbers } from '../key-numbers.ts';
import { AssetType } from '../xdr/generated/enums.ts';
import { strkeyVersion, writeStrkey } from '../xdr/strkey.ts';
import { assetAt, assetBytes, type AssetContract, type AssetText } from './assets.ts';
import type { Context } from './context.ts';
import { assetContractId } from './contract-id.ts';

type Source = Pick<Context, 'view' | 'bytes' | 'networkId'>;

/** Returns the contract of the Asset at `p`. */
export function assetContract({ view, bytes, networkId }: Source, p: number): AssetContract {
  const asset = assetAt(view, bytes, p);
  if (asset.contract?.networkId !== networkId) {
    asset.contract = describe(asset, bytes.slice(p, p + assetBytes(view, p)), networkId);
  }
  return asset.contract;
}

const NATIVE = new Uint8Array(4);
const nativeView = new DataView(NATIVE.buffer);

let lumens: AssetContract | undefined;

/** Returns the contract of lumens. */
export function nativeContract(networkId: Uint8Array): AssetContract {
  if (lumens?.networkId !== networkId) lumens = assetContract({ view: nativeView, bytes: NATIVE, networkId }, 0);
  return lumens;
}

/**
 * Returns the contract of the asset that the XDR string at `p`, its length first, names as SEP-11 does: `native` or
 * `CODE:ISSUER`; nothing when it names none.
 */
export function namedAssetContract({ view, bytes, networkId }: Source, p: number): AssetContract | undefined {
  const start = p + 4;
  const length = view.getUint32(p);
  if (length < SHORTEST_NAME || length > LONGEST_NAME) return undefined;
  // The length is part of the key: the padding after the text is zeros, as the text itself may be.
  const end = start + ((length + 3) & ~3);
  const number = names.find(view, p, end, nameHash(view, start, end));
  if (number >= 0 && (!named[number] || named[number].networkId === networkId)) return named[number];
  const xdr = assetXdr(Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1'));
  const contract = xdr && assetContract({ view: new DataView(xdr.buffer), bytes: xdr, networkId }, 0);
  return (named[number < 0 ? ~number : number] = contract);
}

const KEPT_NAMES = 1 << 14;
const names = new KeyNumbers(KEPT_NAMES, 68);
/** The contract of each name on the network that was last asked for. */
const named: (AssetContract | undefined)[] = [];

/** `native`; a code of twelve, a colon and an issuer. */
const SHORTEST_NAME = 6;
const LONGEST_NAME = 69;

/** Of a code's first and an issuer's last letters. */
function nameHash(view: DataView, start: number, end: number): number {
  return Math.imul(view.getInt32(start), 0x9e3779b1) ^ view.getInt32(end - 4) ^ view.getInt32(end - 8);
}

function describe(asset: AssetText, xdr: Uint8Array, networkId: Uint8Array): AssetContract {
  const id = Uint8Array.from(assetContractId(networkId, xdr));
  return { asset, xdr, view: new DataView(xdr.buffer), networkId, id: new DataView(id.buffer) };
}

/** Whether the 32 bytes at `p` are the contract's id. */
export function isContract({ id }: AssetContract, view: DataView, p: number): boolean {
  for (let i = 0; i < 32; i += 8) if (view.getBigInt64(p + i) !== id.getBigInt64(i)) return false;
  return true;
}

function assetXdr(name: string): Uint8Array | undefined {
  if (name === 'native') return NATIVE.slice();
  const [padded, issuer, ...rest] = name.split(':');
  const key = issuer !== undefined && rest.length === 0 ? accountKey(issuer) : undefined;
  const code = padded.replace(/\0+$/, '');
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
