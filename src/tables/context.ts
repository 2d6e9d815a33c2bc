/** What the extractors of one ledger share: the ledger, its net changes, and the ways values are written to columns. */
import type { Int32Column, Int64Column, Utf8Column } from '../arrow/columns.ts';
import { ByteWriter } from '../bytes.ts';
import { compactChanges, type EntryChange } from '../ledger/compact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { DecodeOptions } from './decode-options.ts';
import { writeScAddress } from '../xdr/address.ts';
import { JsonWriter } from '../xdr/json-writer.ts';
import { strkeyVersion, writeKey } from '../xdr/strkey.ts';
import { jsonMuxedAccount } from '../xdr/json-values.ts';

const MICROS = 1_000_000;
const HASH_TEXT = 64;
const scratch = new JsonWriter();

/** What a cursor shows of all operations of a ledger: read once, whichever tables go through them. */
export interface OperationCells {
  /** The number of the first operation of each transaction, by its index. */
  first: Int32Array;
  cells: Int32Array;
}

/** One ledger on its way into tables. */
export interface Context {
  readonly ledger: Ledger;
  readonly view: DataView;
  readonly bytes: Uint8Array;
  /** SHA-256 of the network passphrase. */
  readonly networkId: Uint8Array;
  readonly options: DecodeOptions;
  /** The close time in microseconds, in two halves. */
  readonly closedHigh: number;
  readonly closedLow: number;
  /** What all cursors over the ledger's operations show, once the first has read it. */
  operations: OperationCells | undefined;
  /** The net change of each entry, by LedgerEntryType. */
  readonly entries: EntryChange[][];
  /** A writer for JSON texts over the ledger's bytes; set `length` to 0 before use. */
  readonly json: JsonWriter;
}

/** Returns the context of a ledger. Throws DecodeError when its changes contradict each other. */
export function createContext(ledger: Ledger, networkId: Uint8Array, options: DecodeOptions = {}): Context {
  const { view, bytes } = ledger;
  const closedAt = ledger.closeTime * MICROS;
  const closedHigh = Math.floor(closedAt / 2 ** 32);
  return {
    ledger,
    view,
    bytes,
    networkId,
    options,
    // Named at once, so that all contexts have one hidden class.
    operations: undefined,
    closedHigh,
    closedLow: closedAt - closedHigh * 2 ** 32,
    entries: compactChanges(ledger),
    json: scratch.from(bytes),
  };
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

/** Writes the ledger and its close time, for all rows of a ledger at once, up to `rows` rows; small tables write them row by row. */
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

const hashText = new ByteWriter(HASH_TEXT);
const hashWords = new Float64Array(hashText.buffer.buffer);
let hashView: DataView | undefined;
let hashPair = -1;

/**
 * Writes the hash at `pair`, where a transaction's result pair starts, as hex. The last one's text is kept: the rows of a
 * transaction follow each other.
 */
export function pushTransactionHash(column: Utf8Column, { view }: Context, pair: number): void {
  if (pair !== hashPair || view !== hashView) {
    hashText.length = 0;
    hashText.hex(view, pair, pair + 32);
    hashView = view;
    hashPair = pair;
  }
  column.writer.text64(hashWords, 0, HASH_TEXT);
  column.end();
}

/** Writes the `G...` of the PublicKey at `p`. */
export function pushAccount(column: Utf8Column, { view }: Context, p: number): void {
  writeKey(column.writer, strkeyVersion.account, view, p + 4);
  column.end();
}

/** Writes the `G...` of the option of a PublicKey at `p`, or null. */
export function pushOptionalAccount(column: Utf8Column, context: Context, p: number): void {
  if (p < 0 || context.view.getUint32(p) === 0) column.pushNull();
  else pushAccount(column, context, p + 4);
}

/** Writes the `G...` behind the MuxedAccount at `p`. */
export function pushMuxedBase(column: Utf8Column, { view }: Context, p: number): void {
  // The id comes before the key.
  writeKey(column.writer, strkeyVersion.account, view, view.getInt32(p) === 0 ? p + 4 : p + 12);
  column.end();
}

/** Writes the `M...` of the MuxedAccount at `p`, or null when it has no id. */
export function pushMuxed(column: Utf8Column, context: Context, p: number): void {
  if (context.view.getInt32(p) === 0) column.pushNull();
  else column.ascii(muxedText(context, p));
}

/** Returns the `G...` or `M...` of the MuxedAccount at `p`. */
export function muxedText({ json }: Context, p: number): string {
  json.length = 0;
  jsonMuxedAccount(json, p);
  return json.text().slice(1, -1);
}

/** Writes the ScAddress at `p`. */
export function pushAddress(column: Utf8Column, { view }: Context, p: number): void {
  writeScAddress(column.writer, view, p);
  column.end();
}

/** Writes a key of 32 bytes at `p` as a strkey: contract, pool. */
export function pushKey(column: Utf8Column, version: number, { view }: Context, p: number): void {
  writeKey(column.writer, version, view, p);
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

/** Writes the string or opaque at `p` (length first) as text; invalid UTF-8 is replaced (tables.md 8.12). */
export function pushText(column: Utf8Column, { view, bytes }: Context, p: number): void {
  pushLossyUtf8(column, bytes, p + 4, p + 4 + view.getUint32(p));
}

/** Writes the symbol at `p`, length first; what is not printable ASCII as SEP-51 escapes it. What `json` holds is lost. */
export function pushSymbol(column: Utf8Column, json: JsonWriter, p: number): void {
  const end = p + 4 + json.view.getUint32(p);
  json.length = 0;
  json.string(p);
  if (json.length === end - p - 2) column.bytes(json.bytes, p + 4, end);
  else column.push(JSON.parse(json.text()) as string);
}

/** Writes `bytes[start, end)` as text; each byte that is not UTF-8 becomes U+FFFD, as Go's JSON encoder does it. */
export function pushLossyUtf8(column: Utf8Column, bytes: Uint8Array, start: number, end: number): void {
  let ascii = true;
  for (let i = start; i < end && ascii; i++) ascii = bytes[i] < 128;
  if (ascii) column.bytes(bytes, start, end);
  else column.push(lossyUtf8(bytes, start, end));
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns `bytes[start, end)` as text; each byte that is not UTF-8 becomes U+FFFD. */
export function lossyUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end;) {
    const size = bytes[i] < 0x80 ? 1 : bytes[i] < 0xe0 ? 2 : bytes[i] < 0xf0 ? 3 : 4;
    const piece = i + size <= end ? decodeStrict(bytes.subarray(i, i + size)) : undefined;
    text += piece ?? '\ufffd';
    i += piece === undefined ? 1 : size;
  }
  return text;
}

function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
