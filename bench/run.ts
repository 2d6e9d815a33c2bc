/** Runs the benches that its arguments name, in order: `npm run bench -- decode sql`. Without arguments it runs the four main ones. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const named = process.argv.slice(2).flatMap((name) => name.split('|'));
for (const name of named.length > 0 ? named : ['decode', 'load', 'rpc', 'sql']) {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) {
    console.error(`no bench "${name}": bench/README.md lists them`);
    process.exit(2);
  }
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
