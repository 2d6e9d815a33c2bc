/** One ledger's close meta as flat offsets: what is served of it is sliced from its bytes, and no object is made per transaction. */
import { DecodeError } from '../errors.ts';
import { EnvelopeType } from '../xdr/generated/enums.ts';
import {
  atLedgerHeader,
  atLedgerHeaderHistoryEntry,
  atStellarValue,
  locateLedgerHeader,
  locateLedgerHeaderHistoryEntry,
  locateStellarValue,
} from '../xdr/generated/locate.ts';
import {
  skipFeeBumpTransaction,
  skipGeneralizedTransactionSet,
  skipLedgerCloseMetaExt,
  skipLedgerEntryChange,
  skipScpHistoryEntry,
  skipTransaction,
  skipTransactionEnvelope,
  skipTransactionMeta,
  skipTransactionResultPair,
  skipTransactionSet,
  skipTransactionV0,
  skipUpgradeEntryMeta,
} from '../xdr/generated/skip.ts';
import type { Ledger } from './ledger.ts';
import { skipList } from './skip-list.ts';
import { ABSENT } from './transaction.ts';
import { readEnvelopes } from './transaction-set.ts';
import { transactionHash } from './verify.ts';

/** Numbers kept of each transaction. */
const WIDTH = 4;
const HASH = 32;

/** A ledger whose bytes were checked against the schema. Transactions are numbered from 0 in the order of application. */
export class LedgerParts {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly file: string;
  readonly version: number;
  readonly sequence: number;
  /** Seconds since 1970. */
  readonly closeTime: number;
  readonly protocolVersion: number;
  /** Where the LedgerHeaderHistoryEntry, which begins with the hash, and the LedgerHeader in it start and end. */
  readonly headerEntry: number;
  readonly headerEntryEnd: number;
  readonly header: number;
  readonly headerEnd: number;
  readonly count: number;
  /** Where the list of SCP messages starts and ends; they differ from validator to validator. */
  readonly scpInfo: number;
  readonly scpInfoEnd: number;
  readonly #txSet: number;
  readonly #cells: Uint32Array;
  #envelopes?: Uint32Array;

  /** Bytes that were read as a ledger before, with envelopes paired, are not walked again when that is given. */
  constructor(bytes: Uint8Array, file: string, read?: Ledger) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.bytes = bytes;
    this.view = view;
    this.file = file;
    this.version = view.getInt32(0);
    this.headerEntry = this.version === 0 ? 4 : skipLedgerCloseMetaExt(view, 4);
    this.headerEntryEnd = locateLedgerHeaderHistoryEntry(view, this.headerEntry, entry);
    this.header = entry.header;
    this.headerEnd = locateLedgerHeader(view, entry.header, header);
    locateStellarValue(view, header.scpValue, scpValue);
    this.sequence = view.getUint32(header.ledgerSeq);
    this.closeTime = Number(view.getBigUint64(scpValue.closeTime));
    this.protocolVersion = view.getUint32(header.ledgerVersion);
    this.#txSet = this.headerEntryEnd;
    if (read) {
      this.count = read.transactions.length;
      this.#cells = cellsOf(read);
      this.#envelopes = envelopesOf(read);
      this.scpInfo = read.scpInfo;
      this.scpInfoEnd = read.scpInfoEnd;
      return;
    }
    const skipSet = this.version === 0 ? skipTransactionSet : skipGeneralizedTransactionSet;
    const processing = skipSet(view, this.#txSet);
    this.count = view.getUint32(processing);
    this.#cells = new Uint32Array(this.count * WIDTH);
    this.scpInfo = skipList(view, this.#walk(processing + 4), skipUpgradeEntryMeta);
    this.scpInfoEnd = skipList(view, this.scpInfo, skipScpHistoryEntry);
  }

  /** Finds the parts of each transaction, and returns where the last one ends. */
  #walk(p: number): number {
    const { view, version } = this;
    const cells = this.#cells;
    for (let cell = 0; cell < cells.length; cell += WIDTH) {
      if (version === 2) p += 4;
      cells[cell] = p;
      p = skipTransactionResultPair(view, p);
      cells[cell + 1] = p;
      p = skipChanges(view, p);
      cells[cell + 2] = p;
      p = skipTransactionMeta(view, p);
      cells[cell + 3] = p;
      if (version === 2) p = skipChanges(view, p);
    }
    return p;
  }

  /** Where a transaction's result pair starts: its hash, then its TransactionResult. */
  pair(index: number): number {
    return this.#cells[index * WIDTH];
  }

