/** What the README shows, run as it stands there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const readme = readFileSync(join(root, 'README.md'), 'utf8');

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Other tests run the commands that need a network, and those that serve. */
const isRunHere = (line: string) => !/^ledgerlake serve|pubnet@/.test(line);
const printedBelow = (start: string) => new RegExp(`\`\`\`text\n(${start}[^]*?)\`\`\``).exec(readme)![1];

it('shows an answer of the demo', () => {
  const lines = printedBelow('3[.] Which').trimEnd().split('\n');
  expect(run('src/cli/main.ts', 'demo', '--report', join(folder, 'report.html')).split('\n')).toEqual(
    expect.arrayContaining(lines),
  );
});

it('shows commands that run, and what two of them print', () => {
  const blocks = [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
  const lines = [...blocks.matchAll(/^ledgerlake .*$/gm)].map(([line]) => line).filter(isRunHere);
  const wordsOf = (line: string) => {
    // A shell passes over a comment.
    const words = line
      .replace(/ # .*$/, '')
      .replaceAll('/tmp/', `${folder}/`)
      .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
    return [...words].slice(1).map(([, quoted, single, plain]) => quoted ?? single ?? plain);
  };
  const printed = lines.map((line) => {
    const done = spawnSync(process.execPath, ['src/cli/main.ts', ...wordsOf(line)], { cwd: root, encoding: 'utf8' });
    expect([line, done.status]).toEqual([line, 0]);
    return done.stdout + done.stderr;
  });
  expect(printed[2]).toBe(printedBelow('type_string'));
  expect(printed.at(-1)).toContain(printedBelow('completed').replaceAll('/tmp/', `${folder}/`));
  expect(lines).toHaveLength(9);
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
