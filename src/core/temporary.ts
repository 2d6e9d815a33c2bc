/** Temporary files and folders. Their names hold the process, so that a later process can remove what a killed one left. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbandoned, PROCESS } from './abandoned.ts';

const NAME = /^ledgerlake-(.+)\.(\d+)\.\d+\.[\da-f-]{36}$/;

let tidied: Promise<void> | undefined;

/** Returns a new path in the temporary folder of the system; whoever creates it removes it. Removes what killed processes left. */
export async function temporaryPath(): Promise<string> {
  await (tidied ??= removeLeftovers());
  return join(tmpdir(), `ledgerlake-${PROCESS}.${randomUUID()}`);
}

/** Creates a folder at such a path and returns it; only its owner may read it. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await temporaryPath();
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Ignores what it cannot remove, such as the folders of other users. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, host, pid] = NAME.exec(name) ?? [];
    // Of a process of another machine nobody knows whether it runs: a folder in use may be old.
    if (host !== hostname() || name.startsWith(`ledgerlake-${PROCESS}.`)) continue;
    const path = join(tmpdir(), name);
    if (isAbandoned(path, { host, pid: Number(pid) }))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
