/**
 * Schema in, TypeScript text out: `skip` (walk and check), `json` (SEP-51 text straight from bytes) and
 * `locate` (where the fields of a struct start). Writes no file; test/xdr/compile.test.ts does, with UPDATE=1.
 */
import { jsonFile } from './compile-json.ts';
import { Steps, helpersOf, imports, skipFile } from './compile-skip.ts';
import { recursiveTypes, type Schema, type Struct } from './schema.ts';

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
  const structs = located.map((name) => {
    const schema = types.get(name);
    if (schema?.kind !== 'struct') throw new Error(`${name} is not a struct of the schema`);
    return schema;
  });
  return {
    'enums.ts': [banner, ...[...types.values()].map(enumText).filter(Boolean)].join('\n'),
    'skip.ts': skipFile(banner, types, recursive),
    'json.ts': jsonFile(banner, types),
    'locate.ts': locateFile(banner, structs, recursive),
  };
}

function checkIdentifier(name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error(`schema name ${name} is not an identifier`);
}

function enumText(schema: Schema): string {
  if (schema.kind !== 'enum') return '';
  const members = [...schema.nameByValue].map(([value, name]) => `  ${name}: ${value},\n`).join('');
  return `export const ${schema.name} = {\n${members}} as const;\n`;
}

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
