/** Columns of Arrow batches as arrays of PostgreSQL in binary, one parameter of a statement each (`array_recv`, and the formats of its elements). */
import type { Data, RecordBatch } from 'apache-arrow';
import type { RecordTable } from '../../sink.ts';
import { JSONB, PG_EPOCH, withoutNul, type Rows } from './copy.ts';

/** What a statement takes of some rows: the parameters of its Bind message as they are sent, and how many rows had to be altered. */
export interface Parameters {
  count: number;
  bytes: Buffer;
  altered: number;
}

/** Numbers of types of elements (`pg_type.dat`). */
const oids = { int32: 23, int64: 20, float64: 701, bool: 16, timestamp: 1184, utf8: 25, binary: 17 } as const;
const JSONB_OID = 3802;
/** Length of the parameter, dimensions, whether there are nulls, type, elements, first subscript. */
const HEADER = 24;

/** An array that is to be written. */
interface Column {
  /** Bytes at most, without the header. */
  size: number;
  oid: number;
  nullCount: number;
  altered: Iterable<number>;
  /** Writes the elements and returns where they end. */
  write: (out: DataView, at: number) => number;
}

/** Returns these columns of the rows as parameters, in a buffer that `room` gives; the buffer may be larger. */
export function arraysOf(
  table: RecordTable,
  batch: RecordBatch,
  rows: Rows,
  { names, room }: { names: readonly string[]; room: (bytes: number) => Buffer },
): Parameters {
  const columns = names.map((name) => columnOf(table, name, batch, rows));
  const buffer = room(columns.reduce((sum, { size }) => sum + HEADER + size, 0));
  const out = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = 0;
  for (const { nullCount, oid, write } of columns) {
    const start = at;
    [0, 1, nullCount > 0 ? 1 : 0, oid, rows.to - rows.from, 1].forEach((word, i) => out.setInt32(start + 4 * i, word));
    at = write(out, start + HEADER);
    out.setInt32(start, at - start - 4);
  }
  const altered = new Set(columns.flatMap((column) => [...column.altered]));
  return { count: columns.length, bytes: buffer.subarray(0, at), altered: altered.size };
}

function columnOf(table: RecordTable, name: string, batch: RecordBatch, rows: Rows): Column {
  const data = batch.data.children[batch.schema.fields.findIndex((field) => field.name === name)];
  const { kind } = table.columns[name];
  const isJson = table.json?.includes(name) ?? false;
  const { nullCount } = data;
  const oid = isJson ? JSONB_OID : oids[kind];
  if (kind !== 'utf8' && kind !== 'binary') {
    const write = fixed(data, writers[kind](data), rows);
    return { size: 12 * (rows.to - rows.from), oid, nullCount, altered: [], write };
  }
  return { oid, nullCount, ...texts(data, kind === 'utf8', isJson, rows) };
}

type WriteElement = (row: number, out: DataView, at: number) => number;

function isNullIn({ nullBitmap: bits, offset, nullCount }: Data): (row: number) => boolean {
  if (nullCount === 0) return () => false;
  return (row) => (bits[(offset + row) >> 3] & (1 << ((offset + row) & 7))) === 0;
}

function fixed(data: Data, write: WriteElement, { from, to }: Rows): Column['write'] {
  const isNull = isNullIn(data);
  return (out, at) => {
    for (let row = from; row < to; row++) at = isNull(row) ? nothing(out, at) : write(row, out, at);
    return at;
  };
}

function nothing(out: DataView, at: number): number {
  out.setInt32(at, -1);
  return at + 4;
}

const writers: Record<'int32' | 'int64' | 'float64' | 'bool' | 'timestamp', (data: Data) => WriteElement> = {
  int32: (data) => {
    const values = data.values as Int32Array;
    return (row, out, at) => {
      out.setInt32(at, 4);
      out.setInt32(at + 4, values[row]);
      return at + 8;
    };
  },
  int64: (data) => {
    const values = data.values as BigInt64Array;
    return (row, out, at) => {
      out.setInt32(at, 8);
      out.setBigInt64(at + 4, values[row]);
      return at + 12;
    };
  },
  timestamp: (data) => {
    const values = data.values as BigInt64Array;
    return (row, out, at) => {
      out.setInt32(at, 8);
      out.setBigInt64(at + 4, values[row] - PG_EPOCH);
      return at + 12;
    };
  },
  float64: (data) => {
    const values = data.values as Float64Array;
    return (row, out, at) => {
      out.setInt32(at, 8);
      out.setFloat64(at + 4, values[row]);
      return at + 12;
    };
  },
  bool: (data) => {
    const bits = data.values as Uint8Array;
    return (row, out, at) => {
      const bit = data.offset + row;
      out.setInt32(at, 1);
      out.setUint8(at + 4, (bits[bit >> 3] >> (bit & 7)) & 1);
      return at + 5;
    };
  },
};

function texts(data: Data, isText: boolean, isJson: boolean, rows: Rows): Pick<Column, 'size' | 'altered' | 'write'> {
  const { from, to } = rows;
  const offsets = data.valueOffsets;
  const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  const altered = isText ? withoutNul(bytes, offsets, isJson, rows) : new Map<number, Buffer>();
  const lead = isJson ? 1 : 0;
  const isNull = isNullIn(data);
  const write: Column['write'] = (out, at) => {
    const target = new Uint8Array(out.buffer, out.byteOffset, out.byteLength);
    const view = new DataView(buffer, byteOffset, byteLength);
    for (let row = from; row < to; row++) {
      if (isNull(row)) {
        at = nothing(out, at);
        continue;
      }
      const other = altered.get(row);
      out.setInt32(at, (other?.length ?? offsets[row + 1] - offsets[row]) + lead);
      if (isJson) out.setUint8(at + 4, JSONB);
      at += 4 + lead;
      if (other) target.set(other, at);
      else if (offsets[row + 1] - offsets[row] > LONG) bytes.copy(target, at, offsets[row], offsets[row + 1]);
      else copyShort(out, at, view, offsets[row], offsets[row + 1]);
      at += other?.length ?? offsets[row + 1] - offsets[row];
    }
    return at;
  };
  const more = altered.values().reduce((sum, { length }) => sum + length, 0);
  return { size: offsets[to] - offsets[from] + more + (4 + lead) * (to - from), altered: altered.keys(), write };
}

/** Longer texts are copied by the system. */
const LONG = 512;

function copyShort(to: DataView, at: number, from: DataView, start: number, end: number): void {
  for (; start + 8 <= end; start += 8, at += 8) to.setBigInt64(at, from.getBigInt64(start));
  for (; start < end; start++, at++) to.setUint8(at, from.getUint8(start));
}
