/** Defines the ledger entries of the simulator's state as immutable TypeScript types. */
import type * as xdr from '@stellar/stellar-sdk/xdr';

/** An account: the 32 bytes of its key as hex, which compares as the bytes do. */
export type AccountId = string;

/** `native`, or a code and its issuer: `USD:<hex>`. */
export type AssetId = string;

/** What a trust line trusts: an asset, or the shares of a pool as `pool/<hex>`. */
export type TrustedAsset = string;

interface EntryBase {
  /** What no other entry has; made once, by the functions of `keys.ts`. */
  readonly key: string;
  readonly lastModified: number;
  /** Who pays its reserve: undefined without the extension, null when the extension names nobody. */
  readonly sponsor?: AccountId | null;
  /** The entry as XDR, once it was needed. */
  xdr?: Uint8Array;
}

/** What offers of an account or trust line may still take (buying) or give (selling). */
export interface Liabilities {
  readonly buying: bigint;
  readonly selling: bigint;
}

/** One more key that may sign for an account; `key` is the hex of its XDR. */
export interface Signer {
  readonly key: string;
  readonly weight: number;
  readonly sponsor?: AccountId | null;
}

export interface Account extends EntryBase {
  readonly kind: 'account';
  readonly id: AccountId;
  readonly balance: bigint;
  readonly sequence: bigint;
  readonly subentries: number;
  readonly inflationDestination?: AccountId;
  readonly flags: number;
  /** Bytes as characters, of which the protocol allows printable ASCII only. */
  readonly homeDomain: string;
  /** Master weight, then the low, medium and high threshold. */
  readonly thresholds: readonly [master: number, low: number, medium: number, high: number];
  readonly signers: readonly Signer[];
  /** How many of the extensions are there: 1 liabilities, 2 sponsorships, 3 when the sequence number was set. */
  readonly extension: 0 | 1 | 2 | 3;
  readonly liabilities: Liabilities;
  readonly sponsored: number;
  readonly sponsoring: number;
  readonly sequenceLedger: number;
  readonly sequenceTime: bigint;
}

export interface TrustLine extends EntryBase {
  readonly kind: 'trust_line';
  readonly owner: AccountId;
  readonly asset: TrustedAsset;
  readonly balance: bigint;
  readonly limit: bigint;
  readonly flags: number;
  /** How many of the extensions are there: 1 liabilities, 2 the use by pools. */
  readonly extension: 0 | 1 | 2;
  readonly liabilities: Liabilities;
  readonly poolUses: number;
}

/** What one unit costs, as a fraction. */
export interface Price {
  readonly n: number;
  readonly d: number;
}

export interface Offer extends EntryBase {
  readonly kind: 'offer';
  readonly seller: AccountId;
  readonly id: bigint;
  readonly selling: AssetId;
  readonly buying: AssetId;
  readonly amount: bigint;
  readonly price: Price;
  readonly flags: number;
}

export interface Data extends EntryBase {
  readonly kind: 'data';
  readonly owner: AccountId;
  /** Bytes as characters, of which the protocol allows printable ASCII only. */
  readonly name: string;
  readonly value: Uint8Array;
}

export interface ClaimableBalance extends EntryBase {
  readonly kind: 'claimable_balance';
  /** The 32 bytes of its id as hex. */
  readonly id: string;
  readonly claimants: readonly Claimant[];
  readonly asset: AssetId;
  readonly amount: bigint;
  /** Undefined without the extension. */
  readonly flags?: number;
}

export interface Claimant {
  readonly account: AccountId;
  readonly predicate: xdr.ClaimPredicate;
}

export interface LiquidityPool extends EntryBase {
  readonly kind: 'liquidity_pool';
  /** The 32 bytes of its id as hex. */
  readonly id: string;
  readonly assetA: AssetId;
  readonly assetB: AssetId;
  /** In hundredths of a percent. */
  readonly fee: number;
  readonly reserveA: bigint;
  readonly reserveB: bigint;
  readonly totalShares: bigint;
  readonly trustLines: bigint;
}

export interface ContractData extends EntryBase {
  readonly kind: 'contract_data';
  readonly data: xdr.ContractDataEntry;
}

export interface ContractCode extends EntryBase {
  readonly kind: 'contract_code';
  readonly data: xdr.ContractCodeEntry;
}

export interface Ttl extends EntryBase {
  readonly kind: 'ttl';
  /** SHA-256 of the XDR of the key it belongs to, as hex. */
  readonly keyHash: string;
  readonly liveUntil: number;
}

export interface ConfigSetting extends EntryBase {
  readonly kind: 'config_setting';
  readonly data: xdr.ConfigSettingEntry;
}

/** A ledger entry; entries are replaced, never changed in place. */
export type Entry =
  | Account
  | TrustLine
  | Offer
  | Data
  | ClaimableBalance
  | LiquidityPool
  | ContractData
  | ContractCode
  | Ttl
  | ConfigSetting;

/** Nothing owed, in either direction. */
export const noLiabilities: Liabilities = { buying: 0n, selling: 0n };

/** Flags of an account. */
export const accountFlags = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const;

/** Flags of a trust line. */
export const trustLineFlags = { authorized: 1, maintainLiabilities: 2, clawback: 4 } as const;
