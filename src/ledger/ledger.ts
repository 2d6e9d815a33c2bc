/** One ledger's close meta, indexed: where its header, transactions, changes and evicted keys stand in its bytes. */
import type { DecodeError } from '../core/errors.ts';
import { explained } from '../xdr/explain.ts';
import { LedgerEntryChangeType, TransactionResultCode } from '../xdr/generated/enums.ts';
import type { LedgerHeaderAt, StellarValueAt } from '../xdr/generated/locate.ts';
import {
  skipContractEvent,
  skipDiagnosticEvent,
  skipExtensionPoint,
  skipLedgerEntry,
  skipLedgerEntryChange,
  skipLedgerHeaderHistoryEntryExt,
  skipLedgerKey,
  skipLedgerUpgrade,
  skipScpHistoryEntry,
  skipSorobanTransactionMeta,
  skipSorobanTransactionMetaV2,
  skipTransactionEvent,
} from '../xdr/generated/skip.ts';
import { XdrFault, flag, unknownArm } from '../xdr/reader.ts';
import { NEWEST_PROTOCOL } from '../xdr/schema/whole.ts';
import { readFrames, type OnFault, type SkipLedger } from './frames.ts';
import { ChangeList, phase, type Phase } from './changes.ts';
import { closeTimeOf } from './close-value.ts';
import { headerEntryOf, locateAnyHeader, locateHeader, locateNewerHeader, type HeaderAt } from './header.ts';
import { skipList } from './skip-list.ts';
import { ABSENT, Envelope, LedgerTransaction, places } from './transaction.ts';
import { readEnvelopes } from './transaction-set.ts';

/** A ledger's bytes and where everything stands in them. Offsets count from the start of the LedgerCloseMeta. */
export interface Ledger {
  file?: string;
  /** Where it starts in the file's decompressed bytes. */
  start: number;
  bytes: Uint8Array;
  view: DataView;
  version: number;
  sequence: number;
  /** Whole seconds since 1970; ledgers that follow each other may have the same. */
  closeTime: number;
  /** The same in milliseconds. */
  closeTimeMs: number;
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
  isPaired: boolean;
  /** The envelopes of the transaction set, in the set's order. */
  envelopes: Envelope[];
  changes: ChangeList;
  /** Where the SCP messages stand, which differ from validator to validator. */
  scpInfo: number;
  scpInfoEnd: number;
  /** Where LedgerCloseMetaExt, the size of the Soroban state and the count of evicted keys stand, or -1. */
  ext: number;
  sorobanStateSize: number;
  evictedKeys: number;
  /** Why only the header of a ledger of a newer protocol was read; its transactions are absent then. Undefined for all other ledgers. */
  fault: DecodeError | undefined;
}

/**
 * Returns the ledger that the bytes hold, after checking every byte against the schema. Throws DecodeError when they are
 * not one LedgerCloseMeta.
 */
export function readLedger(bytes: Uint8Array, file?: string): Ledger {
  let ledger: Ledger | undefined;
  explained('LedgerCloseMeta', bytes, { file }, () => {
    ledger = walkLedger(bytes, 0, file);
    return ledger.bytes.length;
  });
  return ledger!;
}

/** How the ledgers of a file are read. */
export interface LedgersInOptions {
  /** Takes what is faulty, which is passed over. */
  onFault?: OnFault | undefined;
  /** Whether the header of a newer protocol may end with an extension that the schema lacks, for readers that do not need it. */
  newerHeaders?: boolean;
}

/**
 * Yields the ledgers of the decompressed bytes of a file, in its order, each with where it starts and the sequence that
 * its batch gives it. Throws DecodeError, or with `onFault` passes over what is faulty, as `readFrames` does.
 */
