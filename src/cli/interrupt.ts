/** Ctrl-C, and the signals that end a service or a terminal: the first asks the command to come to an end, the second ends it. */

/** What an abandoned command throws. */
export class Interrupted extends Error {}

/** `npm run` and `timeout` pass on a signal that the process has got already: this soon, it is still the first. */
const SAME_PRESS_MS = 300;

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a command that only reads may take to end: DuckDB does not interrupt every function. */
const READ_MS = 2000;

/**
 * Returns a signal that the first Ctrl-C, SIGTERM or SIGHUP aborts; a second ends the process as if there were no handler.
 * A command that only reads (`reads`) ends so 2 s after the first.
 */
export function interruptSignal({ reads = false } = {}): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const onSignal = (name: (typeof ENDING)[number]) => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      const isKey = name === 'SIGINT';
      process.stderr.write(isKey ? '\nstopping; Ctrl-C again stops at once\n' : `stopping at ${name}\n`);
      controller.abort(new Interrupted(`stopped by ${isKey ? 'Ctrl-C' : name}`));
      if (reads) setTimeout(() => endBy(name), READ_MS).unref();
    } else if (now - first > SAME_PRESS_MS) endBy(name);
  };
  for (const name of ENDING) process.on(name, onSignal);
  return controller.signal;
}

/** Ends the process by a signal, whatever it does. */
export function endBy(name: (typeof ENDING)[number]): void {
  process.removeAllListeners(name);
  // With workers in native code process.exit() would abort; the shell sees 128 and the signal's number this way too.
  process.kill(process.pid, name);
}
