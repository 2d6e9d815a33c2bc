// Generated from the XDR schema of @stellar/stellar-sdk 17.2.0 and protocol 30. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile
import {
  count,
  flag,
  skipVarOpaque,
} from '../reader.ts';
import {
  skipAccountEntryExt,
  skipAsset,
  skipClaimableBalanceEntryExt,
  skipClaimableBalanceId,
  skipClaimant,
  skipContractCodeEntryExt,
  skipContractDataDurability,
  skipDataEntryExt,
  skipExtensionPoint,
  skipLedgerEntryData,
  skipLedgerEntryExt,
  skipLedgerHeader,
  skipLedgerHeaderExt,
  skipLedgerHeaderHistoryEntryExt,
  skipLiquidityPoolConstantProductParameters,
  skipMemo,
  skipMuxedAccount,
  skipOfferEntryExt,
  skipOperation,
  skipPreconditions,
  skipPublicKey,
  skipScAddress,
  skipScVal,
  skipSigner,
  skipSorobanResources,
  skipSorobanTransactionDataExt,
  skipStellarValue,
  skipStellarValueExt,
  skipTransactionExt,
  skipTransactionResultExt,
  skipTransactionResultResult,
  skipTrustLineAsset,
  skipTrustLineEntryExt,
} from './skip.ts';

/** Where the fields of a AccountEntry start, and where it ends. */
export interface AccountEntryAt {
  accountId: number;
  balance: number;
  seqNum: number;
  numSubEntries: number;
  inflationDest: number;
  flags: number;
  homeDomain: number;
  thresholds: number;
  signers: number;
  ext: number;
  end: number;
}
export function atAccountEntry(): AccountEntryAt {
  return { accountId: 0, balance: 0, seqNum: 0, numSubEntries: 0, inflationDest: 0, flags: 0, homeDomain: 0, thresholds: 0, signers: 0, ext: 0, end: 0 };
}
export function locateAccountEntry(d: DataView, p: number, at: AccountEntryAt): number {
  at.accountId = p;
  p = skipPublicKey(d, p);
  at.balance = p;
  at.seqNum = p + 8;
  at.numSubEntries = p + 16;
  at.inflationDest = p + 20;
  p += 20;
  p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  at.flags = p;
  at.homeDomain = p + 4;
  p = skipVarOpaque(d, p + 4, 32);
  at.thresholds = p;
  at.signers = p + 4;
  p += 8;
  for (let i = count(d, p - 4, 20); i > 0; i--) p = skipSigner(d, p);
  at.ext = p;
  p = skipAccountEntryExt(d, p);
  return (at.end = p);
}

/** Where the fields of a ClaimableBalanceEntry start, and where it ends. */
export interface ClaimableBalanceEntryAt {
  balanceId: number;
  claimants: number;
  asset: number;
  amount: number;
  ext: number;
  end: number;
}
export function atClaimableBalanceEntry(): ClaimableBalanceEntryAt {
  return { balanceId: 0, claimants: 0, asset: 0, amount: 0, ext: 0, end: 0 };
}
export function locateClaimableBalanceEntry(d: DataView, p: number, at: ClaimableBalanceEntryAt): number {
  at.balanceId = p;
  p = skipClaimableBalanceId(d, p);
  at.claimants = p;
  p += 4;
  for (let i = count(d, p - 4, 10); i > 0; i--) p = skipClaimant(d, p);
  at.asset = p;
  p = skipAsset(d, p);
  at.amount = p;
  at.ext = p + 8;
  p = skipClaimableBalanceEntryExt(d, p + 8);
  return (at.end = p);
}

/** Where the fields of a ContractCodeEntry start, and where it ends. */
export interface ContractCodeEntryAt {
  ext: number;
  hash: number;
  code: number;
  end: number;
}
export function atContractCodeEntry(): ContractCodeEntryAt {
  return { ext: 0, hash: 0, code: 0, end: 0 };
}
export function locateContractCodeEntry(d: DataView, p: number, at: ContractCodeEntryAt): number {
  at.ext = p;
  p = skipContractCodeEntryExt(d, p);
  at.hash = p;
  at.code = p + 32;
  p = skipVarOpaque(d, p + 32, 4294967295);
  return (at.end = p);
}

