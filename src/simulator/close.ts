import * as xdr from '@stellar/stellar-sdk/xdr';
import { applyTransaction, chargeFee, type CloseContext } from './apply-transaction.ts';
import type { SignedTransaction } from './envelope.ts';
import { sha256, signBytes, type Identity } from './identity.ts';
import type { State } from './state.ts';
import { applyOrder, transactionSet } from './transaction-set.ts';

/** What stays the same from ledger to ledger. */
export interface Chain {
  networkId: Uint8Array;
  validator: Identity;
}

/** A closed ledger: its header, the header's hash, and its close meta. */
export interface ClosedLedger {
  header: xdr.LedgerHeader;
  hash: Uint8Array;
  meta: xdr.LedgerCloseMeta;
}

/** The protocol version that all ledgers state. */
export const protocolVersion = 26;

/** Applies the transactions to the state and returns the ledger after `previous` that holds them. */
export function closeLedger(
  previous: Pick<ClosedLedger, 'header' | 'hash'>,
  transactions: SignedTransaction[],
  state: State,
  context: CloseContext,
  chain: Chain,
): ClosedLedger {
  const txSet = transactionSet(transactions, previous.hash, context.baseFee);
  const txSetHash = sha256(txSet.toXdr());
  const ordered = applyOrder(transactions, txSetHash);
  const fees = ordered.map((transaction) => chargeFee(transaction, state, context));
  const txProcessing = ordered.map((transaction, i) => applyTransaction(transaction, fees[i], state, context));
  const results = new xdr.TransactionResultSet({ results: txProcessing.map(({ result }) => result) });
  const header = nextHeader(previous, {
    scpValue: signedValue(txSetHash, context.closeTime, chain),
    txSetResultHash: sha256(results.toXdr()),
    fees: fees.reduce((sum, { fee }) => sum + fee, 0n),
  });
  const hash = sha256(header.toXdr());
  const ledgerHeader = new xdr.LedgerHeaderHistoryEntry({ hash, header, ext: xdr.LedgerHeaderHistoryEntryExt.v0() });
  return { header, hash, meta: closeMeta(ledgerHeader, txSet, txProcessing) };
}

/** Returns the header before the first ledger that is closed; all coins exist from here on. */
export function genesisHeader(ledgerSeq: number, totalCoins: bigint, closeTime: bigint): xdr.LedgerHeader {
  return new xdr.LedgerHeader({
    ledgerVersion: protocolVersion,
    previousLedgerHash: zeroHash,
    scpValue: new xdr.StellarValue({
      txSetHash: zeroHash,
      closeTime,
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: zeroHash,
    bucketListHash: zeroHash,
    ledgerSeq,
    totalCoins,
    feePool: 0n,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: 100,
    baseReserve: 5_000_000,
    maxTxSetSize: 1000,
    skipList: [zeroHash, zeroHash, zeroHash, zeroHash],
    ext: xdr.LedgerHeaderExt.v0(),
  });
}

function nextHeader(
  { header, hash }: Pick<ClosedLedger, 'header' | 'hash'>,
  close: { scpValue: xdr.StellarValue; txSetResultHash: Uint8Array; fees: bigint },
): xdr.LedgerHeader {
  const ledgerSeq = header.ledgerSeq + 1;
  // There is no bucket list: a hash that depends on all earlier results stands for it.
  const bucketListHash = sha256(header.bucketListHash.toBytes(), close.txSetResultHash);
  return new xdr.LedgerHeader({
    ...header,
    previousLedgerHash: hash,
    scpValue: close.scpValue,
    txSetResultHash: close.txSetResultHash,
    bucketListHash,
    ledgerSeq,
    feePool: header.feePool + close.fees,
    skipList: skipList(header.skipList, ledgerSeq, bucketListHash),
  });
}

// stellar-core BucketManager::calculateSkipValues
function skipList(old: xdr.Hash[], ledgerSeq: number, bucketListHash: Uint8Array): (xdr.Hash | Uint8Array)[] {
  const list: (xdr.Hash | Uint8Array)[] = [...old];
  if (ledgerSeq % 50 !== 0) return list;
  let depth = 0;
  let seen = ledgerSeq;
  for (const [before, step] of skipSteps) {
    seen -= before;
    if (seen <= 0 || seen % step !== 0) break;
    depth++;
  }
  for (let i = depth; i > 0; i--) list[i] = list[i - 1]!;
  list[0] = bucketListHash;
  return list;
}

function signedValue(txSetHash: Uint8Array, closeTime: bigint, { networkId, validator }: Chain): xdr.StellarValue {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(closeTime);
  const message = Buffer.concat([networkId, xdr.EnvelopeType.envelopeTypeScpvalue.toXdr(), txSetHash, time]);
  const signature = new xdr.LedgerCloseValueSignature({
    nodeId: validator.accountId,
    signature: signBytes(validator, message),
  });
  const ext = xdr.StellarValueExt.stellarValueSigned(signature);
  return new xdr.StellarValue({ txSetHash, closeTime, upgrades: [], ext });
}

function closeMeta(
  ledgerHeader: xdr.LedgerHeaderHistoryEntry,
  txSet: xdr.GeneralizedTransactionSet,
  txProcessing: xdr.TransactionResultMetaV1[],
): xdr.LedgerCloseMeta {
  return xdr.LedgerCloseMeta.v2(
    new xdr.LedgerCloseMetaV2({
      ext: xdr.LedgerCloseMetaExt.v0(),
      ledgerHeader,
      txSet,
      txProcessing,
      upgradesProcessing: [],
      scpInfo: [],
      totalByteSizeOfLiveSorobanState: 0n,
      evictedKeys: [],
    }),
  );
}

const skipSteps: [before: number, step: number][] = [
  [50, 5_000],
  [5_000, 50_000],
  [50_000, 500_000],
];
const zeroHash = new Uint8Array(32);
