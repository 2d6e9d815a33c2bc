/** Temporary files of processes: those of killed ones are removed, those of others stay. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, temporaryFolder } from '../folder.ts';

const src = join(import.meta.dirname, '../../src');

/** Runs code in a process that has the folder for temporary files. */
function run(folder: string, code: string) {
  const imports = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { makeTemporaryFolder } from ${JSON.stringify(join(src, 'core/temporary.ts'))};`;
  const env = { ...process.env, TMPDIR: folder };
  return spawnSync(process.execPath, ['--input-type=module', '-e', imports + code], { env, encoding: 'utf8' });
}

it('removes what killed processes left, and nothing else', () => {
  const folder = temporaryFolder();
  const killed = run(
    folder,
    `writeFileSync(await makeTemporaryFolder() + '/file', ''); process.kill(process.pid, 'SIGKILL');`,
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(filesBelow(folder, folder)).toEqual([expect.stringMatching(/^ledgerlake-.*\/file$/)]);
  const id = crypto.randomUUID();
  const others = [`ledgerlake-${hostname()}.${process.pid}.1.${id}`, `ledgerlake-elsewhere.1.1.${id}`, 'ledgerlake-1'];
  for (const name of others) mkdirSync(join(folder, name));
  const { stdout } = run(
    folder,
    `// An earlier process had the number of this one.
    mkdirSync(${JSON.stringify(join(folder, `ledgerlake-${hostname()}.`))} + process.pid + '.1.${id}');
    console.log([await makeTemporaryFolder(), await makeTemporaryFolder()].join('\\n'));`,
  );
  const own = stdout.trim().split('\n');
  expect(new Set(own).size).toBe(2);
  expect(readdirSync(folder).sort()).toEqual([...others, ...own.map((path) => basename(path))].sort());
});

it('has the names of all temporary files but those that stay', () => {
  const named = filesBelow(src, src).filter((path) => readFileSync(join(src, path), 'utf8').includes('tmpdir()'));
  expect(named.sort()).toEqual(['cli/demo/show.ts', 'cli/start-up.ts', 'core/temporary.ts']);
});