/** Where the fields of a ContractDataEntry start, and where it ends. */
export interface ContractDataEntryAt {
  ext: number;
  contract: number;
  key: number;
  durability: number;
  val: number;
  end: number;
}
export function atContractDataEntry(): ContractDataEntryAt {
  return { ext: 0, contract: 0, key: 0, durability: 0, val: 0, end: 0 };
}
export function locateContractDataEntry(d: DataView, p: number, at: ContractDataEntryAt): number {
  at.ext = p;
  p = skipExtensionPoint(d, p);
  at.contract = p;
  p = skipScAddress(d, p);
  at.key = p;
  p = skipScVal(d, p);
  at.durability = p;
  p = skipContractDataDurability(d, p);
  at.val = p;
  p = skipScVal(d, p);
  return (at.end = p);
}

/** Where the fields of a DataEntry start, and where it ends. */
export interface DataEntryAt {
  accountId: number;
  dataName: number;
  dataValue: number;
  ext: number;
  end: number;
}
export function atDataEntry(): DataEntryAt {
  return { accountId: 0, dataName: 0, dataValue: 0, ext: 0, end: 0 };
}
export function locateDataEntry(d: DataView, p: number, at: DataEntryAt): number {
  at.accountId = p;
  p = skipPublicKey(d, p);
  at.dataName = p;
  p = skipVarOpaque(d, p, 64);
  at.dataValue = p;
  p = skipVarOpaque(d, p, 64);
  at.ext = p;
  p = skipDataEntryExt(d, p);
  return (at.end = p);
}

/** Where the fields of a LedgerEntry start, and where it ends. */
export interface LedgerEntryAt {
  lastModifiedLedgerSeq: number;
  data: number;
  ext: number;
  end: number;
}
export function atLedgerEntry(): LedgerEntryAt {
  return { lastModifiedLedgerSeq: 0, data: 0, ext: 0, end: 0 };
}
export function locateLedgerEntry(d: DataView, p: number, at: LedgerEntryAt): number {
  at.lastModifiedLedgerSeq = p;
  at.data = p + 4;
  p = skipLedgerEntryData(d, p + 4);
  at.ext = p;
  p = skipLedgerEntryExt(d, p);
  return (at.end = p);
}

/** Where the fields of a LedgerHeader start, and where it ends. */
export interface LedgerHeaderAt {
  ledgerVersion: number;
  previousLedgerHash: number;
  scpValue: number;
  txSetResultHash: number;
  bucketListHash: number;
  ledgerSeq: number;
  totalCoins: number;
  feePool: number;
  inflationSeq: number;
  idPool: number;
  baseFee: number;
  baseReserve: number;
  maxTxSetSize: number;
  skipList: number;
  ext: number;
  end: number;
}
export function atLedgerHeader(): LedgerHeaderAt {
  return { ledgerVersion: 0, previousLedgerHash: 0, scpValue: 0, txSetResultHash: 0, bucketListHash: 0, ledgerSeq: 0, totalCoins: 0, feePool: 0, inflationSeq: 0, idPool: 0, baseFee: 0, baseReserve: 0, maxTxSetSize: 0, skipList: 0, ext: 0, end: 0 };
}
export function locateLedgerHeader(d: DataView, p: number, at: LedgerHeaderAt): number {
  at.ledgerVersion = p;
  at.previousLedgerHash = p + 4;
  at.scpValue = p + 36;
  p = skipStellarValue(d, p + 36);
  at.txSetResultHash = p;
  at.bucketListHash = p + 32;
  at.ledgerSeq = p + 64;
  at.totalCoins = p + 68;
  at.feePool = p + 76;
  at.inflationSeq = p + 84;
  at.idPool = p + 88;
  at.baseFee = p + 96;
  at.baseReserve = p + 100;
  at.maxTxSetSize = p + 104;
  at.skipList = p + 108;
  at.ext = p + 236;
  p = skipLedgerHeaderExt(d, p + 236);
  return (at.end = p);
}

