import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** The level of each room and file; a file may import from its own room and from lower levels. */
const levels: Record<string, number> = {
  core: 0,
  'version.ts': 0,
  'node-version.ts': 0,
  'needs-node.ts': 0.5,
  options: 2,
  processes: 1,
  xdr: 1,
  arrow: 1,
  datastore: 1,
  parquet: 2,
  ledger: 2,
  archive: 3,
  tables: 3,
  history: 3,
  lake: 3,
  workers: 4,
  ingest: 5,
  simulator: 5,
  library: 6,
  pipelines: 6,
  'light.ts': 7,
  'index.ts': 8,
  'bench-decode.ts': 8,
  server: 9,
  client: 10,
  mcp: 11,
  cli: 12,
  console: 13,
};

const room = (name: string) => name.split('/')[0];
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** What each file imports, whenever and for whatever: types and imports in calls count. */
const imports = new Map(files.map((name) => [name, importsOf(name)]));

function importsOf(name: string): string[] {
  const path = join(src, name);
  const found = readFileSync(path, 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
  return [...found].map(([, target]) => relative(src, resolve(dirname(path), target)));
}

/** What a file imports before its first line runs: not in calls, and not for types alone. */
function importsAtOnce(name: string): string[] {
  const path = join(src, name);
  const found = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)(?! type)(?:(?!^(?:import|export))[^;])*?\sfrom '(\.[^']+)'|^import '(\.[^']+)'/gm,
  );
  return [...found].map(([, from, alone]) => relative(src, resolve(dirname(path), from ?? alone)));
}

/** Returns the files that lie on a way from a file back to it. */
function circles(): string[][] {
  const reached = new Map(files.map((name) => [name, reachedFrom(name)]));
  const inCircle = (a: string, b: string) => reached.get(a)!.has(b) && reached.get(b)!.has(a);
  const found = files.filter((name) => inCircle(name, name));
  const first = found.filter((name, i) => !found.slice(0, i).some((other) => inCircle(name, other)));
  return first.map((name) => found.filter((other) => inCircle(name, other)));
}

function reachedFrom(name: string, importsOf = (file: string) => imports.get(file) ?? []): Set<string> {
  const reached = new Set<string>();
  const next = [name];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const target of importsOf(at)) {
      if (!reached.has(target)) next.push(target);
      reached.add(target);
    }
  }
  return reached;
}

it('gives every file of src a level', () => {
  const rooms = new Set(files.map((name) => name.split('/')[0]));
  expect([...rooms].filter((name) => !(name in levels))).toEqual([]);
});

it('lets imports point down only', () => {
  const upward = files.flatMap((name) => {
    return imports
      .get(name)!
      .filter((target) => room(target) !== room(name) && levels[room(target)] >= levels[room(name)])
      .map((target) => `${name} imports ${target}`);
  });
  expect(upward).toEqual([]);
});

/** The folders of the lake, lowest first. */
const lake = ['duckdb', 'disk', 'iceberg', 'meaning', 'asking', 'writing', 'repair', 'engines'];

it('lets a folder of the lake import lower ones only', () => {
  const rank = (name: string) => lake.indexOf(relative('lake', name).split('/')[0]);
  const upward = files.flatMap((name) => {
    const above = imports.get(name)!.filter((target) => rank(target) > rank(name) && rank(name) >= 0);
    return above.map((target) => `${name} imports ${target}`);
  });
  expect(upward).toEqual([]);
});

/** Returns the two folders of the same folder that a file and its target are in; undefined if one is a file of that folder. */
function siblings(name: string, target: string): [string, string] | undefined {
  const [from, to] = [name.split('/'), target.split('/')];
  const depth = from.findIndex((part, i) => part !== to[i]) + 1;
  if (depth === 0 || depth >= Math.min(from.length, to.length)) return undefined;
  return [from.slice(0, depth).join('/'), to.slice(0, depth).join('/')];
}

