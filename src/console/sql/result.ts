/** The result of a statement: columns of Arrow whose values become exact texts. */
import { tableFromIPC, Type, type DataType, type Table } from '@uwdata/flechette';

/** A column of a result. */
export interface ResultColumn {
  name: string;
  /** Type in words, such as `decimal(38,7)`. */
  type: string;
  /** True for numbers, which align on the right. */
  isNumber: boolean;
  isTime: boolean;
  /** Returns the value of a row as text; null for NULL. No digit is lost. */
  text(row: number): string | null;
  /** Returns the value of a row for sorting and drawing: numbers may be rounded, times are milliseconds. */
  order(row: number): number | bigint | string | null;
}

/** Rows of a statement. */
export interface Result {
  columns: ResultColumn[];
  rows: number;
  /** True if the limit cut rows off. */
  hasMore: boolean;
}

/** Reads the stream of an answer; rows beyond `limit` only tell that there are more. */
export function readResult(bytes: Uint8Array<ArrayBuffer>, limit: number): Result {
  const table = tableFromIPC(bytes, { useBigInt: true, useDecimalInt: true });
  const rows = Math.min(table.numRows, limit);
  return {
    columns: table.schema.fields.map((field, i) => columnOf(table, i, field.name, field.type)),
    rows,
    hasMore: table.numRows > limit,
  };
}

const numbers: readonly number[] = [Type.Int, Type.Float, Type.Decimal];
const times: readonly number[] = [Type.Timestamp, Type.Date];

function columnOf(table: Table, i: number, name: string, type: DataType): ResultColumn {
  const column = table.getChildAt(i);
  const write = writerOf(type);
  const at = (row: number): unknown => column.at(row);
  const textAt = (row: number) => {
    const value = at(row);
    return value === null || value === undefined ? null : write(value);
  };
  return {
    name,
    type: typeText(type),
    isNumber: numbers.includes(type.typeId),
    isTime: times.includes(type.typeId),
    text: textAt,
    order(row) {
      const value = at(row);
      if (value === null || value === undefined) return null;
      if (typeof value === 'number' || typeof value === 'bigint') return value;
      return write(value);
    },
  };
}

/** Returns what a value of the column counts in a chart. */
export function numberAt(column: ResultColumn, row: number): number | null {
  if (!column.isNumber) return null;
  const text = column.text(row);
  return text === null ? null : Number(text);
}

function writerOf(type: DataType): (value: unknown) => string {
  if (type.typeId === Type.Decimal) return (value) => decimalText(BigInt(value as bigint), type.scale);
  if (type.typeId === Type.Timestamp) return (value) => timeText(Number(value));
  if (type.typeId === Type.Date) return (value) => new Date(Number(value)).toISOString().slice(0, 10);
  return anyText;
}

/** Returns a decimal from its digits without a point. */
function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Returns a time in UTC, with microseconds where it has any. */
function timeText(milliseconds: number): string {
  const time = new Date(Math.floor(milliseconds));
  if (Number.isNaN(time.getTime())) return String(milliseconds);
  const micros = Math.round((milliseconds - Math.floor(milliseconds)) * 1000);
  const text = time.toISOString().slice(0, -1);
  const whole = micros === 0 ? text.replace(/\.000$/, '') : text + String(micros).padStart(3, '0');
  return whole.replace('T', ' ');
}

function anyText(value: unknown): string {
  if (value instanceof Uint8Array) return [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    if (part instanceof Uint8Array) return anyText(part);
    if (part instanceof Map) return Object.fromEntries(part) as unknown;
    return ArrayBuffer.isView(part) ? Array.from(part as never) : part;
  });
}

function typeText(type: DataType): string {
  if (type.typeId === Type.Int) return `${type.signed ? 'int' : 'uint'}${type.bitWidth}`;
  if (type.typeId === Type.Decimal) return `decimal(${type.precision},${type.scale})`;
  const name = Object.entries(Type).find(([, id]) => id === type.typeId)?.[0] ?? 'value';
  return { Float: 'double', Bool: 'boolean', Utf8: 'text', LargeUtf8: 'text' }[name] ?? name.toLowerCase();
}
