/** Fields of answers: TypeBox types that say of what DuckDB gives how JSON writes it (contract 1.8). */
import Type, { type TSchema } from 'typebox';
import { readDetails } from './details.ts';
import type { Json, Row } from './json.ts';
import { flatOf } from './scval.ts';

/** What a value is besides its JSON type. */
type Kind = 'time' | 'amount' | 'big' | 'json' | 'flat' | 'flat list' | 'details';

const doc = (description?: string) => (description === undefined ? {} : { description });

export const text = (description?: string) => Type.String(doc(description));
export const flag = (description?: string) => Type.Boolean(doc(description));
/** A number that a double holds: ledgers, counts, indexes. */
export const whole = (description?: string) => Type.Integer(doc(description));
export const real = (description?: string) => Type.Number(doc(description));
/** A TIMESTAMP, as RFC 3339 in whole seconds. */
export const time = (description?: string) =>
  Type.String({ format: 'date-time', 'x-kind': 'time' satisfies Kind, ...doc(description) });
/** An integer of any size, as digits. */
export const big = (description?: string) =>
  Type.String({ pattern: '^-?\\d+$', 'x-kind': 'big' satisfies Kind, ...doc(description) });
/** A DECIMAL with seven places. */
export const amount = (description?: string) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{7}$', 'x-kind': 'amount' satisfies Kind, ...doc(description) });
/** A column of JSON. */
export const json = (description?: string) => Type.Unknown({ 'x-kind': 'json' satisfies Kind, ...doc(description) });
/** A value of a contract in SEP-51 JSON, told in the flat form. */
export const flat = (description?: string) => Type.Unknown({ 'x-kind': 'flat' satisfies Kind, ...doc(description) });
/** A list of these. */
export const flats = (description?: string) =>
  Type.Array(Type.Unknown(), { 'x-kind': 'flat list' satisfies Kind, ...doc(description) });
/** Details of an operation, as JSON. */
export const details = (description?: string) =>
  Type.Object({}, { additionalProperties: true, 'x-kind': 'details' satisfies Kind, ...doc(description) });
export const list = <T extends TSchema>(items: T, description?: string) => Type.Array(items, doc(description));
export const may = Type.Optional;
export const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
export const object = Type.Object;

/** Makes of a value what the answer says. */
type Write = (value: Json) => Json;

/** Returns what writes a row as the schema says: fields that it does not name, and absent ones, are left out. */
export function shapeOf(schema: TSchema): Write {
  const byKind = kinds[String(Reflect.get(schema, 'x-kind'))];
  if (byKind) return byKind;
  const type: unknown = Reflect.get(schema, 'type');
  if (type === 'object' && Reflect.has(schema, 'properties')) return objectShape(schema);
  if (type === 'array') {
    const write = shapeOf(Reflect.get(schema, 'items'));
    return (value) => (Array.isArray(value) ? value.map(write) : value);
  }
  const members: TSchema[] | undefined = Reflect.get(schema, 'anyOf');
  if (members?.[0]) {
    const write = shapeOf(members[0]);
    return (value) => (value === null ? null : write(value));
  }
  if (type === 'integer' || type === 'number') return Number;
  return (value) => value;
}

const kinds: Partial<Record<string, Write>> = {
  time: (value) => rfc3339(String(value)),
  json: readJson,
  flat: (value) => flatOf(readJson(value)),
  'flat list': (value) => {
    const values = readJson(value);
    return Array.isArray(values) ? values.map(flatOf) : values;
  },
  details: (value) => readDetails(String(value)),
  amount: String,
  big: String,
};

function readJson(value: Json): Json {
  return typeof value === 'string' ? (JSON.parse(value) as Json) : value;
}

/** Returns a time of DuckDB, `2024-01-15 12:34:56.5`, as RFC 3339 in whole seconds. */
export function rfc3339(value: string): string {
  return `${value.slice(0, 19).replace(' ', 'T')}Z`;
}

function objectShape(schema: TSchema): Write {
  const properties: Record<string, TSchema> = Reflect.get(schema, 'properties');
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    write: shapeOf(field),
    isOptional: Type.IsOptional(field),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const out: Row = {};
    for (const { name, write, isOptional } of fields) {
      const found = value[name];
      if (found === undefined || found === null) {
        if (!isOptional) out[name] = null;
      } else if (found !== '' || !isOptional) out[name] = write(found);
    }
    return out;
  };
}

export type { Json, Row } from './json.ts';
