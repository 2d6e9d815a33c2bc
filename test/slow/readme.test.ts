/** What the README shows, run as it stands there. */
import { execFileSync } from 'node:child_process';
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
