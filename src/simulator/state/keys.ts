/** Builds the keys by which the state stores entries, and parses and orders asset names. */
import type { AccountId, AssetId, TrustedAsset } from './entries.ts';

/** Returns the key of an account's entry: its id as it is, since it is asked for most. */
export const accountKey = (id: AccountId): string => id;

/** Returns the key of a trust line. */
export const trustLineKey = (owner: AccountId, asset: TrustedAsset): string => `${owner}/${asset}`;

/** Returns the key of an offer, whose id no other offer has. */
export const offerKey = (id: bigint): string => `offer/${id}`;

/** Returns the key of a data entry. */
export const dataKey = (owner: AccountId, name: string): string => `data/${owner}/${name}`;

/** Returns the key of a claimable balance. */
export const claimableBalanceKey = (id: string): string => `balance/${id}`;

/** Returns the key of a liquidity pool. */
export const poolKey = (id: string): string => `pool/${id}`;

/** Returns the key of a contract's entry, its TTL or a setting, from the hex of the XDR of its ledger key. */
export const sorobanKey = (ledgerKey: string): string => `soroban/${ledgerKey}`;

/** Returns what a trust line for shares of a pool trusts. */
export const poolShares = (poolId: string): TrustedAsset => `pool/${poolId}`;

/** Returns the pool whose shares are trusted, or undefined for an asset. */
export const sharedPool = (asset: TrustedAsset): string | undefined =>
  asset.startsWith('pool/') ? asset.slice(5) : undefined;

/** Returns the issuer of an asset; lumens and pool shares have none. */
export function issuerOf(asset: TrustedAsset): AccountId | undefined {
  const colon = asset.indexOf(':');
  return colon < 0 ? undefined : asset.slice(colon + 1);
}

/** Returns the code of a credit. */
export const codeOf = (asset: AssetId): string => asset.slice(0, asset.indexOf(':'));

/** Returns the order of two assets: lumens, then codes of up to 4 characters, then longer ones, by code and issuer. */
export function compareAssets(a: AssetId, b: AssetId): number {
  const typeOrder = assetType(a) - assetType(b);
  if (typeOrder !== 0 || a === b) return typeOrder;
  // codes are padded with zeros, which sort before every character, as the end of a string does
  const [codeA, codeB] = [codeOf(a), codeOf(b)];
  if (codeA !== codeB) return codeA < codeB ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Returns the protocol's number for the kind of an asset. */
export function assetType(asset: TrustedAsset): 0 | 1 | 2 | 3 {
  if (asset === 'native') return 0;
  const colon = asset.indexOf(':');
  if (colon < 0) return 3;
  return colon <= 4 ? 1 : 2;
}
