/** Converts ledger entries and ledger keys of the SDK into the form of the state. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { entryTypes } from './entry.ts';
import { keyXdr } from './key.ts';
import { writeContractDataKey } from './sc-val.ts';
import { Writer } from './writer.ts';
import {
  noLiabilities,
  type Account,
  type AccountId,
  type Entry,
  type LiquidityPool,
  type TrustedAsset,
  type TrustLine,
} from '../state/entries.ts';
import { accountOf, assetOf, hexOf, signerKeyOf, sdkText } from './from-xdr.ts';
import {
  accountKey,
  claimableBalanceKey,
  dataKey,
  offerKey,
  poolKey,
  poolShares,
  sorobanKey,
  trustLineKey,
} from '../state/keys.ts';

/** Returns a ledger entry of the SDK as the state holds it. */
export function readEntry({ data, lastModifiedLedgerSeq, ext }: xdr.LedgerEntry): Entry {
  const base = { lastModified: lastModifiedLedgerSeq, sponsor: sponsorOf(ext) };
  switch (data.type) {
    case 'account':
      return { ...base, ...readAccount(data.account) };
    case 'trustline':
      return { ...base, ...readTrustLine(data.trustLine) };
    case 'offer':
      return { ...base, ...readOffer(data.offer) };
    case 'data':
      return { ...base, ...readData(data.data) };
    case 'claimableBalance':
      return { ...base, ...readBalance(data.claimableBalance) };
    case 'liquidityPool':
      return { ...base, ...readPool(data.liquidityPool) };
    default:
      return readSoroban(data, base);
  }
}

/** Returns the key by which the state calls what a ledger key of the SDK names. */
export function readEntryKey(key: xdr.LedgerKey): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = nameOf(key);
  names.set(key, name);
  return name;
}

const names = new WeakMap<xdr.LedgerKey, string>();

function nameOf(key: xdr.LedgerKey): string {
  switch (key.type) {
    case 'account':
      return accountKey(accountOf(key.account.accountId));
    case 'trustline':
      return trustLineKey(accountOf(key.trustLine.accountId), trustedAssetOf(key.trustLine.asset));
    case 'offer':
      return offerKey(key.offer.offerId);
    case 'data':
      return dataKey(accountOf(key.data.accountId), sdkText(key.data.dataName));
    case 'claimableBalance':
      return claimableBalanceKey(hexOf(key.claimableBalance.balanceId.v0.toBytes()));
    case 'liquidityPool':
      return poolKey(hexOf(key.liquidityPool.liquidityPoolId.toBytes()));
    case 'contractData':
      return sorobanKey(writeContractDataKey(scratch.reset().int(entryTypes.contract_data), key.contractData).toHex());
    case 'contractCode':
      return sorobanKey(scratch.reset().int(entryTypes.contract_code).raw(key.contractCode.hash.toBytes()).toHex());
    default:
      return sorobanKey(key.toXdr('hex'));
  }
}

const scratch = new Writer();

/** Returns what a trust line trusts. */
export function trustedAssetOf(asset: xdr.TrustLineAsset): TrustedAsset {
  if (asset.type === 'assetTypePoolShare') return poolShares(hexOf(asset.liquidityPoolId.toBytes()));
  return assetOf(asset);
}

type Bare<E extends Entry> = Omit<E, 'lastModified' | 'sponsor' | 'xdr'>;

function sponsorOf(ext: xdr.LedgerEntryExt): AccountId | null | undefined {
  if (ext.type !== 'v1') return undefined;
  return ext.v1.sponsoringId ? accountOf(ext.v1.sponsoringId) : null;
}

function readAccount(account: xdr.AccountEntry): Bare<Account> {
  const id = accountOf(account.accountId);
  const v1 = account.ext.type === 'v1' ? account.ext.v1 : undefined;
  const v2 = v1?.ext.type === 'v2' ? v1.ext.v2 : undefined;
  const v3 = v2?.ext.type === 'v3' ? v2.ext.v3 : undefined;
  const [master, low, medium, high] = account.thresholds.toBytes();
  return {
    kind: 'account',
    key: accountKey(id),
    id,
    balance: account.balance,
    sequence: account.seqNum,
    subentries: account.numSubEntries,
    inflationDestination: account.inflationDest ? accountOf(account.inflationDest) : undefined,
    flags: account.flags,
    homeDomain: sdkText(account.homeDomain),
    thresholds: [master, low, medium, high],
    signers: account.signers.map(({ key, weight }, i) => {
      const sponsor = v2?.signerSponsoringIDs[i];
      return { key: signerKeyOf(key), weight, sponsor: sponsor ? accountOf(sponsor) : null };
    }),
    extension: v3 ? 3 : v2 ? 2 : v1 ? 1 : 0,
    liabilities: v1?.liabilities ?? noLiabilities,
    sponsored: v2?.numSponsored ?? 0,
    sponsoring: v2?.numSponsoring ?? 0,
    sequenceLedger: v3?.seqLedger ?? 0,
    sequenceTime: v3?.seqTime ?? 0n,
  };
}

