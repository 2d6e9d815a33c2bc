/** Runs something until a signal stops it. */
import { endBy } from './interrupt.ts';

/** A server that has not stopped so many milliseconds after the signal ends by it: a sink may never answer. */
const END_MS = 4500;

/** Starts something and stops it at Ctrl-C, SIGTERM or SIGHUP, also during its start. A second signal ends the process. */
export async function untilStopped(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        setTimeout(() => endBy(signal), END_MS).unref();
        resolve();
      });
    }
  });
  const running = await start();
  await stopped;
  await running.stop();
}
