/** Ctrl-C, and the signals that end a service or a terminal: the first asks the command to come to an end, the second ends it. */

/** What an abandoned command throws. */
export class Interrupted extends Error {}

/** `npm run` and `timeout` pass on a signal that the process has got already: this soon, it is still the first. */
const SAME_PRESS_MS = 300;

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns a signal that the first Ctrl-C, SIGTERM or SIGHUP aborts; a second ends the process as if there were no handler. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const onSignal = (name: (typeof ENDING)[number]) => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      const isKey = name === 'SIGINT';
      process.stderr.write(isKey ? '\nstopping; Ctrl-C again stops at once\n' : `stopping at ${name}\n`);
      controller.abort(new Interrupted(`stopped by ${isKey ? 'Ctrl-C' : name}`));
    } else if (now - first > SAME_PRESS_MS) {
      for (const each of ENDING) process.off(each, onSignal);
      // With workers in native code process.exit() would abort; the shell sees 128 and the signal's number this way too.
      process.kill(process.pid, name);
    }
  };
  for (const name of ENDING) process.on(name, onSignal);
  return controller.signal;
}