  result(index: number): number {
    return this.#cells[index * WIDTH] + HASH;
  }

  resultEnd(index: number): number {
    return this.#cells[index * WIDTH + 1];
  }

  meta(index: number): number {
    return this.#cells[index * WIDTH + 2];
  }

  metaEnd(index: number): number {
    return this.#cells[index * WIDTH + 3];
  }

  metaVersion(index: number): number {
    return this.view.getInt32(this.meta(index));
  }

  /** Whether a transaction succeeded: of a fee bump, the inner one. */
  successful(index: number): boolean {
    const code = this.view.getInt32(this.result(index) + 8);
    return code === 0 || code === 1;
  }

  /** Where the hash of a fee bump's inner transaction stands in its result, or -1. */
  innerHash(index: number): number {
    const code = this.view.getInt32(this.result(index) + 8);
    return code === 1 || code === -13 ? this.result(index) + 12 : ABSENT;
  }

  /** Where a transaction's envelope starts. Throws DecodeError when `pair` was not called or found none. */
  envelope(index: number): number {
    return this.#envelopes![index * 2];
  }

  envelopeEnd(index: number): number {
    return this.#envelopes![index * 2 + 1];
  }

  /**
   * Finds the envelope of each transaction by its hash: the set is in another order. Throws DecodeError, in the
   * reference's words, for a transaction whose envelope is not in the set: the passphrase is another network's.
   */
  pairEnvelopes(networkId: Uint8Array): this {
    if (this.#envelopes) return this;
    const { bytes, view, count } = this;
    const byHash = new Map<string, number>();
    readEnvelopes(view, this.#txSet, this.version, (start) => {
      byHash.set(hashAt(view, start, networkId), start);
      return skipTransactionEnvelope(view, start);
    });
    const envelopes = new Uint32Array(count * 2);
    for (let index = 0; index < count; index++) {
      const pair = this.pair(index);
      const start = byHash.get(latin1(bytes, pair));
      if (start === undefined) throw this.#unpaired(pair);
      envelopes[index * 2] = start;
      envelopes[index * 2 + 1] = skipTransactionEnvelope(view, start);
    }
    this.#envelopes = envelopes;
    return this;
  }

  #unpaired(pair: number): DecodeError {
    const { file, sequence: ledger } = this;
    const hash = Buffer.from(this.bytes.subarray(pair, pair + HASH)).toString('hex');
    return new DecodeError(`unknown tx hash in LedgerCloseMeta: ${hash}`, { file, ledger });
  }

  isFeeBump(index: number): boolean {
    return this.view.getInt32(this.envelope(index)) === EnvelopeType.envelopeTypeTxFeeBump;
  }

  /** Where the inner transaction's parts end, before its ext: the ext of V1 tells a Soroban transaction. */
  innerTransaction(index: number): number {
    const start = this.envelope(index);
    if (!this.isFeeBump(index)) return start + 4;
    const source = start + 4;
    return source + (this.view.getInt32(source) === 0 ? 36 : 44) + 8 + 4;
  }
}

function cellsOf({ transactions }: Ledger): Uint32Array {
  const cells = new Uint32Array(transactions.length * WIDTH);
  transactions.forEach(({ pair, pairEnd, meta, metaEnd }, i) => cells.set([pair, pairEnd, meta, metaEnd], i * WIDTH));
  return cells;
}

function envelopesOf({ transactions }: Ledger): Uint32Array {
  const envelopes = new Uint32Array(transactions.length * 2);
  transactions.forEach(({ envelope }, i) => envelopes.set([envelope.start, envelope.end], i * 2));
  return envelopes;
}

const entry = atLedgerHeaderHistoryEntry();
const header = atLedgerHeader();
const scpValue = atStellarValue();

function skipChanges(view: DataView, p: number): number {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = skipLedgerEntryChange(view, p);
  return p;
}

const signed = { signed: 0, signedEnd: 0, isFeeBump: false, isV0: false };

function hashAt(view: DataView, start: number, networkId: Uint8Array): string {
  const type = view.getInt32(start);
  signed.isFeeBump = type === EnvelopeType.envelopeTypeTxFeeBump;
  signed.isV0 = type === EnvelopeType.envelopeTypeTxV0;
  signed.signed = start + 4;
  const skip = signed.isFeeBump ? skipFeeBumpTransaction : signed.isV0 ? skipTransactionV0 : skipTransaction;
  signed.signedEnd = skip(view, start + 4);
  return transactionHash(view, signed, networkId);
}

function latin1(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, HASH).toString('latin1');
}
