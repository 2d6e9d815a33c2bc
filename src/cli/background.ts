/** What writes a lake for minutes leaves the processors to those who ask it meanwhile. */
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets other processes go first, this one's threads that start from now on among those that wait (nice 10 on Linux): before workers and a
 * lake. On processors that nobody else wants it costs nothing; a lower priority that the command was started with stays.
 */
export function workInBackground(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may forbid the call; at its own priority the command does the same.
  }
}
