/**
 * Schema in, TypeScript text out: `skip` (walk and check), `json` (SEP-51 text straight from bytes) and
 * `locate` (where the fields of a struct start). Writes no file; test/xdr/compile.test.ts does, with UPDATE=1.
 */
import { armNames, enumNames, fieldName } from './names.ts';
import { plainSize, recursiveTypes, resolve, type Enum, type Schema, type Struct, type Union } from './schema.ts';

const UNBOUNDED = 4294967295;

/** Types whose JSON is a text of its own (SEP-51, SEP-23), written by hand in `json-values.ts`. */
const OWN_JSON = new Set([
  'AssetCode',
  'AssetCode12',
  'AssetCode4',
  'ClaimableBalanceId',
  'ContractId',
  'Int128Parts',
  'Int256Parts',
  'MuxedAccount',
  'MuxedAccountMed25519',
  'MuxedEd25519Account',
  'PoolId',
  'PublicKey',
  'ScAddress',
  'SignerKey',
  'SignerKeyEd25519SignedPayload',
  'Uint128Parts',
  'Uint256Parts',
]);

/** The text of each generated file. */
export interface Compiled {
  'enums.ts': string;
  'skip.ts': string;
  'json.ts': string;
  'locate.ts': string;
}

/** Returns the generated files for the types; `located` names the structs that get a `locate`. */
export function compile(types: Map<string, Schema>, located: string[], version: string): Compiled {
  const banner = `// Generated from the XDR schema of ${version}. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile\n`;
  const recursive = recursiveTypes(types);
  for (const name of types.keys()) checkIdentifier(name);
  const texts = (emit: (schema: Schema, recursive: Set<string>) => string) =>
    [...types.values()].map((schema) => emit(schema, recursive)).filter(Boolean);
  const structs = located.map((name) => {
    const schema = types.get(name);
    if (schema?.kind !== 'struct') throw new Error(`${name} is not a struct of the schema`);
    return schema;
  });
  return {
    'enums.ts': [banner, ...texts(enumText)].join('\n'),
    'skip.ts': skipFile(banner, types, texts(skipText)),
    'json.ts': [banner + JSON_IMPORTS, ...texts(jsonText), jsonTable(types)].join('\n'),
    'locate.ts': locateFile(banner, structs, recursive),
  };
}

const SKIP_IMPORTS = 'MAX_DEPTH count flag skipPadded skipVarOpaque tooDeep unknownArm unknownMember';
const JSON_IMPORTS =
  `import type { JsonWriter } from '../json-writer.ts';\n` +
  imports([...OWN_JSON].map((name) => `json${name}`).join(' '), '../json-values.ts');

function imports(names: string, from: string): string {
  return `import {\n  ${names.split(' ').join(',\n  ')},\n} from '${from}';\n`;
}

function checkIdentifier(name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error(`schema name ${name} is not an identifier`);
}

function enumText(schema: Schema): string {
  if (schema.kind !== 'enum') return '';
  const members = [...schema.nameByValue].map(([value, name]) => `  ${name}: ${value},\n`).join('');
  return `export const ${schema.name} = {\n${members}} as const;\n`;
}

// --- skip ---

/** Collects statements that move `p`, folding runs of fixed size into one step. */
class Steps {
  readonly lines: string[] = [];
  readonly #recursive: Set<string>;
  readonly #inside: boolean;
  #step = 0;

  constructor(recursive: Set<string>, inside: boolean, step = 0) {
    this.#recursive = recursive;
    this.#inside = inside;
    this.#step = step;
  }

  /** The expression for the current offset. */
  get at(): string {
    return this.#step === 0 ? 'p' : `p + ${this.#step}`;
  }

  /** Writes the pending step, so that `p` is the current offset. */
  settle(): void {
    if (this.#step > 0) this.lines.push(`p += ${this.#step};`);
    this.#step = 0;
  }

  /** Adds the statements that skip a value of the type. */
  skip(schema: Schema): void {
    const size = plainSize(schema);
    if (size !== undefined) this.#step += size;
    else this.#move(this.#after(schema));
  }

  #move(expression: string): void {
    if (expression) this.lines.push(`p = ${expression};`);
    this.#step = 0;
  }

