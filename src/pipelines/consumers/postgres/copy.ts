/** Rows of Arrow batches as PostgreSQL's binary COPY (documentation of COPY, "Binary Format"): nothing is printed or escaped. */
import type { Data, RecordBatch } from 'apache-arrow';
import type { RecordTable } from '../../sink.ts';

/** Which rows of a batch; `to` is the first behind them. */
export interface Rows {
  from: number;
  to: number;
}

/** Writes the cell of a row and returns where the next one begins. */
type WriteCell = (row: number, out: Buffer, at: number) => number;

interface Cells {
  /** Bytes of a cell, or more. */
  size: (row: number) => number;
  /** Bytes of all cells, or more. */
  total: number;
  write: WriteCell;
  /** The rows whose text had to be altered. */
  altered: Iterable<number>;
}

const CHUNK = 1 << 20;
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** What is made of rows. */
export interface Copy {
  chunks: Generator<Buffer>;
  /** How many rows have U+FFFD for a U+0000, which PostgreSQL cannot hold. */
  altered: number;
}

/** Returns chunks of up to about a megabyte of these columns. */
export function copyRows(table: RecordTable, batch: RecordBatch, rows: Rows, names: readonly string[]): Copy {
  const columns = names.map((name) => {
    const data = batch.data.children[batch.schema.fields.findIndex((field) => field.name === name)];
    return cellsOf(data, table.columns[name].kind, table.json?.includes(name) ?? false, rows);
  });
  const altered = new Set(columns.flatMap((column) => [...column.altered]));
  return { chunks: chunksOf(columns, rows), altered: altered.size };
}

function* chunksOf(columns: readonly Cells[], { from, to }: Rows): Generator<Buffer> {
  let left = columns.reduce((sum, { total }) => sum + total, HEADER.length + 2 * (to - from));
  const next = (least: number) => Buffer.allocUnsafe(Math.max(Math.min(left, CHUNK), least) + TRAILER.length);
  let out = next(HEADER.length);
  let at = HEADER.copy(out);
  left -= HEADER.length;
  for (let row = from; row < to; row++) {
    let size = 2;
    for (const column of columns) size += column.size(row);
    if (at + size + TRAILER.length > out.length) {
      yield out.subarray(0, at);
      out = next(size);
      at = 0;
    }
    left -= size;
    at = out.writeInt16BE(columns.length, at);
    for (const column of columns) at = column.write(row, out, at);
  }
  yield out.subarray(0, at + TRAILER.copy(out, at));
}

function cellsOf(data: Data, kind: string, json: boolean, rows: Rows): Cells {
  const cells = kind === 'utf8' || kind === 'binary' ? texts(data, kind, json, rows) : fixed(writers[kind](data), rows);
  const { nullBitmap: bits, offset, nullCount } = data;
  if (nullCount === 0) return cells;
  const isNull = (row: number) => (bits[(offset + row) >> 3] & (1 << ((offset + row) & 7))) === 0;
  const write: WriteCell = (row, out, at) => (isNull(row) ? out.writeInt32BE(-1, at) : cells.write(row, out, at));
  return { ...cells, write };
}

const fixed = (write: WriteCell, { from, to }: Rows): Cells => ({
  size: () => 12,
  total: 12 * (to - from),
  write,
  altered: [],
});

/** Microseconds from 1970 to 2000, from which PostgreSQL counts. */
const PG_EPOCH = 946_684_800_000_000;

const writers: Record<string, (data: Data) => WriteCell> = {
  int32: (data) => {
    const values = data.values as Int32Array;
    return (row, out, at) => out.writeInt32BE(values[row], out.writeInt32BE(4, at));
  },
  int64: (data) => {
    const halves = halvesOf(data);
    return (row, out, at) => write64(out, at, halves[2 * row + 1], halves[2 * row]);
  },
  timestamp: (data) => {
    const halves = halvesOf(data);
    return (row, out, at) => {
      const micros = (halves[2 * row + 1] | 0) * 2 ** 32 + halves[2 * row] - PG_EPOCH;
      return write64(out, at, Math.floor(micros / 2 ** 32) >>> 0, micros >>> 0);
    };
  },
  float64: (data) => {
    const values = data.values as Float64Array;
    return (row, out, at) => out.writeDoubleBE(values[row], out.writeInt32BE(8, at));
  },
  bool: (data) => {
    const bits = data.values as Uint8Array;
    return (row, out, at) => {
      const bit = data.offset + row;
      return out.writeUInt8((bits[bit >> 3] >> (bit & 7)) & 1, out.writeInt32BE(1, at));
    };
  },
};

function halvesOf({ values }: Data): Uint32Array {
  const { buffer, byteOffset, length } = values as BigInt64Array;
  return new Uint32Array(buffer, byteOffset, length * 2);
}

function write64(out: Buffer, at: number, high: number, low: number): number {
  return out.writeUInt32BE(low, out.writeUInt32BE(high, out.writeInt32BE(8, at)));
}

/** The version that begins a value of jsonb. */
const JSONB = 1;

function texts(data: Data, kind: string, json: boolean, rows: Rows): Cells {
  const offsets = data.valueOffsets;
  const bytes = Buffer.from(data.values.buffer as ArrayBuffer, data.values.byteOffset, data.values.byteLength);
  const altered = kind === 'utf8' ? withoutNul(bytes, offsets, json, rows) : new Map<number, Buffer>();
  const lead = json ? 1 : 0;
  const sizeOf = (row: number) => altered.get(row)?.length ?? offsets[row + 1] - offsets[row];
  const write: WriteCell = (row, out, at) => {
    let end = out.writeInt32BE(sizeOf(row) + lead, at);
    if (json) out[end++] = JSONB;
    const other = altered.get(row);
    return end + (other?.copy(out, end) ?? bytes.copy(out, end, offsets[row], offsets[row + 1]));
  };
  const more = altered.values().reduce((sum, { length }) => sum + length, 0);
  const total = offsets[rows.to] - offsets[rows.from] + more + 5 * (rows.to - rows.from);
  return { size: (row) => sizeOf(row) + 5, total, write, altered: altered.keys() };
}

/** The escapes of JSON, one after the other: a backslash that is escaped may stand before the word `u0000`. */
const escapes = /\\(?:u0000|[^])/g;

/** Returns the texts, by row, that hold U+0000, with U+FFFD for it. */
function withoutNul(bytes: Buffer, offsets: Int32Array, json: boolean, { from, to }: Rows): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  const all = bytes.subarray(offsets[from], offsets[to]);
  if (!all.includes(0) && !(json && all.includes('\\u0000'))) return found;
  for (let row = from; row < to; row++) {
    const text = bytes.toString('utf8', offsets[row], offsets[row + 1]);
    const plain = text.replaceAll('\0', '\ufffd');
    const clean = json ? plain.replace(escapes, (found) => (found === '\\u0000' ? '\ufffd' : found)) : plain;
    if (clean !== text) found.set(row, Buffer.from(clean));
  }
  return found;
}
