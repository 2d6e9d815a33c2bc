/** Runs something until a signal stops it. */

/** Starts something and stops it at Ctrl-C, SIGTERM or SIGHUP, also during its start. A second signal ends the process. */
export async function untilStopped(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  const running = await start();
  await stopped;
  await running.stop();
}
