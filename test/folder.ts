/** Folders that are removed when the tests of a file are done. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const folders: string[] = [];

/** Removes all that there are: `setup.ts` has it called after each file. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Returns a new folder that is removed when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-test-'));
  folders.push(folder);
  return folder;
}

/** Returns the files below a folder, as paths from `root`. */
export function filesBelow(folder: string, root: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

let flips = 0;

/** Flips a bit of a file, counted from its first, and gives it a time of its own: DuckDB keeps what it read of a file by its time. */
export function flipBit(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3] ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
  const time = Date.now() / 1000 + 2 * ++flips;
  utimesSync(path, time, time);
}
