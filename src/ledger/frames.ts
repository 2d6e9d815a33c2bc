/**
 * Where each LedgerCloseMeta lies in a decompressed ledger file. The first words tell three forms apart:
 *
 *     batch   startSequence, endSequence, count, then the ledgers (LedgerCloseMetaBatch)
 *     bare    version 0, 1 or 2, then the rest of one LedgerCloseMeta
 *     stream  records, each a mark (the high bit and the length) and then a batch or a bare ledger
 *
 * A batch that starts at ledger 1 or 2 looks like version 1 or 2 until the second word: a bare ledger's is its
 * extension, 0 or 1, a batch's its last ledger. Version 0 has no extension there, but no batch starts at ledger 0.
 */
import { DecodeError } from '../core/errors.ts';
import { decodeFault } from '../xdr/explain.ts';
import { skipLedgerCloseMeta } from '../xdr/generated/skip.ts';
import { readableHeader } from './header.ts';

/** Where one LedgerCloseMeta lies, and which ledger its batch says it is; a bare one is not told apart from outside. */
interface Frame {
  start: number;
  end: number;
  sequence?: number;
}

/** Returns the offset after the LedgerCloseMeta at `offset`; throws when there is none. */
export type SkipLedger = (view: DataView, offset: number) => number;

/** Takes the fault of a ledger that is not as the schema says, and the range of ledgers that are lost with it if known. */
export type OnFault = (
  fault: DecodeError,
  lost?: { first: number; last: number },
  /** Where the ledger starts that is faulty, and where what holds it ends; absent when counts or lengths are wrong. */
  at?: { start: number; end: number },
) => void;

interface Source {
  view: DataView;
  file: string;
  skip: SkipLedger;
  onFault?: OnFault;
}

const LAST_FRAGMENT = 0x80000000;
const FORMS = 'expected a LedgerCloseMetaBatch, a LedgerCloseMeta of version 0, 1 or 2, or a stream of such in records';

/**
 * Yields where each ledger of the decompressed `bytes` lies, in the order of the file. Throws DecodeError, with file
 * and offset, when the bytes are empty, cut, no ledgers, or more than what their counts and lengths say. With `onFault` a
 * ledger that is not as the schema says is passed over, and with it those after it in the batch or, in a stream, record; where
 * counts and lengths are wrong, all that comes after.
 */
export function* readFrames(
  bytes: Uint8Array,
  file: string,
  skip: SkipLedger = skipLedgerCloseMeta,
  onFault?: OnFault,
): Generator<Frame> {
  try {
    yield* framesOf(bytes, file, skip, onFault);
  } catch (error) {
    if (!onFault || !(error instanceof DecodeError)) throw error;
    onFault(error);
  }
}

function* framesOf(bytes: Uint8Array, file: string, skip: SkipLedger, onFault?: OnFault): Generator<Frame> {
  const source = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), file, skip, onFault };
  if (bytes.length === 0) throw fault(source, 0, `there are no bytes, ${FORMS}`);
  if (bytes.length < 16) throw fault(source, 0, `${bytes.length} bytes are not a ledger, ${FORMS}`);
  if (source.view.getUint32(0) >= LAST_FRAGMENT) yield* readRecords(source);
  else {
    const end = yield* readValue(source, 0, bytes.length);
    if (end !== LOST && end < bytes.length) {
      throw fault(source, end, `${plural(bytes.length - end, 'byte')} after the last ledger, expected none`);
    }
  }
}

function* readRecords(source: Source): Generator<Frame> {
  const { view } = source;
  for (let at = 0; at < view.byteLength;) {
    const end = recordEnd(source, at);
    const found = yield* readValue(source, at + 4, end);
    if (found !== LOST && found !== end) {
      throw recordFault(
        source,
        at,
        `the record's length is ${end - at - 4}, but its ledger has ${found - at - 4} bytes`,
      );
    }
    at = end;
  }
}

function recordEnd(source: Source, at: number): number {
  const { view } = source;
  const left = view.byteLength - at - 4;
  if (left < 0) throw fault(source, at, `${plural(left + 4, 'byte')} after the last record, expected a mark of 4`);
  const mark = view.getUint32(at);
  if (mark < LAST_FRAGMENT) {
    throw fault(source, at, `record mark ${hex(mark)} has no high bit, expected whole records and no fragments`);
  }
  const length = mark - LAST_FRAGMENT;
  if (length > left && left >= 12 && !isLedger(view, at + 4)) {
    throw fault(source, at, `the bytes begin with ${hex(mark)} ${hex(view.getUint32(at + 4))}, ${FORMS}`);
  }
  if (length > left)
    throw recordFault(source, at, `the record's length is ${length}, but only ${plural(left, 'byte')} follow`);
  if (length < 16) throw fault(source, at, `the record's length is ${length}, too few bytes for a ledger`);
  return at + 4 + length;
}

/** Stands for the offset after a damaged value, whose end is unknown. */
const LOST = -1;

