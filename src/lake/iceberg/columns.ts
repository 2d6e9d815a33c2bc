/** Columns of Parquet files as columns of Iceberg tables. */
import type { ColumnKind } from '../../arrow/columns.ts';
import type { SchemaField } from '../../parquet/read/statistics.ts';

/** A type of an Iceberg schema. */
export type IcebergType =
  | string
  | { type: 'struct'; fields: IcebergField[] }
  | { type: 'list'; 'element-id': number; element: IcebergType; 'element-required': false }
  | {
      type: 'map';
      'key-id': number;
      key: IcebergType;
      'value-id': number;
      value: IcebergType;
      'value-required': false;
    };

export interface IcebergField {
  id: number;
  name: string;
  required: false;
  type: IcebergType;
}

/** Returns the next id of a field. */
type NextId = () => number;

/** What has no sign or no time zone in DuckDB has a type of its own in Iceberg, or none. */
const types: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  tinyint: 'int',
  smallint: 'int',
  integer: 'int',
  bigint: 'long',
  double: 'double',
  timestamp: 'timestamp',
  'timestamp with time zone': 'timestamptz',
  date: 'date',
  varchar: 'string',
  json: 'string',
  blob: 'binary',
};

/** The types of bronze columns, for tables that have no file yet. */
export const bronzeTypes: Readonly<Record<ColumnKind, string>> = {
  bool: 'boolean',
  int32: 'int',
  int64: 'long',
  float64: 'double',
  timestamp: 'timestamp',
  utf8: 'string',
  binary: 'binary',
};

/** Returns the Iceberg type of a field of a Parquet schema; undefined if Iceberg version 2 cannot express it. */
function icebergType({ type, fields, isRepeated }: SchemaField, next: NextId): IcebergType | undefined {
  if (isRepeated) return undefined;
  if (type !== undefined) return types[type] ?? (type.startsWith('decimal(') ? decimalType(type) : undefined);
  const [only] = fields;
  if (fields.length === 1 && only.isRepeated) {
    if (only.fields.length === 1) return listType(only.fields[0], next);
    return only.fields.length === 2 ? mapType(only.fields, next) : undefined;
  }
  return fields.length > 0 ? structType(fields, next) : undefined;
}

function decimalType(type: string): string {
  return type.replace(',', ', ');
}

function listType(field: SchemaField, next: NextId): IcebergType | undefined {
  const id = next();
  const element = icebergType(field, next);
  return element && { type: 'list', 'element-id': id, element, 'element-required': false };
}

function mapType([keys, values]: readonly SchemaField[], next: NextId): IcebergType | undefined {
  const [keyId, valueId] = [next(), next()];
  const [key, value] = [icebergType(keys, next), icebergType(values, next)];
  return key && value && { type: 'map', 'key-id': keyId, key, 'value-id': valueId, value, 'value-required': false };
}

function structType(fields: readonly SchemaField[], next: NextId): IcebergType | undefined {
  const found: IcebergField[] = [];
  for (const field of fields) {
    const id = next();
    const type = icebergType(field, next);
    // A struct without one of its fields would be another struct.
    if (type === undefined) return undefined;
    found.push({ id, name: field.name, required: false, type });
  }
  return { type: 'struct', fields: found };
}

/** The columns of a table, which grow with its files. */
export class IcebergColumns {
  readonly fields: IcebergField[];
  lastId: number;
  /** Columns that the table lacks, and why. */
  readonly left: Record<string, string>;
  /** The schemas of files that were added. */
  readonly #known = new Set<string>();

  constructor(fields: readonly IcebergField[], lastId: number, left: Readonly<Record<string, string>> = {}) {
    this.fields = [...fields];
    this.lastId = lastId;
    this.left = { ...left };
  }

  /** Adds the columns of a file that the table lacks, and removes those whose types differ. */
  add(fields: readonly SchemaField[]): void {
    const key = JSON.stringify(fields);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    for (const field of fields) if (!(field.name in this.left)) this.#add(field);
  }

  #add(field: SchemaField): void {
    const { name } = field;
    const known = this.fields.findIndex((one) => one.name === name);
    const first = known < 0 ? undefined : this.fields[known].id;
    const before = this.lastId;
    const next = () => ++this.lastId;
    const id = first ?? next();
    const type = icebergType(field, next);
    if (type === undefined) this.#leave(name, `Iceberg has no type for ${field.type ?? 'its Parquet type'}`);
    else if (known < 0) this.fields.push({ id, name, required: false, type });
    else {
      this.lastId = before;
      const own = this.fields[known].type;
      if (shapeOf(own) === shapeOf(type) || (own === 'long' && type === 'int')) return;
      if (own === 'int' && type === 'long') this.fields[known] = { ...this.fields[known], type };
      else this.#leave(name, `files have it as ${shapeOf(own)} and as ${shapeOf(type)}`);
    }
  }

  #leave(name: string, why: string): void {
    this.left[name] = why;
    const at = this.fields.findIndex((one) => one.name === name);
    if (at >= 0) this.fields.splice(at, 1);
  }
}

/** Returns a type as text, without ids. */
function shapeOf(type: IcebergType): string {
  return JSON.stringify(type, (key, value: unknown) => (/(^|-)id$/.test(key) ? undefined : value));
}

/** A name and the id of the column that files without ids have under it. */
interface NameMapping {
  'field-id': number;
  names: string[];
  fields?: NameMapping[];
}

/** Returns the value of `schema.name-mapping.default`: the files have no field ids. */
export function nameMapping(fields: readonly IcebergField[]): NameMapping[] {
  return fields.map(({ id, name, type }) => mapped(id, name, type));
}

function mapped(id: number, name: string, type: IcebergType): NameMapping {
  const found: NameMapping = { 'field-id': id, names: [name] };
  if (typeof type === 'string') return found;
  if (type.type === 'struct') return { ...found, fields: nameMapping(type.fields) };
  if (type.type === 'list') return { ...found, fields: [mapped(type['element-id'], 'element', type.element)] };
  const pair = [mapped(type['key-id'], 'key', type.key), mapped(type['value-id'], 'value', type.value)];
  return { ...found, fields: pair };
}