/** Where the fields of a LedgerHeaderHistoryEntry start, and where it ends. */
export interface LedgerHeaderHistoryEntryAt {
  hash: number;
  header: number;
  ext: number;
  end: number;
}
export function atLedgerHeaderHistoryEntry(): LedgerHeaderHistoryEntryAt {
  return { hash: 0, header: 0, ext: 0, end: 0 };
}
export function locateLedgerHeaderHistoryEntry(d: DataView, p: number, at: LedgerHeaderHistoryEntryAt): number {
  at.hash = p;
  at.header = p + 32;
  p = skipLedgerHeader(d, p + 32);
  at.ext = p;
  p = skipLedgerHeaderHistoryEntryExt(d, p);
  return (at.end = p);
}

/** Where the fields of a LiquidityPoolEntryConstantProduct start, and where it ends. */
export interface LiquidityPoolEntryConstantProductAt {
  params: number;
  reserveA: number;
  reserveB: number;
  totalPoolShares: number;
  poolSharesTrustLineCount: number;
  end: number;
}
export function atLiquidityPoolEntryConstantProduct(): LiquidityPoolEntryConstantProductAt {
  return { params: 0, reserveA: 0, reserveB: 0, totalPoolShares: 0, poolSharesTrustLineCount: 0, end: 0 };
}
export function locateLiquidityPoolEntryConstantProduct(d: DataView, p: number, at: LiquidityPoolEntryConstantProductAt): number {
  at.params = p;
  p = skipLiquidityPoolConstantProductParameters(d, p);
  at.reserveA = p;
  at.reserveB = p + 8;
  at.totalPoolShares = p + 16;
  at.poolSharesTrustLineCount = p + 24;
  return (at.end = p + 32);
}

/** Where the fields of a OfferEntry start, and where it ends. */
export interface OfferEntryAt {
  sellerId: number;
  offerId: number;
  selling: number;
  buying: number;
  amount: number;
  price: number;
  flags: number;
  ext: number;
  end: number;
}
export function atOfferEntry(): OfferEntryAt {
  return { sellerId: 0, offerId: 0, selling: 0, buying: 0, amount: 0, price: 0, flags: 0, ext: 0, end: 0 };
}
export function locateOfferEntry(d: DataView, p: number, at: OfferEntryAt): number {
  at.sellerId = p;
  p = skipPublicKey(d, p);
  at.offerId = p;
  at.selling = p + 8;
  p = skipAsset(d, p + 8);
  at.buying = p;
  p = skipAsset(d, p);
  at.amount = p;
  at.price = p + 8;
  at.flags = p + 16;
  at.ext = p + 20;
  p = skipOfferEntryExt(d, p + 20);
  return (at.end = p);
}

/** Where the fields of a SetOptionsOp start, and where it ends. */
export interface SetOptionsOpAt {
  inflationDest: number;
  clearFlags: number;
  setFlags: number;
  masterWeight: number;
  lowThreshold: number;
  medThreshold: number;
  highThreshold: number;
  homeDomain: number;
  signer: number;
  end: number;
}
export function atSetOptionsOp(): SetOptionsOpAt {
  return { inflationDest: 0, clearFlags: 0, setFlags: 0, masterWeight: 0, lowThreshold: 0, medThreshold: 0, highThreshold: 0, homeDomain: 0, signer: 0, end: 0 };
}
export function locateSetOptionsOp(d: DataView, p: number, at: SetOptionsOpAt): number {
  at.inflationDest = p;
  p = flag(d, p) ? skipPublicKey(d, p + 4) : p + 4;
  at.clearFlags = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.setFlags = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.masterWeight = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.lowThreshold = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.medThreshold = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.highThreshold = p;
  p = flag(d, p) ? p + 8 : p + 4;
  at.homeDomain = p;
  p = flag(d, p) ? skipVarOpaque(d, p + 4, 32) : p + 4;
  at.signer = p;
  p = flag(d, p) ? skipSigner(d, p + 4) : p + 4;
  return (at.end = p);
}

