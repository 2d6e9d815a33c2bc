import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyOf } from '../src/datastore/config/config-file.ts';
import { kinds } from '../src/datastore/kinds.ts';
import { commands } from '../src/cli/program.ts';
import { tables } from '../src/tables/index.ts';
import { expectPart } from './generated-part.ts';

const root = join(import.meta.dirname, '..');
const path = join(root, 'README.md');
const readme = readFileSync(path, 'utf8');

function readmesOfRooms(): string[] {
  const found = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('README.md')).map((name) => join('src', name));
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

it('keeps the README under 240 lines', () => {
  expect(readme.split('\n').length).toBeLessThan(240);
});

it('shows the definition of a pipeline as it is in data', () => {
  const [, shown] = /```yaml\n([^]*?)```/.exec(readme.slice(readme.indexOf('## Pipelines'))) ?? [];
  expect(shown).toBe(readFileSync(join(root, 'data/pipelines/events.yaml'), 'utf8'));
  expect(shown?.trim().split('\n').length).toBe(10);
});
