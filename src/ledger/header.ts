/** The header of a ledger, with its hash before it. */
import { createHash } from 'node:crypto';
import {
  atLedgerHeader,
  atStellarValue,
  locateLedgerHeader,
  locateStellarValue,
  type LedgerHeaderAt,
  type StellarValueAt,
} from '../xdr/generated/locate.ts';
import { skipLedgerCloseMetaExt, skipStellarValueExt } from '../xdr/generated/skip.ts';
import { XdrFault, count, skipVarOpaque } from '../xdr/reader.ts';
import { isKnownValue } from './close-value.ts';
import { NEWEST_PROTOCOL } from '../xdr/schema/whole.ts';

/** Where the hash of a header and its parts stand. */
export interface HeaderAt {
  hash: number;
  headerStart: number;
  headerEnd: number;
  header: LedgerHeaderAt;
  scpValue: StellarValueAt;
}

const HASH = 32;
const MAX_UPGRADES = 6;
const MAX_UPGRADE = 128;
/** Bytes of a header between the StellarValue and the extension of the header. */
const FIELDS = 236;
/** The most bytes of an unknown extension of a StellarValue. Known ones have up to 148. */
const MAX_EXTENSION = 512;

/** Returns where the LedgerHeaderHistoryEntry of a LedgerCloseMeta starts. Throws XdrFault. */
export function headerEntryOf(view: DataView, start = 0): number {
  return view.getInt32(start) === 0 ? start + 4 : skipLedgerCloseMetaExt(view, start + 4);
}

/** Finds the parts of the header whose hash is at `start`, and checks every byte. Throws XdrFault or RangeError. */
export function locateHeader(view: DataView, start: number): HeaderAt {
  const headerStart = start + HASH;
  const header = atLedgerHeader();
  const headerEnd = locateLedgerHeader(view, headerStart, header);
  const scpValue = atStellarValue();
  locateStellarValue(view, header.scpValue, scpValue);
  return { hash: start, headerStart, headerEnd, header, scpValue };
}

/**
 * Finds the parts of a header with an extension that the schema lacks. XDR does not say where such an extension ends, but the hash
 * before the header does: only the whole header has it. Throws XdrFault or RangeError if no length has the hash, or the protocol is known.
 */
export function locateNewerHeader(view: DataView, start: number): HeaderAt {
  const headerStart = start + HASH;
  if (view.getUint32(headerStart) <= NEWEST_PROTOCOL) throw new XdrFault(headerStart, 'the protocol is no newer one');
  const header = atLedgerHeader();
  header.ledgerVersion = headerStart;
  header.previousLedgerHash = headerStart + 4;
  header.scpValue = headerStart + 4 + HASH;
  const scpValue = valueBeforeExtension(view, header.scpValue);
  const headerEnd = endByHash(view, start, scpValue.ext);
  const fields = endOfExtension(view, scpValue.ext) ?? fieldsBefore(view, headerEnd);
  scpValue.end = fields;
  header.txSetResultHash = fields;
  header.bucketListHash = fields + 32;
  header.ledgerSeq = fields + 64;
  header.totalCoins = fields + 68;
  header.feePool = fields + 76;
  header.inflationSeq = fields + 84;
  header.idPool = fields + 88;
  header.baseFee = fields + 96;
  header.baseReserve = fields + 100;
  header.maxTxSetSize = fields + 104;
  header.skipList = fields + 108;
  header.ext = fields + FIELDS;
  header.end = headerEnd;
  return { hash: start, headerStart, headerEnd, header, scpValue };
}

/**
 * Finds the parts of a header that may end with an extension that the schema lacks. Throws what `locateHeader` throws, also for an
 * unknown StellarValue: it may say the close time more exactly.
 */
export function locateAnyHeader(view: DataView, start: number): HeaderAt {
  try {
    return locateHeader(view, start);
  } catch (error) {
    const at = newerHeader(view, start);
    if (!at || !isKnownValue(view, at.scpValue.ext)) throw error;
    return at;
  }
}

/**
 * Returns the header of the ledger at `start` if it can be read, also with an extension that the schema lacks. The hash before it shows
 * whether it is as the network made it.
 */
export function readableHeader(view: DataView, start: number): { at: HeaderAt; isIntact: boolean } | undefined {
  try {
    const entry = headerEntryOf(view, start);
    try {
      const at = locateHeader(view, entry);
      return { at, isIntact: hasHash(view, at) };
    } catch {
      return { at: locateNewerHeader(view, entry), isIntact: true };
    }
  } catch {
    return undefined;
  }
}

function hasHash(view: DataView, { hash, headerStart, headerEnd }: HeaderAt): boolean {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const found = createHash('sha256').update(bytes.subarray(headerStart, headerEnd)).digest();
  return found.equals(bytes.subarray(hash, hash + HASH));
}

function newerHeader(view: DataView, start: number): HeaderAt | undefined {
  try {
    return locateNewerHeader(view, start);
  } catch (error) {
    if (error instanceof XdrFault || error instanceof RangeError) return undefined;
    throw error;
  }
}

function valueBeforeExtension(view: DataView, start: number): StellarValueAt {
  const value = atStellarValue();
  value.txSetHash = start;
  value.closeTime = start + 32;
  value.upgrades = start + 40;
  let p = start + 44;
  for (let i = count(view, value.upgrades, MAX_UPGRADES); i > 0; i--) p = skipVarOpaque(view, p, MAX_UPGRADE);
  value.ext = p;
  return value;
}

/** Returns the end of the header whose hash stands at `start`. */
function endByHash(view: DataView, start: number, ext: number): number {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const least = ext + 4 + FIELDS + 4;
  const most = Math.min(least + MAX_EXTENSION, bytes.length);
  const expected = bytes.subarray(start, start + HASH);
  const hash = createHash('sha256').update(bytes.subarray(start + HASH, least));
  for (let end = least; end <= most; end += 4) {
    if (hash.copy().digest().equals(expected)) return end;
    hash.update(bytes.subarray(end, end + 4));
  }
  throw new XdrFault(start, 'no header has this hash');
}

function endOfExtension(view: DataView, ext: number): number | undefined {
  try {
    return skipStellarValueExt(view, ext);
  } catch (error) {
    if (error instanceof XdrFault) return undefined;
    throw error;
  }
}

/** Returns where the fields of a header stand that ends with a known extension: a zero alone, or 1, flags and a zero. */
function fieldsBefore(view: DataView, headerEnd: number): number {
  if (view.getUint32(headerEnd - 4) !== 0) throw new XdrFault(headerEnd - 4, 'the extension of the header is unknown');
  const hasFlags = view.getUint32(headerEnd - 12) === 1 && view.getUint32(headerEnd - 8) <= 7;
  return headerEnd - (hasFlags ? 12 : 4) - FIELDS;
}
