/** What `npm pack` takes along, built and run as those who install it have it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';

const root = join(import.meta.dirname, '../..');

it('has a demo that ends with an alias of the command which is there', () => {
  const folder = temporaryFolder();
  const main = join(folder, 'dist/cli/main.js');
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'sql', 'data']) symlinkSync(join(root, name), join(folder, name), 'junction');
  const run = (file: string, ...words: string[]) =>
    execFileSync(process.execPath, [file, ...words], { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' });
  run(
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(root, 'src'),
    '--noCheck',
    '--outDir',
    join(folder, 'dist'),
  );
  const [, , alias] = /^ {2}alias ledgerlake="'(.*)' '(.*)'"$/m.exec(run(main, 'demo'))!;
  expect(alias).toBe(main);
  expect(run(alias, '--version')).toMatch(/^ledgerlake \d/);
});
