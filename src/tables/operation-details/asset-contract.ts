/** The contract of an asset, found by the asset's name in an event. */
import { ByteWriter } from '../../bytes.ts';
import { AssetType } from '../../xdr/generated/enums.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';
import { assetAt } from '../assets.ts';
import { contractIdOf } from '../sac.ts';
import { namedMembers } from './assets.ts';

/** An asset's contract id, and its type, code and issuer as members of a JSON object. */
export interface AssetContract {
  id: Uint8Array;
  members: Uint8Array;
}

const KEPT = 50_000;
const known = new Map<string, AssetContract | undefined>();
let knownNetwork: Uint8Array = new Uint8Array(0);

/** Returns the contract of the asset whose name, `native` or `CODE:ISSUER`, the bytes are; nothing when they are none. */
export function assetContract(
  bytes: Uint8Array,
  start: number,
  end: number,
  networkId: Uint8Array,
): AssetContract | undefined {
  if (knownNetwork !== networkId || known.size >= KEPT) known.clear();
  knownNetwork = networkId;
  const name = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  if (known.has(name)) return known.get(name);
  const asset = assetXdr(name);
  const contract = asset && {
    id: contractIdOf({ networkId }, asset),
    members: Buffer.from(namedMembers(assetAt(new DataView(asset.buffer), asset, 0))),
  };
  known.set(name, contract);
  return contract;
}

function assetXdr(name: string): Uint8Array | undefined {
  if (name === 'native') return new Uint8Array(4);
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
