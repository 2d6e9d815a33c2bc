/** What the extractors of one ledger share: the ledger, its net changes, and the ways values are written to columns. */
import type { Int32Column, Int64Column, Utf8Column } from '../arrow/columns.ts';
import { ByteWriter } from '../core/bytes.ts';
import { compactChanges, type ChangedEntry } from '../ledger/compact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { DecodeOptions } from './decode-options.ts';
import type { Decoder } from './decoder.ts';
import { TokenEvents } from './event/token-events.ts';
import { ValueWriter } from './json/value-writer.ts';
import { writeMuxedKey, writeScAddress } from '../xdr/address.ts';
import { JsonWriter } from '../xdr/json-writer.ts';
import { textOf } from '../xdr/text.ts';
import { strkeyVersion, type KeyTexts } from '../xdr/strkey.ts';

const MICROS = 1000;
const HASH_TEXT = 64;

/** What a cursor shows of all operations of a ledger: read once, whichever tables go through them. */
export interface OperationCells {
  /** The number of the first operation of each transaction, by its index. */
  first: Int32Array;
  cells: Int32Array;
}

/** Values that replace the found or usual ones of a context. */
interface Given {
  /** The net changes. */
  entries?: ChangedEntry[][];
  options?: DecodeOptions;
}

/** One ledger on its way into tables. */
export class Context {
  readonly ledger: Ledger;
  readonly view: DataView;
  readonly bytes: Uint8Array;
  /** Values that stay from ledger to ledger. */
  readonly decoder: Decoder;
  readonly options: DecodeOptions;
  /** Writes keys as text. */
  readonly keys: KeyTexts;
  /** The close time in microseconds, in two halves. */
  readonly closedHigh: number;
  readonly closedLow: number;
  /** What all cursors over the ledger's operations show, once the first has read it. */
  operations: OperationCells | undefined = undefined;
  /** A writer for JSON texts over the ledger's bytes; set `length` to 0 before use. */
  readonly json: ValueWriter;
  readonly transactionHash = new HashText();
  /** The events of tokens among those of the operations. */
  readonly tokenEvents: TokenEvents;
  #entries: ChangedEntry[][] | undefined;

  constructor(ledger: Ledger, decoder: Decoder, { entries, options = decoder.options }: Given = {}) {
    const closedAt = ledger.closeTimeMs * MICROS;
    this.ledger = ledger;
    this.view = ledger.view;
    this.bytes = ledger.bytes;
    this.decoder = decoder;
    this.options = options;
    this.keys = decoder.keys;
    this.closedHigh = Math.floor(closedAt / 2 ** 32);
    this.closedLow = closedAt - this.closedHigh * 2 ** 32;
    this.json = new ValueWriter(decoder).from(ledger.bytes);
    this.tokenEvents = new TokenEvents(ledger.view, decoder.contracts);
    this.#entries = entries;
  }

  /** The net change of each entry, by LedgerEntryType, computed at first use. Throws DecodeError if changes contradict. */
  get entries(): ChangedEntry[][] {
    this.#entries ??= compactChanges(this.ledger);
    return this.#entries;
  }
}

/** Whether the 32 bytes at two places are the same. */
export function sameKey(view: DataView, a: number, b: number): boolean {
  for (let i = 0; i < 32; i += 8) if (view.getBigInt64(a + i) !== view.getBigInt64(b + i)) return false;
  return true;
}

/** Writes the close time of the ledger. */
export function pushClosedAt(column: Int64Column, { closedHigh, closedLow }: Context): void {
  column.push(closedHigh, closedLow);
}

/** Writes ledger and close time of up to `rows` rows at once. Small tables write them per row. */
export function fillLedger(
  { ledger_sequence: sequence, closed_at: closedAt }: { ledger_sequence: Int32Column; closed_at: Int64Column },
  { ledger, closedHigh, closedLow }: Context,
  rows: number,
): void {
  sequence.fill(rows, ledger.sequence);
  closedAt.fill(rows, closedHigh, closedLow);
}

/** Writes the TOID of a transaction (`operation` 0) or an operation (from 1): ledger, order of application, operation. */
export function pushToid(column: Int64Column, { ledger }: Context, order: number, operation: number): void {
  column.push(ledger.sequence, (order << 12) | operation);
}

