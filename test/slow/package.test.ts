/** What `npm pack` takes along, built and run as those who install it have it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';

const root = join(import.meta.dirname, '../..');

/** Builds a package without the SDK; returns what runs a file of it. */
function build(folder: string): (file: string, ...words: string[]) => string {
  const run = (file: string, ...words: string[]) =>
    execFileSync(process.execPath, [file, ...words], { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' });
  const link = (name: string) => symlinkSync(join(root, name), join(folder, name), 'junction');
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules'));
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));
  for (const name of ['sql', 'data', ...packages.map((name) => join('node_modules', name))]) link(name);
  const dist = join(folder, 'dist');
  run(join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'src'), '--noCheck', '--outDir', dist);
  run(join(root, '.ci/bundle-sdk'), dist);
  rmSync(join(folder, 'node_modules/@stellar'));
  return run;
}

it('has a demo that ends with an alias of the command which is there, and simulates without the SDK', () => {
  const folder = temporaryFolder();
  const run = build(folder);
  const main = join(folder, 'dist/cli/main.js');
  const [, , alias] = /^ {2}alias ledgerlake="'(.*)' '(.*)'"$/m.exec(run(main, 'demo'))!;
  expect(alias).toBe(main);
  expect(run(alias, '--version')).toMatch(/^ledgerlake \d/);
  const store = join(folder, 'simulated');
  run(alias, 'simulate', '--out', store, '--ledgers', '3', '--mix', 'mixed');
  expect(run(alias, 'export', store, '--table', 'history_ledgers')).toMatch(/"sequence":4/);
});