function readTrustLine(line: xdr.TrustLineEntry): Bare<TrustLine> {
  const owner = accountOf(line.accountId);
  const asset = trustedAssetOf(line.asset);
  const v1 = line.ext.type === 'v1' ? line.ext.v1 : undefined;
  const v2 = v1?.ext.type === 'v2' ? v1.ext.v2 : undefined;
  return {
    kind: 'trust_line',
    key: trustLineKey(owner, asset),
    owner,
    asset,
    balance: line.balance,
    limit: line.limit,
    flags: line.flags,
    extension: v2 ? 2 : v1 ? 1 : 0,
    liabilities: v1?.liabilities ?? noLiabilities,
    poolUses: v2?.liquidityPoolUseCount ?? 0,
  };
}

function readOffer(offer: xdr.OfferEntry) {
  return {
    kind: 'offer',
    key: offerKey(offer.offerId),
    seller: accountOf(offer.sellerId),
    id: offer.offerId,
    selling: assetOf(offer.selling),
    buying: assetOf(offer.buying),
    amount: offer.amount,
    price: { n: offer.price.n, d: offer.price.d },
    flags: offer.flags,
  } as const;
}

function readData({ accountId, dataName, dataValue }: xdr.DataEntry) {
  const owner = accountOf(accountId);
  const name = sdkText(dataName);
  return { kind: 'data', key: dataKey(owner, name), owner, name, value: dataValue.toBytes() } as const;
}

function readBalance({ balanceId, claimants, asset, amount, ext }: xdr.ClaimableBalanceEntry) {
  const id = hexOf(balanceId.v0.toBytes());
  return {
    kind: 'claimable_balance',
    key: claimableBalanceKey(id),
    id,
    claimants: claimants.map(({ v0 }) => ({ account: accountOf(v0.destination), predicate: v0.predicate })),
    asset: assetOf(asset),
    amount,
    flags: ext.type === 'v1' ? ext.v1.flags : undefined,
  } as const;
}

function readPool({ liquidityPoolId, body }: xdr.LiquidityPoolEntry): Bare<LiquidityPool> {
  const id = hexOf(liquidityPoolId.toBytes());
  const { params, reserveA, reserveB, totalPoolShares, poolSharesTrustLineCount } = body.constantProduct;
  return {
    kind: 'liquidity_pool',
    key: poolKey(id),
    id,
    assetA: assetOf(params.assetA),
    assetB: assetOf(params.assetB),
    fee: params.fee,
    reserveA,
    reserveB,
    totalShares: totalPoolShares,
    trustLines: poolSharesTrustLineCount,
  };
}

function readSoroban(data: SorobanData, base: Pick<Entry, 'lastModified' | 'sponsor'>): Entry {
  const entry = { ...base, key: '', ...sorobanPart(data) };
  return { ...entry, key: sorobanKey(hexOf(keyXdr(entry))) };
}

function sorobanPart(data: SorobanData) {
  switch (data.type) {
    case 'contractData':
      return { kind: 'contract_data', data: data.contractData } as const;
    case 'contractCode':
      return { kind: 'contract_code', data: data.contractCode } as const;
    case 'configSetting':
      return { kind: 'config_setting', data: data.configSetting } as const;
    case 'ttl':
      return {
        kind: 'ttl',
        keyHash: hexOf(data.ttl.keyHash.toBytes()),
        liveUntil: data.ttl.liveUntilLedgerSeq,
      } as const;
    default:
      return data satisfies never;
  }
}

type SorobanData = Exclude<
  xdr.LedgerEntryData,
  { type: 'account' | 'trustline' | 'offer' | 'data' | 'claimableBalance' | 'liquidityPool' }
>;
