/** The real command in a process of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { main } from '../main.ts';

export const root = join(import.meta.dirname, '../..');
export const sample = join(root, 'data/sample');
/** Ledgers 2 to 9 of the sample. */
export const firstFile = 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst';
export const passphrase = 'Ledgerlake Sample Network ; 2026';

/** What a run of the command left behind. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  bytes: Buffer;
}

/** Starts `ledgerlake` with the words; `env` is added to what this process has. */
export function start(words: readonly string[], { uid, env }: { uid?: number; env?: NodeJS.ProcessEnv } = {}) {
  return spawn(process.execPath, [main, ...words], { uid, env: { ...process.env, ...env } });
}

/** Runs `ledgerlake` with the words to its end. */
export async function ledgerlake(...words: string[]): Promise<Finished> {
  return finish(start(words));
}

/** Lines that come only where the machine is slow. */
const progress = /^.* ledgers\/s, .* rows\/s.*\n/gm;

/** Waits for the end of the process, which gets `input`. */
export async function finish(child: ReturnType<typeof start>, input = ''): Promise<Finished> {
  // A process that ends before it reads its input breaks the pipe.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [bytes, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout: bytes.toString(), stderr: stderr.replaceAll(progress, ''), bytes };
}
