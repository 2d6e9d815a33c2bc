/** One ledger's close meta, indexed: where its header, transactions, changes and evicted keys stand in its bytes. */
import { explained } from '../xdr/explain.ts';
import {
  atLedgerCloseMetaV0,
  atLedgerCloseMetaV1,
  atLedgerCloseMetaV2,
  atLedgerHeader,
  atLedgerHeaderHistoryEntry,
  atStellarValue,
  locateLedgerCloseMetaV0,
  locateLedgerCloseMetaV1,
  locateLedgerCloseMetaV2,
  locateLedgerHeader,
  locateLedgerHeaderHistoryEntry,
  locateStellarValue,
  type LedgerHeaderAt,
  type StellarValueAt,
} from '../xdr/generated/locate.ts';
import {
  skipContractEvent,
  skipDiagnosticEvent,
  skipLedgerCloseMeta,
  skipLedgerEntryChange,
  skipLedgerUpgrade,
  skipSorobanTransactionMeta,
  skipSorobanTransactionMetaV2,
  skipTransactionEvent,
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
  return indexLedger(bytes, view, file);
}

function indexLedger(bytes: Uint8Array, view: DataView, file?: string): Ledger {
  const version = view.getInt32(0);
  const at = locateClose(view, version);
  const entry = atLedgerHeaderHistoryEntry();
  locateLedgerHeaderHistoryEntry(view, at.ledgerHeader, entry);
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
    txSet: at.txSet,
    txSetEnd: at.txProcessing,
    transactions: [],
    envelopes: readEnvelopes(view, at.txSet, version),
    changes: new ChangeList(),
    ext: version === 0 ? ABSENT : at.ext,
    sorobanStateSize: version === 0 ? ABSENT : at.totalByteSizeOfLiveSorobanState,
    evictedKeys: version === 0 ? ABSENT : at.evictedKeys,
  };
  readTransactions(ledger, at.txProcessing);
  readUpgrades(ledger, at.upgradesProcessing);
  return ledger;
}

function locateClose(view: DataView, version: number) {
  const none = { ext: ABSENT, totalByteSizeOfLiveSorobanState: ABSENT, evictedKeys: ABSENT };
  if (version === 0) {
    const at = atLedgerCloseMetaV0();
    locateLedgerCloseMetaV0(view, 4, at);
    return { ...none, ...at };
  }
  if (version === 1) {
    const at = atLedgerCloseMetaV1();
    locateLedgerCloseMetaV1(view, 4, at);
    return at;
  }
  const at = atLedgerCloseMetaV2();
  locateLedgerCloseMetaV2(view, 4, at);
  return at;
}

function readTransactions(ledger: Ledger, p: number): void {
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
  transaction.firstOperation = changes.length;
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

function readUpgrades(ledger: Ledger, p: number): void {
  const { view } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = readChanges(ledger, skipLedgerUpgrade(view, p), phase.upgrade, -1, -1);
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
