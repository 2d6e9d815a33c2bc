/** Files that a process began to write and that nobody writes any more. */
import { statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names this process: its machine, its number and, since numbers come again, its start. */
export const PROCESS = `${hostname()}.${process.pid}.${Math.round(performance.timeOrigin)}`;

/** What a process of another machine has not written to for so long is not written any more. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Returns whether nobody writes a file any more that another process began, or an earlier one with the number of this one. */
export function isAbandoned(path: string, { host, pid }: { host: string; pid: number }): boolean {
  if (host === hostname()) return pid === process.pid || !isRunning(pid);
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
