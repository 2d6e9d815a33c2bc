import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

function readmesOfRooms(): string[] {
  const found = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('README.md')).map((name) => join('src', name));
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

it('lists the tables as they are declared', () => {
  const rows = tables.map(({ name, grain }) => `| \`${name}\` | ${grain} |`).sort();
  expectPart(join(root, 'sql/README.md'), 'tables', ['| table | one row |', '| --- | --- |', ...rows]);
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

/** Those that reach for a network are tried against servers by other tests, those that serve do not end. */
const isRunHere = (line: string) => !/^ledgerlake (?:serve|rpc)|pubnet@|gs:/.test(line);

it('shows commands that run, and what the first print', () => {
  const blocks = [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
  const lines = [...blocks.matchAll(/^ledgerlake .*$/gm)].map(([line]) => line).filter(isRunHere);
  const wordsOf = (line: string) => {
    const words = line.replaceAll('/tmp/', `${folder}/`).matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
    return [...words].slice(1).map(([, quoted, single, plain]) => quoted ?? single ?? plain);
  };
  const printed = lines.map((line) => run('src/cli/main.ts', ...wordsOf(line)));
  expect(printed[1]).toBe(/```text\n(type_string[^]*?)```/.exec(readme)![1]);
  expect(lines).toHaveLength(7);
});

it('links to what is there', () => {
  const pages = ['README.md', 'sql/README.md', ...readmesOfRooms()];
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) =>
      join(root, page, '..', link),
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

it('has no paragraph that is a wall', () => {
  const paragraphs = readme.replaceAll(/```[^]*?```/g, '').split(/\n\s*\n/);
  const walls = paragraphs.filter((text) => !/^\s*[|<#-]/.test(text) && text.trim().split(/\s+/).length > 60);
  expect(walls).toEqual([]);
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
    operations: 2782,
    gaps: [],
    first: 8,
  });
  expect(found['again']).toMatchObject({ ledgers: 0, segments: 0, skipped: [{ first: 2, last: 129 }] });
});

it('keeps the README under 240 lines', () => {
  expect(readme.split('\n').length).toBeLessThan(240);
});

it('shows the definition of a pipeline as it is in data', () => {
  const [, shown] = /```yaml\n([^]*?)```/.exec(readme.slice(readme.indexOf('## Pipelines'))) ?? [];
  expect(shown).toBe(readFileSync(join(root, 'data/pipelines/events.yaml'), 'utf8'));
  expect(shown?.trim().split('\n').length).toBe(10);
});
