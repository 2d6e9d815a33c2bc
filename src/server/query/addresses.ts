/** Addresses that come in: what they are of, and muxed ones as the accounts they are of (SEP-23). */
import { ByteWriter } from '../../bytes.ts';
import { readStrkey, strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';

/** G an account, M a muxed one, C a contract, B a claimable balance, L a liquidity pool. */
export type AddressKind = 'G' | 'M' | 'C' | 'B' | 'L';

const kinds: Readonly<Record<number, AddressKind | undefined>> = {
  [strkeyVersion.account]: 'G',
  [strkeyVersion.muxedAccount]: 'M',
  [strkeyVersion.contract]: 'C',
  [strkeyVersion.claimableBalance]: 'B',
  [strkeyVersion.liquidityPool]: 'L',
};

/** Returns what an address is of; undefined where it is none: a letter, a length or the checksum is wrong. */
export function addressKind(text: string): AddressKind | undefined {
  const key = readStrkey(text);
  return key && kinds[key.version];
}

/** Returns the address, a muxed one as that of its account; undefined where it is none of these kinds. */
export function readAddress(text: string, allowed: readonly AddressKind[]): string | undefined {
  const key = readStrkey(text);
  const kind = key && kinds[key.version];
  if (!kind || !allowed.includes(kind)) return undefined;
  return kind === 'M' ? accountOf(key.payload) : text;
}

/** A muxed account is the key of the account, and then the number. */
function accountOf(muxed: Uint8Array): string {
  const w = new ByteWriter();
  writeStrkey(w, strkeyVersion.account, muxed, 0, 32);
  return w.text();
}
