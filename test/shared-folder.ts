/** A folder that all processes of a run of tests have, and that goes with it: what is made once for several files is kept there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    shared: string;
  }
}

export default function setup(project: TestProject): () => void {
  const shared = mkdtempSync(join(tmpdir(), 'ledgerlake-shared-'));
  project.provide('shared', shared);
  return () => rmSync(shared, { recursive: true, force: true });
}
