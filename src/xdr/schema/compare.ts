/** Compares the schema with the definitions that the Rust crate stellar-xdr publishes as JSON (`xdr-definitions-json/xdr.json`). */
import { UsageError } from '../../core/errors.ts';
import { resolve, type Schema } from '../schema.ts';

/** A type as the file has it. */
type DefinedType =
  | { kind: 'ref'; name: string }
  | { kind: 'opaque_fixed'; size: number }
  | { kind: 'string' | 'opaque_var'; max_size?: number }
  | { kind: 'array'; element: DefinedType; count: number }
  | { kind: 'var_array'; element: DefinedType; max_count?: number }
  | { kind: 'optional'; element: DefinedType }
  | { kind: 'bool' | 'int' | 'unsigned_int' | 'hyper' | 'unsigned_hyper' | 'float' | 'double' };

/** A definition of the file, of the kinds that have bytes of their own, or a name for a type. */
type Definition =
  | { kind: 'typedef'; name: string; type: DefinedType }
  | { kind: 'struct'; name: string; fields: { name: string; type: DefinedType }[] }
  | { kind: 'enum'; name: string; members: { name: string; value: number }[] }
  | {
      kind: 'union';
      name: string;
      arms: { name: string | null; type?: DefinedType; cases: { name?: string; value: number }[] }[];
    }
  | { kind: 'const'; name: string };

const UNBOUNDED = 4294967295;
const SCALARS: Record<string, string> = {
  int: 'int32',
  unsigned_int: 'uint32',
  hyper: 'int64',
  unsigned_hyper: 'uint64',
};

/**
 * Returns what the definitions have and the schema lacks or has otherwise, a sentence each; none where the schema reads all that they
 * define. Names are held together without case and underscores. Throws UsageError for a text that is no such file.
 */
export function missingFrom(types: ReadonlyMap<string, Schema>, definitions: string): string[] {
  const defined = parse(definitions);
  const byName = new Map(defined.map((definition) => [definition.name, definition]));
  const ours = new Map([...types].map(([name, schema]) => [plain(name), resolve(schema)]));
  return defined.flatMap((definition) => {
    const { kind, name } = definition;
    if (kind === 'const' || kind === 'typedef') return [];
    const type = ours.get(plain(name));
    const there = partsDefined(definition, byName);
    if (type?.kind !== kind) return [`${kind} ${name} is missing: ${[...there.values()].join(', ')}`];
    const here = partsOf(type);
    return [...there].flatMap(([part, text]) => {
      const found = here.get(part);
      if (found === undefined) return [`${kind} ${name} has no ${part}: ${text}`];
      return found === text ? [] : [`${kind} ${name}, ${part}: ${found}, expected ${text}`];
    });
  });
}

/**
 * Returns the arms of unions and members of enums that the definitions have and the schema lacks: their names by number, by the type's
 * name in the schema. Throws UsageError for a text that is no such file.
 */
export function newNumbers(
  types: ReadonlyMap<string, Schema>,
  definitions: string,
): Record<string, Record<number, string>> {
  const defined = new Map(parse(definitions).map((definition) => [plain(definition.name), definition]));
  const found: Record<string, Record<number, string>> = {};
  for (const [name, schema] of types) {
    const known = partsOf(resolve(schema));
    for (const [part, called] of numbersOf(defined.get(plain(name)))) {
      if (!known.has(part)) (found[name] ??= {})[Number(part.split(' ')[1])] = called;
    }
  }
  return found;
}

/** The arms or members of a definition, each with its name: the field of an arm, or of one without a field its member. */
function numbersOf(definition: Definition | undefined): [part: string, name: string][] {
  if (definition?.kind === 'enum') return definition.members.map(({ name, value }) => [`member ${value}`, name]);
  if (definition?.kind !== 'union') return [];
  return definition.arms.flatMap(({ name, cases }) =>
    cases.map(({ name: member, value }): [string, string] => [`arm ${value}`, name ?? member ?? 'void']),
  );
}

function parse(text: string): Definition[] {
  try {
    const { definitions } = JSON.parse(text) as { definitions?: unknown };
    if (Array.isArray(definitions)) return definitions as Definition[];
  } catch {
    // Told below.
  }
  throw new UsageError('the file is no xdr.json of the crate stellar-xdr: it has no list of definitions');
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The fields, members or arms of a definition, each with what it holds; fields by their place. */
function partsDefined(definition: Definition, byName: ReadonlyMap<string, Definition>): Map<string, string> {
  const text = (type: DefinedType | undefined): string => (type ? definedText(type, byName) : 'void');
  switch (definition.kind) {
    case 'struct':
      return new Map(definition.fields.map(({ name, type }, i) => [`field ${i + 1}`, `${plain(name)} ${text(type)}`]));
    case 'enum':
      return new Map(definition.members.map(({ name, value }) => [`member ${value}`, plain(name)]));
    case 'union':
      return new Map(
        definition.arms.flatMap(({ name, type, cases }) =>
          cases.map(({ value }) => [`arm ${value}`, type ? `${plain(name ?? '')} ${text(type)}` : 'void'] as const),
        ),
      );
    default:
      return new Map();
  }
}

function definedText(type: DefinedType, byName: ReadonlyMap<string, Definition>): string {
  const inner = (element: DefinedType) => definedText(element, byName);
  switch (type.kind) {
    case 'ref': {
      const found = byName.get(type.name);
      return found?.kind === 'typedef' ? inner(found.type) : plain(type.name);
    }
    case 'opaque_fixed':
      return `opaque[${type.size}]`;
    case 'string':
    case 'opaque_var':
      return bounded(type.kind === 'string' ? 'string' : 'opaque', type.max_size);
    case 'array':
      return `${inner(type.element)}[${type.count}]`;
    case 'var_array':
      return bounded(inner(type.element), type.max_count);
    case 'optional':
      return `${inner(type.element)}*`;
    default:
      return SCALARS[type.kind] ?? type.kind;
  }
}

/** The same of a type of the schema. */
function partsOf(type: Exclude<Schema, { kind: 'lazy' }>): Map<string, string> {
  switch (type.kind) {
    case 'struct':
      return new Map(type.entries.map(([name, field], i) => [`field ${i + 1}`, `${plain(name)} ${textOf(field)}`]));
    case 'enum':
      return new Map([...type.nameByValue].map(([value, name]) => [`member ${value}`, plain(name)]));
    case 'union':
      return new Map(
        type.cases.map(({ discriminant, arm }) => [
          `arm ${discriminant}`,
          arm.kind === 'field' ? `${plain(arm.name)} ${textOf(arm.schema)}` : 'void',
        ]),
      );
    default:
      return new Map();
  }
}

function textOf(schema: Schema): string {
  const type = resolve(schema);
  switch (type.kind) {
    case 'struct':
    case 'union':
    case 'enum':
      return plain(type.name);
    case 'opaque':
      return `opaque[${type.length}]`;
    case 'string':
      return bounded('string', type.maxLength);
    case 'varOpaque':
      return bounded('opaque', type.maxLength);
    case 'fixedArray':
      return `${textOf(type.element)}[${type.length}]`;
    case 'array':
      return bounded(textOf(type.element), type.maxLength);
    case 'option':
      return `${textOf(type.element)}*`;
    default:
      return type.kind;
  }
}

function bounded(text: string, most = UNBOUNDED): string {
  return most === UNBOUNDED ? `${text}<>` : `${text}<${most}>`;
}
