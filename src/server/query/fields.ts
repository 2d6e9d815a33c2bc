/** Fields of answers: TypeBox types that say of what DuckDB gives how JSON writes it. */
import Type, { type TSchema } from 'typebox';
import { readDetails } from './details.ts';
import { readJson, type Json, type Row } from './json.ts';
import { flatOf } from './contracts/scval.ts';

/** What a value is besides its JSON type. */
type Kind = 'time' | 'amount' | 'big' | 'json' | 'flat' | 'flat list' | 'details';

const doc = (description?: string) => (description === undefined ? {} : { description });

export const text = (description?: string) => Type.String(doc(description));
export const boolean = (description?: string) => Type.Boolean(doc(description));
/** An integer that fits a double: ledgers, counts, indexes. One beyond ±(2^53 - 1) is written as text, not rounded. */
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
/** A column of JSON; in it, too, an integer beyond ±(2^53 - 1) is text. */
export const json = (description?: string) => Type.Unknown({ 'x-kind': 'json' satisfies Kind, ...doc(description) });
/** A value of a contract in SEP-51 JSON, told in the flat form. */
export const flat = (description?: string) => Type.Unknown({ 'x-kind': 'flat' satisfies Kind, ...doc(description) });
/** A list of these. */
export const flats = (description?: string) =>
  Type.Array(Type.Unknown(), { 'x-kind': 'flat list' satisfies Kind, ...doc(description) });
/** Details of an operation, as JSON. */
export const details = (description?: string) =>
  Type.Object({}, { additionalProperties: true, 'x-kind': 'details' satisfies Kind, ...doc(description) });
export const listOf = <T extends TSchema>(items: T, description?: string) => Type.Array(items, doc(description));
export const may = Type.Optional;
export const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
export const fields = Type.Object;

/** Makes of a value what the answer says. */
type Write = (value: Json) => Json;

/** Returns what writes a row as the schema says: fields that it does not name, and absent ones, are left out. */
export function fieldShape(schema: TSchema): Write {
  const byKind = kinds[String(Reflect.get(schema, 'x-kind'))];
  if (byKind) return byKind;
  const type: unknown = Reflect.get(schema, 'type');
  if (type === 'object' && Reflect.has(schema, 'properties')) return objectShape(schema);
  if (type === 'array') {
    const write = fieldShape(Reflect.get(schema, 'items'));
    return (value) => (Array.isArray(value) ? value.map(write) : value);
  }
  const members: TSchema[] | undefined = Reflect.get(schema, 'anyOf');
  if (members?.[0]) {
    const write = fieldShape(members[0]);
    return (value) => (value === null ? null : write(value));
  }
  if (type === 'integer') return wholeOf;
  if (type === 'number') return Number;
  return (value) => value;
}

const kinds: Partial<Record<string, Write>> = {
  time: (value) => rfc3339(String(value)),
  json: jsonOf,
  flat: (value) => flatOf(jsonOf(value)),
  'flat list': (value) => {
    const values = jsonOf(value);
    return Array.isArray(values) ? values.map(flatOf) : values;
  },
  details: (value) => readDetails(String(value)),
  amount: String,
  big: String,
};

function jsonOf(value: Json): Json {
  return typeof value === 'string' ? readJson(value) : value;
}

function wholeOf(value: Json): Json {
  const number = Number(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(number) ? value : number;
}

/** Returns a time of DuckDB, `2024-01-15 12:34:56.5`, as RFC 3339: with three places of the second where it is no whole one. */
export function rfc3339(value: string): string {
  const [, fraction = ''] = /^\.(\d{1,3})/.exec(value.slice(19)) ?? [];
  const milliseconds = Number(fraction) === 0 ? '' : `.${fraction.padEnd(3, '0')}`;
  return `${value.slice(0, 19).replace(' ', 'T')}${milliseconds}Z`;
}

function objectShape(schema: TSchema): Write {
  const properties: Record<string, TSchema> = Reflect.get(schema, 'properties');
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    write: fieldShape(field),
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
