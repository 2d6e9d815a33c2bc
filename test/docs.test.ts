import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { commands } from '../src/cli/program.ts';
import { tables } from '../src/tables/index.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-docs-'));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Compares a generated part of the README with what it should be, or rewrites it with UPDATE=1. */
function expectPart(name: string, lines: string[]): void {
  const part = new RegExp(`<!-- ${name} -->\n[^]*?<!-- /${name} -->`);
  const text = `<!-- ${name} -->\n${lines.join('\n')}\n<!-- /${name} -->`;
  if (process.env.UPDATE) {
    const path = join(root, 'README.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(part, text));
  } else expect(part.exec(readme)?.[0]).toBe(text);
}

it('lists the tables as they are declared', () => {
  const rows = tables.map(({ name, grain }) => `| \`${name}\` | ${grain} |`).sort();
  expectPart('tables', ['| table | one row |', '| --- | --- |', ...rows]);
});

it('lists the commands as they describe themselves', () => {
  const rows = commands.map(({ name, summary }) => `| \`${name}\` | ${summary} |`);
  expectPart('commands', ['| command | what it does |', '| --- | --- |', ...rows]);
});

it('shows what the first commands print', () => {
  const [ingest, query] = [...readme.matchAll(/^ledgerlake (.*)$/gm)].map(([, line]) =>
    line!.replaceAll('/tmp/lake', join(folder, 'lake')),
  );
  const words = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  run('src/cli/main.ts', ...words(ingest!));
  const shown = /```text\n(type_string[^]*?)```/.exec(readme)![1];
  expect(run('src/cli/main.ts', ...words(query!))).toBe(shown);
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
