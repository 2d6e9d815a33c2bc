import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** The level of each room and file; a file may import from its own room and from lower levels. */
const levels: Record<string, number> = {
  'errors.ts': 0,
  'bytes.ts': 0,
  'key-numbers.ts': 0,
  'version.ts': 0,
  xdr: 1,
  arrow: 1,
  datastore: 1,
  ledger: 2,
  tables: 3,
  history: 3,
  lake: 3,
  workers: 4,
  'index.ts': 5,
  server: 6,
  simulator: 6,
  cli: 7,
};

const room = (path: string) => relative(src, path).split('/')[0]!;
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

it('gives every file of src a level', () => {
  const rooms = new Set(files.map((name) => name.split('/')[0]!));
  expect([...rooms].filter((name) => !(name in levels))).toEqual([]);
});

it('lets imports point down only', () => {
  const upward = files.flatMap((name) => {
    const path = join(src, name);
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
    return [...imports]
      .map(([, target]) => resolve(dirname(path), target!))
      .filter((target) => room(target) !== room(path) && levels[room(target)]! >= levels[room(path)]!)
      .map((target) => `${name} imports ${relative(src, target)}`);
  });
  expect(upward).toEqual([]);
});

it('lets only one file know the DuckDB driver', () => {
  const importers = files.filter((name) => /from '@duckdb\//.test(readFileSync(join(src, name), 'utf8')));
  expect(importers).toEqual(['lake/duckdb.ts']);
});