/** Where the fields of a SorobanTransactionData start, and where it ends. */
export interface SorobanTransactionDataAt {
  ext: number;
  resources: number;
  resourceFee: number;
  end: number;
}
export function atSorobanTransactionData(): SorobanTransactionDataAt {
  return { ext: 0, resources: 0, resourceFee: 0, end: 0 };
}
export function locateSorobanTransactionData(d: DataView, p: number, at: SorobanTransactionDataAt): number {
  at.ext = p;
  p = skipSorobanTransactionDataExt(d, p);
  at.resources = p;
  p = skipSorobanResources(d, p);
  at.resourceFee = p;
  return (at.end = p + 8);
}

/** Where the fields of a StellarValue start, and where it ends. */
export interface StellarValueAt {
  txSetHash: number;
  closeTime: number;
  upgrades: number;
  ext: number;
  end: number;
}
export function atStellarValue(): StellarValueAt {
  return { txSetHash: 0, closeTime: 0, upgrades: 0, ext: 0, end: 0 };
}
export function locateStellarValue(d: DataView, p: number, at: StellarValueAt): number {
  at.txSetHash = p;
  at.closeTime = p + 32;
  at.upgrades = p + 40;
  p += 44;
  for (let i = count(d, p - 4, 6); i > 0; i--) p = skipVarOpaque(d, p, 128);
  at.ext = p;
  p = skipStellarValueExt(d, p);
  return (at.end = p);
}

/** Where the fields of a Transaction start, and where it ends. */
export interface TransactionAt {
  sourceAccount: number;
  fee: number;
  seqNum: number;
  cond: number;
  memo: number;
  operations: number;
  ext: number;
  end: number;
}
export function atTransaction(): TransactionAt {
  return { sourceAccount: 0, fee: 0, seqNum: 0, cond: 0, memo: 0, operations: 0, ext: 0, end: 0 };
}
export function locateTransaction(d: DataView, p: number, at: TransactionAt): number {
  at.sourceAccount = p;
  p = skipMuxedAccount(d, p);
  at.fee = p;
  at.seqNum = p + 4;
  at.cond = p + 12;
  p = skipPreconditions(d, p + 12);
  at.memo = p;
  p = skipMemo(d, p);
  at.operations = p;
  p += 4;
  for (let i = count(d, p - 4, 100); i > 0; i--) p = skipOperation(d, p);
  at.ext = p;
  p = skipTransactionExt(d, p);
  return (at.end = p);
}

/** Where the fields of a TransactionResult start, and where it ends. */
export interface TransactionResultAt {
  feeCharged: number;
  result: number;
  ext: number;
  end: number;
}
export function atTransactionResult(): TransactionResultAt {
  return { feeCharged: 0, result: 0, ext: 0, end: 0 };
}
export function locateTransactionResult(d: DataView, p: number, at: TransactionResultAt): number {
  at.feeCharged = p;
  at.result = p + 8;
  p = skipTransactionResultResult(d, p + 8);
  at.ext = p;
  p = skipTransactionResultExt(d, p);
  return (at.end = p);
}

/** Where the fields of a TrustLineEntry start, and where it ends. */
export interface TrustLineEntryAt {
  accountId: number;
  asset: number;
  balance: number;
  limit: number;
  flags: number;
  ext: number;
  end: number;
}
export function atTrustLineEntry(): TrustLineEntryAt {
  return { accountId: 0, asset: 0, balance: 0, limit: 0, flags: 0, ext: 0, end: 0 };
}
export function locateTrustLineEntry(d: DataView, p: number, at: TrustLineEntryAt): number {
  at.accountId = p;
  p = skipPublicKey(d, p);
  at.asset = p;
  p = skipTrustLineAsset(d, p);
  at.balance = p;
  at.limit = p + 8;
  at.flags = p + 16;
  at.ext = p + 20;
  p = skipTrustLineEntryExt(d, p + 20);
  return (at.end = p);
}