export function* ledgersIn(
  bytes: Uint8Array,
  file: string,
  { onFault, newerHeaders = false }: LedgersInOptions = {},
): Generator<{ ledger: Ledger; start: number; sequence?: number }> {
  let ledger: Ledger | undefined;
  const skip: SkipLedger = (_view, start) => {
    ledger = walkLedger(bytes, start, file, newerHeaders);
    return start + ledger.bytes.length;
  };
  for (const { start, sequence } of readFrames(bytes, file, skip, onFault)) yield { ledger: ledger!, start, sequence };
}

/**
 * Walks the LedgerCloseMeta at `start`, which indexes it and checks every byte on the way: a walk of its own would take
 * as long again. Throws XdrFault or RangeError, whose offsets count from the start of `bytes`.
 */
function walkLedger(bytes: Uint8Array, start: number, file?: string, newerHeaders = false): Ledger {
  // A Buffer has another hidden class: what reads bytes of both kinds is slower on either.
  const rest = new Uint8Array(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  try {
    const view = new DataView(rest.buffer, rest.byteOffset, rest.length);
    const ledger = indexLedger(rest, view, file, newerHeaders ? locateAnyHeader : locateHeader);
    ledger.start = start;
    const end = readRest(ledger);
    if (end > rest.length) throw new RangeError('the bytes end inside a value');
    ledger.bytes = rest.subarray(0, end);
    ledger.view = new DataView(rest.buffer, rest.byteOffset, end);
    return ledger;
  } catch (error) {
    if (error instanceof XdrFault && start > 0) throw new XdrFault(start + error.offset, error.message);
    throw error;
  }
}

/**
 * Returns the ledger that takes all of the bytes, with its header alone, if this version does not read its protocol: its XDR
 * can be passed on. `fault` is what reading all of it threw. Returns undefined if the header is damaged, or its protocol is known.
 */
export function newerLedger(bytes: Uint8Array, fault: DecodeError, file?: string): Ledger | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const locate of [locateHeader, locateNewerHeader]) {
    try {
      const start = headerEntryOf(view);
      if (view.getUint32(start + HASH) <= NEWEST_PROTOCOL) return undefined;
      return { ...withHeader(bytes, view, locate(view, start), file), fault };
    } catch (error) {
      if (!(error instanceof XdrFault || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

/** Finds the parts of a ledger up to its SCP info, and checks every byte on the way. */
function indexLedger(bytes: Uint8Array, view: DataView, file: string | undefined, locate: typeof locateHeader): Ledger {
  const version = view.getInt32(0);
  if (version < 0 || version > 2) throw unknownArm('LedgerCloseMeta', 0, version);
  const ledger = withHeader(bytes, view, locate(view, headerEntryOf(view)), file);
  const { envelopes, changes } = ledger;
  ledger.txSetEnd = readEnvelopes(view, ledger.txSet, ledger.version, (p, isParallel) => {
    const envelope = new Envelope(view, p);
    if (isParallel) changes.firstParallel = Math.min(changes.firstParallel, envelopes.length);
    envelopes.push(envelope);
    return envelope.end;
  });
  return ledger;
}

const HASH = 32;

/** Returns a ledger with its header only. */
function withHeader(bytes: Uint8Array, view: DataView, at: HeaderAt, file?: string): Ledger {
  const { header, scpValue } = at;
  const version = view.getInt32(0);
  const closeTimeMs = closeTimeOf(view, scpValue);
  return {
    file,
    start: 0,
    bytes,
    view,
    version,
    sequence: view.getUint32(header.ledgerSeq),
    closeTime: Math.floor(closeTimeMs / 1000),
    closeTimeMs,
    protocolVersion: view.getUint32(header.ledgerVersion),
    hash: at.hash,
    headerStart: at.headerStart,
    headerEnd: at.headerEnd,
    header,
    scpValue,
    txSet: skipLedgerHeaderHistoryEntryExt(view, at.headerEnd),
    txSetEnd: ABSENT,
    transactions: [],
    isPaired: false,
    envelopes: [],
    changes: new ChangeList(),
    scpInfo: ABSENT,
    scpInfoEnd: ABSENT,
    ext: version === 0 ? ABSENT : 4,
    sorobanStateSize: ABSENT,
    evictedKeys: ABSENT,
    fault: undefined,
  };
}

/** Reads transactions, upgrades and what follows them, and returns where the ledger ends. */
function readRest(ledger: Ledger): number {
  const { view, version, txSetEnd } = ledger;
  ledger.scpInfo = readUpgrades(ledger, readTransactions(ledger, txSetEnd));
  const end = skipList(view, ledger.scpInfo, skipScpHistoryEntry);
  ledger.scpInfoEnd = end;
  if (version === 0) return end;
  ledger.sorobanStateSize = end;
  ledger.evictedKeys = end + 8;
  const keysEnd = skipList(view, ledger.evictedKeys, skipLedgerKey);
  // Version 1 ends with a list that no network has filled.
  return version === 1 ? skipList(view, keysEnd, skipLedgerEntry) : keysEnd;
}

function readTransactions(ledger: Ledger, p: number): number {
  const { view } = ledger;
  const count = view.getUint32(p);
  p += 4;
  for (let index = 0; index < count; index++) {
    if (ledger.version === 2) p = skipExtensionPoint(view, p);
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
  if (version < 0 || version > 4) throw unknownArm('TransactionMeta', p, version);
  p += 4;
  if (version >= 3) p = skipExtensionPoint(view, p);
  transaction.firstBefore = changes.length;
  if (version >= 1) p = readChanges(ledger, p, phase.before, index, -1);
  const kept = changes.length;
  p = readOperations(ledger, transaction, index, p);
  transaction.firstAfter = changes.length;
  if (version >= 2) p = readChanges(ledger, p, phase.after, index, -1);
  if (isUndone(ledger, transaction)) forgetChanges(ledger, transaction, kept);
  if (version >= 3) p = readSorobanMeta(view, transaction, p);
  transaction.metaEnd = p;
  return p;
}

/** The last protocol in which stellar-core listed what an internal error had undone. */
const LAST_WITH_UNDONE = 12;

/** Whether an internal error undid what the meta lists of operations and of what came after them. */
function isUndone({ protocolVersion }: Ledger, { resultCode }: LedgerTransaction): boolean {
  return resultCode === TransactionResultCode.txInternalError && protocolVersion <= LAST_WITH_UNDONE;
}

function forgetChanges({ changes }: Ledger, transaction: LedgerTransaction, kept: number): void {
  changes.length = kept;
  transaction.operationChanges.fill(kept);
  transaction.firstAfter = kept;
}

function readOperations(ledger: Ledger, transaction: LedgerTransaction, index: number, p: number): number {
  const { view, changes } = ledger;
  const count = view.getUint32(p);
  const hasEvents = transaction.metaVersion === 4;
  const firstChanges = places(count + 1);
  const events = hasEvents ? places(count) : [];
  transaction.operationChanges = firstChanges;
  transaction.operationEvents = events;
  p += 4;
  for (let operation = 0; operation < count; operation++) {
    firstChanges[operation] = changes.length;
    if (hasEvents) p = skipExtensionPoint(view, p);
    p = readChanges(ledger, p, phase.operation, index, operation);
    if (!hasEvents) continue;
    events[operation] = p;
    p = skipList(view, p, skipContractEvent);
  }
  firstChanges[count] = changes.length;
  return p;
}

function readSorobanMeta(view: DataView, transaction: LedgerTransaction, p: number): number {
  const isV4 = transaction.metaVersion === 4;
  const present = flag(view, p);
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
    const kind = view.getInt32(start);
    // A removal has the key alone, which begins with the type; an entry has it behind the ledger that modified it.
    const type = view.getInt32(kind === LedgerEntryChangeType.ledgerEntryRemoved ? start + 4 : start + 8);
    changes.add(start, p, at, kind, type, transaction, operation);
  }
  return p;
}