/** The text of a hash, kept while it is asked for again. */
class HashText {
  readonly #text = new ByteWriter(HASH_TEXT);
  readonly #words = new Float64Array(this.#text.buffer.buffer);
  #at = -1;

  /** Writes the 32 bytes at `p` as hex. */
  write(w: ByteWriter, view: DataView, p: number): void {
    if (p !== this.#at) {
      this.#text.length = 0;
      this.#text.hex(view, p, p + 32);
      this.#at = p;
    }
    w.text64(this.#words, 0, HASH_TEXT);
  }
}

/**
 * Writes the hash at `pair`, where a transaction's result pair starts, as hex. The last one's text is kept: the rows of a
 * transaction follow each other.
 */
export function pushTransactionHash(column: Utf8Column, { view, transactionHash }: Context, pair: number): void {
  transactionHash.write(column.writer, view, pair);
  column.end();
}

/** Writes the `G...` of the PublicKey at `p`. */
export function pushAccount(column: Utf8Column, { keys, view }: Context, p: number): void {
  keys.write(column.writer, strkeyVersion.account, view, p + 4);
  column.end();
}

/** Writes the `G...` of the option of a PublicKey at `p`, or null. */
export function pushOptionalAccount(column: Utf8Column, context: Context, p: number): void {
  if (p < 0 || context.view.getUint32(p) === 0) column.pushNull();
  else pushAccount(column, context, p + 4);
}

/** Writes the `G...` behind the MuxedAccount at `p`. */
export function pushMuxedBase(column: Utf8Column, { keys, view }: Context, p: number): void {
  // The id comes before the key.
  keys.write(column.writer, strkeyVersion.account, view, view.getInt32(p) === 0 ? p + 4 : p + 12);
  column.end();
}

/** Writes the `M...` of the MuxedAccount at `p` to the row, which stays null when it has no id. */
export function pushMuxed(column: Utf8Column, row: number, { view }: Context, p: number): void {
  if (view.getInt32(p) === 0) return;
  writeMuxedKey(column.at(row).writer, view, p + 4);
  column.end();
}

/** Writes the ScAddress at `p`. */
export function pushAddress(column: Utf8Column, { keys, view }: Context, p: number): void {
  writeScAddress(column.writer, keys, view, p);
  column.end();
}

/** Writes a key of 32 bytes at `p` as a strkey: contract, pool. */
export function pushKey(column: Utf8Column, version: number, { keys, view }: Context, p: number): void {
  keys.write(column.writer, version, view, p);
  column.end();
}

/** Writes what `write` makes of the value at `p` as SEP-51 JSON and returns what `write` returns: where the value ends. */
export function pushJson(
  column: Utf8Column,
  { json }: Context,
  write: (w: JsonWriter, p: number) => number,
  p: number,
): number {
  const { writer } = column;
  // Straight into the column: the scratch buffer and a copy of each text cost 3% of decoding.
  json.trade(writer);
  try {
    return write(json, p);
  } finally {
    json.trade(writer);
    column.end();
  }
}

/** Writes the string, symbol or opaque at `p` (length first) as text; what is not UTF-8 is escaped. */
export function pushText(column: Utf8Column, { view, bytes }: Pick<Context, 'view' | 'bytes'>, p: number): void {
  pushTextOf(column, bytes, p + 4, p + 4 + view.getUint32(p));
}

/** Writes the string or opaque at `p` to the row, as base64 of its bytes; an empty one is null. */
export function pushBytes(column: Utf8Column, row: number, view: DataView, p: number): void {
  const length = view.getUint32(p);
  if (length > 0) column.at(row).base64(view, p + 4, p + 4 + length);
}

/** Writes `bytes[start, end)` as text; what is not UTF-8 is escaped. */
export function pushTextOf(column: Utf8Column, bytes: Uint8Array, start: number, end: number): void {
  let ascii = true;
  for (let i = start; i < end && ascii; i++) ascii = bytes[i] < 128;
  if (ascii) column.bytes(bytes, start, end);
  else column.push(textOf(bytes, start, end));
}