  /** Returns the offset after a value at `at` as one expression, or writes a loop and returns nothing. */
  #after(schema: Schema): string {
    const type = resolve(schema);
    if (type.kind === 'string' || type.kind === 'varOpaque') return `skipVarOpaque(d, ${this.at}, ${type.maxLength})`;
    if (type.kind === 'opaque') return `skipPadded(d, ${this.at}, ${type.length})`;
    if (type.name) return this.#call(type.name);
    if (type.kind === 'bool') {
      this.lines.push(`flag(d, ${this.at});`);
      return `${this.at} + 4`.replace(/^p \+ (\d+) \+ 4$/, (_, n) => `p + ${Number(n) + 4}`);
    }
    if (type.kind === 'option') return this.#option(type.element);
    if (type.kind === 'array' || type.kind === 'fixedArray') return this.#array(type);
    throw new Error(`no way to skip ${type.kind}`);
  }

  #call(name: string): string {
    const depth = this.#recursive.has(name) && this.#inside ? ', depth - 1' : '';
    return `skip${name}(d, ${this.at}${depth})`;
  }

  #option(element: Schema): string {
    this.settle();
    const size = plainSize(element);
    if (size !== undefined) return `flag(d, p) ? p + ${4 + size} : p + 4`;
    const inner = new Steps(this.#recursive, this.#inside, 4);
    inner.skip(element);
    inner.settle();
    const [line] = inner.lines;
    if (inner.lines.length === 1 && line!.startsWith('p = ')) return `flag(d, p) ? ${line!.slice(4, -1)} : p + 4`;
    this.lines.push(`if (flag(d, p)) {`, ...inner.lines.map(indent), `} else p += 4;`);
    return '';
  }

  #array(type: Extract<Schema, { kind: 'array' | 'fixedArray' }>): string {
    const size = plainSize(type.element);
    if (type.kind === 'array') this.#step += 4;
    this.settle();
    if (size !== undefined && type.kind === 'array') return `p + ${countText(type.maxLength, 'p - 4')} * ${size}`;
    const inner = new Steps(this.#recursive, this.#inside);
    inner.skip(type.element);
    inner.settle();
    const length = type.kind === 'array' ? countText(type.maxLength, 'p - 4') : String(type.length);
    this.lines.push(...loop(`for (let i = ${length}; i > 0; i--)`, inner.lines));
    return '';
  }
}

function loop(head: string, body: string[]): string[] {
  return body.length === 1 ? [`${head} ${body[0]}`] : [`${head} {`, ...body.map(indent), `}`];
}

function countText(max: number, at: string): string {
  return max === UNBOUNDED ? `d.getUint32(${at})` : `count(d, ${at}, ${max})`;
}

function skipFile(banner: string, types: Map<string, Schema>, texts: string[]): string {
  const table = [...types.keys()].map((name) => `  ${name}: skip${name},\n`).join('');
  const skips = `/** The checked walk over each type, by name. */\nexport const skips = {\n${table}};\n`;
  return [banner + imports(helpersOf(texts), '../reader.ts'), ...texts, skips].join('\n');
}

/** Returns the names from `reader.ts` that occur in the texts. */
function helpersOf(texts: string[]): string {
  const used = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  return SKIP_IMPORTS.split(' ').filter(used).join(' ');
}

function skipText(schema: Schema, recursive: Set<string>): string {
  const type = resolve(schema);
  if (!type.name) return '';
  const inside = recursive.has(type.name);
  const depth = inside ? ', depth = MAX_DEPTH' : '';
  const guard = inside ? ['if (depth === 0) throw tooDeep(p);'] : [];
  const body = [...guard, ...skipBody(type, recursive, inside)].map((line) => `  ${line}\n`).join('');
  const view = plainSize(type) === undefined ? 'd' : '_d';
  return `export function skip${type.name}(${view}: DataView, p: number${depth}): number {\n${body}}\n`;
}

