/** The declarations that programs are checked against: all names have comments, and few other packages are needed. */
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import ts from 'typescript';

const src = join(import.meta.dirname, '../src');
const entries = ['index.ts', 'client/client.ts'].map((name) => join(src, name));

const { options } = ts.getParsedCommandLineOfConfigFile(
  join(src, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(String(messageText));
    },
  },
)!;
const program = ts.createProgram(entries, options);
const checker = program.getTypeChecker();
const names = entries.flatMap(exportsOf);

function exportsOf(entry: string): ts.Symbol[] {
  const file = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  return checker
    .getExportsOfModule(file)
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one));
}

/** Returns the named members of an interface or class, inherited ones of other declarations included. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))) return [];
  return checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOurs);
}

/** Private members have no place outside of their class; members of other packages are theirs to describe. */
function isOurs({ valueDeclaration: found }: ts.Symbol): boolean {
  if (!found || !found.getSourceFile().fileName.startsWith(src)) return false;
  const { name } = found as ts.NamedDeclaration;
  return name === undefined || !ts.isPrivateIdentifier(name);
}

const lacksComment = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;

it('describes every exported name', () => {
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter(lacksComment).map(({ name }) => name)).toEqual([]);
});

it('describes every member of exported interfaces and classes', () => {
  const members = names.flatMap((owner) => membersOf(owner).map((member) => ({ owner, member })));
  expect(members.length).toBeGreaterThan(400);
  const lacking = members.filter(({ member }) => lacksComment(member));
  expect(lacking.map(({ owner, member }) => `${owner.name}.${member.name}`)).toEqual([]);
});

/** Returns the declarations that a build writes for a source. */
function declarationsOf(path: string): string {
  let declarations = '';
  program.emit(program.getSourceFile(path), (_, text) => (declarations = text), undefined, true);
  return declarations;
}

/** Returns the packages whose types are needed to check a program that imports the entry, each with a file that imports it. */
function packagesBehind(entry: string): Map<string, string> {
  const files = new Set([entry]);
  const packages = new Map<string, string>();
  for (const file of files) {
    for (const { fileName } of ts.preProcessFile(declarationsOf(file)).importedFiles) {
      if (fileName.startsWith('.')) files.add(join(dirname(file), fileName));
      else if (!fileName.startsWith('node:')) packages.set(fileName, relative(src, file));
    }
  }
  return packages;
}

it('needs the types of Arrow alone, which queries return', () => {
  const [library, client] = entries.map(packagesBehind);
  expect(library?.delete('apache-arrow')).toBe(true);
  expect({ library, client }).toEqual({ library: new Map(), client: new Map() });
});
