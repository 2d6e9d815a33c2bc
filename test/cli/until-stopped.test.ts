import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const path = join(import.meta.dirname, '../../src/cli/until-stopped.ts');

/** Runs what is never stopped, and signals it when it runs; returns how it ended. */
async function signalled(start: string, name: NodeJS.Signals): Promise<unknown[]> {
  const script = `import { untilStopped } from ${JSON.stringify(path)};
    setInterval(() => undefined, 1000);
    const never = new Promise(() => undefined);
    const say = () => console.log('running');
    await untilStopped(${start});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill(name);
  return once(child, 'exit');
}

it.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a server that does not stop ends by %s', async (name) => {
  const [stopping, starting] = await Promise.all([
    signalled('async () => { setImmediate(say); return { stop: () => never }; }', name),
    signalled('() => { say(); return never; }', name),
  ]);
  expect([stopping, starting]).toEqual([
    [null, name],
    [null, name],
  ]);
});
