/** What writes a lake for minutes leaves the processors to those who ask it meanwhile. */
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of threads that start later (nice 10 on Linux); call it before workers and a lake start. It costs nothing
 * on idle processors, and keeps a priority that is lower already.
 */
export function workInBackground(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may forbid the call; at its own priority the command does the same.
  }
}
