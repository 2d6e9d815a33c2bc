/** The headers of a checkpoint: `ledger-….xdr.gz`, records of LedgerHeaderHistoryEntry. */
import { createHash } from 'node:crypto';
import { DecodeError, VerifyError } from '../core/errors.ts';
import { closeTimeOf } from '../ledger/close-value.ts';
import { decompress } from '../ledger/compression.ts';
import { explained } from '../xdr/explain.ts';
import {
  atLedgerHeader,
  atLedgerHeaderHistoryEntry,
  atStellarValue,
  locateLedgerHeader,
  locateLedgerHeaderHistoryEntry,
  locateStellarValue,
} from '../xdr/generated/locate.ts';
import { WHOLE_RECORD } from './bucket-record.ts';

/** What a checkpoint says of one ledger; hashes in hex. */
export interface Header {
  ledger: number;
  protocol: number;
  hash: string;
  previousHash: string;
  bucketListHash: string;
  /** Milliseconds since 1970. */
  closeTimeMs: number;
}

/** More is no file of 64 headers. */
const MAX_BYTES = 2 ** 24;

/**
 * Returns the headers of a file, in order. Throws DecodeError for other content, VerifyError if a hash or the chain of
 * hashes is wrong.
 */
export function readHeaders(zipped: Uint8Array, file: string): Header[] {
  const bytes = decompress(zipped, { file, maxBytes: MAX_BYTES });
  const headers: Header[] = [];
  for (const record of recordsIn(bytes, file)) {
    const header = headerIn(record, file);
    const before = headers.at(-1);
    if (before) compare(file, header.ledger, 'previous ledger hash', before.hash, header.previousHash);
    headers.push(header);
  }
  return headers;
}

/** Yields the bodies of the records of a file; throws DecodeError for a mark that is none, or a record that is cut. */
export function* recordsIn(bytes: Uint8Array, file: string): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const length = at + 4 <= bytes.length ? view.getUint32(at) - WHOLE_RECORD : -1;
    const end = at + 4 + length;
    if (length < 0 || end > bytes.length) {
      throw new DecodeError(`${file}, byte ${at} of what it unzips to: the record is incomplete`, { file, offset: at });
    }
    yield bytes.subarray(at + 4, end);
    at = end;
  }
}

function headerIn(record: Uint8Array, file: string): Header {
  const entry = atLedgerHeaderHistoryEntry();
  const header = atLedgerHeader();
  const value = atStellarValue();
  let end = 0;
  let closeTimeMs = 0;
  explained('LedgerHeaderHistoryEntry', record, { file }, (view) => {
    const after = locateLedgerHeaderHistoryEntry(view, 0, entry);
    end = locateLedgerHeader(view, entry.header, header);
    locateStellarValue(view, header.scpValue, value);
    closeTimeMs = closeTimeOf(view, value);
    return after;
  });
  const hex = (at: number) => Buffer.from(record.subarray(at, at + 32)).toString('hex');
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  const ledger = view.getUint32(header.ledgerSeq);
  const hash = createHash('sha256').update(record.subarray(entry.header, end)).digest('hex');
  compare(file, ledger, 'ledger hash', hash, hex(0));
  return {
    ledger,
    protocol: view.getUint32(header.ledgerVersion),
    hash,
    previousHash: hex(header.previousLedgerHash),
    bucketListHash: hex(header.bucketListHash),
    closeTimeMs,
  };
}

function compare(file: string, ledger: number, check: string, found: string, expected: string): void {
  if (found === expected) return;
  const message = `${file}: ledger ${ledger}: the ${check} computed is ${found}, the file says ${expected}; fetch the file again`;
  throw new VerifyError(message, { file, ledger, check, found, expected });
}
