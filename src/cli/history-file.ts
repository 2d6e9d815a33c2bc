/** What was typed at the prompt before, in the folder that the user has for such things. */
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder } from '../core/folders.ts';
import { errorCode } from '../core/system-errors.ts';

/** Returns the path of the history: https://specifications.freedesktop.org/basedir/latest/ ignores relative folders. */
export function historyPath(env: NodeJS.ProcessEnv = process.env): string {
  const state = env['XDG_STATE_HOME'];
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local/state'), 'ledgerlake/history');
}

/** Returns the statements, the newest first; none when nothing was kept yet. Throws what the system says. */
export async function readHistory(path: string): Promise<string[]> {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return lines.filter((line) => line !== '').reverse();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Keeps the statements for this user alone. Throws what the system says. */
export async function writeHistory(path: string, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return;
  await makeFolder(dirname(path));
  await writeFile(path, `${statements.toReversed().join('\n')}\n`, { mode: 0o600 });
}
