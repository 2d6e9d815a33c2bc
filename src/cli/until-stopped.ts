/** Runs something until a signal stops it. */
import { endBy } from './interrupt.ts';

/** A server that has not stopped so many milliseconds after the signal ends by it: a sink may never answer. */
const END_MS = 4500;

/** What runs until it is stopped, or until it ends by itself. */
interface Running {
  stop(): Promise<void>;
  ended?: Promise<void>;
}

/** Starts something and stops it at Ctrl-C, SIGTERM or SIGHUP, also during its start. A second signal ends the process. */
export async function untilStopped(start: () => Promise<Running>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        setTimeout(() => endBy(signal), END_MS).unref();
        resolve();
      });
    }
  });
  const running = await start();
  await Promise.race([stopped, running.ended ?? stopped]);
  await running.stop();
}
