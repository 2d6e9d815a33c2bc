/** One ledger's close meta, indexed: where its header, transactions, changes and evicted keys stand in its bytes. */
import { explained } from '../xdr/explain.ts';
import {
  atLedgerHeader,
  atLedgerHeaderHistoryEntry,
  atStellarValue,
  locateLedgerHeader,
  locateLedgerHeaderHistoryEntry,
  locateStellarValue,
  type LedgerHeaderAt,
  type StellarValueAt,
} from '../xdr/generated/locate.ts';
import {
  skipContractEvent,
  skipDiagnosticEvent,
  skipGeneralizedTransactionSet,
  skipLedgerCloseMeta,
  skipLedgerCloseMetaExt,
  skipLedgerEntryChange,
  skipLedgerUpgrade,
  skipScpHistoryEntry,
  skipSorobanTransactionMeta,
  skipSorobanTransactionMetaV2,
  skipTransactionEvent,
  skipTransactionSet,
} from '../xdr/generated/skip.ts';
import { ChangeList, phase, type Phase } from './changes.ts';
import { ABSENT, LedgerTransaction } from './transaction.ts';
import { readEnvelopes } from './transaction-set.ts';

/** A ledger's bytes and where everything stands in them. Offsets count from the start of the LedgerCloseMeta. */
export interface Ledger {
  file?: string;
  bytes: Uint8Array;
  view: DataView;
  version: number;
  sequence: number;
  /** Seconds since 1970. */
  closeTime: number;
  protocolVersion: number;
  /** Where the ledger's hash stands, as the close meta states it. */
  hash: number;
  headerStart: number;
  headerEnd: number;
  header: LedgerHeaderAt;
  scpValue: StellarValueAt;
  txSet: number;
  txSetEnd: number;
  /** In the order of application; their envelopes are set by `pairEnvelopes`. */
  transactions: LedgerTransaction[];
  /** Where each envelope of the transaction set starts, in the set's order. */
  envelopes: number[];
  changes: ChangeList;
  /** Where LedgerCloseMetaExt, the size of the Soroban state and the count of evicted keys stand, or -1. */
  ext: number;
  sorobanStateSize: number;
  evictedKeys: number;
}

/**
 * Returns the ledger that the bytes hold, after checking every byte against the schema, unless `walked` says that this
 * was done. Throws DecodeError when they are not one LedgerCloseMeta.
 */
export function readLedger(bytes: Uint8Array, file?: string, { walked = false } = {}): Ledger {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!walked) explained('LedgerCloseMeta', bytes, { file }, (view) => skipLedgerCloseMeta(view, 0));
  // A Buffer has another hidden class: what reads bytes of both kinds is slower on either.
  return indexLedger(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), view, file);
}

function indexLedger(bytes: Uint8Array, view: DataView, file?: string): Ledger {
  const version = view.getInt32(0);
  const isV0 = version === 0;
  const headerEntry = isV0 ? 4 : skipLedgerCloseMetaExt(view, 4);
  const entry = atLedgerHeaderHistoryEntry();
  const txSet = locateLedgerHeaderHistoryEntry(view, headerEntry, entry);
  const txSetEnd = isV0 ? skipTransactionSet(view, txSet) : skipGeneralizedTransactionSet(view, txSet);
  const header = atLedgerHeader();
  const headerEnd = locateLedgerHeader(view, entry.header, header);
  const scpValue = atStellarValue();
  locateStellarValue(view, header.scpValue, scpValue);
  const ledger: Ledger = {
    file,
    bytes,
    view,
    version,
    sequence: view.getUint32(header.ledgerSeq),
    closeTime: Number(view.getBigUint64(scpValue.closeTime)),
    protocolVersion: view.getUint32(header.ledgerVersion),
    hash: entry.hash,
    headerStart: entry.header,
    headerEnd,
    header,
    scpValue,
    txSet,
    txSetEnd,
    transactions: [],
    envelopes: readEnvelopes(view, txSet, version),
    changes: new ChangeList(),
    ext: isV0 ? ABSENT : 4,
    sorobanStateSize: ABSENT,
    evictedKeys: ABSENT,
  };
  const scpInfo = readUpgrades(ledger, readTransactions(ledger, txSetEnd));
  if (isV0) return ledger;
  ledger.sorobanStateSize = skipList(view, scpInfo, skipScpHistoryEntry);
  ledger.evictedKeys = ledger.sorobanStateSize + 8;
  return ledger;
}

function readTransactions(ledger: Ledger, p: number): number {
  const { view } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let index = 0; index < count; index++) {
    if (ledger.version === 2) p += 4;
    const transaction = new LedgerTransaction(view, index + 1, p);
    ledger.transactions.push(transaction);
    transaction.feeChanges = transaction.pairEnd;
    p = readChanges(ledger, transaction.pairEnd, phase.fee, index, -1);
    transaction.feeChangesEnd = p;
    p = readMeta(ledger, transaction, index, p);
    transaction.firstPost = ledger.changes.length;
    if (ledger.version === 2) p = readChanges(ledger, p, phase.postFee, index, -1);
    transaction.endPost = ledger.changes.length;
  }
  return p;
}

function readMeta(ledger: Ledger, transaction: LedgerTransaction, index: number, p: number): number {
  const { view, changes } = ledger;
  const version = view.getInt32(p);
  transaction.meta = p;
  transaction.metaVersion = version;
  p += 4;
  if (version >= 3) p += 4;
  transaction.firstBefore = changes.length;
  if (version >= 1) p = readChanges(ledger, p, phase.before, index, -1);
  p = readOperations(ledger, transaction, index, p);
  transaction.firstAfter = changes.length;
  if (version >= 2) p = readChanges(ledger, p, phase.after, index, -1);
  if (version >= 3) p = readSorobanMeta(view, transaction, p);
  transaction.metaEnd = p;
  return p;
}

function readOperations(ledger: Ledger, transaction: LedgerTransaction, index: number, p: number): number {
  const { view, changes } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let operation = 0; operation < count; operation++) {
    transaction.operationChanges.push(changes.length);
    if (transaction.metaVersion === 4) p += 4;
    p = readChanges(ledger, p, phase.operation, index, operation);
    if (transaction.metaVersion !== 4) continue;
    transaction.operationEvents.push(p);
    p = skipList(view, p, skipContractEvent);
  }
  transaction.operationChanges.push(changes.length);
  return p;
}

function readSorobanMeta(view: DataView, transaction: LedgerTransaction, p: number): number {
  const isV4 = transaction.metaVersion === 4;
  const present = view.getUint32(p) === 1;
  p += 4;
  if (present) {
    transaction.sorobanMeta = p;
    p = isV4 ? skipSorobanTransactionMetaV2(view, p) : skipSorobanTransactionMeta(view, p);
  }
  if (!isV4) return p;
  transaction.events = p;
  p = skipList(view, p, skipTransactionEvent);
  transaction.diagnosticEvents = p;
  return skipList(view, p, skipDiagnosticEvent);
}

function readUpgrades(ledger: Ledger, p: number): number {
  const { view } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = readChanges(ledger, skipLedgerUpgrade(view, p), phase.upgrade, -1, -1);
  return p;
}

function readChanges(ledger: Ledger, p: number, at: Phase, transaction: number, operation: number): number {
  const { view, changes } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const start = p;
    p = skipLedgerEntryChange(view, p);
    changes.add(start, p, at, transaction, operation);
  }
  return p;
}

function skipList(view: DataView, p: number, skip: (view: DataView, p: number) => number): number {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = skip(view, p);
  return p;
}
