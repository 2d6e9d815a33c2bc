/** Additions to a schema. */
import { resolve, type Schema, type UnionCase } from '../schema.ts';

/** Additions of one protocol to the schema of the one before, under the names of the SDK. */
export interface Overlay {
  protocol: number;
  /** New members of an enum, or those of a new enum: their names with their values. */
  members: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** New structs: their fields in order, each with its type: a name or scalar, with `?` if it is optional, with `[]` for a list. */
  structs: Readonly<Record<string, readonly (readonly [field: string, type: string])[]>>;
  /** New unions: the enum that tells their arms apart, or `int32`. Their arms are in `arms`. */
  unions?: Readonly<Record<string, string>>;
  /** New arms of a union, by member of its enum, or `v5` for number 5: a field and its type, or null for an arm without a field. */
  arms: Readonly<Record<string, Readonly<Record<string, readonly [field: string, type: string] | null>>>>;
  /** New limits of texts, by struct and field: `Struct.field`. */
  maxLengths: Readonly<Record<string, number>>;
}

/** What is known of a protocol that is not read yet: for each type the new numbers, with their names. */
export interface Announced {
  protocol: number;
  numbers: Readonly<Record<string, Readonly<Record<number, string>>>>;
}

const MAX_LENGTH = 0xffffffff;
const scalars = ['bool', 'int32', 'uint32', 'int64', 'uint64'] as const;

/** Returns the types with what the overlay adds. What the types have already stays as it is. Throws Error for a name that they lack. */
export function withOverlay(types: ReadonlyMap<string, Schema>, overlay: Overlay): Map<string, Schema> {
  const result = new Map<string, Schema>();
  const named = (name: string): Schema => ({ kind: 'lazy', name, getSchema: () => known(result, name) });
  const typed = (name: string): Schema => typeOf(name, named);
  // References go by name, so that they find the types of the result.
  const inner = (schema: Schema): Schema => {
    const type = resolve(schema);
    return type.name !== undefined && types.has(type.name) ? named(type.name) : anew(type);
  };
  const anew = (schema: Schema): Schema => {
    const type = resolve(schema);
    switch (type.kind) {
      case 'enum':
        return { ...type, nameByValue: withMembers(type.nameByValue, overlay.members[type.name]) };
      case 'struct':
        return {
          ...type,
          entries: type.entries.map(([field, of]) => {
            const maxLength = overlay.maxLengths[`${type.name}.${field}`];
            return [field, maxLength === undefined ? inner(of) : { kind: 'string', maxLength }];
          }),
        };
      case 'union': {
        const switchOn = anew(type.switchOn);
        const arms = Object.entries(overlay.arms[type.name] ?? {}).map(([name, of]): UnionCase => {
          const discriminant = switchOn.kind === 'enum' ? valueOf(switchOn, name) : Number(name.slice(1));
          return {
            name,
            discriminant,
            arm: of ? { kind: 'field', name: of[0], schema: typed(of[1]) } : { kind: 'void' },
          };
        });
        const cases = type.cases.map((each) =>
          each.arm.kind === 'field' ? { ...each, arm: { ...each.arm, schema: inner(each.arm.schema) } } : each,
        );
        const added = arms.filter(({ discriminant }) => cases.every((each) => each.discriminant !== discriminant));
        return { ...type, switchOn, cases: [...cases, ...added] };
      }
      case 'option':
      case 'array':
      case 'fixedArray':
        return { ...type, element: inner(type.element) };
      default:
        return type;
    }
  };
  for (const [name, schema] of types) result.set(name, anew(schema));
  for (const [name, members] of Object.entries(overlay.members)) {
    if (!result.has(name)) result.set(name, { kind: 'enum', name, nameByValue: withMembers(new Map(), members) });
  }
  for (const [name, on] of Object.entries(overlay.unions ?? {})) {
    const empty = { kind: 'union', name, switchOn: typed(on), cases: [], switchKey: 'type' } as const;
    if (!result.has(name)) result.set(name, anew(empty));
  }
  for (const [name, fields] of Object.entries(overlay.structs)) {
    if (result.has(name)) continue;
    result.set(name, { kind: 'struct', name, entries: fields.map(([field, of]) => [field, typed(of)]) });
  }
  return new Map([...result].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the type of a name such as `uint32`, `Asset?` or `Asset[]`; `named` gives those of the schema. */
function typeOf(name: string, named: (name: string) => Schema): Schema {
  if (name.endsWith('?')) return { kind: 'option', element: typeOf(name.slice(0, -1), named) };
  if (name.endsWith('[]')) return { kind: 'array', element: typeOf(name.slice(0, -2), named), maxLength: MAX_LENGTH };
  const scalar = scalars.find((kind) => kind === name);
  return scalar ? { kind: scalar } : named(name);
}

function known(types: ReadonlyMap<string, Schema>, name: string): Schema {
  const type = types.get(name);
  if (!type) throw new Error(`the schema has no type ${name}`);
  return type;
}

function withMembers(
  members: ReadonlyMap<number, string>,
  added: Readonly<Record<string, number>> = {},
): ReadonlyMap<number, string> {
  return new Map([...members, ...Object.entries(added).map(([name, value]) => [value, name] as const)]);
}

function valueOf(type: Schema, member: string): number {
  const [value] = (type.kind === 'enum' && [...type.nameByValue].find(([, name]) => name === member)) || [];
  if (value === undefined) throw new Error(`${type.name} has no member ${member}`);
  return value;
}
