/** Ctrl-C: the first asks the command to come to an end, the second ends it. */

/** What an abandoned command throws. */
export class Interrupted extends Error {}

/** `npm run` and `timeout` pass on a signal that the process has got already: this soon, it is still the first. */
const SAME_PRESS_MS = 300;

/** Returns a signal that the first Ctrl-C aborts; a second ends the process as if there were no handler. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  const onInterrupt = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      process.stderr.write('\nstopping; Ctrl-C again stops at once\n');
      controller.abort(new Interrupted('stopped by Ctrl-C'));
    } else if (now - first > SAME_PRESS_MS) {
      // With workers in native code process.exit() would abort; the shell sees 130 this way too.
      process.off('SIGINT', onInterrupt);
      process.kill(process.pid, 'SIGINT');
    }
  };
  process.on('SIGINT', onInterrupt);
  return controller.signal;
}