function skipBody(type: Schema, recursive: Set<string>, inside: boolean): string[] {
  if (type.kind === 'enum') return enumCheck(type);
  if (type.kind === 'union') return unionBody(type, recursive, inside);
  const steps = new Steps(recursive, inside);
  if (type.kind === 'struct') for (const [, field] of type.entries) steps.skip(field);
  else steps.skip(type);
  return returning(steps);
}

/** Ends a body: the last move of `p` becomes the return. */
function returning(steps: Steps): string[] {
  const at = steps.at;
  const last = steps.lines.at(-1);
  if (at === 'p' && last?.startsWith('p = ')) return [...steps.lines.slice(0, -1), `return ${last.slice(4)}`];
  return [...steps.lines, `return ${at};`];
}

function enumCheck(type: Enum): string[] {
  const values = [...type.nameByValue.keys()].sort((a, b) => a - b);
  const [low, high] = [values[0]!, values.at(-1)!];
  const range = high - low + 1 === values.length;
  const wrong = range
    ? low === high
      ? `value !== ${low}`
      : `value < ${low} || value > ${high}`
    : values.map((value) => `value !== ${value}`).join(' && ');
  return [
    `const value = d.getInt32(p);`,
    `if (${wrong}) throw unknownMember('${type.name}', p, value);`,
    `return p + 4;`,
  ];
}

function unionBody(type: Union, recursive: Set<string>, inside: boolean): string[] {
  const groups = new Map<string, { values: number[]; lines: string[] }>();
  for (const { discriminant, arm } of type.cases) {
    const steps = new Steps(recursive, inside, 4);
    if (arm.kind === 'field') steps.skip(arm.schema);
    const lines = returning(steps);
    const key = lines.join('\n');
    const group = groups.get(key) ?? { values: [], lines };
    group.values.push(discriminant);
    groups.set(key, group);
  }
  const cases = [...groups.values()].flatMap(({ values, lines }) => {
    return [...values.map((value) => `  case ${value}:`), ...lines.map((line) => `    ${line}`)];
  });
  return [`switch (d.getInt32(p)) {`, ...cases, `}`, `throw unknownArm('${type.name}', p, d.getInt32(p));`];
}

function indent(line: string): string {
  return `  ${line}`;
}

// --- json ---

/** Collects statements that write JSON, joining neighbouring pieces of fixed text. */
class Writes {
  readonly lines: string[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  settle(): void {
    if (this.#text) this.lines.push(`w.ascii(${quote(this.#text)});`);
    this.#text = '';
  }

  line(line: string): void {
    this.settle();
    this.lines.push(line);
  }

  /** Adds the statements that write a value of the type and move `p` past it. */
  value(schema: Schema): void {
    const type = resolve(schema);
    if (type.name && (type.kind !== 'string' || OWN_JSON.has(type.name)))
      return this.line(`p = json${type.name}(w, p);`);
    switch (type.kind) {
      case 'void':
        return this.text('null');
      case 'option':
        return this.#option(type.element);
      case 'array':
      case 'fixedArray':
        return this.#array(type);
      default:
        return this.line(`p = ${scalarJson(type)};`);
    }
  }

  #option(element: Schema): void {
    const inner = new Writes();
    inner.value(element);
    inner.settle();
    this.line(`p += 4;`);
    this.lines.push(`if (w.view.getUint32(p - 4) === 0) w.ascii('null');`);
    if (inner.lines.length === 1) this.lines.push(`else ${inner.lines[0]}`);
    else this.lines.push(`else {`, ...inner.lines.map(indent), `}`);
  }

  #array(type: Extract<Schema, { kind: 'array' | 'fixedArray' }>): void {
    this.text('[');
    const inner = new Writes();
    inner.value(type.element);
    inner.settle();
    if (type.kind === 'array') this.line(`p += 4;`);
    else this.settle();
    const length = type.kind === 'array' ? 'w.view.getUint32(p - 4)' : String(type.length);
    this.lines.push(...loop(`for (let i = ${length}; i > 0; i--)`, [...inner.lines, `if (i > 1) w.byte(44);`]));
    this.text(']');
  }
}

