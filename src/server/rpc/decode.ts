/** Parameters as Go's encoding/json decodes them, with its words for what does not fit. */
import { undecodable } from './errors.ts';
import { itemsOf, kindOf, membersOf, stringOf, type Slice } from './json-text.ts';

/** A value's type, named as in Go. */
export type Type = Scalar | List | Struct | Own;

interface Scalar {
  kind: 'uint32' | 'uint' | 'uint64' | 'string' | 'bool';
}

interface List {
  kind: 'list';
  name: string;
  item: Type;
}

/** A struct; its fields are matched without regard to case. */
export interface Struct {
  kind: 'struct';
  name: string;
  fields: Record<string, Type>;
}

/** A type that decodes itself, from a string: what `read` throws ends the decoding. */
interface Own {
  kind: 'own';
  read: (text: string) => unknown;
  /** Whether null is handed to `read`, as the empty string. */
  readsNull: boolean;
}

export type Decoded = Record<string, unknown>;

export const uint32 = { kind: 'uint32' } as const;
export const uint = { kind: 'uint' } as const;
export const uint64 = { kind: 'uint64' } as const;
export const string = { kind: 'string' } as const;

/** Returns the type of a list; `name` is the item's in Go. */
export function listOf(name: string, item: Type): List {
  return { kind: 'list', name: `[]${name}`, item };
}

/** Returns a type of package `protocol`. */
export function struct(name: string, fields: Record<string, Type>): Struct {
  return { kind: 'struct', name, fields };
}

const LIMITS = { uint32: 4294967295n, uint: 18446744073709551615n, uint64: 18446744073709551615n };

/** Where a value stands: the struct that it is a field of, and the path of fields. */
interface Place {
  struct?: string;
  path: string[];
}

/**
 * Returns the parameters as a plain object; absent and null members are left out. Throws RpcError with Go's text when
 * they do not fit: what decodes itself ends the decoding, of other faults the first is told.
 */
export function decodeParams(type: Struct, text: string | undefined): Decoded {
  if (text === undefined) return {};
  const decoder = new Decoder(text);
  const value = decoder.decode(type, { start: 0, end: text.length }, { path: [] }, undefined);
  if (decoder.fault !== undefined) throw undecodable(decoder.fault);
  return value as Decoded;
}

/** Returns parameters by position: exactly one for each field. Throws RpcError as `decodeParams` does. */
export function decodePositional(type: Struct, text: string): Decoded {
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

class Decoder {
  fault?: string;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  decode(type: Type, value: Slice, place: Place, before: unknown): unknown {
    const kind = kindOf(this.#text, value);
    if (type.kind === 'own') return this.#own(type, value, kind, place, before);
    if (kind === 'null') return before;
    switch (type.kind) {
      case 'struct':
        if (kind !== 'object') return this.#mismatch(kind, `protocol.${type.name}`, place, before);
        return this.#struct(type, value, place, before);
      case 'list':
        if (kind !== 'array') return this.#mismatch(kind, type.name, place, before);
        return [...itemsOf(this.#text, value)].map((item) => this.decode(type.item, item, place, undefined));
      case 'string':
        return kind === 'string' ? stringOf(this.#text, value) : this.#mismatch(kind, type.kind, place, before);
      case 'bool':
        return kind === 'bool' ? this.#raw(value) === 'true' : this.#mismatch(kind, type.kind, place, before);
      default:
        return this.#integer(type.kind, value, kind, place, before);
    }
  }

  #struct(type: Struct, value: Slice, place: Place, before: unknown): Decoded {
    const decoded: Decoded = { ...(before as Decoded | undefined) };
    for (const [key, member] of membersOf(this.#text, value)) {
      const name = fieldOf(type, key);
      if (name === undefined) continue;
      const inner = { struct: type.name, path: [...place.path, name] };
      decoded[name] = this.decode(type.fields[name]!, member, inner, decoded[name]);
    }
    return decoded;
  }

  #integer(kind: 'uint32' | 'uint' | 'uint64', value: Slice, found: string, place: Place, before: unknown): unknown {
    if (found !== 'number') return this.#mismatch(found, kind, place, before);
    const raw = this.#raw(value);
    if (!/^\d+$/.test(raw) || BigInt(raw) > LIMITS[kind]) return this.#mismatch(`number ${raw}`, kind, place, before);
    return Number(raw);
  }

  #own(type: Own, value: Slice, kind: string, place: Place, before: unknown): unknown {
    if (kind === 'null') return type.readsNull ? type.read('') : undefined;
    if (kind === 'string') return type.read(stringOf(this.#text, value));
    const fault = mismatchText(kind, 'string', place);
    // Go's decoder goes on past arrays and objects that do not decode themselves, and stops at literals.
    if (kind !== 'array' && kind !== 'object') throw undecodable(fault);
    this.fault ??= fault;
    return before;
  }

  #mismatch(found: string, type: string, place: Place, before: unknown): unknown {
    this.fault ??= mismatchText(found, type, place);
    return before;
  }

  #raw({ start, end }: Slice): string {
    return this.#text.slice(start, end);
  }
}

function mismatchText(found: string, type: string, { struct, path }: Place): string {
  const where = struct ? `struct field ${[struct, ...path].join('.')} of type` : 'value of type';
  return `json: cannot unmarshal ${found} into Go ${where} ${type}`;
}

function fieldOf({ fields }: Struct, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const folded = key.toUpperCase();
  return Object.keys(fields).find((name) => name.toUpperCase() === folded);
}
