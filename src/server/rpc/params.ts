/** Parameters as Go's encoding/json decodes them, with its words for what does not fit. */
import { runInPieces } from '../../core/in-pieces.ts';
import { undecodable } from './errors.ts';
import { itemsOf, kindOf, membersOf, stringOf, type Slice } from './json-text.ts';

/** A value's type, named as in Go. */
type Type = Scalar | List<Type> | StructParam<Fields> | Own<unknown, boolean>;

type Fields = Readonly<Record<string, Type>>;

interface Scalar {
  kind: 'uint32' | 'uint' | 'uint64' | 'string' | 'bool';
}

export interface List<Item> {
  kind: 'list';
  name: string;
  item: Item;
}

/** A struct; its fields are matched without regard to case. */
export interface StructParam<F> {
  kind: 'struct';
  name: string;
  fields: F;
}

/** A type that decodes itself, from a string: what `read` throws ends the decoding. */
export interface Own<Value, ReadsNull> {
  kind: 'own';
  read: (text: string) => Value;
  /** Whether null is handed to `read`, as the empty string. */
  readsNull: ReadsNull;
}

/** What parameters of a type become; absent and null members are left out, and null items undefined where nothing reads null. */
export type DecodedParams<T> =
  T extends StructParam<infer F>
    ? { [Name in keyof F]?: DecodedParams<F[Name]> }
    : T extends List<infer Item>
      ? (Item extends Own<infer Value, true> ? Value : DecodedParams<Item> | undefined)[]
      : T extends Own<infer Value, boolean>
        ? Value
        : T extends { kind: 'string' }
          ? string
          : T extends { kind: 'bool' }
            ? boolean
            : number;

export const uint32 = { kind: 'uint32' } as const;
export const uint = { kind: 'uint' } as const;
export const uint64 = { kind: 'uint64' } as const;
export const string = { kind: 'string' } as const;
export const bool = { kind: 'bool' } as const;

/** Returns the type of a list; `name` is the item's in Go. */
export function arrayOf<Item extends Type>(name: string, item: Item): List<Item> {
  return { kind: 'list', name: `[]${name}`, item };
}

/** Returns a type of package `protocol`. */
export function struct<F extends Fields>(name: string, fields: F): StructParam<F> {
  return { kind: 'struct', name, fields };
}

/** Returns a type that decodes itself. */
export function own<Value, ReadsNull extends boolean>(
  read: (text: string) => Value,
  readsNull: ReadsNull,
): Own<Value, ReadsNull> {
  return { kind: 'own', read, readsNull };
}

const LIMITS = { uint32: 4294967295n, uint: 18446744073709551615n, uint64: 18446744073709551615n };

/** Where a value stands: the struct that it is a field of, and the path of fields. */
interface FieldPlace {
  struct?: string;
  path: string[];
}

/**
 * Returns the parameters as a plain object; many are read in pieces. Throws RpcError with Go's text when they do not fit: what decodes itself ends the
 * decoding; of other faults, the first is reported.
 */
export async function decodeParams<T extends StructParam<Fields>>(type: T, text = '{}'): Promise<DecodedParams<T>> {
  const decoder = new Decoder(text);
  const value = await runInPieces(decoder.decode(type, { start: 0, end: text.length }, { path: [] }, undefined));
  if (decoder.fault !== undefined) throw undecodable(decoder.fault);
  // The decoder goes by the type as a value, TypeScript by the type's type.
  return value as DecodedParams<T>;
}

/** Returns parameters by position: exactly one for each field. Throws RpcError as `decodeParams` does. */
export async function decodePositional<T extends StructParam<Fields>>(
  type: T,
  text: string,
): Promise<DecodedParams<T>> {
  const items = [...itemsOf(text, { start: 0, end: text.length })];
  const names = Object.keys(type.fields);
  if (items.length !== names.length) {
    throw undecodable(`[-32602] got ${items.length} parameters, want ${names.length}`);
  }
  const members = items.map(({ start, end }, i) => `${JSON.stringify(names[i])}:${text.slice(start, end)}`);
  return decodeParams(type, `{${members.join(',')}}`);
}

