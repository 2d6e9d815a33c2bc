import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keyOf } from '../src/datastore/config/config-file.ts';
import { kinds } from '../src/datastore/kinds.ts';
import { commands } from '../src/cli/program.ts';
import { tables } from '../src/tables/index.ts';
import { expectPart } from './generated-part.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-docs-'));
const path = join(root, 'README.md');
const readme = readFileSync(path, 'utf8');

afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

it('lists the tables as they are declared', () => {
  const rows = tables.map(({ name, grain }) => `| \`${name}\` | ${grain} |`).sort();
  expectPart(path, 'tables', ['| table | one row |', '| --- | --- |', ...rows]);
});

it('lists the kinds of stores as they declare themselves', () => {
  const rows = kinds.flatMap(({ type, form, where, params }) => [
    `| **${type}** | \`${form}\` | \`${where.key}\` | ${where.about} |`,
    ...Object.entries(params).map(([name, { flag, notInFile, prefix, required, about }]) => {
      const key = notInFile ? '' : `\`${prefix ? `${prefix}<Name>` : keyOf(name)}\`${required ? ', required' : ''}`;
      return `| | ${flag ? `\`${flag}\`` : ''} | ${key} | ${about} |`;
    }),
  ]);
  const heads = ['| `type` | address and flags | `[datastore_config.params]` | |', '| --- | --- | --- | --- |'];
  expectPart(join(root, 'src/datastore/README.md'), 'kinds', [...heads, ...rows]);
});

it('lists the commands as they describe themselves', () => {
  const rows = commands.map(({ name, summary }) => `| \`${name}\` | ${summary} |`);
  expectPart(path, 'commands', ['| command | what it does |', '| --- | --- |', ...rows]);
});

it('shows what the first commands print', () => {
  const [ingest, query] = [...readme.matchAll(/^ledgerlake (.*)$/gm)].map(([, line]) =>
    line.replaceAll('/tmp/lake', join(folder, 'lake')),
  );
  const words = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  run('src/cli/main.ts', ...words(ingest));
  const shown = /```text\n(type_string[^]*?)```/.exec(readme)![1];
  expect(run('src/cli/main.ts', ...words(query))).toBe(shown);
});

it.skipIf(process.platform === 'win32')('shows an alias that works in any folder, with paths as they are there', () => {
  const alias = /^alias ledgerlake=.*$/m.exec(readme)![0];
  const script = `shopt -s expand_aliases\n${alias}\ncd "$1"\nledgerlake query --lake ./lake "select 'a b' as text"\n`;
  const options = { cwd: root, encoding: 'utf8' } as const;
  expect(execFileSync('bash', ['-c', script, 'bash', folder], options)).toBe('text\na b\n');
});

it('runs the example', () => {
  const found = JSON.parse(run('test/example.ts', join(folder, 'example'), 'data/sample')) as Record<string, unknown>;
  expect(found).toMatchObject({
    ledgers: 128,
    skipped: [],
    sequences: [2, 3, 4],
    operations: 2773,
    gaps: [],
    first: 8,
  });
  expect(found['again']).toMatchObject({ ledgers: 0, segments: 0, skipped: [{ first: 2, last: 129 }] });
});

it('keeps the README under 250 lines', () => {
  expect(readme.split('\n').length).toBeLessThan(250);
});
