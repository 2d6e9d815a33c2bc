/** A table as it is declared: its columns, what they mean, and the builder that fills them. */
import { BufferType, Data, Field, RecordBatch, Schema, Struct, makeData } from 'apache-arrow';
import type { Arena } from './arena.ts';
import { columnTypes, createColumn, Utf8Column, type ColumnKind, type ColumnOf } from './columns.ts';

/** One sentence of meaning, and the unit when there is one. */
export interface Meaning {
  doc: string;
  unit?: string;
  /** All values that it may have, where these are a list of names. */
  values?: readonly string[];
}

/** One column: what kind of values it holds, and what they mean. */
export interface ColumnSpec<K extends ColumnKind = ColumnKind> extends Meaning {
  kind: K;
  nullable: boolean;
}

export type ColumnSpecs = Record<string, ColumnSpec>;

/** A field of details: what it means, and where a view finds it. */
export interface FieldSpec extends Meaning {
  /** Its SQL type, where it is read from JSON; a text when there is none. */
  type?: string;
  /** The SQL that makes it of columns. */
  from?: string;
}

/**
 * The fields of details by the type of their row, then by name: `path[].asset_code` is one of each item of a list,
 * `price_r.n` one of an object.
 */
export type FieldsByType = Record<string, Record<string, FieldSpec>>;

/** A declared table. `grain` says what one row is, `key` which columns are unique together. */
export interface TableSpec<C extends ColumnSpecs = ColumnSpecs, Name extends string = string> {
  name: Name;
  grain: string;
  key: readonly string[];
  columns: C;
  /** The fields of details, by `type_string`; those without a column of their own are in the column `other_details_json`. */
  details?: FieldsByType;
  /** Of a table that is filled only when asked for: how it is. */
  optional?: string;
}

/** The builders of a table's columns, by column name. */
export type Columns<C extends ColumnSpecs> = { readonly [N in keyof C]: ColumnOf[C[N]['kind']] };

/** The builders of the columns that a declared table has. */
export type ColumnsOf<T extends TableSpec> = T extends TableSpec<infer C> ? Columns<C> : never;

/** Returns the declaration as it is; only its type is made exact, and the key checked to be columns. */
export function defineTable<C extends ColumnSpecs, const Name extends string>(
  spec: TableSpec<C, Name> & { key: (keyof C)[] },
): TableSpec<C, Name> {
  return spec;
}

/** Returns a column that never holds null. */
export function column<K extends ColumnKind>(kind: K, doc: string, unit?: string): ColumnSpec<K> {
  return { kind, doc, nullable: false, ...(unit && { unit }) };
}

/** Returns a column that may hold null. */
export function nullable<K extends ColumnKind>(kind: K, doc: string, unit?: string): ColumnSpec<K> {
  return { kind, doc, nullable: true, ...(unit && { unit }) };
}

/** Returns the column with all names that it may hold. */
export function oneOf<K extends ColumnKind>(spec: ColumnSpec<K>, values: Iterable<string>): ColumnSpec<K> {
  return { ...spec, values: [...values] };
}

/** Returns the Arrow schema of a declared table. */
export function arrowSchema(spec: { columns: ColumnSpecs }): Schema {
  return new Schema(
    Object.entries(spec.columns).map(([name, { kind, nullable }]) => new Field(name, columnTypes[kind], nullable)),
  );
}

/** Returns the batch in memory of the arena, or of its own. */
export function copyBatch({ schema, data: { length, children } }: RecordBatch, arena?: Arena): RecordBatch {
  const copies = children.map((child) => copyData(child, arena));
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children: copies }));
}

function copyData({ type, offset, length, nullCount, buffers }: Data, arena?: Arena): Data {
  const { OFFSET, DATA, VALIDITY } = BufferType;
  const copy = <T extends Int32Array | Uint8Array>(values: T) => (arena ? arena.copy(values) : (values.slice() as T));
  const copies = {
    [OFFSET]: buffers[OFFSET] && copy(buffers[OFFSET] as Int32Array),
    [DATA]: buffers[DATA] && copy(buffers[DATA] as Uint8Array),
    [VALIDITY]: nullCount > 0 ? copy(buffers[VALIDITY]) : undefined,
  };
  return new Data(type, offset, length, nullCount, copies as Partial<Data['buffers']>);
}

/** A table being filled. */
export interface TableBuilder<C extends ColumnSpecs = ColumnSpecs> {
  readonly spec: TableSpec<C>;
  readonly columns: Columns<C>;
  /** Returns how many whole rows there are. */
  rows(): number;
  /** Returns how many bytes its texts take. */
  textBytes(): number;
  /**
   * Returns the rows so far as one Arrow batch, which shares memory with the builder until `reset`. What a column that may
   * hold null lacks behind its last value is null.
   */
  batch(): RecordBatch;
  /** Empties the builder and keeps its memory. */
  reset(): void;
  /** Takes back all rows from row `length` on, whole or not. */
  truncate(length: number): void;
}

/** Returns an empty builder for the table. Its `batch` throws when columns have different lengths. */
export function createBuilder<C extends ColumnSpecs>(spec: TableSpec<C>): TableBuilder<C> {
  const schema = arrowSchema(spec);
  const entries = Object.entries(spec.columns).map(([name, { kind }]) => [name, createColumn(kind)] as const);
  const columns = Object.fromEntries(entries) as Columns<C>;
  const texts = entries.flatMap(([, column]) => (column instanceof Utf8Column ? [column] : []));
  const rows = () => entries[0][1].length;
  return {
    spec,
    columns,
    rows,
    textBytes: () => texts.reduce((sum, { writer }) => sum + writer.length, 0),
    batch() {
      const length = rows();
      for (const [name, column] of entries) if (spec.columns[name].nullable) column.fillNulls(length);
      const uneven = entries.find(([, column]) => column.length !== length);
      if (uneven) throw new Error(`${spec.name}.${uneven[0]} has ${uneven[1].length} values, expected ${length}`);
      const children = entries.map(([, column]) => column.data());
      return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
    },
    reset() {
      for (const [, column] of entries) column.reset();
    },
    truncate(length) {
      for (const [, column] of entries) column.truncate(length);
    },
  };
}