/** Returns whether the parameters are an array. */
export function isPositional(text: string | undefined): text is string {
  return text !== undefined && text.startsWith('[');
}

type Members = Record<string, unknown>;

class Decoder {
  fault?: string;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  *decode(type: Type, value: Slice, place: FieldPlace, before: unknown): Generator<void, unknown> {
    yield;
    const kind = kindOf(this.#text, value);
    if (type.kind === 'own') return this.#own(type, value, kind, place, before);
    if (kind === 'null') return before;
    switch (type.kind) {
      case 'struct':
        if (kind !== 'object') return this.#mismatch(kind, `protocol.${type.name}`, place, before);
        return yield* this.#struct(type, value, place, before);
      case 'list':
        if (kind !== 'array') return this.#mismatch(kind, type.name, place, before);
        return yield* this.#list(type.item, value, place);
      case 'string':
        return kind === 'string' ? stringOf(this.#text, value) : this.#mismatch(kind, type.kind, place, before);
      case 'bool':
        return kind === 'bool' ? this.#raw(value) === 'true' : this.#mismatch(kind, type.kind, place, before);
      default:
        return this.#integer(type.kind, value, kind, place, before);
    }
  }

  *#list(type: Type, value: Slice, place: FieldPlace): Generator<void, unknown[]> {
    const decoded = [];
    for (const item of itemsOf(this.#text, value)) decoded.push(yield* this.decode(type, item, place, undefined));
    return decoded;
  }

  *#struct(type: StructParam<Fields>, value: Slice, place: FieldPlace, before: unknown): Generator<void, Members> {
    const decoded: Members = { ...(before as Members | undefined) };
    for (const [key, member] of membersOf(this.#text, value)) {
      yield;
      const name = fieldOf(type, key);
      if (name === undefined) continue;
      const inner = { struct: type.name, path: [...place.path, name] };
      decoded[name] = yield* this.decode(type.fields[name], member, inner, decoded[name]);
    }
    return decoded;
  }

  #integer(
    kind: 'uint32' | 'uint' | 'uint64',
    value: Slice,
    found: string,
    place: FieldPlace,
    before: unknown,
  ): unknown {
    if (found !== 'number') return this.#mismatch(found, kind, place, before);
    const raw = this.#raw(value);
    if (!/^\d+$/.test(raw) || BigInt(raw) > LIMITS[kind]) return this.#mismatch(`number ${raw}`, kind, place, before);
    return Number(raw);
  }

  #own(type: Own<unknown, boolean>, value: Slice, kind: string, place: FieldPlace, before: unknown): unknown {
    if (kind === 'null') return type.readsNull ? type.read('') : undefined;
    if (kind === 'string') return type.read(stringOf(this.#text, value));
    const fault = mismatchText(kind, 'string', place);
    // Go's decoder goes on past arrays and objects that do not decode themselves, and stops at literals.
    if (kind !== 'array' && kind !== 'object') throw undecodable(fault);
    this.fault ??= fault;
    return before;
  }

  #mismatch(found: string, type: string, place: FieldPlace, before: unknown): unknown {
    this.fault ??= mismatchText(found, type, place);
    return before;
  }

  #raw({ start, end }: Slice): string {
    return this.#text.slice(start, end);
  }
}

function mismatchText(found: string, type: string, { struct, path }: FieldPlace): string {
  const where = struct ? `struct field ${[struct, ...path].join('.')} of type` : 'value of type';
  return `json: cannot unmarshal ${found} into Go ${where} ${type}`;
}

function fieldOf({ fields }: StructParam<Fields>, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const folded = key.toUpperCase();
  return Object.keys(fields).find((name) => name.toUpperCase() === folded);
}
