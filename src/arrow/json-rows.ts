/** Arrow tables whose rows `JSON.stringify` takes, where those of apache-arrow throw for integers of 64 bits. */
import {
  Decimal,
  RecordBatch,
  StructRow,
  Table,
  Vector,
  type Data,
  type DataType,
  type Schema,
  type Struct,
  type StructRowProxy,
} from 'apache-arrow';
import { scaled } from './decimal.ts';

/**
 * A table of rows for `JSON.stringify`: 64-bit integers and decimals as strings, bytes as hex. Columns of decimals also
 * return their values as an array, for libraries that draw or aggregate.
 */
export class JsonTable extends Table {
  constructor(schema: Schema, batches: readonly RecordBatch[]) {
    super(schema, [...batches]);
  }

  override get(index: number): StructRowProxy | null {
    return withJson(super.get(index));
  }

  override *[Symbol.iterator](): IterableIterator<StructRowProxy> {
    for (const row of super[Symbol.iterator]() as IterableIterator<StructRowProxy>) yield withJson(row);
  }

  override getChildAt<C extends DataType>(index: number): Vector<C> | null {
    return withValues(super.getChildAt<C>(index));
  }

  override slice(begin?: number, end?: number): Table {
    return jsonTable(super.slice(begin, end));
  }

  override concat(...others: Table[]): Table {
    return jsonTable(super.concat(...others));
  }

  override selectAt<K extends DataType>(columns: number[]): Table<Record<string, K>> {
    return jsonTable(super.selectAt(columns));
  }

  toJSON(): unknown[] {
    return this.toArray();
  }
}

function jsonTable({ schema, batches }: Table): Table {
  return new JsonTable(schema, batches);
}

/** A batch of such rows; its decimals are scaled. */
export class JsonBatch extends RecordBatch {
  constructor(schema: Schema, data: Data<Struct>) {
    super(schema, scaled(data));
  }

  override get(index: number): StructRowProxy | null {
    return withJson(super.get(index));
  }

  override *[Symbol.iterator](): IterableIterator<StructRowProxy> {
    for (const row of super[Symbol.iterator]()) yield withJson(row);
  }

  override getChildAt<C extends DataType>(index: number): Vector<C> | null {
    return withValues(super.getChildAt<C>(index));
  }

  override slice(begin?: number, end?: number): JsonBatch {
    const { schema, data } = super.slice(begin, end);
    return new JsonBatch(schema, data);
  }

  toJSON(): StructRowProxy[] {
    return this.toArray();
  }
}

/** apache-arrow makes an array of a column of decimals out of their words, which are no values. */
function withValues<V extends Vector | null>(column: V): V {
  if (column?.type instanceof Decimal) Object.defineProperty(column, 'toArray', { value: () => [...column] });
  return column;
}

function withJson<Row extends StructRowProxy | null>(row: Row): Row {
  // Assigning would write to a column of this name.
  if (row !== null) Object.defineProperty(row, 'toJSON', { value: rowJson, configurable: true });
  return row;
}

/** `JSON.stringify` says the key of what it writes; whoever calls `toJSON` without one gets the row's values as they are. */
function rowJson(this: StructRow, key?: string): Record<string, unknown> {
  return key === undefined ? Object.fromEntries(this) : jsonRow(this);
}

function jsonRow(row: StructRow): Record<string, unknown> {
  return Object.fromEntries([...row].map(([name, value]) => [name, jsonOf(value)]));
}

function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Vector.isVector(value)) return Array.from(value, jsonOf);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof StructRow) return jsonRow(value);
  return value;
}
