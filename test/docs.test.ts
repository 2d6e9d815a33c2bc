import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyOfOption } from '../src/datastore/config/config-file.ts';
import { kinds } from '../src/datastore/kinds.ts';
import { commands } from '../src/cli/program.ts';
import { tables } from '../src/tables/index.ts';
import { NEWEST_PROTOCOL } from '../src/xdr/schema/whole.ts';
import { expectPart } from './generated-part.ts';

const root = join(import.meta.dirname, '..');
const path = join(root, 'README.md');
const readme = readFileSync(path, 'utf8');

it('lists the tables as they are declared', () => {
  const rows = tables.map(({ name, grain }) => `| \`${name}\` | ${grain} |`).sort();
  expectPart(join(root, 'sql/README.md'), 'tables', ['| table | one row |', '| --- | --- |', ...rows]);
});

it('lists the kinds of stores as they declare themselves', () => {
  const rows = kinds.flatMap(({ type, form, where, params }) => [
    `| **${type}** | \`${form}\` | \`${where.key}\` | ${where.about} |`,
    ...Object.entries(params).map(([name, { flag, notInFile, prefix, required, about }]) => {
      const key = notInFile
        ? ''
        : `\`${prefix ? `${prefix}<Name>` : keyOfOption(name)}\`${required ? ', required' : ''}`;
      return `| | ${flag ? `\`${flag}\`` : ''} | ${key} | ${about} |`;
    }),
  ]);
  const heads = ['| `type` | address and flags | `[datastore_config.params]` | |', '| --- | --- | --- | --- |'];
  expectPart(join(root, 'src/datastore/README.md'), 'kinds', [...heads, ...rows]);
});

it('lists the commands as they describe themselves', () => {
  const cells = commands.map(({ name, summary }) => `\`${name}\` | ${summary}`);
  const half = Math.ceil(cells.length / 2);
  const rows = cells.slice(0, half).map((cell, i) => `| ${cell} | ${cells[half + i] ?? ' | '} |`);
  expectPart(path, 'commands', [
    '| command | what it does | command | what it does |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]);
});

it('shows the definition of a pipeline as it is in data', () => {
  const [, shown] = /```yaml\n([^]*?)```/.exec(readme.slice(readme.indexOf('## Pipelines'))) ?? [];
  expect(shown).toBe(readFileSync(join(root, 'data/pipelines/events.yaml'), 'utf8'));
  expect(shown?.trim().split('\n').length).toBe(10);
});

it.each(['README.md', 'src/xdr/README.md'])('names the newest protocol in %s', (file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(` protocols 0 to ${NEWEST_PROTOCOL}`);
});