/** Yields the ledgers of the batch or bare ledger from `at` to `last`, returns the offset after it, or -1 when it was passed over. */
function* readValue(source: Source, at: number, last: number): Generator<Frame, number> {
  const { view } = source;
  if (isBare(view, at)) {
    const end = skipOne(source, at, last);
    if (end === LOST) return LOST;
    yield { start: at, end };
    return end;
  }
  const first = view.getUint32(at);
  const count = batchCount(source, at);
  let start = at + 12;
  for (let index = 0; index < count; index++) {
    const sequence = first + index;
    const end = skipOne(source, start, last, { first: sequence, last: first + count - 1 });
    if (end === LOST) return LOST;
    yield { start, end, sequence };
    start = end;
  }
  return start;
}

function isBare(view: DataView, at: number): boolean {
  const version = view.getUint32(at);
  const second = view.getUint32(at + 4);
  if (version === 1 && second === 1) return view.getUint32(at + 8) === 0;
  return version === 0 || (version <= 2 && second < version);
}

/** Whether the words there may be the first of a bare ledger or of a batch. */
function isLedger(view: DataView, at: number): boolean {
  const [first, last, count] = [0, 4, 8].map((step) => view.getUint32(at + step));
  return isBare(view, at) || (first <= last && count === last - first + 1);
}

function batchCount(source: Source, at: number): number {
  const { view } = source;
  const [first, last, count, version] = [0, 4, 8, 12].map((step) => view.getUint32(at + step));
  if (first > last || (version > 2 && count !== last - first + 1)) {
    const words = [first, last, count, version].map(hex).join(' ');
    throw fault(source, at, `the bytes begin with ${words}, ${FORMS}`);
  }
  if (count !== last - first + 1) {
    const expected = last - first + 1;
    throw fault(source, at + 8, `the batch of ledgers ${first} to ${last} counts ${count}, expected ${expected}`);
  }
  return count;
}

/** Returns the offset after the ledger at `start`, which is the first of those that are `left` in its batch. */
function skipOne(source: Source, start: number, last: number, left?: { first: number; last: number }): number {
  const { view, file, skip, onFault } = source;
  try {
    const end = skip(view, start);
    if (end <= view.byteLength) return end;
    throw new RangeError('the bytes end inside a value');
  } catch (error) {
    const sequence = left?.first ?? headerSequence(view, start, last);
    const found = decodeFault(error, 'LedgerCloseMeta', view, { file, ledger: sequence }, start);
    const fault = placed(withProtocol(found, view, start, last));
    if (!onFault || !(fault instanceof DecodeError)) throw fault;
    const lost = left ?? (sequence === undefined ? undefined : { first: sequence, last: sequence });
    onFault(fault, lost, { start, end: last });
    return LOST;
  }
}

/** Returns the error with the order of the transaction and the index of the operation that its path names. */
function placed(error: unknown): unknown {
  if (!(error instanceof DecodeError)) return error;
  const path = String(error.fields['path']);
  const [, transaction] = /\.txProcessing\[(\d+)\]/.exec(path) ?? [];
  const [, operation] = /\.operations\[(\d+)\]/.exec(path) ?? [];
  return new DecodeError(error.message, {
    ...error.fields,
    ...(transaction !== undefined && { transaction: Number(transaction) + 1 }),
    ...(operation !== undefined && { operation: Number(operation) }),
  });
}

/** Returns the sequence that the header of the ledger at `start` states, for the message, if the header can be read before `end`. */
function headerSequence(view: DataView, start: number, end: number): number | undefined {
  const at = readableHeader(upTo(view, end), start)?.at;
  return at && view.getUint32(at.header.ledgerSeq);
}

/** Returns the error without the protocol, where the hash of the header does not show that the ledger is of a newer one. */
function withProtocol(error: unknown, view: DataView, start: number, end: number): unknown {
  if (!(error instanceof DecodeError) || error.fields['protocol'] === undefined) return error;
  if (readableHeader(upTo(view, end), start)?.isIntact) return error;
  return new DecodeError(error.message, { ...error.fields, protocol: undefined });
}

/** Whether the error is about a ledger that only a newer version reads, and not about damage. */
export function isOfNewerProtocol(error: unknown): error is DecodeError {
  return error instanceof DecodeError && error.fields['protocol'] !== undefined;
}

function upTo({ buffer, byteOffset }: DataView, end: number): DataView {
  return new DataView(buffer, byteOffset, end);
}

function fault({ file }: Source, offset: number, message: string): DecodeError {
  return new DecodeError(`${file}, byte ${offset}: ${message}`, { file, offset });
}

/** The same of a record, with the ledger that its header names. */
function recordFault(source: Source, at: number, message: string): DecodeError {
  const ledger = headerSequence(source.view, at + 4, source.view.byteLength);
  if (ledger === undefined) return fault(source, at, message);
  const { file } = source;
  return new DecodeError(`${file}, ledger ${ledger}, byte ${at}: ${message}`, { file, ledger, offset: at });
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
