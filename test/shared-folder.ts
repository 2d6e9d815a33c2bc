/**
 * What all processes of a run of tests have, and what goes with it: a folder for what is made once for several files, and the
 * command line as few files, because its sources take 1.6 times as long to start.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const root = join(import.meta.dirname, '..');

declare module 'vitest' {
  export interface ProvidedContext {
    shared: string;
    main: string;
  }
}

export default function setup(project: TestProject): () => void {
  const shared = mkdtempSync(join(tmpdir(), 'ledgerlake-shared-'));
  project.provide('shared', shared);
  // Packages are found from a folder below this project's.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const cli = mkdtempSync(join(cache, 'cli-'));
  execFileSync(process.execPath, [join(root, '.ci/bundle-cli'), join(root, 'src/cli/main.ts'), cli], {
    stdio: 'inherit',
  });
  project.provide('main', join(cli, 'main.js'));
  return () => {
    for (const folder of [shared, cli]) rmSync(folder, { recursive: true, force: true });
  };
}
