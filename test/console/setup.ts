/** Builds the console before its tests, so that they never see an older one. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import shared from '../shared-folder.ts';

export default function setup(project: TestProject): () => void {
  execFileSync('npm', ['run', '--silent', 'build:console'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  });
  return shared(project);
}