/** Returns the expression that writes a scalar at `p` and gives the offset after it. */
function scalarJson(type: Schema): string {
  switch (type.kind) {
    case 'opaque':
      return `w.opaque(p, ${type.length})`;
    case 'varOpaque':
    case 'string':
    case 'int32':
    case 'uint32':
    case 'int64':
    case 'uint64':
    case 'bool':
      return `w.${type.kind}(p)`;
    default:
      throw new Error(`no JSON for ${type.kind}`);
  }
}

function jsonText(schema: Schema): string {
  const type = resolve(schema);
  if (!type.name || OWN_JSON.has(type.name)) return '';
  const body = jsonBody(type)
    .map((line) => `  ${line}\n`)
    .join('');
  return `export function json${type.name}(w: JsonWriter, p: number): number {\n${body}}\n`;
}

function jsonBody(type: Exclude<Schema, { kind: 'lazy' }>): string[] {
  const writes = new Writes();
  switch (type.kind) {
    case 'enum':
      return enumJson(type);
    case 'union':
      return unionJson(type);
    case 'struct':
      type.entries.forEach(([name, field], index) => {
        writes.text(`${index === 0 ? '{' : ','}"${fieldName(name)}":`);
        writes.value(field);
      });
      writes.text('}');
      writes.settle();
      return [...writes.lines, `return p;`];
    default:
      return [`return ${scalarJson(type)};`];
  }
}

function enumJson(type: Enum): string[] {
  const cases = [...enumNames(type)].flatMap(([value, name]) => [
    `  case ${value}:`,
    `    w.ascii('"${name}"');`,
    `    break;`,
  ]);
  return [`switch (w.view.getInt32(p)) {`, ...cases, `}`, `return p + 4;`];
}

function unionJson(type: Union): string[] {
  const names = armNames(type);
  const cases = type.cases.flatMap(({ discriminant, arm }) => {
    const name = names.get(discriminant)!;
    const writes = new Writes();
    if (arm.kind === 'field') {
      writes.text(`{"${name}":`);
      writes.value(arm.schema);
      writes.text('}');
    } else writes.text(`"${name}"`);
    writes.settle();
    return [`  case ${discriminant}:`, ...writes.lines.map((line) => `    ${line}`), `    break;`];
  });
  return [`p += 4;`, `switch (w.view.getInt32(p - 4)) {`, ...cases, `}`, `return p;`];
}

function jsonTable(types: Map<string, Schema>): string {
  const lines = [...types.keys()].map((name) => `  ${name}: json${name},\n`).join('');
  return `/** The writer of each type, by name. */\nexport const jsonWriters = {\n${lines}};\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

// --- locate ---

function locateFile(banner: string, structs: Struct[], recursive: Set<string>): string {
  const texts = structs.map((struct) => locateText(struct, recursive));
  const skips = [...new Set(texts.flatMap((text) => text.match(/\bskip[A-Z]\w*(?=\()/g) ?? []))].sort();
  const helpers = helpersOf(texts);
  const generated = skips.filter((name) => !helpers.split(' ').includes(name)).join(' ');
  return [banner + imports(helpers, '../reader.ts') + imports(generated, './skip.ts'), ...texts].join('\n');
}

function locateText(type: Struct, recursive: Set<string>): string {
  const names = type.entries.map(([name]) => name);
  const steps = new Steps(recursive, false);
  for (const [name, field] of type.entries) {
    steps.lines.push(`at.${name} = ${steps.at};`);
    steps.skip(field);
  }
  const body = [...steps.lines, `return (at.end = ${steps.at});`].map((line) => `  ${line}\n`).join('');
  const fields = [...names, 'end'];
  return [
    `/** Where the fields of a ${type.name} start, and where it ends. */`,
    `export interface ${type.name}At {`,
    ...fields.map((name) => `  ${name}: number;`),
    `}`,
    `export function at${type.name}(): ${type.name}At {`,
    `  return { ${fields.map((name) => `${name}: 0`).join(', ')} };`,
    `}`,
    `export function locate${type.name}(d: DataView, p: number, at: ${type.name}At): number {`,
    body + `}`,
    '',
  ].join('\n');
}
