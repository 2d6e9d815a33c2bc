import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Not in `temporaryFolder`: a hook that a running test adds is never called.
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Returns a new folder that is removed when the file's tests are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-server-'));
  folders.push(folder);
  return folder;
}
