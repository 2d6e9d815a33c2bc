/** The text of `skip`: functions that walk a type's bytes and check them. */
import { plainSize, resolve, type Enum, type Schema, type Union } from './schema.ts';

const UNBOUNDED = 4294967295;

/** What generated walkers may need from `reader.ts`. */
const HELPERS = 'MAX_DEPTH count flag skipPadded skipVarOpaque tooDeep unknownArm unknownMember';

/** Returns an import statement for names that are parted by spaces. */
export function imports(names: string, from: string): string {
  return `import {\n  ${names.split(' ').join(',\n  ')},\n} from '${from}';\n`;
}

/** Collects statements that move `p`, folding runs of fixed size into one step. */
export class Steps {
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
    if (inner.lines.length === 1 && line.startsWith('p = ')) return `flag(d, p) ? ${line.slice(4, -1)} : p + 4`;
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

/** Returns a loop over one statement or a block. */
export function loop(head: string, body: string[]): string[] {
  return body.length === 1 ? [`${head} ${body[0]}`] : [`${head} {`, ...body.map(indent), `}`];
}

function countText(max: number, at: string): string {
  return max === UNBOUNDED ? `d.getUint32(${at})` : `count(d, ${at}, ${max})`;
}

/** Returns the text of `skip.ts`. */
export function skipFile(banner: string, types: Map<string, Schema>, recursive: Set<string>): string {
  const texts = [...types.values()].map((schema) => skipText(schema, recursive));
  const table = [...types.keys()].map((name) => `  ${name}: skip${name},\n`).join('');
  const skips = `/** The checked walk over each type, by name. */\nexport const skips = {\n${table}};\n`;
  return [banner + imports(helpersOf(texts), '../reader.ts'), ...texts, skips].join('\n');
}

/** Returns the names from `reader.ts` that occur in the texts. */
export function helpersOf(texts: string[]): string {
  const used = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  return HELPERS.split(' ').filter(used).join(' ');
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
  const [low, high] = [values[0], values.at(-1)!];
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

/** Returns the line one step to the right. */
export function indent(line: string): string {
  return `  ${line}`;
}
