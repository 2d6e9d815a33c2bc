/** The XDR schema, reflected from the public types of the Stellar SDK. */
import type { xdr } from '@stellar/stellar-sdk';

/** A named or anonymous XDR type as the SDK describes it. */
export type Schema =
  | { kind: 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'double' | 'bool' | 'void'; name?: string }
  | { kind: 'enum'; name: string; nameByValue: ReadonlyMap<number, string>; memberPrefix?: string }
  | { kind: 'opaque'; name?: string; length: number }
  | { kind: 'varOpaque' | 'string'; name?: string; maxLength: number }
  | { kind: 'option'; name?: string; element: Schema }
  | { kind: 'array'; name?: string; element: Schema; maxLength: number }
  | { kind: 'fixedArray'; name?: string; element: Schema; length: number }
  | { kind: 'struct'; name: string; entries: readonly (readonly [string, Schema])[] }
  | { kind: 'union'; name: string; switchOn: Schema; cases: readonly UnionCase[]; switchKey: string }
  | { kind: 'lazy'; name?: string; getSchema: () => Schema };

/** One arm of a union: a payload under a name, or nothing. */
export interface UnionCase {
  name: string;
  discriminant: number;
  arm: { kind: 'field'; name: string; schema: Schema } | { kind: 'void' };
}

export type Struct = Extract<Schema, { kind: 'struct' }>;
export type Union = Extract<Schema, { kind: 'union' }>;
export type Enum = Extract<Schema, { kind: 'enum' }>;

/** Returns the schema behind a lazy reference, or the schema itself. */
export function resolve(schema: Schema): Exclude<Schema, { kind: 'lazy' }> {
  return schema.kind === 'lazy' ? resolve(schema.getSchema()) : schema;
}

/** Returns the schemas of all types that the SDK's `xdr` namespace exports, by their name, in order of name. */
export function reflect(sdk: typeof xdr): Map<string, Schema> {
  const found = new Map<string, Schema>();
  for (const exported of Object.values(sdk)) {
    const schema = (exported as { schema?: Schema } | undefined)?.schema;
    if (schema?.name) found.set(schema.name, schema);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the types that a type refers to directly. */
export function references(schema: Schema): Schema[] {
  const type = resolve(schema);
  switch (type.kind) {
    case 'struct':
      return type.entries.map(([, field]) => field);
    case 'union':
      return [type.switchOn, ...type.cases.flatMap(({ arm }) => (arm.kind === 'field' ? [arm.schema] : []))];
    case 'option':
    case 'array':
    case 'fixedArray':
      return [type.element];
    default:
      return [];
  }
}

/** Returns the names of the types that can contain a value of their own type. */
export function recursiveTypes(types: Map<string, Schema>): Set<string> {
  const inner = new Map<string, Set<string>>();
  for (const [name, schema] of types) inner.set(name, namedReferences(schema));
  const reaches = (from: string, target: string, seen: Set<string>): boolean =>
    [...(inner.get(from) ?? [])].some((next) => {
      if (next === target) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, target, seen);
    });
  return new Set([...types.keys()].filter((name) => reaches(name, name, new Set())));
}

function namedReferences(schema: Schema): Set<string> {
  const names = new Set<string>();
  for (const reference of references(schema)) {
    const type = resolve(reference);
    if (type.name) names.add(type.name);
    else for (const name of namedReferences(type)) names.add(name);
  }
  return names;
}

/** Returns the fixed size of a type whose bytes need no check at all, else undefined. */
export function plainSize(schema: Schema): number | undefined {
  const type = resolve(schema);
  switch (type.kind) {
    case 'int32':
    case 'uint32':
    case 'float':
      return 4;
    case 'int64':
    case 'uint64':
    case 'double':
      return 8;
    case 'void':
      return 0;
    case 'opaque':
      return type.length % 4 === 0 ? type.length : undefined;
    case 'fixedArray': {
      const size = plainSize(type.element);
      return size === undefined ? undefined : size * type.length;
    }
    case 'struct':
      return sum(type.entries.map(([, field]) => plainSize(field)));
    default:
      return undefined;
  }
}

function sum(sizes: (number | undefined)[]): number | undefined {
  return sizes.reduce((total, size) => (total === undefined || size === undefined ? undefined : total + size), 0);
}
