/** Ctrl-C: the first asks the command to come to an end, the second ends it. */

/** What an abandoned command throws. */
export class Interrupted extends Error {}

/** Returns a signal that the first Ctrl-C aborts; a second ends the process with exit code 130. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(130));
    process.stderr.write('\nstopping; Ctrl-C again stops at once\n');
    controller.abort(new Interrupted('stopped by Ctrl-C'));
  });
  return controller.signal;
}
