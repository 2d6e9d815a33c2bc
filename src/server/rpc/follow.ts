/** A store that grows: its new ledgers are taken in as they appear. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from '../../history/history.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { Log } from '../http/log.ts';

const EVERY_MS = 1000;

export interface Following {
  /** Says that it shall end. */
  stop(): void;
  /** Resolves when it has ended. */
  done: Promise<void>;
}

/** Looks for new ledgers until stopped, each time for up to `most`. A failure is reported once and retried. */
export function follow(history: History, log: Log, most?: number, every = EVERY_MS): Following {
  const ending = new AbortController();
  const run = async () => {
    await Promise.race([history.indexed(), once(ending.signal, 'abort')]);
    let told = '';
    while (!ending.signal.aborted) {
      try {
        while (await history.refresh({ most, signal: ending.signal }));
        told = '';
      } catch (error) {
        const why = messageOf(error);
        if (why !== told && !ending.signal.aborted) log('error', 'cannot take in new ledgers', { error: why });
        told = why;
      }
      await sleep(every, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  return { stop: () => ending.abort(), done: run() };
}
