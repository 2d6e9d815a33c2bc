/** The text of `json`: functions that write a value as SEP-51 JSON straight from its bytes. */
import { imports, indent, loop } from './compile-skip.ts';
import { armNames, enumNames, fieldName } from './names.ts';
import { resolve, type Enum, type Schema, type Union } from './schema.ts';

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
  'MuxedContract',
  'MuxedEd25519Account',
  'PoolId',
  'PublicKey',
  'ScAddress',
  'SignerKey',
  'SignerKeyEd25519SignedPayload',
  'Uint128Parts',
  'Uint256Parts',
]);

/** Types that may be too large to be written at once: their arrays are written an element at a time as well. */
const IN_STEPS = [
  'GeneralizedTransactionSet',
  'LedgerCloseMeta',
  'LedgerCloseMetaV0',
  'LedgerCloseMetaV1',
  'LedgerCloseMetaV2',
  'ParallelTxsComponent',
  'TransactionPhase',
  'TransactionSet',
  'TransactionSetV1',
  'TxSetComponent',
  'TxSetComponentTxsMaybeDiscountedFee',
];

/** Returns the text of `json.ts`. */
export function jsonFile(banner: string, types: Map<string, Schema>): string {
  const own = [...OWN_JSON].map((name) => `json${name}`).join(' ');
  const head = [
    `import { Piece } from '../../core/bytes.ts';`,
    `import type { JsonWriter } from '../json-writer.ts';`,
    imports(own, '../json-values.ts'),
  ].join('\n');
  pieces.clear();
  const texts = [...types.values()].map(jsonText).filter(Boolean);
  return [banner + head, piecesText(), ...texts, jsonTable(types)].join('\n');
}

/** The name of each fixed text that stands between values. */
const pieces = new Map<string, string>();

/** Returns the statement that writes a fixed text. */
function writeText(text: string): string {
  if (text.length === 1) return `w.byte(${text.charCodeAt(0)});`;
  if (!pieces.has(text)) pieces.set(text, pieceName(text, new Set(pieces.values())));
  return `w.piece(${pieces.get(text)});`;
}

/** Returns a name that is not taken: the words of the text in camel case. */
function pieceName(text: string, taken: Set<string>): string {
  const words = text.match(/[a-z0-9]+/g) ?? ['close'];
  const name = '$' + words.map((word, i) => (i === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
  return free;
}

function piecesText(): string {
  return [...pieces].map(([text, name]) => `const ${name} = new Piece(${quote(text)});\n`).join('');
}

/** Collects statements that write JSON, joining neighbouring pieces of fixed text. */
class Writes {
  readonly lines: string[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  settle(): void {
    if (this.#text) this.lines.push(writeText(this.#text));
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
    this.lines.push(`if (w.view.getUint32(p - 4) === 0) ${writeText('null')}`);
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
  const lines = jsonBody(type);
  const body = lines.map((line) => `  ${line}\n`).join('');
  const text = `export function json${type.name}(w: JsonWriter, p: number): number {\n${body}}\n`;
  return IN_STEPS.includes(type.name) ? `${text}\n${stepsText(type.name, lines)}` : text;
}

/** Returns the generator that writes the same and stops after each element of an array. */
function stepsText(name: string, lines: readonly string[]): string {
  const body = lines.flatMap((line) => {
    const called = /^( *)p = json(\w+)\(w, p\);$/.exec(line);
    if (called && IN_STEPS.includes(called[2])) return `  ${called[1]}p = yield* steps${called[2]}(w, p);\n`;
    return line.includes('if (i > 1) w.byte(44);') ? [`  ${line}\n`, `    yield;\n`] : `  ${line}\n`;
  });
  return `export function* steps${name}(w: JsonWriter, p: number): Generator<void, number> {\n${body.join('')}}\n`;
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