it('lets folders beside one another import in one direction', () => {
  const arrows = files.flatMap((name) => imports.get(name)!.flatMap((target) => [siblings(name, target) ?? []]));
  const known = Map.groupBy(arrows, ([from]) => from);
  const targets = (folder: string) => (known.get(folder) ?? []).map(([, to]) => to);
  const folders = [...known.keys()].filter((folder) => folder !== undefined && !folder.startsWith('console'));
  expect(folders.filter((folder) => reachedFrom(folder, targets).has(folder))).toEqual([]);
});

it('lets no file import itself through others', () => {
  expect(circles()).toEqual([]);
});

it('exports no value that no other file names', () => {
  const root = join(src, '..');
  const known = ['src', 'test', 'bench'].flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(root, folder, name));
  });
  const naming = new Map<string, number>();
  for (const path of known) {
    for (const word of new Set(readFileSync(path, 'utf8').match(/\w+/g))) naming.set(word, (naming.get(word) ?? 0) + 1);
  }
  const written = files.filter((name) => !name.includes('generated'));
  const unused = written.flatMap((name) => {
    const exported = /^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm;
    const values = [...readFileSync(join(src, name), 'utf8').matchAll(exported)].map(([, value]) => value);
    return values.filter((value) => naming.get(value) === 1).map((value) => `${name} exports ${value}`);
  });
  expect(unused).toEqual([]);
});

/** Files that are imported as a whole (`parameter.text`), workers, and the writer of generated text. The console is a program of its own. */
function areApart(name: string): boolean {
  const isText = name.includes('generated/') || name === 'xdr/schema/announce.ts';
  return isText || wholeImports.has(name) || name.startsWith('console/');
}

const wholeImports = new Set(
  files.flatMap((name) => {
    const text = readFileSync(join(src, name), 'utf8');
    const found = text.matchAll(/\* as \w+ from '(\.[^']+)'|import\('(\.[^']+)'\)|'(\.\/[\w-]+\.ts)' : '/g);
    return [...found].map(([, as, late, entry]) =>
      relative(src, resolve(dirname(join(src, name)), as ?? late ?? entry)),
    );
  }),
);

it('exports each name from one file', () => {
  const exported = /^export (?:abstract |async )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;
  const places = files
    .filter((name) => !areApart(name))
    .flatMap((name) => {
      const names = [...readFileSync(join(src, name), 'utf8').matchAll(exported)].map(([, value]) => value);
      return [...new Set(names)].map((value) => ({ value, name }));
    });
  const twice = [...Map.groupBy(places, ({ value }) => value)].filter(([, found]) => found.length > 1);
  expect(twice.map(([value, found]) => `${value}: ${found.map(({ name }) => name).join(', ')}`)).toEqual([]);
});

it('lets only one file know the DuckDB driver', () => {
  const importers = files.filter((name) => /from '@duckdb\//.test(readFileSync(join(src, name), 'utf8')));
  expect(importers).toEqual(['lake/duckdb/duckdb.ts']);
});

const ofCli = files.filter((name) => room(name) === 'cli');

it('lets the command line know the library, servers, and words that every room has', () => {
  const known = (name: string) => ['cli', 'server', 'mcp', 'core'].includes(room(name)) || !name.includes('/');
  const past = ofCli.flatMap((name) =>
    imports
      .get(name)!
      .filter((target) => !known(target))
      .map((target) => `${name} imports ${target}`),
  );
  expect(past).toEqual([]);
});

it('prints the help of each command before the library is imported', () => {
  const program = readFileSync(join(src, 'cli/program.ts'), 'utf8');
  const commands = [...program.matchAll(/load: \(\) => import\('\.\/([^']+)'\)/g)].map(([, file]) => `cli/${file}`);
  expect(commands).toContain('cli/commands/query.ts');
  const late = ['cli/main.ts', 'cli/run.ts', ...commands].flatMap((name) => {
    const reached = [...reachedFrom(name, importsAtOnce)];
    return reached.filter((target) => ['index.ts', 'lake', 'arrow', 'tables', 'xdr', 'workers'].includes(room(target)));
  });
  expect(late).toEqual([]);
});

it('imports pipelines when they are asked for', () => {
  const reached = [...reachedFrom('index.ts', importsAtOnce)];
  expect(reached).toContain('lake/asking/lake.ts');
  expect(reached.filter((name) => room(name) === 'pipelines')).toEqual([]);
});
