/** Encodes ledger entries of the simulator's state as XDR. */
import type {
  Account,
  ClaimableBalance,
  Data,
  Entry,
  Liabilities,
  LiquidityPool,
  Offer,
  TrustLine,
} from '../state/entries.ts';
import { writeSdk } from './sdk.ts';
import { writeContractDataKey, writeScVal } from './sc-val.ts';
import { writeAccountId, writeAsset, writeOptional, writeTrustedAsset } from './values.ts';
import { Writer } from './writer.ts';

/** Returns the entry as XDR; it is made once for each version of an entry. */
export function entryXdr(entry: Entry): Uint8Array {
  entry.xdr ??= encode(entry);
  return entry.xdr;
}

const scratch = new Writer();

function encode(entry: Entry): Uint8Array {
  const writer = scratch.reset();
  writer.int(entry.lastModified).int(entryTypes[entry.kind]);
  writeData(writer, entry);
  if (entry.sponsor === undefined) return writer.int(0).toLastingBytes();
  writer.int(1);
  writeOptional(writer, entry.sponsor, (id) => writeAccountId(writer, id));
  return writer.int(0).toBytes();
}

function writeData(writer: Writer, entry: Entry): void {
  switch (entry.kind) {
    case 'account':
      return writeAccountEntry(writer, entry);
    case 'trust_line':
      return writeTrustLine(writer, entry);
    case 'offer':
      return writeOffer(writer, entry);
    case 'data':
      return writeDataEntry(writer, entry);
    case 'claimable_balance':
      return writeClaimableBalance(writer, entry);
    case 'liquidity_pool':
      return writePool(writer, entry);
    case 'contract_data':
      writeScVal(writeContractDataKey(writer.int(0), entry.data), entry.data.val);
      return;
    case 'contract_code':
    case 'config_setting':
      writeSdk(writer, entry.data);
      return;
    case 'ttl':
      writer.hex(entry.keyHash).int(entry.liveUntil);
      return;
    default:
      entry satisfies never;
  }
}

function writeAccountEntry(writer: Writer, account: Account): void {
  writeAccountId(writer, account.id).long(account.balance).long(account.sequence).int(account.subentries);
  writeOptional(writer, account.inflationDestination, (id) => writeAccountId(writer, id));
  writer.int(account.flags).string(account.homeDomain);
  const [master, low, medium, high] = account.thresholds;
  writer.int((master << 24) | (low << 16) | (medium << 8) | high).int(account.signers.length);
  for (const { key, weight } of account.signers) writer.hex(key).int(weight);
  writeAccountExtensions(writer, account);
}

function writeAccountExtensions(writer: Writer, account: Account): void {
  if (account.extension === 0) return void writer.int(0);
  writeLiabilities(writer.int(1), account.liabilities);
  if (account.extension === 1) return void writer.int(0);
  writer.int(2).int(account.sponsored).int(account.sponsoring).int(account.signers.length);
  for (const { sponsor } of account.signers) writeOptional(writer, sponsor, (id) => writeAccountId(writer, id));
  if (account.extension === 2) return void writer.int(0);
  writer.int(3).int(0).int(account.sequenceLedger).long(account.sequenceTime);
}

function writeTrustLine(writer: Writer, line: TrustLine): void {
  writeTrustedAsset(writeAccountId(writer, line.owner), line.asset);
  writer.long(line.balance).long(line.limit).int(line.flags);
  if (line.extension === 0) return void writer.int(0);
  writeLiabilities(writer.int(1), line.liabilities);
  if (line.extension === 1) return void writer.int(0);
  writer.int(2).int(line.poolUses).int(0);
}

function writeOffer(writer: Writer, offer: Offer): void {
  writeAccountId(writer, offer.seller).long(offer.id);
  writeAsset(writeAsset(writer, offer.selling), offer.buying);
  writer.long(offer.amount).int(offer.price.n).int(offer.price.d).int(offer.flags).int(0);
}

function writeDataEntry(writer: Writer, data: Data): void {
  writeAccountId(writer, data.owner).string(data.name).opaque(data.value).int(0);
}

function writeClaimableBalance(writer: Writer, balance: ClaimableBalance): void {
  writer.int(0).hex(balance.id).int(balance.claimants.length);
  for (const { account, predicate } of balance.claimants) {
    writeSdk(writeAccountId(writer.int(0), account), predicate);
  }
  writeAsset(writer, balance.asset).long(balance.amount);
  if (balance.flags === undefined) writer.int(0);
  else writer.int(1).int(0).int(balance.flags);
}

function writePool(writer: Writer, pool: LiquidityPool): void {
  writer.hex(pool.id).int(0);
  writeAsset(writeAsset(writer, pool.assetA), pool.assetB);
  writer.int(pool.fee).long(pool.reserveA).long(pool.reserveB).long(pool.totalShares).long(pool.trustLines);
}

function writeLiabilities(writer: Writer, { buying, selling }: Liabilities): void {
  writer.long(buying).long(selling);
}

/** The protocol's numbers for kinds of entries. */
export const entryTypes = {
  account: 0,
  trust_line: 1,
  offer: 2,
  data: 3,
  claimable_balance: 4,
  liquidity_pool: 5,
  contract_data: 6,
  contract_code: 7,
  config_setting: 8,
  ttl: 9,
} as const;
