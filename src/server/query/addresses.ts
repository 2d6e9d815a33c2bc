/** Addresses that come in: what they are of, and muxed ones as the accounts or contracts they are of (SEP-23). */
import { ByteWriter } from '../../core/bytes.ts';
import { readStrkey, strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';

/** G an account, M a muxed one, C a contract, W a muxed one, B a claimable balance, L a liquidity pool. */
export type AddressKind = 'G' | 'M' | 'C' | 'W' | 'B' | 'L';

const kinds: Readonly<Record<number, AddressKind | undefined>> = {
  [strkeyVersion.account]: 'G',
  [strkeyVersion.muxedAccount]: 'M',
  [strkeyVersion.contract]: 'C',
  [strkeyVersion.muxedContract]: 'W',
  [strkeyVersion.claimableBalance]: 'B',
  [strkeyVersion.liquidityPool]: 'L',
};

/** How many bytes an address of a kind has, and how many characters after its letter. */
const sizes: Readonly<Record<AddressKind, { bytes: number; characters: number }>> = {
  G: { bytes: 32, characters: 55 },
  M: { bytes: 40, characters: 68 },
  C: { bytes: 32, characters: 55 },
  W: { bytes: 40, characters: 68 },
  B: { bytes: 33, characters: 57 },
  L: { bytes: 32, characters: 55 },
};

/** Returns the pattern of addresses of these kinds, as far as one can say it: of the checksum it knows nothing. */
export function addressPattern(allowed: readonly AddressKind[]): string {
  // The second character has the three bits that are left of the version, which are 0, and two of the key.
  const each = allowed.map((kind) => `${kind}[A-D][A-Z2-7]{${sizes[kind].characters - 1}}`);
  return `^(${each.join('|')})$`;
}

/** Returns an address of the kind: that of zeros. */
export function exampleAddress(kind: AddressKind): string {
  const version = Number(Object.keys(kinds).find((key) => kinds[Number(key)] === kind));
  const { bytes } = sizes[kind];
  const w = new ByteWriter();
  writeStrkey(w, version, new Uint8Array(bytes), 0, bytes);
  return w.text();
}

/** Returns the address, a muxed one as that of its account or contract; undefined where it is none of these kinds. */
export function readAddress(text: string, allowed: readonly AddressKind[]): string | undefined {
  const key = readStrkey(text);
  const kind = key && kinds[key.version];
  if (!kind || !allowed.includes(kind)) return undefined;
  if (kind === 'M') return baseOf(key.payload, strkeyVersion.account);
  if (kind === 'W') return baseOf(key.payload, strkeyVersion.contract);
  return text;
}

/** A muxed address is the key of the account or contract, and then the number. */
function baseOf(muxed: Uint8Array, version: number): string {
  const w = new ByteWriter();
  writeStrkey(w, version, muxed, 0, 32);
  return w.text();
}
